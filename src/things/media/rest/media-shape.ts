import { z } from 'zod'
import { allFixed, editOnly, embeddable, fixed, itemShape, time, uri } from '../../../platform/rest/item-shape.ts'

const text = z.string()
const raw = editOnly(text)
const closed = z.enum(['open', 'closed'])
const size = z.strictObject({ file: text, width: z.int(), height: z.int(), mime_type: text, source_url: uri })

/** A file as in `wp/v2/media`. Extensions: `focal_point`, and `used_by` of a single file for editors. */
export const mediaShape = itemShape('attachment', {
  date: embeddable(fixed(time)),
  date_gmt: fixed(time),
  guid: fixed(z.strictObject(allFixed({ rendered: text, raw }))),
  id: embeddable(fixed(z.int())),
  link: embeddable(fixed(uri)),
  ...allFixed({ modified: time, modified_gmt: time }),
  slug: embeddable(fixed(text)),
  status: fixed(z.enum(['inherit'])),
  type: embeddable(fixed(text)),
  title: embeddable(z.strictObject({ rendered: embeddable(fixed(text)), raw })),
  author: embeddable(fixed(z.int())),
  ...allFixed({ comment_status: closed, ping_status: closed, meta: z.array(z.never()), template: text }),
  alt_text: embeddable(text),
  caption: embeddable(z.strictObject({ rendered: embeddable(fixed(text)), raw })),
  description: fixed(z.strictObject({ rendered: fixed(text), raw })),
  media_type: embeddable(fixed(z.enum(['image', 'file']))),
  mime_type: embeddable(fixed(text)),
  media_details: embeddable(
    fixed(
      z.looseObject({
        width: embeddable(z.int()),
        height: embeddable(z.int()),
        file: embeddable(text),
        filesize: embeddable(z.int()),
        sizes: embeddable(z.record(z.string(), size)),
      }),
    ),
  ),
  post: fixed(z.int().nullable()),
  source_url: embeddable(fixed(uri)),
  focal_point: z.strictObject({ x: z.int(), y: z.int() }),
  used_by: editOnly(fixed(z.array(z.strictObject({ id: z.int(), type: text, title: text })))),
})
