import { z } from 'zod'
import { type Call, defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { dateTime, dateTimeGmt, ids, pageFields, rawText, search, sentOnly } from '../../../platform/rest/fields.ts'
import { parseBodyFields } from '../../../platform/rest/input.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { batchFields, forceField, restBatch } from '../../../platform/rest/resource.ts'
import { isRestError, type RestError } from '../../../platform/rest/response.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import type { EntryStatus } from '../../../things/entries/entries.table.ts'
import { deleteEntry, restoreRevision } from '../../../things/entries/entry-status.ts'
import { saveEntry } from '../../../things/entries/save-entry.ts'
import type { EntrySettings } from '../../../things/entries/settings.ts'
import {
  type ContentEntry,
  countEntries,
  findEntry,
  listEntries,
  listSignedRevisions,
  type PostKind,
  referencesExist,
  sortNames,
} from '../content-entries.store.ts'
import {
  alreadyTrashed,
  emptyContent,
  invalidAuthor,
  invalidId,
  invalidImage,
  invalidPage,
  problemError,
} from './entry-errors.ts'
import { collectionOf, entryJson, revisionJson } from './entry-json.ts'

type ContentShop = Pick<Platform, 'db' | 'now' | 'secret' | 'url'> & WithSettings<EntrySettings>
type User = { readonly id: number }

const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const satisfies EntryStatus[]
/** Everything but the trash, as in WordPress. */
const anyStatus = statuses.filter((status) => status !== 'trash')

const MAX_TITLE_LENGTH = 500
const MAX_TEXT_LENGTH = 500_000

/** 0 is none. */
const reference = z
  .int()
  .min(0)
  .max(MAX_ID)
  .transform((id) => (id === 0 ? null : id))
  .optional()

/** Writable fields; the others of an answer are ignored. `version` is ours: the one that was edited. */
const fields = z.object({
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
  version: z.int().min(0).max(MAX_ID).optional(),
})
type Body = z.output<typeof fields>

/** Callers are editors, so they get what editors see unless they ask for less. */
const context = z.enum(['view', 'embed', 'edit']).default('edit')
const slugList = z.array(z.string().max(200)).default([])
const listQuery = z.object({
  ...pageFields,
  context,
  search,
  status: z.array(z.enum([...statuses, 'any'])).default(['publish']),
  slug: slugList,
  include: ids,
  exclude: ids,
  author: ids,
  parent: ids,
  after: dateTime.optional(),
  before: dateTime.optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  orderby: z.enum(sortNames).default('date'),
})

const changeOf = (kind: PostKind, body: Body) =>
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
    version: body.version,
  })

async function save(shop: ContentShop, kind: PostKind, body: Body, user: User, id?: number) {
  const change = changeOf(kind, body)
  const exists = await referencesExist(shop.db, change)
  if (!exists.image) return invalidImage
  if (!exists.author) return invalidAuthor
  const saved = await saveEntry(shop, shop.db, { ...change, id }, { author: user.id, now: shop.now() })
  if (!saved.ok) return problemError(saved.problem)
  return (await findEntry(shop.db, kind, saved.entry.id)) ?? invalidId
}

const answer = (shop: ContentShop, entry: ContentEntry | RestError): RestResult =>
  isRestError(entry) ? entry : { json: entryJson(entry, shop) }

