import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { isIndexedWord, namedProducts, recountWords, searchVector } from './search/search-vector.ts'

/**
 * Digest prefix. Increment it when stored values, digest or search vector change: every shop then refreshes these
 * products before it opens at its next start, 100,000 in about a minute.
 */
const digestVersion = (type: SQL): SQL => sql`case ${type} when 'grouped' then '4:' else '3:' end`

/**
 * Locks the products, their variable parents and groups in id order, so that concurrent saves wait instead of
 * deadlocking. Entries, and then comments, are locked after their products. Returns the ids.
 */
export async function lockProducts(tx: Db | Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from products where id = any(array(${productsShowing(ids)})) order by id for no key update`)
  return rows.map(({ id }) => id)
}

/** A query for the ids of products that show one of these: itself, its variable parent and the groups of both. */
export function productsShowing(ids: readonly number[]): SQL {
  const requestedIds = sql`${sql.param([...ids])}::int[]`
  return sql`
    with touched as materialized (
      select unnest(${requestedIds}) as id
      union
      select parent_id from products where id = any(${requestedIds}) and parent_id is not null
    )
    select id from touched
    union
    select product_id from product_links where kind = 'grouped' and linked_id = any(array(select id from touched))`
}

/**
 * Refreshes parents and groups, too. Call it in the transaction that changes a product, its stock, terms or reviews;
 * product indexes then reload it. Returns the ids whose pages and cards have changed.
 */
export async function refreshProducts(tx: Db | Tx, ids: readonly number[], now: Date): Promise<number[]> {
  if (ids.length === 0) return []
  const locked = await lockProducts(tx, ids)
  const lockedIds = sql`${sql.param(locked)}::int[]`
  const timestamp = sql`${now.toISOString()}::timestamptz`
  const { rows: changed } = await tx.execute<{ id: number; isCardChanged: boolean }>(sql`
    with parts as materialized (
      select product_id as group_id, linked_id as id
      from product_links where kind = 'grouped' and product_id = any(${lockedIds})
    ), offers as (
      select offer.id, offer.parent_id,
        entries.status = 'publish' and offer.regular_price_cents is not null as is_offered,
        case when priced.is_sale then offer.sale_price_cents else offer.regular_price_cents end as price_cents,
        priced.is_sale,
        case
          when stock.product_id is null then 'instock'
          when not stock.tracks_inventory then stock.status
          when stock.on_hand > 0 then 'instock'
          when stock.backorders = 'no' then 'outofstock'
          else 'onbackorder'
        end as stock_status
      from products offer
      join entries on entries.id = offer.id
      left join stock_levels stock on stock.product_id = offer.id
      cross join lateral (select ${isSaleActive(timestamp)} as is_sale) priced
      where offer.type not in ('variable', 'grouped') and (
        offer.id = any(${lockedIds}) or offer.parent_id = any(${lockedIds})
        or offer.id = any(array(select id from parts)) or offer.parent_id = any(array(select id from parts)))
    ), shown as (
      select id as product_id, price_cents, is_sale, stock_status from offers where id = any(${lockedIds})
      union all
      select parent_id, price_cents, is_sale, stock_status from offers where is_offered and parent_id = any(${lockedIds})
      union all
      select parts.group_id, price_cents, is_sale, stock_status
      from parts
      join entries on entries.id = parts.id and entries.status = 'publish'
      join offers on parts.id in (offers.id, offers.parent_id) where is_offered
    ), summed as (
      -- What can be had counts, or all of it once nothing can be: the rule of availableOrAll in product.ts.
      select product_id,
        coalesce(min(price_cents) filter (where ${isAvailable}), min(price_cents)) as lowest,
        coalesce(max(price_cents) filter (where ${isAvailable}), max(price_cents)) as highest,
        coalesce(bool_or(is_sale) filter (where ${isAvailable}), bool_or(is_sale)) as on_sale,
        case
          when bool_or(stock_status = 'instock') then 'instock'
          when bool_or(stock_status = 'onbackorder') then 'onbackorder'
          else 'outofstock'
        end as stock_status
      from shown group by product_id
    ), ratings as (
      select entry_id, round(avg(rating) * 100)::int as hundredths, count(*)::int as reviews
      from comments
      where entry_id = any(${lockedIds}) and status = 'approved' and rating is not null
      group by entry_id
    ), named as materialized (
      -- Here and below: materialized, because each use of a column would calculate its texts again.
      ${namedProducts(sql`products.id = any(${lockedIds})
        and entries.status = 'publish' and products.type <> 'variation' and products.visibility in ('visible', 'search')`)}
    ), worded as materialized (
      select products.id, ${searchVector} as words
      from named join products on products.id = named.id join entries on entries.id = named.id
      where products.id = any(${lockedIds})
    ), fresh as materialized (
      select products.id,
        entries.status = 'publish' and products.type <> 'variation'
          and products.visibility in ('visible', 'catalog') as listed,
        summed.lowest, summed.highest,
        coalesce(summed.on_sale, false) as on_sale,
        coalesce(summed.stock_status, 'outofstock') as stock_status,
        coalesce(ratings.hundredths, 0) as hundredths,
        coalesce(ratings.reviews, 0) as reviews,
        worded.words,
        md5(coalesce(worded.words::text, '')) as words_digest,
        md5(concat_ws(' ', products.type, products.parent_id, entries.status, products.visibility, entries.title,
          entries.slug, entries.menu_order, extract(epoch from entries.published_at),
          extract(epoch from entries.updated_at), coalesce(summed.lowest, -1), coalesce(summed.highest, -1),
          summed.on_sale, summed.stock_status, products.is_featured, ratings.hundredths, ratings.reviews,
          products.total_sales,
          array(select term_id from entry_terms where entry_id = products.id order by term_id))) as listing_digest
      from products
      join entries on entries.id = products.id
      left join worded on worded.id = products.id
      left join summed on summed.product_id = products.id
      left join ratings on ratings.entry_id = products.id
      where products.id = any(${lockedIds})
    ), compared as materialized (
      select fresh.*, concat(${digestVersion(sql`old.type`)}, listing_digest, ' ', words_digest) as digest,
        split_part(old.index_digest, ' ', 2) <> words_digest as is_search_text_changed,
        (old.listed, old.min_price_cents, old.max_price_cents, old.on_sale, old.stock_status, old.rating_hundredths,
          old.review_count)
        is distinct from (fresh.listed, fresh.lowest, fresh.highest, fresh.on_sale, fresh.stock_status,
          fresh.hundredths, fresh.reviews) as is_card_changed
      from fresh join products old on old.id = fresh.id
    ), new_words as (
      -- Sorted, so that concurrent inserts of the same words wait for each other instead of deadlocking.
      insert into search_words (word, product_count)
      select word, count(distinct named.id)
      from named join compared on compared.id = named.id and compared.is_search_text_changed,
        string_to_table(named.title || ' ' || named.terms, ' ') as word
      where ${isIndexedWord}
      group by word order by word
      on conflict (word) do nothing
    )
    update products set
      listed = compared.listed, min_price_cents = compared.lowest, max_price_cents = compared.highest,
      on_sale = compared.on_sale, stock_status = compared.stock_status,
      rating_hundredths = compared.hundredths, review_count = compared.reviews,
      search_vector = compared.words, index_digest = compared.digest, changed_xid = pg_current_xact_id()
    from compared
    where products.id = compared.id and (compared.is_card_changed or products.index_digest <> compared.digest)
    returning products.id, compared.is_card_changed as "isCardChanged"`)
  return changed.flatMap((row) => (row.isCardChanged ? [row.id] : []))
}

const isAvailable = sql.raw(`stock_status <> 'outofstock' and price_cents is not null`)

const BATCH_SIZE = 1000

export async function refreshAllProducts(db: Db, now: Date, onProgress: (done: number, of: number) => void = () => {}) {
  const refreshedCount = await refreshWhere(db, sql`true`, now, onProgress)
  await recountWords(db)
  return refreshedCount
}

/** Refreshes products of an older digest version, after an update. Passes their number to `onStart`, and returns it. */
export async function refreshOutdatedProducts(db: Db, now: Date, onStart: (count: number) => void = () => {}) {
  const isOutdated = sql`not starts_with(index_digest, ${digestVersion(sql`type`)})`
  const { products } = await refreshWhere(db, isOutdated, now, (done, of) => {
    if (done === 0 && of > 0) onStart(of)
  })
  if (products > 0) await recountWords(db)
  return products
}

async function refreshWhere(db: Db, where: SQL, now: Date, onProgress: (done: number, of: number) => void) {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from products where ${where} order by coalesce(parent_id, id), id`,
  )
  const changed = new Set<number>()
  onProgress(0, rows.length)
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const ids = rows.slice(start, start + BATCH_SIZE).map((row) => row.id)
    for (const id of await db.transaction((tx) => refreshProducts(tx, ids, now))) changed.add(id)
    onProgress(Math.min(start + BATCH_SIZE, rows.length), rows.length)
  }
  return { products: rows.length, changed: [...changed] }
}

