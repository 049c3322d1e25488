/** Writes and reads the parts of an order in one statement each, to save round trips during checkout. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/database/connect.ts'
import { orderLines, orderShippingLines, orders, orderTaxLines } from './orders.table.ts'

const partTables = { lines: orderLines, shippingLines: orderShippingLines, taxLines: orderTaxLines }
type PartTables = typeof partTables

export type OrderLine = typeof orderLines.$inferSelect
export type OrderParts = { readonly [Name in keyof PartTables]: readonly PartTables[Name]['$inferSelect'][] }
export type NewOrderParts = {
  readonly [Name in keyof PartTables]: readonly Omit<PartTables[Name]['$inferInsert'], 'id' | 'orderId'>[]
}

/** Rows of a table as JSON, under their column names. */
type JsonRows = readonly Record<string, unknown>[]
type JsonParts = Readonly<Record<keyof PartTables, JsonRows>>

const partNames = Object.keys(partTables) as (keyof PartTables)[]

const mapParts = <T>(map: (name: keyof PartTables, table: PgTable) => T) =>
  Object.fromEntries(partNames.map((name) => [name, map(name, partTables[name])])) as Record<keyof PartTables, T>

/** Inserts an order and all its parts in one statement. Returns the parts with their ids. */
export async function insertOrderWithParts(tx: Tx, order: typeof orders.$inferInsert, parts: NewOrderParts) {
  const written = tx.$with('written').as(tx.insert(orders).values(order).returning())
  const inserted = partNames.map((name) =>
    tx.$with(`new_${name}`, { id: sql<number>`id`.as('id') }).as(insertOf(partTables[name], parts[name])),
  )
  const rows = partNames.map((name) => {
    const from = sql.identifier(`new_${name}`)
    return sql`(select coalesce(json_agg(part order by id), '[]') from ${from} part) as ${sql.identifier(name)}`
  })
  const json = tx
    .$with(
      'json',
      mapParts((name) => sql<JsonRows>`${sql.identifier(name)}`.as(name)),
    )
    .as(sql`select ${sql.join(rows, sql`, `)}`)
  const [row] = await tx
    .with(written, ...inserted, json)
    .select()
    .from(written)
    .crossJoin(json)
  if (!row) throw new Error('The order was not written')
  return { ...row.written, ...partsOf(row.json) }
}

/** Columns of a statement that reads orders: all their parts, in insertion order. */
export const partColumns = mapParts(
  (_, table) =>
    sql<JsonRows>`(select coalesce(json_agg(part order by part.id), '[]') from ${table} part where part.order_id = orders.id)`,
)

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

/** Maps the result of `partColumns` to property names. No part has a timestamp, which JSON would turn into text. */
export const partsOf = (json: JsonParts): OrderParts =>
  mapParts((name, table) => {
    const columns = Object.entries(getTableColumns(table))
    return json[name].map((row) => Object.fromEntries(columns.map(([property, { name: key }]) => [property, row[key]])))
  }) as object as OrderParts
