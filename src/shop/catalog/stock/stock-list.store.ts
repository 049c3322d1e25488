import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database/connect.ts'
import { escapeLike } from '../../../platform/database/list-query.ts'
import { isNotTrashed } from '../../inventory/stock.store.ts'
import { idsByName } from '../search/find-in-names.ts'
import type { StockJson } from './stock.rest.ts'

type StockQuery = {
  readonly search: string
  /** Low in stock, or out of stock. */
  readonly level: '' | 'low' | 'out'
  /** A category with those below it; 0 for all. */
  readonly category: number
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/**
 * Products and variations with tracked stock, by name; an exact SKU or GTIN comes first. Large columns are read only
 * for the rows of the page.
 */
export async function listStock(db: Db, query: StockQuery, lowStockThreshold: number) {
  const code = query.search.trim()
  const filters = [
    ...(code === '' ? [] : [byText(code)]),
    ...(query.category === 0 ? [] : [sql`level.product_id in (${idsIn(query.category)})`]),
  ]
  // Filtered rows are stored once; all rows are cheaper to read twice than to store.
  const materialized = sql.raw(filters.length > 0 ? 'materialized' : 'not materialized')
  const order = sql.raw(`is_code desc, sorted ${query.order}, menu_order, page.id`)
  const { rows } = await db.execute<StockJson & { readonly total: number }>(sql`
    with found as ${materialized} (
      select level.product_id as id, entry.title, entry.menu_order, level.on_hand,
        level.on_hand <= coalesce(level.low_stock_amount, ${lowStockThreshold}::int) as is_low
      from stock_levels level join entries entry on entry.id = level.product_id
      where level.tracks_inventory and ${isNotTrashed}
        ${sql.join(filters.map((filter) => sql` and ${filter}`))}
    ), chosen as ${materialized} (
      select * from found where ${levels[query.level]}
    ), page as materialized (
      select *, id in (select id from products where sku = ${code} or gtin = ${code}) as is_code, lower(title) as sorted
      from chosen page order by ${order} limit ${query.limit} offset ${query.offset}
    ), newest as (
      select product_id, max(id) as since from stock_movements where product_id in (select id from page) group by product_id
    )
    select page.id, coalesce(parent.title, page.title) as name, coalesce(product.sku, '') as sku,
      coalesce(product.gtin, '') as gtin, on_hand, is_low, coalesce(newest.since, 0) as since,
      coalesce((
        select string_agg(coalesce(terms.name, choice.value), ', ')
        from jsonb_each_text(product.choices) choice
        left join terms on terms.taxonomy = choice.key and terms.slug = choice.value
      ), '') as choices, total
    from (select count(*)::int as total from chosen) counted
    left join page on true
    left join products product on product.id = page.id
    left join entries parent on parent.id = product.parent_id
    left join newest on newest.product_id = page.id
    order by is_code desc, sorted ${sql.raw(query.order)}, page.menu_order, page.id`)
  const items = rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [row]))
  return { items, total: rows[0]?.total ?? 0 }
}

const levels = { '': sql`true`, low: sql`is_low`, out: sql`on_hand = 0` }

/** Part of the name (for variations the product's), the start of an SKU, or a whole GTIN. */
function byText(text: string): SQL {
  const skus = [text, text.toUpperCase()].map((start) => sql`sku like ${`${escapeLike(start)}%`}`)
  return sql`level.product_id = any(array(
    with named as materialized (${idsByName(text)})
    select id from named union all ${variationsOf(sql`named`)}
    union all select id from products where ${sql.join(skus, sql` or `)} or gtin = ${text}))`
}

const idsIn = (category: number): SQL => sql`
  with recursive below (id) as (
    select ${category}::int union select terms.id from terms join below on terms.parent_id = below.id
  ), inside as materialized (select entry_id as id from entry_terms where term_id in (select id from below))
  select id from inside union all ${variationsOf(sql`inside`)}`

/** `offset 0` forces the index: the planner would read all products instead. */
const variationsOf = (products: SQL): SQL => sql`
  select variation.id from (select distinct parent_id from products where parent_id is not null) parent
  join ${products} among on among.id = parent.parent_id
  cross join lateral (select id from products where parent_id = among.id offset 0) variation`
