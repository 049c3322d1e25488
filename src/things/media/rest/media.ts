import { z } from 'zod'
import { type Call, defineCall, type RestResult } from '../../../platform/rest/call.ts'
import {
  dateTime,
  ids,
  includeProblem,
  rawText,
  search,
  sentOnly,
  windowFields,
  windowOf,
  words,
} from '../../../platform/rest/fields.ts'
import type { SentFile } from '../../../platform/rest/file.ts'
import { fixedFieldsError } from '../../../platform/rest/params.ts'
import { deletion } from '../../../platform/rest/resource.ts'
import { cutText } from '../../../platform/storable-text.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { cleanLine, cleanText } from '../../entries/clean-content.ts'
import { addUpload, type NewUpload } from '../add-upload.ts'
import { addVideo } from '../add-video.ts'
import { mediaUpload as capability } from '../capabilities.ts'
import { cleanPicture } from '../clean-picture.ts'
import {
  deleteMedia,
  findMedia,
  findUses,
  listMedia,
  type MediaRow,
  type MediaTexts,
  mediaSortNames,
  slugOf,
  updateMedia,
} from '../media.store.ts'
import { replaceMedia } from '../replace-media.ts'
import { deleteUpload, uploadFiles } from '../upload-files.ts'
import { looksLikeVideo } from '../video-container.ts'
import { denied, inUse, invalidId, invalidPage, noData, noTrash, notReplaced, unusable } from './media-errors.ts'
import { mediaJson } from './media-json.ts'
import { mediaShape } from './media-shape.ts'

type MediaShop = Pick<Platform, 'db' | 'now' | 'url' | 'files' | 'dataDir'>

const MAX_LINE_LENGTH = 500
const MAX_CAPTION_LENGTH = 5000

/** Callers are editors, so the default context is `edit`. */
const context = z.enum(['view', 'embed', 'edit']).default('edit')

const listQuery = z.object({
  ...windowFields,
  context,
  search,
  media_type: z.array(z.enum(['image', 'video', 'text', 'application', 'audio'])).default([]),
  mime_type: words,
  include: ids,
  exclude: ids,
  author: ids,
  author_exclude: ids,
  slug: z.array(z.string().max(200)).default([]),
  status: z
    .array(z.enum(['inherit', 'private', 'trash']))
    .default(['inherit'])
    .describe('Statuses of files. All files have the status `inherit`.'),
  parent: ids.describe('IDs of parent posts. Files have no parent, so 0 matches all files.'),
  parent_exclude: ids,
  after: dateTime.optional(),
  before: dateTime.optional(),
  modified_after: dateTime.optional(),
  modified_before: dateTime.optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  orderby: z.enum(mediaSortNames).default('date'),
})

const percent = z.int().min(0).max(100)

/** WordPress fields with the same value for every file. */
const fixedFields = {
  description: '',
  post: 0,
  status: 'inherit',
  comment_status: 'closed',
  ping_status: 'closed',
  template: '',
  featured_media: 0,
}

/** The same, and those that a file keeps. */
function fixedOf(row: MediaRow, shop: MediaShop) {
  const { author, slug, date, date_gmt } = mediaJson(row, shop)
  return { ...fixedFields, author, slug, date, date_gmt }
}

const fixedText = z.string().max(MAX_LINE_LENGTH).nullable().optional()

/** Writable fields, and fixed ones, whose other values are refused. */
const fields = z.object({
  description: rawText(MAX_CAPTION_LENGTH),
  post: z.int().nullable().optional(),
  author: z.int().optional(),
  featured_media: z.int().optional(),
  // WordPress takes `publish` and answers `inherit`: a file is as public as its post.
  status: fixedText.transform((status) => (status === 'publish' ? 'inherit' : status)),
  ...Object.fromEntries(
    ['slug', 'date', 'date_gmt', 'comment_status', 'ping_status', 'template'].map((name) => [name, fixedText]),
  ),
  title: rawText(MAX_LINE_LENGTH),
  alt_text: z.string().max(MAX_LINE_LENGTH).optional(),
  caption: rawText(MAX_CAPTION_LENGTH),
  focal_point: z.strictObject({ x: percent, y: percent }).optional(),
})

const textsOf = ({ title, alt_text: alt, caption, focal_point: focal }: z.output<typeof fields>): MediaTexts =>
  sentOnly({
    focalX: focal?.x,
    focalY: focal?.y,
    title: title === undefined ? undefined : cleanLine(title),
    alt: alt === undefined ? undefined : cleanLine(alt),
    caption: caption === undefined ? undefined : cleanText(caption),
  }) as MediaTexts

/** Adds a video unchanged, or a re-encoded picture. */
export async function addFile(shop: MediaShop, file: Extract<NewUpload, { readonly bytes: Buffer }>) {
  const files = uploadFiles(shop)
  if (looksLikeVideo(file.bytes)) return addVideo(shop.db, files, file)
  const picture = await cleanPicture(file.bytes)
  if (!picture.ok) return picture
  return addUpload(shop.db, files, { ...file, bytes: picture.bytes })
}

