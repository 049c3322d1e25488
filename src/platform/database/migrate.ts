/** Schema migrations: plain SQL files, each applied once in a transaction. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { ConfigurationError } from '../env.ts'

type Migration = { readonly name: string; readonly checksum: string; readonly statements: readonly string[] }
type Applied = { readonly name: string; readonly checksum: string }

const undefinedTable = '42P01'

/**
 * Applies missing migrations; returns their names. Throws if the database is newer or an applied file was edited, and
 * with `onlyNew` if it is older: a shop of that version may be running.
 */
export async function migrate(pool: pg.Pool, directory: string, { onlyNew = false } = {}): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const appliedAtStart = await readApplied(pool)
  if (appliedAtStart && pendingMigrations(migrations, appliedAtStart).length === 0) return []

  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    await client.query("SELECT pg_advisory_lock(hashtext('samovar.migrate'))")
    const applied = await readApplied(client)
    const pending = pendingMigrations(migrations, applied ?? [])
    if (onlyNew && pending.length > 0 && applied && applied.length > 0) throw new ConfigurationError(olderTables)
    if (!applied) await client.query(createTable)
    for (const migration of pending) await apply(client, migration)
    return pending.map((migration) => migration.name)
  } finally {
    // Closing the connection rolls back and releases the lock in every case.
    client.release(true)
  }
}

const olderTables =
  'The tables are of an earlier version, or of a start that was interrupted. To bring them up to date, stop the shop ' +
  'of that version, make a backup and start this one, or run: npm run shop -- migrate\nNothing was changed.'

const createTable = `CREATE TABLE schema_migrations (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`

async function apply(client: pg.PoolClient, { name, checksum, statements }: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    for (const statement of statements) await client.query(statement)
    await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
    await client.query('COMMIT')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Migration ${name} failed and was taken back: ${reason}`, { cause: error })
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
      const statements = text.split('--> statement-breakpoint').filter((statement) => statement.trim() !== '')
      return { name, checksum: createHash('sha256').update(text).digest('hex'), statements }
    }),
  )
}

/** Applied migrations, or undefined for a database without any. */
async function readApplied(source: pg.Pool | pg.PoolClient): Promise<Applied[] | undefined> {
  try {
    return (await source.query<Applied>('SELECT name, checksum FROM schema_migrations')).rows
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return undefined
    throw error
  }
}

function pendingMigrations(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]))
  const unknown = applied.filter(({ name }) => !byName.has(name)).map(({ name }) => name)
  if (unknown.length > 0) {
    throw new Error(
      `The database is newer than this Samovar: it has had ${unknown.sort().join(', ')}, which this version does not know. ` +
        'Start the newer version, or restore a backup made by this one. Nothing was changed.',
    )
  }
  const edited = applied.filter(({ name, checksum }) => byName.get(name)?.checksum !== checksum).map(({ name }) => name)
  if (edited.length > 0) {
    throw new Error(
      `Migration ${edited.sort().join(', ')} was edited after this database applied it. ` +
        'Put the file back as it was and write a new migration for the change. Nothing was changed.',
    )
  }
  const appliedNames = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !appliedNames.has(name))
}
