/** Writes and reads the parts of an order in one statement each, to save round trips during checkout. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/database/connect.ts'
import { orderLines, orderShippingLines, orders, orderTaxLines } from './orders.table.ts'

const partTables = { lines: orderLines, shippingLines: orderShippingLines, taxLines: orderTaxLines }
type PartTables = typeof partTables

export type OrderLine = typeof orderLines.$inferSelect

/** The id of the variation, or of a product without one: what has the price, the stock and the files. */
export const soldIdOf = ({ productId, variationId }: Pick<OrderLine, 'productId' | 'variationId'>): number =>
  variationId || productId

export type OrderParts = { readonly [Name in keyof PartTables]: readonly PartTables[Name]['$inferSelect'][] }
export type NewOrderParts = {
  readonly [Name in keyof PartTables]: readonly Omit<PartTables[Name]['$inferInsert'], 'id' | 'orderId'>[]
}

type JsonRows = readonly Record<string, unknown>[]
type JsonParts = Readonly<Record<keyof PartTables, JsonRows>>

const partNames = Object.keys(partTables) as (keyof PartTables)[]

const mapParts = <T>(map: (name: keyof PartTables, table: PgTable) => T) =>
  Object.fromEntries(partNames.map((name) => [name, map(name, partTables[name])])) as Record<keyof PartTables, T>

const orderColumns = Object.entries(getTableColumns(orders))

/**
 * One statement from prepared SQL: the query builder took a tenth of the time per order. `consent` inserts the terms
 * agreed to.
 */
export async function insertOrderWithParts(
  tx: Tx,
  order: typeof orders.$inferInsert,
  parts: NewOrderParts,
  consent: SQL | null = null,
) {
  const columnValues = Object.entries(order).flatMap(([name, value]) => {
    const column = orderColumns.find(([property]) => property === name)?.[1]
    return column && value !== undefined ? [{ name: column.name, value: sql.param(value, column) }] : []
  })
  const names = sql.raw(columnValues.map(({ name }) => `"${name}"`).join(', '))
  const values = sql.join(
    columnValues.map(({ value }) => value),
    sql.raw(', '),
  )
  const inserted = partNames.map((name) => insertOf(name, parts[name]))
  const agreed = consent ? sql`, agreed as (${consent})` : sql.raw('')
  const { rows } = await tx.execute<Record<string, unknown> & JsonParts>(
    sql`with written as (insert into orders (${names}) values (${values}) returning *)${sql.join(inserted)}${agreed}${selectInserted}`,
  )
  const [row] = rows
  if (!row) throw new Error('The order was not written')
  return { ...orderOf(row), ...partsOf(row) }
}

const orderOf = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    orderColumns.map(([property, column]) => {
      const value = row[column.name]
      return [property, value === null ? null : column.mapFromDriverValue(value)]
    }),
  ) as typeof orders.$inferSelect

const selectInserted = sql.raw(`
  select written.*, ${partNames
    .map((name) => `(select coalesce(json_agg(part order by id), '[]') from "new_${name}" part) as "${name}"`)
    .join(', ')}
  from written`)

export const partColumns = mapParts(
  (_, table) =>
    sql<JsonRows>`(select coalesce(json_agg(part order by part.id), '[]') from ${table} part where part.order_id = orders.id)`,
)

const insertTexts = mapParts((name, table) => {
  const columns = Object.entries(getTableColumns(table)).filter(([property]) => !['id', 'orderId'].includes(property))
  const names = columns.map(([, column]) => `"${column.name}"`).join(', ')
  const { name: tableName } = getTableConfig(table)
  const start = `, "new_${name}" as (
    insert into ${tableName} (order_id, ${names})
    select (select id from written), ${names} from jsonb_populate_recordset(null::${tableName}, `
  return { columns, start: sql.raw(start), end: sql.raw('::jsonb) returning *)') }
})

/** The same SQL text for any number of rows, so that the server can reuse the prepared statement. */
function insertOf(name: keyof PartTables, parts: readonly object[]): SQL {
  const { columns, start, end } = insertTexts[name]
  const json = parts.map((part) =>
    Object.fromEntries(
      columns.map(([property, column]) => [
        column.name,
        (part as Record<string, unknown>)[property] ?? column.default ?? null,
      ]),
    ),
  )
  return sql`${start}${JSON.stringify(json)}${end}`
}

/** Maps the result of `partColumns` to property names. No part has a timestamp, which JSON would turn into text. */
export const partsOf = (json: JsonParts): OrderParts =>
  mapParts((name, table) => {
    const columns = Object.entries(getTableColumns(table))
    return json[name].map((row) => Object.fromEntries(columns.map(([property, { name: key }]) => [property, row[key]])))
  }) as object as OrderParts