/** `wp/v2/posts` or `wp/v2/pages`, as documented in WordPress's REST API; a batch is ours. Only editors may read it. */
function entryCalls(kind: PostKind): readonly Call<ContentShop>[] {
  const path = collectionOf(kind)
  const itemPath = `${path}/:id{[0-9]+}`
  const capability = 'content.write'
  const changing = ['POST', 'PUT', 'PATCH'] as const
  const textOf = ({ title, content, excerpt }: Body) => `${title ?? ''}${content ?? ''}${excerpt ?? ''}`.trim()

  const create = async (shop: ContentShop, body: Body, user: User): Promise<RestResult> => {
    if (textOf(body) === '') return emptyContent
    const entry = await save(shop, kind, body, user)
    if (isRestError(entry)) return entry
    const json = entryJson(entry, shop)
    return { json, status: 201, headers: { location: json._links.self[0]?.href ?? '' } }
  }
  const update = async (shop: ContentShop, id: number, body: Body, user: User): Promise<RestResult> =>
    answer(shop, await save(shop, kind, body, user, id))
  const remove = async (shop: ContentShop, id: number, user: User, isForced: boolean): Promise<RestResult> => {
    const before = await findEntry(shop.db, kind, id)
    if (!before) return invalidId
    if (isForced) {
      const deleted = await deleteEntry(shop.db, { kind, id })
      return deleted.ok ? { json: { deleted: true, previous: entryJson(before, shop) } } : problemError(deleted.problem)
    }
    return before.status === 'trash' ? alreadyTrashed : update(shop, id, { status: 'trash' }, user)
  }

  return [
    defineCall({
      ...{ summary: `Lists ${kind}s`, method: 'GET', path, capability, query: listQuery },
      async handler(shop: ContentShop, { query }) {
        const { page, per_page: perPage, order: direction, orderby: by } = query
        const chosen = query.status.flatMap((status) => (status === 'any' ? anyStatus : [status]))
        const { include, exclude, after, before, slug: slugs, author: authors, parent: parents } = query
        const filter = {
          statuses: chosen,
          search: query.search,
          include,
          exclude,
          after,
          before,
          slugs,
          authors,
          parents,
        }
        const { items, total } = await listEntries(shop.db, kind, filter, { by, direction, page, perPage })
        if (page > 1 && page > Math.ceil(total / perPage)) return invalidPage
        return { items: items.map((entry) => entryJson(entry, shop, query.context)), page, per_page: perPage, total }
      },
    }),
    defineCall({
      ...{ summary: `Writes a new ${kind}`, method: 'POST', path, capability, body: fields },
      handler: (shop: ContentShop, { body, user }) => create(shop, body, user),
    }),
    defineCall({
      ...{ summary: `Numbers of ${kind}s by status`, method: 'GET', path: `${path}/counts`, capability },
      handler: async (shop: ContentShop) => ({ json: await countEntries(shop.db, kind) }),
    }),
    defineCall({
      ...{ summary: `One ${kind}`, method: 'GET', path: itemPath, capability, query: z.object({ context }) },
      async handler(shop: ContentShop, { id, query }) {
        const entry = await findEntry(shop.db, kind, id)
        return entry ? { json: entryJson(entry, shop, query.context) } : invalidId
      },
    }),
    defineCall({
      ...{ summary: `Changes a ${kind}`, method: changing, path: itemPath, action: 'edit', capability, body: fields },
      handler: (shop: ContentShop, { id, body, user }) => update(shop, id, body, user),
    }),
    defineCall({
      ...{
        summary: `Moves a ${kind} to the trash, or deletes it for good`,
        method: 'DELETE',
        path: itemPath,
        capability,
      },
      ...{ query: forceField, body: forceField },
      handler: (shop: ContentShop, { id, query, body, user }) => remove(shop, id, user, query.force || body.force),
    }),
    defineCall({
      ...{ summary: `Revisions of a ${kind}`, method: 'GET', path: `${itemPath}/revisions`, capability },
      async handler(shop: ContentShop, { id }) {
        const entry = await findEntry(shop.db, kind, id)
        if (!entry) return invalidId
        const revisions = await listSignedRevisions(shop.db, id)
        return { json: revisions.map((revision) => revisionJson(revision, entry, shop)) }
      },
    }),
    defineCall({
      ...{ summary: 'Makes the texts of a revision the newest ones', method: 'POST', action: 'edit', capability },
      path: `${path}/:parent{[0-9]+}/revisions/:id{[0-9]+}/restore`,
      async handler(shop: ContentShop, { id: revisionId, path: { parent }, user }) {
        const target = { kind, id: idOf(parent), revisionId }
        const restored = await restoreRevision(shop, shop.db, target, { author: user.id, now: shop.now() })
        if (!restored.ok) return problemError(restored.problem)
        return answer(shop, (await findEntry(shop.db, kind, restored.entry.id)) ?? invalidId)
      },
    }),
    defineCall({
      ...{
        summary: `Writes, changes and deletes several ${kind}s`,
        method: changing,
        path: `${path}/batch`,
        capability,
      },
      ...{ action: 'edit', body: batchFields },
      handler: (shop: ContentShop, { body, user }) => {
        const parsed = async (one: object, then: (values: Body) => Promise<RestResult>) => {
          const values = parseBodyFields(fields, one as Readonly<Record<string, unknown>>)
          return values.ok ? then(values.value) : values.error
        }
        return restBatch(body, {
          create: (one) => parsed(one, (values) => create(shop, values, user)),
          update: (id, one) => parsed(one, (values) => update(shop, id, values, user)),
          delete: (id) => remove(shop, id, user, true),
        })
      },
    }),
  ]
}

export const postCalls = entryCalls('post')
export const pageCalls = entryCalls('page')