/**
 * Refreshes products whose sale has started or ended since the last refresh, with their pages. Runs every minute. In
 * transactions, because what is refreshed without holding its lock overwrites what an order has changed meanwhile.
 */
export async function refreshSales(db: Db, now: Date): Promise<number[]> {
  const timestamp = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<{ id: number }>(sql`
    select offer.id from products offer
    where (offer.sale_from is not null or offer.sale_until is not null) and offer.type <> 'variable'
      and offer.on_sale is distinct from ${isSaleActive(timestamp)}
    order by coalesce(offer.parent_id, offer.id), offer.id`)
  const changed: number[] = []
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const ids = rows.slice(start, start + BATCH_SIZE).map((row) => row.id)
    const refreshed = await db.transaction(async (tx) => {
      const changedIds = await refreshProducts(tx, ids, now)
      if (changedIds.length > 0) await invalidatePageTags(tx, ['listing', ...changedIds.map((id) => `product:${id}`)])
      return changedIds
    })
    changed.push(...refreshed)
  }
  return changed
}

/** The same rule as `priceAt` in product.ts, for a row named `offer`; a test compares the two. */
const isSaleActive = (timestamp: ReturnType<typeof sql>) => sql`coalesce(
  offer.sale_price_cents < offer.regular_price_cents
  and (offer.sale_from is null or offer.sale_from <= ${timestamp})
  and (offer.sale_until is null or ${timestamp} < offer.sale_until), false)`

/** Not retried, because it is started by hand from the system status tools. */
export const refreshProductsJob = defineJob<Record<string, never>>('refresh-all-products', 0)

/** `refreshAllProducts` as a job, which also invalidates cached pages. */
export async function refreshProductsAndPages({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const { changed } = await refreshAllProducts(db, now())
  if (changed.length > 0) await invalidatePageTags(db, ['*'])
}
