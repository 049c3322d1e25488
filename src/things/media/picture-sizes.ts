import { hrefs } from '../../platform/web/routes.ts'
import type { Picture } from './media.table.ts'

/** Available widths in px; the URL of a size ends with `-{width}w`. */
export const pictureWidths = [160, 324, 480, 720, 960, 1200, 1800] as const

const sizedPath = (path: string, width: number): string => path.replace(/\.(\w+)$/, `-${width}w.$1`)

type StoredPicture = Pick<Picture, 'path' | 'width'>

export const pictureHref = (picture: StoredPicture, width: number): string =>
  width >= picture.width ? hrefs.upload(picture.path) : hrefs.upload(sizedPath(picture.path, width))

/** `src` and `srcset` for an image shown at most `maxWidth` px wide. */
export function pictureSources(picture: StoredPicture, maxWidth: number) {
  const widths = pictureWidths.filter((width) => width < picture.width && width <= maxWidth * 2)
  const offered = [
    ...widths.map((width) => `${pictureHref(picture, width)} ${width}w`),
    ...(picture.width <= maxWidth * 2 ? [`${hrefs.upload(picture.path)} ${picture.width}w`] : []),
  ]
  const nearest = widths.find((width) => width >= maxWidth) ?? picture.width
  return { src: pictureHref(picture, nearest), srcSet: offered.join(', ') }
}

/** The same with absolute URLs, for API clients. */
export function absoluteSources(picture: StoredPicture, maxWidth: number, shopUrl: string) {
  const { src, srcSet } = pictureSources(picture, maxWidth)
  return { src: shopUrl + src, srcSet: srcSet.replaceAll(/(^|, )\//g, `$1${shopUrl}/`) }
}

/**
 * Parses `?size={width}x0`, rounded up to an available width, so that clients cannot request arbitrary sizes. Null if
 * it is invalid; the original if no size is wide enough.
 */
export function parseSizeParameter(size: string | undefined): number | 'original' | null {
  const requested = /^([1-9]\d{0,4})x0$/.exec(size ?? '')?.[1]
  if (requested === undefined) return null
  return pictureWidths.find((width) => width >= Number(requested)) ?? 'original'
}

/** Splits `…-324w.webp` into the original's path and the width; null if the width is not available. */
export function parseSizedPath(path: string): { original: string; width: number } | null {
  const match = /^(.*)-(\d{2,4})w\.(\w+)$/.exec(path)
  const width = Number(match?.[2])
  if (!match || !(pictureWidths as readonly number[]).includes(width)) return null
  return { original: `${match[1]}.${match[3]}`, width }
}