async function upload(shop: MediaShop, file: SentFile, texts: MediaTexts, authorId: number): Promise<RestResult> {
  const name = (file.name.split(/[\\/]/).at(-1) ?? '').replace(/\.\w{1,5}$/, '')
  const title = cutText(cleanLine(name.toWellFormed()), MAX_LINE_LENGTH)
  const now = shop.now()
  const added = await addFile(shop, { title, alt: '', ...texts, bytes: file.bytes, name, authorId, now })
  if (!added.ok) return unusable(added.problem)
  const isChanged = !added.isNew && Object.keys(texts).length > 0
  const row = isChanged ? await updateMedia(shop.db, added.upload.id, texts, now) : added.upload
  if (!row) return invalidId
  const json = mediaJson(row, shop)
  return { json, status: 201, headers: { location: json._links.self[0]?.href ?? '' } }
}

const all = { path: paths.restMedia, capability } as const
const one = { ...all, path: `${paths.restMedia}/:id{[0-9]+}` } as const

/** `wp/v2/media`, as in WordPress's REST API, for pictures and videos. Only editors may read it. */
export const mediaCalls: readonly Call<MediaShop>[] = [
  defineCall({
    summary: 'Lists pictures and videos',
    method: 'GET',
    ...all,
    query: listQuery,
    response: mediaShape,
    refuses: ['search_columns', 'search_semantics'],
    denied: denied('rest_forbidden_context', 'list media'),
    async handler(shop: MediaShop, { query }) {
      const problem = includeProblem(query)
      if (problem) return problem
      const { page, per_page } = query
      const isOfPost = (query.parent.length > 0 && !query.parent.includes(0)) || query.parent_exclude.includes(0)
      if (isOfPost || !query.status.includes('inherit')) return { items: [], page, per_page, total: 0 }
      const { items, total } = await listMedia(shop.db, { ...query, ...windowOf(query) })
      if (query.offset === undefined && page > 1 && page > Math.ceil(total / per_page)) return invalidPage
      return { items: items.map((row) => mediaJson(row, shop, query.context)), page, per_page, total }
    },
  }),
  defineCall({
    summary: 'Uploads a picture or video',
    method: 'POST',
    ...all,
    body: fields,
    acceptsFile: true,
    response: mediaShape,
    denied: denied('rest_cannot_create', 'upload media on this site'),
    handler: async (shop: MediaShop, { body, file, user }) =>
      fixedFieldsError({ ...fixedFields, author: user.id, date: undefined, date_gmt: undefined }, body) ??
      (file ? upload(shop, file, textsOf(body), user.id) : noData),
  }),
  defineCall({
    summary: 'Retrieves a picture or video',
    method: 'GET',
    ...one,
    query: z.object({ context }),
    response: mediaShape,
    denied: denied('rest_forbidden_context', 'view this media'),
    async handler(shop: MediaShop, { id, query }) {
      const row = await findMedia(shop.db, id)
      if (!row) return invalidId
      const uses = query.context === 'edit' ? await findUses(shop.db, row) : undefined
      return { json: mediaJson(row, shop, query.context, uses) }
    },
  }),
  defineCall({
    summary: 'Updates the texts of a picture or video',
    method: ['POST', 'PUT', 'PATCH'],
    ...one,
    response: mediaShape,
    action: 'edit',
    body: fields,
    denied: denied('rest_cannot_edit', 'edit this post'),
    async handler(shop: MediaShop, { id, body }) {
      const before = await findMedia(shop.db, id)
      const refused = before && fixedFieldsError({ ...fixedFields, ...fixedOf(before, shop) }, body)
      if (refused) return refused
      const texts = textsOf(body)
      const row = Object.keys(texts).length === 0 ? before : await updateMedia(shop.db, id, texts, shop.now())
      return row ? { json: mediaJson(row, shop, 'edit', await findUses(shop.db, row)) } : invalidId
    },
  }),
  defineCall({
    summary: 'Replaces the file of a picture or video. Its ID, texts and uses are kept',
    method: 'POST',
    path: paths.restMediaFile,
    capability,
    action: 'edit',
    body: z.object({}),
    acceptsFile: true,
    response: mediaShape,
    denied: denied('rest_cannot_edit', 'edit this post'),
    async handler(shop: MediaShop, { id, file, user }) {
      if (!file) return noData
      const before = await findMedia(shop.db, id)
      if (!before) return invalidId
      const name = slugOf(before).replace(/-\d+$/, '')
      const { title, alt } = before
      const added = await addFile(shop, { title, alt, bytes: file.bytes, name, authorId: user.id, now: shop.now() })
      if (!added.ok) return unusable(added.problem)
      const replaced = await replaceMedia(shop.db, before, added, shop.now())
      if (!replaced.ok) {
        if (added.isNew) await deleteMedia(shop.db, uploadFiles(shop), added.upload.id)
        return replaced.problem === 'gone' ? invalidId : notReplaced(replaced.problem)
      }
      if (added.isNew) await deleteUpload(uploadFiles(shop), before.path)
      return { json: mediaJson(replaced.row, shop, 'edit', await findUses(shop.db, replaced.row)) }
    },
  }),
  defineCall({
    summary: 'Deletes an unused picture or video',
    ...deletion,
    ...one,
    denied: denied('rest_cannot_delete', 'delete this post'),
    async handler(shop: MediaShop, { id, query, body }) {
      if (!query.force && !body.force) return (await findMedia(shop.db, id)) ? noTrash : invalidId
      const result = await deleteMedia(shop.db, uploadFiles(shop), id)
      if (!result.ok) return result.problem === 'in-use' ? inUse(result.row, result.uses) : invalidId
      return { json: { deleted: true, previous: mediaJson(result.deleted, shop) } }
    },
  }),
]
