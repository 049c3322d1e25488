import sharp, { type Sharp, type SharpOptions } from 'sharp'
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

const formats = Object.keys(pictureFormats) as PictureFormat[]

/** Limit against decompression bombs, checked before decoding. */
const MAX_PIXELS = 60_000_000

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
    const kind = formats.find((one) => one === (format === 'heif' && compression === 'av1' ? 'avif' : format))
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
