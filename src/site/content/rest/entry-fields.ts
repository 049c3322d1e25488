import { z } from 'zod'
import {
  addError,
  dateTime,
  dateTimeGmt,
  ids,
  rawText,
  search,
  sentOnly,
  windowFields,
  windowOf,
} from '../../../platform/rest/fields.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import type { EntryStatus } from '../../../things/entries/entries.table.ts'
import { videoAddress } from '../../../things/media/video-address.ts'
import { type EntryFilter, type PostKind, type SignedRevision } from '../content-entries.store.ts'

export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const satisfies EntryStatus[]
/** `any` excludes the trash, as in WordPress. */
export const anyStatus = statuses.filter((status) => status !== 'trash')

const MAX_TITLE_LENGTH = 500
const MAX_TEXT_LENGTH = 500_000

const reference = z
  .int()
  .min(0)
  .max(MAX_ID)
  .transform((id) => (id === 0 ? null : id))
  .optional()

const MAX_PICTURES = 60

/** Of WordPress's themes; this shop has one layout for each kind. */
const noTemplate = z
  .string()
  .max(200)
  .transform((name, context) => {
    if (name !== '') addError(context, '{name} is empty: there are none in this shop.')
    return name
  })
  .optional()

const termIds = z.array(z.int().min(1).max(MAX_ID)).max(100).optional()

export const formats = [
  'standard',
  'aside',
  'chat',
  'gallery',
  'link',
  'image',
  'quote',
  'status',
  'video',
  'audio',
] as const

/** Writable fields; others of a response are ignored. `version`, the edited version, is not WordPress's. */
export const entryFields = z.object({
  id: z.int().optional().describe('Only of an existing one.'),
  title: rawText(MAX_TITLE_LENGTH),
  content: rawText(MAX_TEXT_LENGTH),
  excerpt: rawText(MAX_TEXT_LENGTH),
  slug: z.string().max(200).optional(),
  status: z.enum(statuses).optional(),
  date: dateTime.nullable().optional(),
  date_gmt: dateTimeGmt.nullable().optional(),
  author: reference,
  featured_media: reference,
  comment_status: z.enum(['open', 'closed']).optional(),
  parent: reference,
  menu_order: z.int().min(-MAX_ID).max(MAX_ID).optional(),
  categories: termIds,
  tags: termIds,
  project_category: termIds,
  pictures: z
    .array(z.int().min(1).max(MAX_ID))
    .max(MAX_PICTURES)
    .optional()
    .describe('IDs of the pictures, in display order.'),
  video: videoAddress.optional(),
  template: noTemplate,
  format: z.enum(formats).optional().describe('Every post has the standard format.'),
  password: z.string().max(255).optional().describe('Empty: only products have passwords.'),
  version: z.int().min(0).max(MAX_ID).optional(),
})
export type EntryBody = z.output<typeof entryFields>

const ofPosts = { categories: true, tags: true, format: true } as const
const ofPages = { parent: true, menu_order: true } as const
const ofProjects = { project_category: true, pictures: true, video: true } as const
export const bodyFields = {
  post: entryFields.omit({ ...ofPages, ...ofProjects }),
  page: entryFields.omit({ ...ofPosts, ...ofProjects }),
  project: entryFields.omit({ ...ofPosts, ...ofPages, comment_status: true }),
}

/** Without it, editors get `edit` and everyone else `view`. */
export const context = z.enum(['view', 'embed', 'edit']).optional()
const slugList = z.array(z.string().max(200)).default([])

const sortNames = ['author', 'date', 'id', 'include', 'modified', 'relevance', 'slug', 'title'] as const

const listFields = {
  ...windowFields,
  context,
  search,
  status: z.array(z.enum([...statuses, 'any'])).default(['publish']),
  slug: slugList,
  include: ids,
  exclude: ids,
  author: ids,
  author_exclude: ids,
  after: dateTime.optional(),
  before: dateTime.optional(),
  modified_after: dateTime.optional(),
  modified_before: dateTime.optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  orderby: z.enum(sortNames).default('date'),
}

