import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './connect.ts'

type OnConflict = {
  readonly key: PgColumn
  /** Columns that keep the value of the stored row. */
  readonly keep?: readonly PgColumn[]
}

/** As one JSON parameter: thousands are slower to build than to write. All rows have the properties of the first. */
export async function insertRows(
  tx: Tx,
  table: PgTable,
  rows: readonly object[],
  onConflict?: OnConflict,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in first)
  const json = rows.map((row) =>
    Object.fromEntries(columns.map(([name, column]) => [column.name, (row as Record<string, unknown>)[name]])),
  )
  const listed = (each: (name: SQL) => SQL, fixed: readonly PgColumn[] = []): SQL =>
    sql.join(
      columns.flatMap(([, column]) => (fixed.includes(column) ? [] : [each(sql`${sql.identifier(column.name)}`)])),
      sql`, `,
    )
  const names = listed((name) => name)
  const update =
    onConflict &&
    sql`on conflict (${sql.identifier(onConflict.key.name)}) do update
      set ${listed((name) => sql`${name} = excluded.${name}`, [onConflict.key, ...(onConflict.keep ?? [])])}`
  await tx.execute(sql`insert into ${table} (${names})
    select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(json)}::json) ${update}`)
}
