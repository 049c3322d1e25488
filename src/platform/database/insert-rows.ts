import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './connect.ts'

type OnConflict = {
  readonly key: PgColumn
  /** Columns that keep the value of the stored row. */
  readonly keep?: readonly PgColumn[]
}

/**
 * Inserts with one JSON parameter per column: a parameter per value is slower to build than the insert itself, and JSON
 * objects are slower to parse. All rows have the properties of the first; array columns are not supported.
 */
export async function insertRows(
  tx: Tx,
  table: PgTable,
  rows: readonly object[],
  onConflict?: OnConflict,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in first)
  const columnList = (each: (name: SQL, column: PgColumn) => SQL, fixed: readonly PgColumn[] = []): SQL =>
    sql.join(
      columns.flatMap(([, column]) =>
        fixed.includes(column) ? [] : [each(sql`${sql.identifier(column.name)}`, column)],
      ),
      sql`, `,
    )
  const names = columnList((name) => name)
  const values = columnList((name, column) => sql`${name}::${sql.raw(column.getSQLType())}`)
  const lists = columns.map(([name, column]) => sql`json_array_elements_text(${valuesOf(rows, name, column)}::json)`)
  const update =
    onConflict &&
    sql`on conflict (${sql.identifier(onConflict.key.name)}) do update
      set ${columnList((name) => sql`${name} = excluded.${name}`, [onConflict.key, ...(onConflict.keep ?? [])])}`
  await tx.execute(sql`insert into ${table} (${names})
    select ${values} from rows from (${sql.join(lists, sql`, `)}) as given (${names}) ${update}`)
}

function valuesOf(rows: readonly object[], name: string, column: PgColumn): string {
  const isJson = column.getSQLType() === 'jsonb'
  const values = rows.map((row) => (row as Record<string, unknown>)[name] ?? null)
  // A JSON value is encoded twice, so that its strings keep their quotes.
  return JSON.stringify(isJson ? values.map((value) => (value === null ? null : JSON.stringify(value))) : values)
}
