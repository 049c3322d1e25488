/** The parts of an order, written and read in one statement each: a checkout waits for every round to the database. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../database/connect.ts'
import { orderLines, orderShippingLines, orderTaxLines } from './orders.table.ts'

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

/** Rows of one table as the database hands them over as JSON, under their names in the database. */
type JsonRows = { readonly [Name in keyof OrderParts]: readonly Record<string, unknown>[] }

/** Writes all parts of an order. Answers them with their ids. */
export async function insertParts(tx: Tx, orderId: number, parts: NewOrderParts): Promise<OrderParts> {
  const { rows } = await tx.execute<JsonRows>(sql`
    with line as (${insertOf(orderLines, orderId, parts.lines)}),
    shipping as (${insertOf(orderShippingLines, orderId, parts.shippingLines)}),
    tax as (${insertOf(orderTaxLines, orderId, parts.taxLines)})
    select (select coalesce(json_agg(line order by id), '[]') from line) as lines,
      (select coalesce(json_agg(shipping order by id), '[]') from shipping) as "shippingLines",
      (select coalesce(json_agg(tax order by id), '[]') from tax) as "taxLines"`)
  return partsOf(rows[0])
}

/** All parts of an order, in the order in which they were written. */
export async function readParts(db: Db | Tx, orderId: number): Promise<OrderParts> {
  const of = (table: PgTable) =>
    sql`(select coalesce(json_agg(part order by part.id), '[]') from ${table} part where part.order_id = ${orderId})`
  const { rows } = await db.execute<JsonRows>(sql`
    select ${of(orderLines)} as lines, ${of(orderShippingLines)} as "shippingLines", ${of(orderTaxLines)} as "taxLines"`)
  return partsOf(rows[0])
}

/** One statement for any number of rows, with the same text however many: the server keeps it prepared. */
function insertOf(table: PgTable, orderId: number, parts: readonly object[]): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name !== 'id')
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  )
  const json = parts.map((part) =>
    Object.fromEntries(
      columns.map(([name, column]) => [
        column.name,
        name === 'orderId' ? orderId : ((part as Record<string, unknown>)[name] ?? column.default ?? null),
      ]),
    ),
  )
  return sql`insert into ${table} (${names})
    select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(json)}::jsonb) returning *`
}

function partsOf(json: JsonRows | undefined): OrderParts {
  if (!json) throw new Error('The parts of an order were not answered')
  return {
    lines: json.lines.map((row) => rowOf(orderLines, row)),
    shippingLines: json.shippingLines.map((row) => rowOf(orderShippingLines, row)),
    taxLines: json.taxLines.map((row) => rowOf(orderTaxLines, row)),
  }
}

/** A row under the names of the code. No part of an order holds a time, which JSON would turn into text. */
const rowOf = <Table extends PgTable>(table: Table, row: Record<string, unknown>): Table['$inferSelect'] =>
  Object.fromEntries(Object.entries(getTableColumns(table)).map(([name, column]) => [name, row[column.name]]))
