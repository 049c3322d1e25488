import type { Item } from '../../../platform/rest/item-shape.ts'
import { timeFields } from '../../../platform/time/shop-time.ts'
import { escapeHtml } from '../../../platform/web/plain-text.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { type MediaRow, type MediaUse, slugOf } from '../media.store.ts'
import { pictureHref } from '../picture-sizes.ts'
import type { mediaShape } from './media-shape.ts'

export type Context = 'view' | 'embed' | 'edit'

/** Our widths under WordPress's size names. */
const sizeWidths = { thumbnail: 160, medium: 324, medium_large: 720, large: 960, '1536x1536': 1200 } as const

/**
 * A file as in `wp/v2/media`, with the sizes of a picture; a video has none. Extensions: `focal_point` in percent, and
 * `used_by`, which lists the uses of a single file for editors.
 */
export function mediaJson(
  row: MediaRow,
  { url }: { readonly url: string },
  context: Context = 'edit',
  uses?: readonly MediaUse[],
) {
  const text = (rendered: string, raw: string) => (context === 'edit' ? { rendered, raw } : { rendered })
  const sourceUrl = url + hrefs.upload(row.path)
  const self = `${url}${paths.restMedia}/${row.id}`
  const size = (width: number, source: string) => ({
    file: source.slice(source.lastIndexOf('/') + 1),
    width,
    height: Math.max(1, Math.round((row.height * width) / row.width)),
    mime_type: row.mime,
    source_url: source,
  })
  const isPicture = row.mime.startsWith('image/')
  const smaller = Object.entries(sizeWidths).filter(([, width]) => width < row.width)
  return {
    id: row.id,
    ...timeFields('date', row.createdAt),
    guid: text(sourceUrl, sourceUrl),
    ...timeFields('modified', row.updatedAt),
    slug: slugOf(row),
    status: 'inherit',
    type: 'attachment',
    link: sourceUrl,
    title: text(escapeHtml(row.title), row.title),
    author: row.authorId ?? 0,
    comment_status: 'closed',
    ping_status: 'closed',
    template: '',
    meta: [],
    description: text('', ''),
    caption: text(row.caption === '' ? '' : `<p>${escapeHtml(row.caption)}</p>\n`, row.caption),
    alt_text: row.alt,
    media_type: isPicture ? 'image' : 'file',
    mime_type: row.mime,
    media_details: {
      width: row.width,
      height: row.height,
      file: row.path,
      filesize: row.bytes,
      sizes: isPicture
        ? {
            ...Object.fromEntries(smaller.map(([name, width]) => [name, size(width, url + pictureHref(row, width))])),
            full: size(row.width, sourceUrl),
          }
        : {},
      image_meta: {},
    },
    post: null,
    source_url: sourceUrl,
    focal_point: { x: row.focalX, y: row.focalY },
    ...(uses ? { used_by: uses } : {}),
    _links: { self: [{ href: self }], collection: [{ href: url + paths.restMedia }] },
  } satisfies Item<typeof mediaShape>
}
