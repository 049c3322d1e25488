import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'

/**
 * Works out again what the listing needs of these products: whether they are listed, lowest and highest price at
 * `now`, sale, stock status, rating and review count. Call it in the transaction that changed a product, one of its
 * variations (with the parent's id), its stock or its reviews; and when a sale begins or ends. One statement however many.
 */
export async function refreshProducts(tx: Db | Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const wanted = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  const moment = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    with offers as (
      select
        coalesce(offer.parent_id, offer.id) as product_id,
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
      cross join lateral (select coalesce(
        offer.sale_price_cents < offer.regular_price_cents
        and (offer.sale_from is null or offer.sale_from <= ${moment})
        and (offer.sale_until is null or ${moment} < offer.sale_until), false) as is_sale) priced
      where (offer.id in (${wanted}) and offer.type <> 'variable')
        or (offer.parent_id in (${wanted}) and entries.status = 'publish' and offer.regular_price_cents is not null)
    ), summed as (
      select product_id, min(price_cents) as lowest, max(price_cents) as highest, bool_or(is_sale) as on_sale,
        case
          when bool_or(stock_status = 'instock') then 'instock'
          when bool_or(stock_status = 'onbackorder') then 'onbackorder'
          else 'outofstock'
        end as stock_status
      from offers group by product_id
    ), ratings as (
      select entry_id, round(avg(rating) * 100)::int as hundredths, count(*)::int as reviews
      from comments
      where entry_id in (${wanted}) and status = 'approved' and rating is not null
      group by entry_id
    )
    update products set
      listed = entries.status = 'publish' and products.type <> 'variation' and products.visibility in ('visible', 'catalog'),
      min_price_cents = summed.lowest,
      max_price_cents = summed.highest,
      on_sale = coalesce(summed.on_sale, false),
      stock_status = coalesce(summed.stock_status, 'outofstock'),
      rating_hundredths = coalesce(ratings.hundredths, 0),
      review_count = coalesce(ratings.reviews, 0)
    from entries
    left join summed on summed.product_id = entries.id
    left join ratings on ratings.entry_id = entries.id
    where entries.id = products.id and products.id in (${wanted})`)
}
