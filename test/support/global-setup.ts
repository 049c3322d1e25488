/** Runs once per test run: one real PostgreSQL server, kept between runs, with one migrated database. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '../../src/platform/database/connect.ts'
import { type DatabaseHandle, openEmbedded } from '../../src/platform/database/embedded.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { ServerStartError } from '../../src/platform/database/server-process.ts'
import { databaseRoot } from '../running/database-root.ts'
import { makeTemplate, urlOfDatabase } from './database.ts'

const migrations = resolve(import.meta.dirname, '../../db/migrations')

/**
 * These settings risk data loss only when the machine fails, and then the directory is recreated. Never use them for a
 * shop.
 */
const nonDurableSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  autovacuum: 'off',
  // The directory may be in memory, and the write-ahead log takes space in it.
  max_wal_size: '256MB',
  io_method: 'sync',
  // The kernel copies databases, without reading and writing each page.
  file_copy_method: 'clone',
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await openTestServer()
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await dropStaleDatabases(admin)

  const migrated = `migrated_${hashOfMigrations()}`
  await makeTemplate(admin, migrated, 'template1', async (draft) => {
    const connection = connect(urlOfDatabase(database.url, draft), { poolSize: 1 })
    await migrate(connection.pool, migrations).finally(() => connection.close())
  })
  const prefix = `run_${process.pid}_`
  project.provide('databaseUrl', database.url)
  project.provide('migratedDatabase', migrated)
  project.provide('databasePrefix', prefix)

  return async () => {
    await dropDatabases(admin, await databasesLike(admin, `${prefix}%`))
    await admin.end()
    await database.stop()
  }
}

async function openTestServer(): Promise<DatabaseHandle> {
  const directoryHash = createHash('sha256')
    .update(`${import.meta.dirname} ${userInfo().uid}`)
    .digest('hex')
    .slice(0, 8)
  const directory = join(databaseRoot, `samovar-test-${directoryHash}`)
  try {
    return await openEmbedded(directory, { settings: nonDurableSettings })
  } catch (error) {
    if (!(error instanceof ServerStartError)) throw error
    // A directory written without fsync may be corrupt, and nothing in it is worth keeping.
    await rm(directory, { recursive: true, force: true })
    return openEmbedded(directory, { settings: nonDurableSettings })
  }
}

/**
 * Drops the databases left behind by killed runs and earlier migrations. The name of a run's database contains the
 * run's process id.
 */
async function dropStaleDatabases(admin: pg.Client): Promise<void> {
  const runs = await databasesLike(admin, 'run_%')
  await dropDatabases(
    admin,
    runs.filter((name) => !isAlive(Number(name.split('_')[1]))),
  )
  const migratedBefore = await databasesLike(admin, 'migrated_%')
  await dropDatabases(admin, migratedBefore.slice(0, -8))
}

/** Names of databases, oldest first. */
async function databasesLike(admin: pg.Client, pattern: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE datname LIKE $1 ORDER BY oid',
    [pattern],
  )
  return rows.map(({ name }) => name)
}

async function dropDatabases(admin: pg.Client, names: readonly string[]): Promise<void> {
  for (const name of names) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function hashOfMigrations(): string {
  const hash = createHash('sha256')
  const names = readdirSync(migrations).filter((name) => name.endsWith('.sql'))
  for (const name of names.sort()) hash.update(name).update(readFileSync(join(migrations, name)))
  return hash.digest('hex').slice(0, 12)
}
