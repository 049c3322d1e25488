import { z } from 'zod'
import { allFixed, editOnly, embeddable, fixed, itemShape, time, uri } from '../../../platform/rest/item-shape.ts'
import { formats, statuses } from './entry-fields.ts'

const text = z.string()
const raw = editOnly(text)
const isProtected = embeddable(fixed(z.boolean()))
const switches = z.enum(['open', 'closed'])

const common = {
  date: embeddable(time.nullable()),
  date_gmt: time.nullable(),
  guid: fixed(z.strictObject(allFixed({ rendered: text, raw }))),
  id: embeddable(fixed(z.int())),
  link: embeddable(fixed(uri)),
  ...allFixed({ modified: time, modified_gmt: time }),
  slug: embeddable(text),
  status: z.enum(statuses),
  title: embeddable(z.strictObject({ rendered: embeddable(fixed(text)), raw })),
  content: z.strictObject({ rendered: fixed(text), raw, protected: isProtected }),
  author: embeddable(z.int()),
  excerpt: embeddable(z.strictObject({ rendered: embeddable(fixed(text)), raw, protected: isProtected })),
  featured_media: embeddable(z.int()),
  comment_status: switches,
  ...allFixed({ ping_status: switches, template: text, meta: z.array(z.never()) }),
  version: editOnly(z.int()).describe('Version of the item. Updates with an older version are rejected.'),
  is_date_open: editOnly(fixed(z.boolean())).describe('Whether the date is not set yet. Publishing sets it.'),
  status_before_trash: editOnly(fixed(z.enum(statuses).nullable())),
  author_name: editOnly(fixed(text)),
  featured_media_url: editOnly(fixed(text)),
  preview_link: editOnly(fixed(uri)),
  is_built: editOnly(fixed(z.boolean())).describe(
    'Whether the content consists of page builder blocks. Changing `content` replaces them.',
  ),
}

export const entryShapes = {
  post: itemShape('post', {
    ...common,
    type: embeddable(fixed(text)),
    ...allFixed({ sticky: z.boolean(), format: z.enum(formats) }),
    categories: z.array(z.int()),
    tags: z.array(z.int()),
  }),
  page: itemShape('page', {
    ...common,
    type: embeddable(fixed(text)),
    parent: z.int(),
    menu_order: z.int(),
  }),
  project: itemShape('project', {
    ...common,
    type: embeddable(fixed(text)),
    comment_status: fixed(switches),
    project_category: z.array(z.int()),
    pictures: z.array(z.int()).describe('IDs of the pictures, in display order.'),
    video: text,
  }),
}

const revision = {
  author: embeddable(z.int()),
  date: embeddable(time),
  date_gmt: time,
  id: embeddable(z.int()),
  modified: time,
  modified_gmt: time,
  parent: embeddable(z.int()),
  slug: embeddable(text),
  title: embeddable(z.strictObject({ rendered: embeddable(fixed(text)), raw })),
  content: z.strictObject({ rendered: fixed(text), raw }),
  excerpt: embeddable(z.strictObject({ rendered: embeddable(fixed(text)), raw })),
  ...allFixed({ author_name: text, fields: z.unknown() }),
}
export const revisionShapes = {
  post: itemShape('post-revision', revision),
  page: itemShape('page-revision', revision),
  project: itemShape('project-revision', revision),
}
