import { z } from 'zod'
import { can } from '../../../platform/access/permissions.ts'
import { retryingConflicts } from '../../../platform/database/retry-conflict.ts'
import { type Call, defineCall, type Principal, type RestResult } from '../../../platform/rest/call.ts'
import { includeProblem, windowOf } from '../../../platform/rest/fields.ts'
import { parseBodyFields } from '../../../platform/rest/input.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { batchFields, deletion, restBatch } from '../../../platform/rest/resource.ts'
import { forbiddenTo, isRestError, type RestError } from '../../../platform/rest/response.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { isPublic } from '../../../things/entries/entry.ts'
import { deleteEntry, restoreRevision } from '../../../things/entries/entry-status.ts'
import { saveEntry } from '../../../things/entries/save-entry.ts'
import type { EntrySettings } from '../../../things/entries/settings.ts'
import { contentRead, contentWrite } from '../capabilities.ts'
import * as store from '../content-entries.store.ts'
import { setPictures } from '../entry-pictures.store.ts'
import type { WithTexts } from '../expand-text.ts'
import { setPostTerms, unknownTerms } from '../post-terms.store.ts'
import * as errors from './entry-errors.ts'
import {
  bodyFields,
  changeOf,
  chosenRevisions,
  context,
  type EntryBody,
  entryFilterOf,
  listQueries,
  listRefuses,
  revisionContext,
  revisionQuery,
} from './entry-fields.ts'
import { collectionOf, entryJson, revisionJson } from './entry-json.ts'
import { entryShapes, revisionShapes } from './entry-shape.ts'

type ContentShop = Pick<Platform, 'db' | 'now' | 'secret' | 'url'> & WithTexts & WithSettings<EntrySettings>
type User = { readonly id: number }

/** Repeated if a picture, parent or term that it names is deleted at the same moment, which is then reported. */
const save = retryingConflicts(trySave)

async function trySave(shop: ContentShop, kind: store.PostKind, body: EntryBody, user: User, id?: number) {
  if (body.password) return errors.noPassword
  const change = changeOf(kind, body)
  const exists = await store.referencesExist(shop.db, { ...change, pictures: body.pictures })
  if (!exists.image) return errors.invalidImage
  if (!exists.author) return errors.invalidAuthor
  if (!exists.pictures) return invalidFields({ pictures: 'Each picture is in the media library, and named once.' })
  const termsOf = { category: body.categories, post_tag: body.tags, project_category: body.project_category }
  const unknown = await unknownTerms(shop.db, termsOf)
  if (unknown) return invalidFields({ [termFields[unknown]]: 'Invalid term ID.' })
  const saved = await shop.db.transaction(async (tx) => {
    const result = await saveEntry(shop, tx, { ...change, id }, { author: user.id, now: shop.now() })
    if (!result.ok) return result
    await setPostTerms(tx, result.entry, termsOf)
    if (body.pictures) await setPictures(tx, result.entry, body.pictures)
    return result
  })
  if (!saved.ok) return errors.problemError(saved.problem)
  return (await store.findEntry(shop.db, kind, saved.entry.id)) ?? errors.invalidId
}

const termFields = { category: 'categories', post_tag: 'tags', project_category: 'project_category' }

const answer = async (shop: ContentShop, entry: store.ContentEntry | RestError): Promise<RestResult> =>
  isRestError(entry) ? entry : { json: await entryJson(entry, shop) }

const isEditor = (user: Principal['user']) => can(user, contentWrite)

