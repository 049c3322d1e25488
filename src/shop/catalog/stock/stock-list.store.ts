import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database/connect.ts'
import { escapeLike } from '../../../platform/database/list-query.ts'

type StockQuery = {
  readonly search: string
  /** What is low in stock, or what has none left. */
  readonly level: '' | 'low' | 'out'
  /** A category with those below it; 0 for all. */
  readonly category: number
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

export type StockRow = {
  readonly id: number
  readonly name: string
  /** The options of a variation. */
  readonly choices: string
  readonly sku: string
  readonly gtin: string
  readonly on_hand: number
  readonly is_low: boolean
  /** Id of the newest change of what is on hand. */
  readonly since: number
}

const tables = sql`stock_levels level
  join products product on product.id = level.product_id
  join entries entry on entry.id = product.id
  left join entries parent on parent.id = product.parent_id`

/** Products and variations whose pieces are counted, by name; that of exactly this SKU or GTIN comes first. */
export async function listStock(db: Db, query: StockQuery, lowStockThreshold: number) {
  const code = query.search.trim()
  const isLow = sql`level.on_hand <= coalesce(level.low_stock_amount, ${lowStockThreshold}::int)`
  const where = whereOf(code, query, isLow)
  const order = sql.raw(`is_code desc, sorted ${query.order}, menu_order, id`)
  const rows = db.execute<StockRow>(sql`
    with page as materialized (
      select product.id, coalesce(parent.title, entry.title) as name, product.choices, coalesce(product.sku, '') as sku,
        coalesce(product.gtin, '') as gtin, level.on_hand, ${isLow} as is_low,
        coalesce(${code}::text in (product.sku, product.gtin), false) as is_code,
        lower(coalesce(parent.title, entry.title)) as sorted, entry.menu_order
      from ${tables} where ${where} order by ${order} limit ${query.limit} offset ${query.offset}
    ), newest as (
      select product_id, max(id) as since from stock_movements where product_id in (select id from page) group by product_id
    )
    select page.id, name, sku, gtin, on_hand, is_low, coalesce(newest.since, 0) as since,
      coalesce((
        select string_agg(coalesce(terms.name, choice.value), ', ')
        from jsonb_each_text(page.choices) choice
        left join terms on terms.taxonomy = choice.key and terms.slug = choice.value
      ), '') as choices
    from page left join newest on newest.product_id = page.id order by ${order}`)
  const count = db.execute<{ total: number }>(sql`select count(*)::int as total from ${tables} where ${where}`)
  const [page, counted] = await Promise.all([rows, count])
  return { items: page.rows, total: counted.rows[0]?.total ?? 0 }
}

function whereOf(code: string, { level, category }: StockQuery, isLow: SQL): SQL {
  const pattern = `%${escapeLike(code)}%`
  const conditions = [
    sql`level.tracks_inventory and product.type in ('simple', 'variation')`,
    sql`entry.status <> 'trash' and parent.status is distinct from 'trash'`,
    ...(level === 'low' ? [isLow] : level === 'out' ? [sql`level.on_hand = 0`] : []),
    ...(code === ''
      ? []
      : [
          sql`(coalesce(parent.title, entry.title) ilike ${pattern} or product.sku ilike ${pattern} or product.gtin = ${code})`,
        ]),
    ...(category === 0
      ? []
      : [
          sql`coalesce(product.parent_id, product.id) in (
            with recursive below (id) as (
              select ${category}::int union select terms.id from terms join below on terms.parent_id = below.id
            )
            select entry_id from entry_terms where term_id in (select id from below))`,
        ]),
  ]
  return sql.join(conditions, sql` and `)
}
