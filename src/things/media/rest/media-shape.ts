import { z } from 'zod'
import { allFixed, everywhere, fixed, forEditing, itemShape, time, uri } from '../../../platform/rest/item-shape.ts'

const text = z.string()
const raw = forEditing(text)
const closed = z.enum(['open', 'closed'])
const size = z.strictObject({ file: text, width: z.int(), height: z.int(), mime_type: text, source_url: uri })

/** A file as in `wp/v2/media`. Extensions: `focal_point`, and `used_by` of a single file for editors. */
export const mediaShape = itemShape('attachment', {
  date: everywhere(fixed(time)),
  date_gmt: fixed(time),
  guid: fixed(z.strictObject(allFixed({ rendered: text, raw }))),
  id: everywhere(fixed(z.int())),
  link: everywhere(fixed(uri)),
  ...allFixed({ modified: time, modified_gmt: time }),
  slug: everywhere(fixed(text)),
  status: fixed(z.enum(['inherit'])),
  type: everywhere(fixed(text)),
  title: everywhere(z.strictObject({ rendered: everywhere(fixed(text)), raw })),
  author: everywhere(fixed(z.int())),
  ...allFixed({ comment_status: closed, ping_status: closed, meta: z.array(z.never()), template: text }),
  alt_text: everywhere(text),
  caption: everywhere(z.strictObject({ rendered: everywhere(fixed(text)), raw })),
  description: fixed(z.strictObject({ rendered: fixed(text), raw })),
  media_type: everywhere(fixed(z.enum(['image', 'file']))),
  mime_type: everywhere(fixed(text)),
  media_details: everywhere(
    fixed(
      z.looseObject({
        width: everywhere(z.int()),
        height: everywhere(z.int()),
        file: everywhere(text),
        filesize: everywhere(z.int()),
        sizes: everywhere(z.record(z.string(), size)),
      }),
    ),
  ),
  post: fixed(z.int().nullable()),
  source_url: everywhere(fixed(uri)),
  focal_point: z.strictObject({ x: z.int(), y: z.int() }),
  used_by: forEditing(fixed(z.array(z.strictObject({ id: z.int(), type: text, title: text })))),
})
