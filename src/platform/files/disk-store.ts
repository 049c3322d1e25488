import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { constants, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type FileSource, type FileStore, isFileKey, partsOfKey } from './file-store.ts'

/** Files in a folder: `DATA_DIR/uploads/2026/11/tin.webp`. Ignores other files whose names are not valid keys. */
export function diskStore(dataDir: string): FileStore {
  const root = resolve(dataDir)
  const locationOf = (key: string): string => join(root, ...partsOfKey(key))

  const statOf = async (key: string) => {
    const info = await stat(locationOf(key)).catch(nullIfMissing)
    return info?.isFile() ? { size: info.size, modified: info.mtimeMs } : null
  }

  return {
    read: async (key) => readIfExists(locationOf(key)),
    stat: statOf,
    async open(key, range) {
      const info = await statOf(key)
      return info && { size: info.size, body: createReadStream(locationOf(key), range) }
    },
    write: async (key, source) => writeAtomically(locationOf(key), source),
    delete: async (key) => rm(locationOf(key), { force: true }),
    async *list(prefix) {
      const folder = partsOfKey(`${prefix}x`).slice(0, -1).join('/')
      for await (const key of keysBelow(root, folder)) if (key.startsWith(prefix)) yield key
    },
  }
}

async function* keysBelow(root: string, folder: string): AsyncIterable<string> {
  const dirents = await readdir(join(root, folder), { withFileTypes: true }).catch(nullIfMissing)
  for (const entry of (dirents ?? []).sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const key = `${folder}/${entry.name}`
    if (!isFileKey(key)) continue
    if (entry.isDirectory()) yield* keysBelow(root, key)
    else if (entry.isFile()) yield key
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code)))
    return null
  throw error
}

export const readIfExists = (location: string): Promise<Buffer | null> => readFile(location).catch(nullIfMissing)

/** Writes a temporary file and renames it, so that readers never see a partial file. */
export async function writeAtomically(
  location: string,
  source: FileSource | { readonly bytes: AsyncIterable<string> },
): Promise<void> {
  await mkdir(dirname(location), { recursive: true })
  const tempPath = join(dirname(location), `.${randomBytes(6).toString('hex')}.part`)
  try {
    if ('sourcePath' in source) await copyFile(source.sourcePath, tempPath, constants.COPYFILE_FICLONE)
    else await writeFile(tempPath, source.bytes, { flag: 'wx', mode: 0o644 })
    await rename(tempPath, location)
  } catch (error) {
    await rm(tempPath, { force: true })
    throw error
  }
}