/** As in WordPress's REST API, plus a batch call. Everyone reads published entries, editors all of them. */
function entryCalls(kind: store.PostKind): readonly Call<ContentShop>[] {
  const path = collectionOf(kind)
  const itemPath = `${path}/:id{[0-9]+}`
  const { [kind]: response } = entryShapes
  const writing = { capability: contentWrite, response }
  const fields = bodyFields[kind]
  const changing = ['POST', 'PUT', 'PATCH'] as const
  const textOf = ({ title, content, excerpt }: EntryBody) => `${title ?? ''}${content ?? ''}${excerpt ?? ''}`.trim()

  const create = async (shop: ContentShop, body: EntryBody, user: User): Promise<RestResult> => {
    if (body.id) return errors.existingPost
    if (textOf(body) === '') return errors.emptyContent
    const entry = await save(shop, kind, body, user)
    if (isRestError(entry)) return entry
    const json = await entryJson(entry, shop)
    return { json, status: 201, headers: { location: json._links.self[0]?.href ?? '' } }
  }
  const update = async (shop: ContentShop, id: number, body: EntryBody, user: User): Promise<RestResult> =>
    answer(shop, await save(shop, kind, body, user, id))
  const remove = async (shop: ContentShop, id: number, user: User, isForced: boolean): Promise<RestResult> => {
    const before = await store.findEntry(shop.db, kind, id)
    if (!before) return errors.invalidId
    if (isForced) {
      const deleted = await deleteEntry(shop.db, { kind, id })
      return deleted.ok
        ? { json: { deleted: true, previous: await entryJson(before, shop) } }
        : errors.problemError(deleted.problem)
    }
    return before.status === 'trash' ? errors.alreadyTrashed : update(shop, id, { status: 'trash' }, user)
  }

  return [
    defineCall({
      summary: `Lists ${kind}s`,
      method: 'GET',
      path,
      capability: contentRead,
      query: listQueries[kind],
      refuses: listRefuses,
      response,
      async handler(shop: ContentShop, { query, user }) {
        if (!isEditor(user)) {
          if (query.context === 'edit')
            return forbiddenTo(
              user,
              'rest_forbidden_context',
              'Sorry, you are not allowed to edit posts in this post type.',
            )
          if (query.status.some((status) => status !== 'publish')) return errors.forbiddenStatus(user)
        }
        const problem = includeProblem(query)
        if (problem) return problem
        if (query.orderby === 'relevance' && query.search.trim() === '') return errors.noSearchTerm
        const { page, per_page: perPage, order: direction, orderby: by } = query
        const filter = entryFilterOf(query)
        const { items, total } = filter
          ? await store.listEntries(shop.db, kind, filter, { by, direction, ...windowOf(query) })
          : { items: [], total: 0 }
        if (query.offset === undefined && page > 1 && page > Math.ceil(total / perPage)) return errors.invalidPage
        const shown = query.context ?? (isEditor(user) ? 'edit' : 'view')
        const shownItems = await Promise.all(items.map((entry) => entryJson(entry, shop, shown)))
        return { items: shownItems, page, per_page: perPage, total }
      },
    }),
    defineCall({
      summary: `Creates a ${kind}`,
      method: 'POST',
      path,
      ...writing,
      ...errors.denied('rest_cannot_create', 'create posts as this user'),
      body: fields,
      handler: (shop: ContentShop, { body, user }) => create(shop, body, user),
    }),
    defineCall({
      summary: `Retrieves the number of ${kind}s per status`,
      method: 'GET',
      path: `${path}/counts`,
      capability: contentWrite,
      handler: async (shop: ContentShop) => ({ json: await store.countEntries(shop.db, kind) }),
    }),
    defineCall({
      summary: `Retrieves a ${kind}`,
      method: 'GET',
      path: itemPath,
      capability: contentRead,
      response,
      // Accepted but ignored: posts have no passwords.
      query: z.object({ context, password: z.string().optional() }),
      refuses: ['excerpt_length'],
      async handler(shop: ContentShop, { id, query, user }) {
        const entry = await store.findEntry(shop.db, kind, id)
        if (!entry) return errors.invalidId
        if (isEditor(user)) return { json: await entryJson(entry, shop, query.context ?? 'edit') }
        if (query.context === 'edit')
          return forbiddenTo(user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this post.')
        if (!isPublic(entry)) return forbiddenTo(user, 'rest_forbidden', 'Sorry, you are not allowed to do that.')
        return { json: await entryJson(entry, shop, query.context ?? 'view') }
      },
    }),
    defineCall({
      summary: `Updates a ${kind}`,
      method: changing,
      path: itemPath,
      action: 'edit',
      ...writing,
      ...errors.denied('rest_cannot_edit', 'edit this post'),
      body: fields,
      handler: (shop: ContentShop, { id, body, user }) => update(shop, id, body, user),
    }),
    defineCall({
      summary: `Moves a ${kind} to the trash, or deletes it permanently`,
      ...deletion,
      path: itemPath,
      capability: contentWrite,
      ...errors.denied('rest_cannot_delete', 'delete this post'),
      handler: (shop: ContentShop, { id, query, body, user }) => remove(shop, id, user, query.force || body.force),
    }),
    defineCall({
      summary: `Lists the revisions of a ${kind}`,
      method: 'GET',
      path: `${itemPath}/revisions`,
      capability: contentWrite,
      ...errors.denied('rest_cannot_read', 'view revisions of this post'),
      query: revisionQuery,
      response: revisionShapes[kind],
      async handler(shop: ContentShop, { id, query }) {
        const entry = await store.findEntry(shop.db, kind, id)
        if (!entry) return errors.invalidId
        const problem = includeProblem(query)
        if (problem) return problem
        const { revisions, total } = chosenRevisions(await store.listSignedRevisions(shop.db, id), query)
        const items = revisions.map((revision) => revisionJson(revision, entry, shop, query.context))
        return { items, page: query.page, per_page: query.per_page, total }
      },
    }),
    defineCall({
      summary: `Retrieves a revision of a ${kind}`,
      method: 'GET',
      path: `${path}/:parent{[0-9]+}/revisions/:id{[0-9]+}`,
      query: z.object({ context: revisionContext }),
      capability: contentWrite,
      response: revisionShapes[kind],
      ...errors.denied('rest_cannot_read', 'view revisions of this post'),
      async handler(shop: ContentShop, { id, path: { parent }, query }) {
        const entry = await store.findEntry(shop.db, kind, idOf(parent))
        if (!entry) return errors.invalidId
        const [revision] = await store.listSignedRevisions(shop.db, entry.id, id)
        return revision ? { json: revisionJson(revision, entry, shop, query.context) } : errors.invalidRevisionId
      },
    }),
    defineCall({
      summary: 'Restores the texts of a revision',
      method: 'POST',
      action: 'edit',
      ...writing,
      ...errors.denied('rest_cannot_edit', 'edit this post'),
      path: `${path}/:parent{[0-9]+}/revisions/:id{[0-9]+}/restore`,
      async handler(shop: ContentShop, { id: revisionId, path: { parent }, user }) {
        const target = { kind, id: idOf(parent), revisionId }
        const restored = await restoreRevision(shop, shop.db, target, { author: user.id, now: shop.now() })
        if (!restored.ok) return errors.problemError(restored.problem)
        return answer(shop, (await store.findEntry(shop.db, kind, restored.entry.id)) ?? errors.invalidId)
      },
    }),
    defineCall({
      summary: `Creates, updates and deletes several ${kind}s in one request`,
      method: changing,
      path: `${path}/batch`,
      capability: contentWrite,
      action: 'edit',
      body: batchFields,
      handler: (shop: ContentShop, { body, user }) => {
        const parsed = async (one: object, then: (values: EntryBody) => Promise<RestResult>) => {
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
export const projectCalls = entryCalls('project')
