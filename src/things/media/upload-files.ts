import { access, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Sharp, SharpOptions } from 'sharp'
import sharp from 'sharp'
import type { FileSource, FileStore } from '../../platform/files/file-store.ts'
import type { Platform } from '../../platform/web/context.ts'
import { pictureWidths } from './picture-sizes.ts'

/**
 * Originals are in the store under `uploads/YYYY/MM/`. Generated files are in this machine's `DATA_DIR/uploads`, in dot
 * folders such as `.sizes/`, and may be deleted at any time.
 */
export type UploadFiles = { readonly store: FileStore; readonly root: string }

export const uploadFiles = ({ files, dataDir }: Pick<Platform, 'files' | 'dataDir'>): UploadFiles => ({
  store: files,
  root: join(resolve(dataDir), 'uploads'),
})

/** Whether a path is valid: year, month and a plain file name. No dot files and no `..`, so that it stays inside the root. */
export const isUploadPath = (path: string): boolean =>
  path.length <= 200 && /^\d{4}\/\d{2}\/[A-Za-z0-9_][A-Za-z0-9_.-]*\.[a-z0-9]{2,5}$/.test(path)

/** The key of an original in the store; its path must be valid. */
export const uploadKey = (path: string): string => {
  if (!isUploadPath(path)) throw new RangeError(`Not the path of an upload: ${path}`)
  return `uploads/${path}`
}

export const locationOfSize = (files: UploadFiles, path: string, width: number): string =>
  join(files.root, '.sizes', String(width), path)

export const hasSize = (files: UploadFiles, path: string, width: number): Promise<boolean> =>
  access(locationOfSize(files, path, width)).then(
    () => true,
    () => false,
  )

export const readUpload = async (files: UploadFiles, path: string): Promise<Buffer | null> =>
  files.store.read(uploadKey(path))

/** Writes an original, and replaces the remains of an interrupted upload. */
export async function writeUpload(files: UploadFiles, path: string, source: FileSource): Promise<void> {
  await files.store.write(uploadKey(path), source)
  await deleteSizes(files, path)
}

/** Deletes an original and its sizes; missing files are no error. */
export async function deleteUpload(files: UploadFiles, path: string): Promise<void> {
  await files.store.delete(uploadKey(path))
  await deleteSizes(files, path)
}

const deleteSizes = (files: UploadFiles, path: string) =>
  Promise.all(pictureWidths.map((width) => rm(locationOfSize(files, path, width), { force: true })))

/** Folder of the pictures that stand for posts when they are shared. */
export const SHARE_FOLDER = '.share'

/** Deletes all pictures made of originals, after others may have taken their names. */
export async function deleteDerivedPictures({ root }: UploadFiles): Promise<void> {
  for (const folder of ['.sizes', SHARE_FOLDER]) await rm(join(root, folder), { recursive: true, force: true })
}

// One thread per picture and no cache, because requests share these cores.
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

/** The detected format; null if uploads do not allow it, as for SVG. */
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
export async function inspectPicture(source: FileSource) {
  try {
    const opened = openPicture('bytes' in source ? source.bytes : source.sourcePath, { failOn: 'truncated' })
    const { format, compression, autoOrient } = await opened.metadata()
    const kind = formatOf(format, compression)
    if (!kind || autoOrient.width * autoOrient.height > MAX_PIXELS) return null
    // Headers of uploads can be wrong: decoding a small copy verifies the rest.
    if ('bytes' in source) await opened.resize(16).raw().toBuffer()
    return { format: kind, width: autoOrient.width, height: autoOrient.height }
  } catch {
    // Any decoder error means that the file is not a valid picture.
    return null
  }
}

export function formatOfPath(path: string): PictureFormat | null {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  return formats.find((kind) => pictureFormats[kind].extension === extension) ?? null
}
