import { withSlot } from './resize.ts'
import { formatOf, MAX_PIXELS, openPicture, type PictureFormat } from './upload-files.ts'

/** The longest side of a stored original, as in WordPress; no page shows more. */
const MAX_SIDE = 2560

export type CleanPicture =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly problem: 'not-a-picture' | 'too-many-pixels' }

type Opened = ReturnType<typeof openPicture>

/** Higher quality than for the sizes, which are made from the result. */
const encoders: Readonly<Record<PictureFormat, (picture: Opened) => Opened>> = {
  webp: (picture) => picture.webp({ quality: 90 }),
  jpeg: (picture) => picture.jpeg({ quality: 88, mozjpeg: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
  gif: (picture) => picture.gif(),
  avif: (picture) => picture.avif({ quality: 70, effort: 3 }),
}

/**
 * Re-encodes a picture from its pixels: upright, at most 2560 px wide and high, without metadata such as the location.
 * The format is detected from the content. The number of pixels is checked before decoding.
 */
export async function cleanPicture(upload: Buffer): Promise<CleanPicture> {
  try {
    const {
      format,
      compression,
      width,
      height,
      pages = 1,
    } = await openPicture(upload, { limitInputPixels: false }).metadata()
    const kind = formatOf(format, compression)
    if (!kind) return { ok: false, problem: 'not-a-picture' }
    const frames = kind === 'gif' || kind === 'webp' ? pages : 1
    if (width * height * frames > MAX_PIXELS) return { ok: false, problem: 'too-many-pixels' }
    const isAnimated = frames > 1
    const bytes = await withSlot(() => {
      const picture = openPicture(upload, { animated: isAnimated, failOn: 'truncated' })
      const upright = isAnimated ? picture : picture.autoOrient()
      const size = { width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true } as const
      return encoders[kind](upright.resize(size)).toBuffer()
    })
    return { ok: true, bytes }
  } catch {
    // Any decoder error means that the file is not a valid picture.
    return { ok: false, problem: 'not-a-picture' }
  }
}
