import type { Readable } from 'node:stream'

/** `bytes` are uploaded; `sourcePath` is a file on this machine. */
export type FileSource = { readonly bytes: Buffer } | { readonly sourcePath: string }

/** First and last byte, both included. */
export type ByteRange = { readonly start: number; readonly end: number }

/** The shop's own files, on disk or in S3. Keys are paths such as `uploads/2026/11/tin.webp`. */
export type FileStore = {
  /** The whole content; null if there is no such file. */
  read(key: string): Promise<Buffer | null>
  /** Size of the whole file, and when it was written, in milliseconds. */
  stat(key: string): Promise<{ readonly size: number; readonly modified: number } | null>
  /** Size of the whole file, and its content or a range of it. A range beyond its end has no content. */
  open(key: string, range?: ByteRange): Promise<{ readonly size: number; readonly body: Readable } | null>
  /** Atomic: nobody reads a partial file, and an interrupted write leaves the old file. */
  write(key: string, source: FileSource): Promise<void>
  /** Deleting a missing file is no error. */
  delete(key: string): Promise<void>
  /** Keys that begin with a prefix, which names one of the folders. */
  list(prefix: string): AsyncIterable<string>
}

/** Folders that a store has. Beside them in DATA_DIR are the shop's database and secrets. */
export const fileFolders = ['uploads', 'downloads'] as const

/** The storage cannot be used now; the cause says why. */
export class FileStoreError extends Error {
  readonly code = 'EFILESTORE'
}

/** Whether a key is valid: names in one of the folders. None begins with a dot, so that none leads elsewhere. */
export function isFileKey(key: string): boolean {
  const parts = key.split('/')
  const isInFolder = parts.length > 1 && (fileFolders as readonly string[]).includes(parts[0] ?? '')
  return isInFolder && Buffer.byteLength(key) <= 1000 && key.isWellFormed() && parts.every(isName)
}

/** The parts of a key, which must be valid. */
export function partsOfKey(key: string): readonly string[] {
  if (!isFileKey(key)) throw new RangeError(`Not the key of a file: ${JSON.stringify(key.slice(0, 200))}`)
  return key.split('/')
}

/** As every file system and XML take it. */
const isName = (part: string): boolean =>
  part !== '' && !/^\.|[\\\p{Cc}\p{NChar}]/u.test(part) && Buffer.byteLength(part) <= 255
