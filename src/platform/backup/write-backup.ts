import { createWriteStream } from 'node:fs'
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { connectClient } from '../database/connect.ts'
import { hasErrorCode } from '../database/process-lock.ts'
import { readSecret } from '../database/secret.ts'
import { type FileStore, fileFolders } from '../files/file-store.ts'
import {
  BackupError,
  FILE_LIST,
  fileOf,
  MANIFEST,
  type Manifest,
  MeasuringStream,
  SECRET,
  type TableBackup,
} from './backup-format.ts'
import { CopyOut } from './copy-stream.ts'
import { copyColumns, readSequences, readTables, savedRows } from './tables.ts'

type Shop = { readonly databaseUrl: string; readonly dataDir: string; readonly files: FileStore }

/**
 * Writes database, files and the shop's secret into a new folder while the shop is running: all tables are read in one
 * snapshot, which blocks no other transaction. Files are copied afterwards, so that each file in the snapshot exists,
 * unless it was deleted in between; such files are counted and left out.
 */
export async function writeBackup(
  { databaseUrl, dataDir, files }: Shop,
  folder: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Manifest> {
  const inFolder = await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => readdir(folder))
    .catch((error: Error) => {
      throw new BackupError(`${folder} cannot be used: ${error.message}.`)
    })
  if (inFolder.length > 0) throw new BackupError(`${folder} is not empty.`)
  await chmod(folder, 0o700)
  const createdAt = new Date().toISOString()
  const { client } = await connectClient(databaseUrl)
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const { rows: migrations } = await client
      .query<Manifest['migrations'][number]>('select name, checksum from schema_migrations order by name')
      .catch(refuseIfNew)
    const sourceTables = await readTables(client)
    const tables: TableBackup[] = []
    for (const [index, table] of sourceTables.entries()) {
      tables.push(await writeTable(client, folder, table))
      onProgress(index + 1, sourceTables.length)
    }
    // Sequences are not part of snapshots. Read last, they are above every id in it.
    const sequences = await readSequences(client)
    await client.query('commit')
    const written = await writeFiles(files, folder)
    await writeSecret(dataDir, folder)
    const manifest: Manifest = { format: 1, createdAt, migrations, tables, sequences, files: written }
    await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
    return manifest
  } catch (error) {
    // An incomplete backup is useless, and the disk that it has filled would stop the shop. If cleaning up fails, too,
    // the first error is the one to report.
    const parts = await readdir(folder).catch(() => [])
    for (const name of parts) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

function refuseIfNew(error: unknown): never {
  if (hasErrorCode(error, '42P01')) throw new BackupError('This database has no shop: start it once.')
  throw error
}

async function writeTable(
  client: pg.Client,
  folder: string,
  table: Pick<TableBackup, 'schema' | 'name' | 'columns'>,
): Promise<TableBackup> {
  const file = `tables/${table.schema}.${table.name}.copy.gz`
  const copying = client.query(new CopyOut(`copy (select ${copyColumns(table)} from ${savedRows(table)}) to stdout`))
  const sum = await writeMeasured(folder, file, [copying, createGzip({ level: 4 })])
  return { ...table, file, rows: copying.rows, ...sum }
}

/** The shop's secret, which encrypts its outbox and signs sessions. The database's secret stays on its machine. */
async function writeSecret(dataDir: string, folder: string): Promise<void> {
  const secret = await readSecret(dataDir, 'shop')
  if (secret !== undefined) await writeFile(join(folder, SECRET), `${secret}\n`, { mode: 0o600 })
}

async function writeFiles(files: FileStore, folder: string): Promise<Manifest['files']> {
  let [count, totalBytes, vanished] = [0, 0, 0]
  async function* copyAll(): AsyncGenerator<string> {
    for (const prefix of fileFolders) {
      for await (const key of files.list(`${prefix}/`)) {
        const opened = await files.open(key)
        const sum = opened && (await writeMeasured(folder, fileOf(key), [opened.body]).catch(nullIfGone))
        if (!sum) {
          vanished += 1
          continue
        }
        count += 1
        totalBytes += sum.bytes
        yield `${JSON.stringify({ key, ...sum })}\n`
      }
    }
  }
  const meter = new MeasuringStream()
  await pipeline(copyAll, meter, createWriteStream(join(folder, FILE_LIST), { flags: 'wx', flush: true }))
  return { count, totalBytes, vanished, ...meter.sum() }
}

/** The file was deleted after it was listed. */
function nullIfGone(error: unknown): null {
  if (hasErrorCode(error, 'ENOENT')) return null
  throw error
}

async function writeMeasured(folder: string, name: string, streams: readonly [Readable, ...Transform[]]) {
  const meter = new MeasuringStream()
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await pipeline([...streams, meter, createWriteStream(path, { flush: true })])
  return meter.sum()
}
