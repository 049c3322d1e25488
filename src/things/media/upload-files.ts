import { randomBytes } from 'node:crypto'
import { access, constants, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Sharp, SharpOptions } from 'sharp'
import sharp from 'sharp'
import { pictureWidths } from './picture-sizes.ts'

/** Upload directory: originals under `YYYY/MM/`, generated sizes under `.sizes/`, which may be deleted at any time. */
export type UploadFiles = { readonly root: string }

export const uploadFiles = (dataDir: string): UploadFiles => ({ root: join(resolve(dataDir), 'uploads') })

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code))

/** Whether a path is valid: year, month and a plain file name. No dot files and no `..`, so that it stays inside the root. */
export const isUploadPath = (path: string): boolean =>
  path.length <= 200 && /^\d{4}\/\d{2}\/[A-Za-z0-9_][A-Za-z0-9_.-]*\.[a-z0-9]{2,5}$/.test(path)

/** Where an original is on disk; its path must be valid. */
export const locationOf = (files: UploadFiles, path: string): string => {
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

/** Deletes an original and its sizes; one that is gone already is no error. */
export async function deleteUpload(files: UploadFiles, path: string): Promise<void> {
  const sizes = pictureWidths.map((width) => locationOfSize(files, path, width))
  await Promise.all([locationOf(files, path), ...sizes].map((location) => rm(location, { force: true })))
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

// One picture at a time per thread and no cache, because requests share these cores.
sharp.cache(false)
sharp.concurrency(1)

/** Supported picture formats, detected by content. */
export const pictureFormats = {
  webp: { extension: 'webp', mime: 'image/webp' },
  jpeg: { extension: 'jpg', mime: 'image/jpeg' },
  png: { extension: 'png', mime: 'image/png' },
  gif: { extension: 'gif', mime: 'image/gif' },
  avif: { extension: 'avif', mime: 'image/avif' },
} as const

export type PictureFormat = keyof typeof pictureFormats

const formats = Object.keys(pictureFormats) as PictureFormat[]

/** The format that the decoder found; null if it is none of ours, such as SVG. */
export const formatOf = (format: string | undefined, compression: string | undefined): PictureFormat | null =>
  formats.find((one) => one === (format === 'heif' && compression === 'av1' ? 'avif' : format)) ?? null

/** Limit against decompression bombs, checked before decoding. */
export const MAX_PIXELS = 60_000_000

export const openPicture = (source: Buffer | string, options: SharpOptions = {}): Sharp =>
  sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'none', ...options })

/**
 * Detects the format from the content, never from the name, and the size after applying the EXIF orientation. Null if
 * unsupported.
 */
export async function inspectPicture(source: Source) {
  try {
    const opened = openPicture('bytes' in source ? source.bytes : source.sourcePath, { failOn: 'truncated' })
    const { format, compression, autoOrient } = await opened.metadata()
    const kind = formatOf(format, compression)
    if (!kind || autoOrient.width * autoOrient.height > MAX_PIXELS) return null
    // Headers of uploads can be wrong: decoding a small copy verifies the rest.
    if ('bytes' in source) await opened.resize(16).raw().toBuffer()
    return { format: kind, width: autoOrient.width, height: autoOrient.height }
  } catch {
    // Any decoder error means that it is not a valid picture.
    return null
  }
}

export function formatOfPath(path: string): PictureFormat | null {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  return formats.find((kind) => pictureFormats[kind].extension === extension) ?? null
}
