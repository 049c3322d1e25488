import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { applicationName, connectClient } from '../database/connect.ts'
import { replaceSecret } from '../database/secret.ts'
import { readIfExists } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import {
  BackupError,
  FILE_LIST,
  type FileBackup,
  fileOf,
  type Manifest,
  parseFileLine,
  readManifest,
  SECRET,
  type TableBackup,
  verifyFile,
} from './backup-format.ts'
import { CopyIn } from './copy-stream.ts'
import { copyColumns, quoted, readTables, suspendRules } from './tables.ts'

type Target = {
  /** A migrated database that already has the tables of job queue and sandbox. */
  readonly databaseUrl: string
  readonly dataDir: string
  readonly files: FileStore
}

/** Reads all files of the backup. Throws a `BackupError` if one is missing or damaged. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const table of manifest.tables) await verifyFile(folder, table.file, table)
  await verifyFile(folder, FILE_LIST, manifest.files)
  for await (const file of filesOf(folder)) await verifyFile(folder, fileOf(file.key), file)
  await readSavedSecret(folder)
  return manifest
}

/**
 * Replaces all rows of the database by those of a verified backup in one transaction, and writes its files; other files
 * stay. Throws a `BackupError` if the tables are of another version, or if the shop is running. Secret and files cannot
 * be rolled back, so they are written after the commit.
 */
export async function restoreBackup({ databaseUrl, dataDir, files }: Target, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const secret = await readSavedSecret(folder)
  const [added, present]: [string[], string[]] = [[], []]
  const writeFile = (key: string) => files.write(key, { sourcePath: join(folder, fileOf(key)) })
  const { client } = await connectClient(databaseUrl)
  try {
    // The transaction is idle while files are copied, which may take long.
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    await fillTables(client, folder, manifest)
    try {
      for await (const { key } of filesOf(folder)) {
        const isThere = (await files.stat(key)) !== null
        ;(isThere ? present : added).push(key)
        if (!isThere) await writeFile(key)
      }
    } catch (error) {
      for (const key of added) await files.delete(key).catch(() => {})
      throw error
    }
    await client.query('commit')
    try {
      if (secret !== undefined) await replaceSecret(dataDir, 'shop', secret)
      for (const key of present) await writeFile(key)
    } catch (cause) {
      throw new Error('The rows are restored, but not all else. Fix the cause and run it again, with --force.', {
        cause,
      })
    }
    await client.query('analyze')
    return manifest
  } finally {
    await client.end()
  }
}

async function fillTables(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  await assertSameVersion(client, manifest)
  await assertStopped(client)
  const present = await readTables(client)
  const restoreRules = await suspendRules(client, present)
  await client.query(`truncate ${present.map(quoted).join(', ')}`)
  for (const table of manifest.tables) await fillTable(client, folder, table)
  // `setval` is not used, because it is not undone by a rollback.
  for (const { value, isCalled, ...sequence } of manifest.sequences)
    await client.query(`alter sequence ${quoted(sequence)} restart with ${BigInt(value) + (isCalled ? 1n : 0n)}`)
  for (const statement of restoreRules) await client.query(statement)
}

async function fillTable(client: pg.Client, folder: string, table: TableBackup): Promise<void> {
  const copying = client.query(new CopyIn(`copy ${quoted(table)} (${copyColumns(table)}) from stdin`))
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), copying)
  if (copying.rows !== table.rows)
    throw new BackupError(`${table.name} has ${copying.rows} rows in place of ${table.rows}.`)
}

/** Undefined in the backup of a shop that was never started. An empty secret would allow forged sessions. */
async function readSavedSecret(folder: string): Promise<string | undefined> {
  const secret = await readIfExists(join(folder, SECRET))
  const text = secret?.toString().trim()
  if (text !== undefined && !/^[0-9a-f]{64}$/.test(text))
    throw new BackupError(`The backup is damaged: ${SECRET} is not what was written.`)
  return text
}

async function* filesOf(folder: string): AsyncIterable<FileBackup> {
  const lines = createInterface({
    input: createReadStream(join(folder, FILE_LIST)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  for await (const line of lines) yield parseFileLine(line)
}

async function assertSameVersion(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const { rows } = await client.query<Manifest['migrations'][number]>('select name, checksum from schema_migrations')
  const sumOf = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const unknown = migrations.find(({ name, checksum }) => sumOf.get(name) !== checksum)
  if (unknown)
    throw new BackupError(`The backup is of another version, with the tables of ${unknown.name}. ${tryThere}`)
  const newer = rows.length - migrations.length
  if (newer > 0)
    throw new BackupError(`The backup is of an older version, before ${newer} changes of the tables. ${tryThere}`)
}

const tryThere =
  'Restore it with the version whose tables it has; then start this one, which brings the tables up to date.'

/** A running shop would continue with cached data of the old rows. */
async function assertStopped(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where application_name like 'samovar:%' and application_name <> $1 and datname = current_database()`,
    [applicationName],
  )
  if (rows[0]?.count) throw new BackupError('The shop is running. Stop it first.')
}