export const listQueries = {
  post: z.object({
    ...listFields,
    categories: ids,
    categories_exclude: ids,
    tags: ids,
    tags_exclude: ids,
    tax_relation: z.enum(['AND', 'OR']).default('AND'),
    sticky: z.boolean().optional().describe('Whether to limit the result to sticky posts. No post is sticky.'),
    ignore_sticky: z.boolean().default(true),
    format: z.array(z.enum(formats)).default([]).describe('Post formats. Every post has the standard format.'),
  }),
  page: z.object({
    ...listFields,
    parent: ids,
    parent_exclude: ids,
    menu_order: z.int().min(-MAX_ID).max(MAX_ID).optional(),
    orderby: z.enum([...sortNames, 'menu_order']).default('date'),
  }),
  project: z.object({ ...listFields, project_category: ids, project_category_exclude: ids }),
}
export const listRefuses = ['search_columns', 'search_semantics']

type ListQuery = z.output<(typeof listQueries)[PostKind]>

export function entryFilterOf(query: ListQuery): EntryFilter | null {
  const { status, slug: slugs, author: authors, author_exclude: notAuthors } = query
  const filter = {
    statuses: status.flatMap((one) => (one === 'any' ? anyStatus : [one])),
    search: query.search,
    include: query.include,
    exclude: query.exclude,
    slugs,
    authors,
    notAuthors,
    after: query.after,
    before: query.before,
    modifiedAfter: query.modified_after,
    modifiedBefore: query.modified_before,
  }
  if ('parent' in query) {
    const { parent: parents, parent_exclude: notParents, menu_order: menuOrder } = query
    return { ...filter, parents, notParents, menuOrder }
  }
  if ('project_category' in query)
    return { ...filter, terms: [query.project_category], notTerms: [query.project_category_exclude] }
  if (query.sticky === true || (query.format.length > 0 && !query.format.includes('standard'))) return null
  return {
    ...filter,
    terms: [query.categories, query.tags],
    notTerms: [query.categories_exclude, query.tags_exclude],
    anyTerms: query.tax_relation === 'OR',
  }
}

export const changeOf = (kind: PostKind, body: EntryBody) =>
  sentOnly({
    kind,
    title: body.title,
    content: body.content,
    excerpt: body.excerpt,
    slug: body.slug,
    status: body.status,
    publishedAt: body.date_gmt === undefined ? body.date : body.date_gmt,
    authorId: body.author,
    imageId: body.featured_media,
    commentsOpen: body.comment_status === undefined ? undefined : body.comment_status === 'open',
    parentId: kind === 'page' ? body.parent : undefined,
    menuOrder: body.menu_order,
    fields: body.video === undefined ? undefined : { video: body.video },
    version: body.version,
  })

const MAX_PAGE_SIZE = 100

export const revisionContext = z.enum(['view', 'embed', 'edit']).default('edit')

export const revisionQuery = z.object({
  ...windowFields,
  per_page: z.int().min(1).max(MAX_PAGE_SIZE).default(MAX_PAGE_SIZE),
  context: revisionContext,
  search,
  include: ids,
  exclude: ids,
  order: z.enum(['asc', 'desc']).default('desc'),
  orderby: z.enum(['date', 'id', 'include']).default('date'),
})

export function chosenRevisions(all: readonly SignedRevision[], query: z.output<typeof revisionQuery>) {
  const { include, exclude, orderby, order } = query
  const text = query.search.trim().toLowerCase()
  const chosen = all.filter(
    ({ id, title, content, excerpt }) =>
      (include.length === 0 || include.includes(id)) &&
      !exclude.includes(id) &&
      [title, content, excerpt].some((one) => one.toLowerCase().includes(text)),
  )
  const places = new Map(include.map((id, index) => [id, index]))
  const placeOf = ({ id, createdAt }: SignedRevision) =>
    orderby === 'include' ? (places.get(id) ?? 0) : orderby === 'id' ? id : createdAt.getTime()
  const sign = order === 'asc' || orderby === 'include' ? 1 : -1
  const { limit, offset } = windowOf(query)
  return {
    revisions: chosen.toSorted((a, b) => sign * (placeOf(a) - placeOf(b) || a.id - b.id)).slice(offset, offset + limit),
    total: chosen.length,
  }
}
