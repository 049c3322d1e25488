import { z } from 'zod'
import { allFixed, everywhere, fixed, forEditing, itemShape, time, uri } from '../../../platform/rest/item-shape.ts'
import { formats, statuses } from './entry-fields.ts'

const text = z.string()
const raw = forEditing(text)
const isProtected = everywhere(fixed(z.boolean()))
const switches = z.enum(['open', 'closed'])

const common = {
  date: everywhere(time.nullable()),
  date_gmt: time.nullable(),
  guid: fixed(z.strictObject(allFixed({ rendered: text, raw }))),
  id: everywhere(fixed(z.int())),
  link: everywhere(fixed(uri)),
  ...allFixed({ modified: time, modified_gmt: time }),
  slug: everywhere(text),
  status: z.enum(statuses),
  title: everywhere(z.strictObject({ rendered: everywhere(fixed(text)), raw })),
  content: z.strictObject({ rendered: fixed(text), raw, protected: isProtected }),
  author: everywhere(z.int()),
  excerpt: everywhere(z.strictObject({ rendered: everywhere(fixed(text)), raw, protected: isProtected })),
  featured_media: everywhere(z.int()),
  comment_status: switches,
  ...allFixed({ ping_status: switches, template: text, meta: z.array(z.never()) }),
  version: forEditing(z.int()).describe('A change that names an older one is refused.'),
  is_date_open: forEditing(fixed(z.boolean())).describe('Publishing sets the date.'),
  status_before_trash: forEditing(fixed(z.enum(statuses).nullable())),
  author_name: forEditing(fixed(text)),
  featured_media_url: forEditing(fixed(text)),
  preview_link: forEditing(fixed(uri)),
  is_built: forEditing(fixed(z.boolean())).describe('Made of blocks: another content replaces them.'),
}

export const entryShapes = {
  post: itemShape('post', {
    ...common,
    type: everywhere(fixed(text)),
    ...allFixed({ sticky: z.boolean(), format: z.enum(formats) }),
    categories: z.array(z.int()),
    tags: z.array(z.int()),
  }),
  page: itemShape('page', {
    ...common,
    type: everywhere(fixed(text)),
    parent: z.int(),
    menu_order: z.int(),
  }),
  project: itemShape('project', {
    ...common,
    type: everywhere(fixed(text)),
    comment_status: fixed(switches),
    project_category: z.array(z.int()),
    pictures: z.array(z.int()).describe('Ids of pictures, in order.'),
    video: text,
  }),
}

const revision = {
  author: everywhere(z.int()),
  date: everywhere(time),
  date_gmt: time,
  id: everywhere(z.int()),
  modified: time,
  modified_gmt: time,
  parent: everywhere(z.int()),
  slug: everywhere(text),
  title: everywhere(z.strictObject({ rendered: everywhere(fixed(text)), raw })),
  content: z.strictObject({ rendered: fixed(text), raw }),
  excerpt: everywhere(z.strictObject({ rendered: everywhere(fixed(text)), raw })),
  ...allFixed({ author_name: text, fields: z.unknown() }),
}
export const revisionShapes = {
  post: itemShape('post-revision', revision),
  page: itemShape('page-revision', revision),
  project: itemShape('project-revision', revision),
}
