import type { Readable } from 'node:stream'

/** `bytes` in memory, or `sourcePath`, a file on this machine. */
export type FileSource = { readonly bytes: Buffer } | { readonly sourcePath: string }

/** First and last byte, inclusive. */
export type ByteRange = { readonly start: number; readonly end: number }

/** The shop's files, on disk or in S3. Keys are paths such as `uploads/2026/11/tin.webp`. */
export type FileStore = {
  /** Null if there is no such file. */
  read(key: string): Promise<Buffer | null>
  /** Size in bytes, and last modification in ms. */
  stat(key: string): Promise<{ readonly size: number; readonly modified: number } | null>
  /** Total size, and the content or a range of it. A range beyond the end is empty. */
  open(key: string, range?: ByteRange): Promise<{ readonly size: number; readonly body: Readable } | null>
  /** Atomic: readers never see a partial file, and an interrupted write keeps the old file. */
  write(key: string, source: FileSource): Promise<void>
  /** Deleting a missing file is no error. */
  delete(key: string): Promise<void>
  /** Keys with a prefix, which is one of the folders. */
  list(prefix: string): AsyncIterable<string>
}

/** Folders of a store. DATA_DIR also contains the shop's database and secrets. */
export const fileFolders = ['uploads', 'downloads'] as const

/** The storage is unavailable; `cause` says why. */
export class FileStoreError extends Error {
  readonly code = 'EFILESTORE'
}

/** Whether a key is valid: names in one of the folders. Names never begin with a dot, which prevents `..`. */
export function isFileKey(key: string): boolean {
  const parts = key.split('/')
  const isInFolder = parts.length > 1 && (fileFolders as readonly string[]).includes(parts[0] ?? '')
  return isInFolder && Buffer.byteLength(key) <= 1000 && key.isWellFormed() && parts.every(isName)
}

/** The segments of a key; throws if it is invalid. */
export function partsOfKey(key: string): readonly string[] {
  if (!isFileKey(key)) throw new RangeError(`Not the key of a file: ${JSON.stringify(key.slice(0, 200))}`)
  return key.split('/')
}

/** A name that every file system and XML allow. */
const isName = (part: string): boolean =>
  part !== '' && !/^\.|[\\\p{Cc}\p{NChar}]/u.test(part) && Buffer.byteLength(part) <= 255
