import { hrefs } from '../../platform/web/routes.ts'
import type { Picture } from '../../things/media/picture.ts'
import { absoluteSources, pictureHref } from '../../things/media/picture-sizes.ts'

const THUMBNAIL = 324

export function imageJson(shopUrl: string, picture: Picture) {
  const srcset = absoluteSources(picture, picture.width, shopUrl).srcSet
  return {
    id: picture.id,
    src: shopUrl + hrefs.upload(picture.path),
    thumbnail: shopUrl + pictureHref(picture, THUMBNAIL),
    srcset,
    sizes: `(max-width: ${picture.width}px) 100vw, ${picture.width}px`,
    thumbnail_srcset: srcset,
    thumbnail_sizes: `(max-width: ${THUMBNAIL}px) 100vw, ${THUMBNAIL}px`,
    name: picture.title,
    alt: picture.alt,
  }
}
