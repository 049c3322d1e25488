import sharp, { type Sharp } from 'sharp'
import type { Source } from './upload-files.ts'

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

export type PictureContent = {
  readonly format: PictureFormat
  /** After applying the EXIF orientation. */
  readonly width: number
  readonly height: number
}

/** Limit against decompression bombs, checked before decoding. */
const MAX_PIXELS = 60_000_000

export const openPicture = (source: Buffer | string, options: { animated?: boolean } = {}): Sharp =>
  sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'none', ...options })

/** Detects the format from the content, never from the name. Null if unsupported. */
export async function inspectPicture(source: Source): Promise<PictureContent | null> {
  try {
    const opened = sharp('bytes' in source ? source.bytes : source.sourcePath, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'truncated',
    })
    const { format, compression, autoOrient } = await opened.metadata()
    const kind = format === 'heif' && compression === 'av1' ? 'avif' : format
    if (!isPictureFormat(kind) || autoOrient.width * autoOrient.height > MAX_PIXELS) return null
    // Headers of uploads can be wrong: decoding a small copy verifies the rest.
    if ('bytes' in source) await opened.resize(16).raw().toBuffer()
    return { format: kind, width: autoOrient.width, height: autoOrient.height }
  } catch {
    // Any decoder error means that it is not a valid picture.
    return null
  }
}

const isPictureFormat = (kind: string | undefined): kind is PictureFormat =>
  kind !== undefined && Object.hasOwn(pictureFormats, kind)

export function formatOfPath(path: string): PictureFormat | null {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  const entry = Object.entries(pictureFormats).find(([, kind]) => kind.extension === extension)
  return entry ? (entry[0] as PictureFormat) : null
}
