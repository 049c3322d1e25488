import type { Picture } from '../media/picture.ts'
import { pictureHref, wholeSources } from '../media/sizes.ts'
import { hrefs } from '../routes.ts'

const THUMBNAIL = 324

export function imageJson(shopUrl: string, picture: Picture) {
  const every = wholeSources(picture, picture.width, shopUrl).srcSet
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
