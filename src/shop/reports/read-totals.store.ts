import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { isNotTrashed } from '../inventory/stock.store.ts'
import type { Range } from './range.ts'
import { reportTotals, type TotalKind } from './reports.table.ts'
import { columns, type Totals } from './totals.ts'

export type RowTotals = Totals & { readonly key: string; readonly label: string }

const sumsAs = (nameOf: (name: keyof Totals, column: string) => string): SQL =>
  sql.raw(
    columns
      .map((name) => [name, reportTotals[name].name] as const)
      .map(([name, column]) => `sum(${column})::int8 as "${nameOf(name, column)}"`)
      .join(', '),
  )
const sums = sumsAs((name) => name)

const inRange = ({ after, before }: Range) => sql`day between ${after}::date and ${before}::date`

export async function readDays(db: Db, range: Range): Promise<ReadonlyMap<string, Totals>> {
  const { rows } = await db.execute<Totals & { day: string }>(sql`
    select day::text as day, ${sums} from report_totals where kind = 'day' and ${inRange(range)} group by day`)
  return new Map(rows.map(({ day, ...totals }) => [day, totals]))
}

export const orders = {
  label: 'lower(label)',
  orders: 'orders',
  items: 'items - "returnedItems"',
  gross_sales: 'gross',
  discounts: 'discounts',
  returns: 'returns',
  net_sales: 'gross - discounts + fees - returns',
  taxes: 'taxes - "returnedTaxes"',
} as const

export type RowsQuery = {
  readonly kind: Exclude<TotalKind, 'day' | 'variation'> | 'category'
  readonly orderby: keyof typeof orders
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** Totals per category: a product counts for each of its present categories. Its days are added up first. */
const categoryTotals = (range: Range) => sql`(
  select coalesce(term.id::text, '') as key, coalesce(term.name, 'No category') as label, sold.*
  from (
    select key as product, ${sumsAs((_, column) => column)} from report_totals
    where kind = 'product' and ${inRange(range)} group by key
  ) sold left join (
    select entry_id, terms.id, name from entry_terms join terms on terms.id = term_id and taxonomy = 'product_cat'
  ) term on term.entry_id = product::int)`

/** The product's present title, if it still exists; else the row has its name at the time of sale. */
const presentTitle = sql`(select title from entries where id = page.key::int and kind = 'product')`

export async function readRows(db: Db, range: Range, { kind, orderby, order, limit, offset }: RowsQuery) {
  const sorted: SQL = sql.raw(`${orders[orderby]} ${order}, key`)
  const { rows } = await db.execute<RowTotals & { total: number }>(sql`
    with all_rows as (${groupOf(kind, range)}),
    page as (select *, count(*) over ()::int as total from all_rows order by ${sorted} limit ${limit} offset ${offset})
    select page.*, ${kind === 'product' ? sql`coalesce(${presentTitle}, label)` : sql`label`} as label from page order by ${sorted}`)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

export async function readSameRows(db: Db, range: Range, kind: RowsQuery['kind'], keys: readonly string[]) {
  const { rows } = await db.execute<RowTotals>(groupOf(kind, range, keys))
  return new Map(rows.map((row) => [row.key, row]))
}

function groupOf(kind: RowsQuery['kind'], range: Range, keys?: readonly string[]): SQL {
  const from =
    kind === 'category'
      ? sql`${categoryTotals(range)} as totals where true`
      : sql`report_totals where kind = ${kind} and ${inRange(range)}`
  const among = keys ? sql`and key = any(${sql.param(keys)}::text[])` : sql``
  return sql`select key, max(label) as label, ${sums} from ${from} ${among} group by key`
}

export type StockTotals = {
  readonly key: string
  readonly label: string
  readonly onHand: number
  readonly isLow: boolean
  readonly sold: number
  readonly total: number
}

/** Products with inventory tracking, those to reorder first, with the quantity sold in the range. */
export async function readStock(
  db: Db,
  range: Range,
  { lowStock, level, limit, offset }: { lowStock: number; level: 'low' | ''; limit: number; offset: number },
) {
  const { rows } = await db.execute<StockTotals>(sql`
    with sold as (
      select key, sum(items - returned_items)::int as sold from report_totals
      where kind in ('product', 'variation') and ${inRange(range)} group by key
    ), counted as (
      select level.product_id, level.on_hand, coalesce(sold, 0) as sold,
        level.on_hand <= coalesce(level.low_stock_amount, ${lowStock}::int) as is_low
      from stock_levels level join entries entry on entry.id = level.product_id
      left join sold on sold.key = level.product_id::text
      where level.tracks_inventory and ${isNotTrashed}
    ), page as (
      select *, count(*) over ()::int as total from counted where ${level === 'low' ? sql`is_low` : sql`true`}
      order by is_low desc, on_hand::numeric / greatest(sold, 1), product_id limit ${limit} offset ${offset}
    )
    select page.product_id::text as key, coalesce(parent.title || ' – ' || (
      select string_agg(coalesce(terms.name, choice.value), ', ') from jsonb_each_text(product.choices) choice
      left join terms on terms.taxonomy = choice.key and terms.slug = choice.value), parent.title, entry.title) as label,
      on_hand as "onHand", is_low as "isLow", sold, total
    from page join entries entry on entry.id = page.product_id
      join products product on product.id = page.product_id left join entries parent on parent.id = product.parent_id
    order by is_low desc, on_hand::numeric / greatest(sold, 1), product_id`)
  return { rows, total: rows[0]?.total ?? 0 }
}
