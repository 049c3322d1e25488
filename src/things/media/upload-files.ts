import { randomBytes } from 'node:crypto'
import { access, constants, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pictureWidths } from './picture-sizes.ts'

/** Upload directory: originals under `YYYY/MM/`, generated sizes under `.sizes/`, which may be deleted at any time. */
export type UploadFiles = { readonly root: string }

export const uploadFiles = (dataDir: string): UploadFiles => ({ root: join(resolve(dataDir), 'uploads') })

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code))

/** Whether a path is valid: year, month and a plain file name. No dot files and no `..`, so that it stays inside the root. */
export const isUploadPath = (path: string): boolean =>
  path.length <= 200 && /^\d{4}\/\d{2}\/[A-Za-z0-9_][A-Za-z0-9_.-]*\.[a-z0-9]{2,5}$/.test(path)

const locationOf = (files: UploadFiles, path: string): string => {
  if (!isUploadPath(path)) throw new RangeError(`Not the path of an upload: ${path}`)
  return join(files.root, path)
}

export const locationOfSize = (files: UploadFiles, path: string, width: number): string =>
  join(files.root, '.sizes', String(width), path)

const exists = (location: string): Promise<boolean> =>
  access(location).then(
    () => true,
    () => false,
  )

export const hasSize = (files: UploadFiles, path: string, width: number): Promise<boolean> =>
  exists(locationOfSize(files, path, width))

/** The content of an original, or null. */
export const readUpload = async (files: UploadFiles, path: string): Promise<Buffer | null> =>
  readIfExists(locationOf(files, path))

export async function readIfExists(location: string): Promise<Buffer | null> {
  try {
    return await readFile(location)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** `bytes` are uploaded; `sourcePath` is a file shipped with the shop. */
export type Source = { readonly bytes: Buffer } | { readonly sourcePath: string }

/** Writes an original atomically, replacing what an interrupted start may have left. */
export async function writeUpload(files: UploadFiles, path: string, source: Source): Promise<void> {
  const location = locationOf(files, path)
  const isLeftover = await exists(location)
  await writeAtomically(location, source)
  if (isLeftover)
    await Promise.all(pictureWidths.map((width) => rm(locationOfSize(files, path, width), { force: true })))
}

/** Writes a temporary file and renames it, so that readers never see a partial file. */
export async function writeAtomically(location: string, source: Source): Promise<void> {
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
