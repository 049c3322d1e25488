/** Writes and reads the parts of an order in one statement each, to save round trips during checkout. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/database/connect.ts'
import { orderLines, orderShippingLines, orders, orderTaxLines } from './orders.table.ts'

export type OrderLine = typeof orderLines.$inferSelect
export type OrderParts = {
  readonly lines: readonly OrderLine[]
  readonly shippingLines: readonly (typeof orderShippingLines.$inferSelect)[]
  readonly taxLines: readonly (typeof orderTaxLines.$inferSelect)[]
}
type NewPart<Table extends PgTable> = Omit<Table['$inferInsert'], 'id' | 'orderId'>
export type NewOrderParts = {
  readonly lines: readonly NewPart<typeof orderLines>[]
  readonly shippingLines: readonly NewPart<typeof orderShippingLines>[]
  readonly taxLines: readonly NewPart<typeof orderTaxLines>[]
}

/** Rows of each table as JSON, under their column names. */
type JsonRows = { readonly [Name in keyof OrderParts]: readonly Record<string, unknown>[] }

/** Inserts an order and all its parts in one statement. Returns the parts with their ids. */
export async function insertOrderWithParts(
  tx: Tx,
  order: typeof orders.$inferInsert,
  parts: NewOrderParts,
): Promise<typeof orders.$inferSelect & OrderParts> {
  const inserted = tx.$with('written').as(tx.insert(orders).values(order).returning())
  const part = (name: string, table: PgTable, rows: readonly object[]) =>
    tx.$with(name, { id: sql<number>`id`.as('id') }).as(insertOf(table, rows))
  const rowsOf = (name: string) =>
    sql`(select coalesce(json_agg(part order by id), '[]') from ${sql.identifier(name)} part)`
  const json = tx
    .$with('json', {
      lines: sql<JsonRows['lines']>`lines`.as('lines'),
      shippingLines: sql<JsonRows['lines']>`shipping_lines`.as('shipping_lines'),
      taxLines: sql<JsonRows['lines']>`tax_lines`.as('tax_lines'),
    })
    .as(sql`select ${rowsOf('line')} as lines, ${rowsOf('shipping')} as shipping_lines, ${rowsOf('tax')} as tax_lines`)
  const [row] = await tx
    .with(
      inserted,
      part('line', orderLines, parts.lines),
      part('shipping', orderShippingLines, parts.shippingLines),
      part('tax', orderTaxLines, parts.taxLines),
      json,
    )
    .select()
    .from(inserted)
    .crossJoin(json)
  if (!row) throw new Error('The order was not written')
  return { ...row.written, ...partsOf(row.json) }
}

/** Columns of a statement that reads an order: all its parts, in insertion order. */
export const partColumns = (orderId: number) => {
  const of = (table: PgTable) =>
    sql<
      JsonRows['lines']
    >`(select coalesce(json_agg(part order by part.id), '[]') from ${table} part where part.order_id = ${orderId})`
  return { lines: of(orderLines), shippingLines: of(orderShippingLines), taxLines: of(orderTaxLines) }
}

/**
 * The same SQL text for any number of rows, so that the server can reuse the prepared statement. The rows belong to the
 * order inserted in it.
 */
function insertOf(table: PgTable, parts: readonly object[]): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name !== 'id' && name !== 'orderId')
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  )
  const json = parts.map((part) =>
    Object.fromEntries(
      columns.map(([name, column]) => [column.name, (part as Record<string, unknown>)[name] ?? column.default ?? null]),
    ),
  )
  return sql`insert into ${table} (order_id, ${names})
    select (select id from written), ${names}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(json)}::jsonb) returning *`
}

/** Maps the result of `partColumns` to property names and types. */
export function partsOf(json: JsonRows): OrderParts {
  return {
    lines: json.lines.map((row) => rowOf(orderLines, row)),
    shippingLines: json.shippingLines.map((row) => rowOf(orderShippingLines, row)),
    taxLines: json.taxLines.map((row) => rowOf(orderTaxLines, row)),
  }
}

/** Maps a row to property names. No part has a timestamp, which JSON would turn into text. */
const rowOf = <Table extends PgTable>(table: Table, row: Record<string, unknown>): Table['$inferSelect'] =>
  Object.fromEntries(Object.entries(getTableColumns(table)).map(([name, column]) => [name, row[column.name]]))
