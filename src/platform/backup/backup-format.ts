/** The contents of a backup folder: docs/operations.md. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/** Why a folder cannot be used, as a message for the operator. */
export class BackupError extends Error {}

/** Written last, so a folder without it is an incomplete backup. */
export const MANIFEST = 'backup.json'
/** JSON Lines with one line per file of the shop. */
export const FILE_LIST = 'files.jsonl'
/** The file `secrets/shop` of DATA_DIR. */
export const SECRET = 'secret'
/** Path of one of the shop's files in the backup. */
export const fileOf = (key: string): string => `files/${key}`

const stored = { bytes: z.int(), sha256: z.string() }
const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  file: z.string().regex(/^tables\/[\w.]+$/),
  ...stored,
})
const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.object({ count: z.int(), totalBytes: z.int(), vanished: z.int(), ...stored }),
})
const fileSchema = z.object({ key: z.string(), ...stored })

export type Manifest = z.infer<typeof manifestSchema>
export type TableBackup = Manifest['tables'][number]
export type FileBackup = z.infer<typeof fileSchema>

export const parseFileLine = (line: string): FileBackup => fileSchema.parse(JSON.parse(line))

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null)
  if (text === null) throw new BackupError(`${folder} is not a finished backup: it has no ${MANIFEST}.`)
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new BackupError(`${MANIFEST} in ${folder} is damaged, or of a version that this shop does not know.`, {
      cause,
    })
  }
}

/** Passes bytes through and computes their number and checksum. */
export class MeasuringStream extends Transform {
  bytes = 0
  readonly #hash: Hash = createHash('sha256')

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.bytes += chunk.length
    this.#hash.update(chunk)
    done(null, chunk)
  }

  /** Call it once, at the end. */
  sum(): { readonly bytes: number; readonly sha256: string } {
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') }
  }
}

/** Throws unless the file has the recorded size and checksum. */
export async function verifyFile(folder: string, name: string, expected: { bytes: number; sha256: string }) {
  const meter = new MeasuringStream().resume()
  await pipeline(createReadStream(join(folder, name)), meter).catch(() => {
    throw new BackupError(`The backup is not complete: ${name} cannot be read.`)
  })
  const { bytes, sha256 } = meter.sum()
  if (bytes !== expected.bytes || sha256 !== expected.sha256)
    throw new BackupError(`The backup is damaged: ${name} is not what was written.`)
}
