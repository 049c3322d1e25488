/** The tables of a backup, read from the database's catalog so that no table must be listed here. */
import pg from 'pg'
import type { Manifest, TableBackup } from './backup-format.ts'

export type TableName = Pick<TableBackup, 'schema' | 'name'>
type Table = TableName & Pick<TableBackup, 'columns'>

/** Schemas of the shop and of the payment sandbox. The job queue's library creates its tables: only jobs are saved. */
const schemas = `('public', 'provider_sandbox')`
const jobs: TableName = { schema: 'jobs', name: 'job' }

export const quoted = ({ schema, name }: TableName): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

const isJobs = ({ schema, name }: TableName): boolean => schema === jobs.schema && name === jobs.name

/** Completed jobs are left out. */
export const savedRows = (table: TableName): string =>
  isJobs(table) ? `${quoted(table)} where state < 'completed'` : quoted(table)

export const copyColumns = ({ columns }: Pick<Table, 'columns'>): string => columns.map(pg.escapeIdentifier).join(', ')

/** All tables with their stored columns. The list of migrations is in the manifest. */
export async function readTables(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where (n.nspname in ${schemas} and c.relkind = 'r' and c.relname <> 'schema_migrations')
      or (n.nspname = '${jobs.schema}' and c.relname = '${jobs.name}')
    group by 1, 2 order by 1, 2`)
  return rows
}

export async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<TableName>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname in ${schemas} order by 1, 2`)
  const sequences: Manifest['sequences'] = []
  for (const sequence of rows) {
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted(sequence)}`,
    )
    if (values[0]) sequences.push({ ...sequence, ...values[0] })
  }
  return sequences
}

/**
 * Drops foreign keys and disables triggers while tables are filled in any order. Returns the statements that restore
 * them and check every key again.
 */
export async function suspendRules(client: pg.Client, tables: readonly TableName[]): Promise<readonly string[]> {
  const { rows: keys } = await client.query<TableName & { key: string; definition: string }>(`
    select n.nspname as schema, c.relname as name, k.conname as key, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname in ${schemas}`)
  const ownTables = tables.filter((table) => !isJobs(table))
  for (const key of keys)
    await client.query(`alter table ${quoted(key)} drop constraint ${pg.escapeIdentifier(key.key)}`)
  for (const table of ownTables) await client.query(`alter table ${quoted(table)} disable trigger user`)
  return [
    ...ownTables.map((table) => `alter table ${quoted(table)} enable trigger user`),
    ...keys.map((key) => `alter table ${quoted(key)} add constraint ${pg.escapeIdentifier(key.key)} ${key.definition}`),
  ]
}
