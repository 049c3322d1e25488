import type { Picture } from '../catalog/product.ts'
import { pictureHref, pictureSources } from '../media/sizes.ts'
import { hrefs } from '../routes.ts'

const THUMBNAIL = 324

export function imageJson(shopUrl: string, picture: Picture) {
  const absolute = (sources: string) => sources.replaceAll(/(^|, )\//g, `$1${shopUrl}/`)
  const every = absolute(pictureSources(picture, picture.width).srcSet)
  return {
    id: picture.id,
    src: shopUrl + hrefs.upload(picture.path),
    thumbnail: shopUrl + pictureHref(picture, THUMBNAIL),
    srcset: every,
    sizes: `(max-width: ${picture.width}px) 100vw, ${picture.width}px`,
    thumbnail_srcset: every,
    thumbnail_sizes: `(max-width: ${THUMBNAIL}px) 100vw, ${THUMBNAIL}px`,
    name: picture.title,
    alt: picture.alt,
  }
}
