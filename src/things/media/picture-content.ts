import sharp, { type Sharp } from 'sharp'
import type { Source } from './upload-files.ts'

// One picture at a time per thread and nothing kept in memory between them: requests share these cores.
sharp.cache(false)
sharp.concurrency(1)

/** The kinds of picture the shop takes, by what is in them. */
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
  /** As it is looked at, after the turn that a camera wrote into it. */
  readonly width: number
  readonly height: number
}

/** A picture of more is refused before it is unpacked: a few kilobytes can claim to be gigabytes. */
const MAX_PIXELS = 60_000_000

export const openPicture = (source: Buffer | string, options: { animated?: boolean } = {}): Sharp =>
  sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'none', ...options })

/** Looks into the file, never at its name. Null when it is not a picture the shop takes. */
export async function inspectPicture(source: Source): Promise<PictureContent | null> {
  try {
    const opened = sharp('bytes' in source ? source.bytes : source.sourcePath, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'truncated',
    })
    const { format, compression, autoOrient } = await opened.metadata()
    const kind = format === 'heif' && compression === 'av1' ? 'avif' : format
    if (!isPictureFormat(kind) || autoOrient.width * autoOrient.height > MAX_PIXELS) return null
    // A stranger's header proves little: a small copy makes sure that the rest can be unpacked.
    if ('bytes' in source) await opened.resize(16).raw().toBuffer()
    return { format: kind, width: autoOrient.width, height: autoOrient.height }
  } catch {
    // Whatever a stranger's file makes the decoder say, it comes to the same: not a picture.
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
