import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'

/**
 * Works out again what the listing needs of these products and of the variable products they belong to: whether they
 * are listed, lowest and highest price at `now`, sale, stock status, rating and review count. Call it in the transaction
 * that changed a product, a variation, its stock or its reviews. Answers the ids of those that are different now.
 * Two statements however many.
 */
export async function refreshProducts(tx: Db | Tx, ids: readonly number[], now: Date): Promise<number[]> {
  if (ids.length === 0) return []
  const given = sql`${sql.param([...ids])}::int[]`
  // Locked in id order first, so that two refreshes of the same products wait for each other instead of deadlocking.
  const { rows: locked } = await tx.execute<{ id: number }>(sql`
    select id from products
    where id = any(${given}) or id in (select parent_id from products where id = any(${given}))
    order by id for no key update`)
  const wanted = sql`${sql.param(locked.map((row) => row.id))}::int[]`
  const moment = sql`${now.toISOString()}::timestamptz`
  const { rows: changed } = await tx.execute<{ id: number }>(sql`
    with offers as (
      select offer.id, offer.parent_id,
        entries.status = 'publish' and offer.regular_price_cents is not null as is_offered,
        case when priced.is_sale then offer.sale_price_cents else offer.regular_price_cents end as price_cents,
        priced.is_sale,
        case
          when stock.product_id is null then 'instock'
          when not stock.is_kept then stock.status
          when stock.on_hand > 0 then 'instock'
          when stock.backorders = 'no' then 'outofstock'
          else 'onbackorder'
        end as stock_status
      from products offer
      join entries on entries.id = offer.id
      left join stock_levels stock on stock.product_id = offer.id
      cross join lateral (select ${saleIsOn(moment)} as is_sale) priced
      where offer.type <> 'variable' and (offer.id = any(${wanted}) or offer.parent_id = any(${wanted}))
    ), shown as (
      select id as product_id, price_cents, is_sale, stock_status from offers where id = any(${wanted})
      union all
      select parent_id, price_cents, is_sale, stock_status from offers where is_offered and parent_id = any(${wanted})
    ), summed as (
      select product_id, min(price_cents) as lowest, max(price_cents) as highest, bool_or(is_sale) as on_sale,
        case
          when bool_or(stock_status = 'instock') then 'instock'
          when bool_or(stock_status = 'onbackorder') then 'onbackorder'
          else 'outofstock'
        end as stock_status
      from shown group by product_id
    ), ratings as (
      select entry_id, round(avg(rating) * 100)::int as hundredths, count(*)::int as reviews
      from comments
      where entry_id = any(${wanted}) and status = 'approved' and rating is not null
      group by entry_id
    ), fresh as (
      select products.id,
        entries.status = 'publish' and products.type <> 'variation'
          and products.visibility in ('visible', 'catalog') as listed,
        summed.lowest, summed.highest,
        coalesce(summed.on_sale, false) as on_sale,
        coalesce(summed.stock_status, 'outofstock') as stock_status,
        coalesce(ratings.hundredths, 0) as hundredths,
        coalesce(ratings.reviews, 0) as reviews
      from products
      join entries on entries.id = products.id
      left join summed on summed.product_id = products.id
      left join ratings on ratings.entry_id = products.id
      where products.id = any(${wanted})
    )
    update products set
      listed = fresh.listed, min_price_cents = fresh.lowest, max_price_cents = fresh.highest,
      on_sale = fresh.on_sale, stock_status = fresh.stock_status,
      rating_hundredths = fresh.hundredths, review_count = fresh.reviews
    from fresh
    where products.id = fresh.id
      and (products.listed, products.min_price_cents, products.max_price_cents, products.on_sale,
        products.stock_status, products.rating_hundredths, products.review_count)
      is distinct from (fresh.listed, fresh.lowest, fresh.highest, fresh.on_sale,
        fresh.stock_status, fresh.hundredths, fresh.reviews)
    returning products.id`)
  return changed.map((row) => row.id)
}

const perStatement = 2000

/** Refreshes everything, a slice at a time so that nobody waits long for a lock. Answers how many were different. */
export async function refreshAllProducts(
  db: Db,
  now: Date,
  told: (done: number, of: number) => void = () => {},
): Promise<{ products: number; changed: number[] }> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from products order by coalesce(parent_id, id), id`)
  const changed = new Set<number>()
  for (let start = 0; start < rows.length; start += perStatement) {
    const ids = rows.slice(start, start + perStatement).map((row) => row.id)
    for (const id of await db.transaction((tx) => refreshProducts(tx, ids, now))) changed.add(id)
    told(Math.min(start + perStatement, rows.length), rows.length)
  }
  return { products: rows.length, changed: [...changed] }
}

/** Refreshes the products whose sale has begun or ended since they were last looked at. Meant for every minute. */
export async function refreshSales(tx: Db | Tx, now: Date): Promise<number[]> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ id: number }>(sql`
    select offer.id from products offer
    where (offer.sale_from is not null or offer.sale_until is not null) and offer.type <> 'variable'
      and offer.on_sale is distinct from ${saleIsOn(moment)}`)
  return refreshProducts(
    tx,
    rows.map((row) => row.id),
    now,
  )
}

/** The same rule as `priceAt` in product.ts, for a row called `offer`; a test holds the two together. */
const saleIsOn = (moment: ReturnType<typeof sql>) => sql`coalesce(
  offer.sale_price_cents < offer.regular_price_cents
  and (offer.sale_from is null or offer.sale_from <= ${moment})
  and (offer.sale_until is null or ${moment} < offer.sale_until), false)`
