import { z } from 'zod'
import { defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { errorOf, type RestError } from '../../../platform/rest/response.ts'
import { parseShopTime, toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { WithBlocks } from '../../../things/blocks/block.ts'
import { emptyDocument, readDocument } from '../../../things/entries/page-document.ts'
import type { EntrySettings } from '../../../things/entries/settings.ts'
import type { WithCommentHooks } from '../../comments/context.ts'
import { builderUse } from '../../content/capabilities.ts'
import { listSignedRevisions, type SignedRevision } from '../../content/content-entries.store.ts'
import { invalidId, problemError } from '../../content/rest/entry-errors.ts'
import { editorPlace, type WithShownTexts } from '../../content/show-text.ts'
import { cleanDocument } from '../page-content.ts'
import { findBuilderPage, type PageProblem, restoreRevision, savePage } from '../save-page.ts'
import { librariesJson, pageJson, shownDocument } from './page-json.ts'

export type BuilderShop = Pick<Platform, 'db' | 'now' | 'secret' | 'url'> &
  WithBlocks &
  WithShownTexts &
  WithCommentHooks &
  WithSettings<EntrySettings>

export const path = `${paths.restBuilder}/pages/:id{[0-9]+}`
const common = { capability: builderUse } as const

/** Identifies a window of the editor. */
export const session = z.string().regex(/^[\w-]{1,64}$/)

export const invalidDocument = errorOf(
  400,
  'samovar_rest_invalid_document',
  'This is not a page of blocks, or it is too large: at most 400 blocks, 8 deep.',
)

const lockedPage = errorOf(409, 'samovar_rest_page_locked', 'This page is edited elsewhere now. Nothing was saved.')

function pageError(problem: PageProblem): RestError {
  if (problem.kind === 'locked') return lockedPage
  return problem.kind === 'invalid-document' ? invalidDocument : problemError(problem)
}

async function answer(shop: BuilderShop, id: number, { id: userId }: { readonly id: number }): Promise<RestResult> {
  const page = await findBuilderPage(shop.db, id)
  return page ? { json: await pageJson(page, shop, userId) } : invalidId
}

/** Limit of blocks that are rendered per request. */
const MAX_SHOWN = 100

const revisionJson = (one: SignedRevision) => ({
  id: one.id,
  author_name: one.authorName ?? '',
  date_gmt: toGmtIso(one.createdAt),
  title: one.title,
  excerpt: one.excerpt,
  document: shownDocument(one),
})
export type RevisionJson = ReturnType<typeof revisionJson>

export const builderPageCalls = [
  defineCall({
    ...common,
    summary: 'Lists the blocks of the page builder by library, with their settings',
    method: 'GET',
    path: `${paths.restBuilder}/blocks`,
    handler: async (shop: BuilderShop) => ({ json: librariesJson(shop.blocks) }),
  }),
  defineCall({
    ...common,
    summary: 'Renders single blocks with placeholders for their children, or a whole page as visitors see it',
    method: 'POST',
    action: 'view',
    path: `${paths.restBuilder}/render`,
    recordsItself: true,
    body: z.object({
      id: z.int().min(0),
      blocks: z.array(z.unknown()).max(MAX_SHOWN).default([]),
      document: z.unknown().optional(),
    }),
    async handler(shop: BuilderShop, { body: { id, blocks, document: whole } }) {
      const isEditing = whole === undefined
      const sent = isEditing ? blocks.map((one) => ({ ...emptyDocument, blocks: [one] })) : [whole]
      const html = await Promise.all(
        sent.map(async (one) => {
          const document = readDocument(one)
          if (!document) return ''
          const entry = { id, content: '', builderDocument: cleanDocument(shop.blocks, document) }
          return (await shop.showText(entry, { ...editorPlace, isEditing })).html
        }),
      )
      return { json: { html } }
    },
  }),
  defineCall({
    ...common,
    summary: 'Retrieves a page, post, project or product with its blocks',
    method: 'GET',
    path,
    handler: async (shop: BuilderShop, { id, user }) => answer(shop, id, user),
  }),
  defineCall({
    ...common,
    summary: 'Saves the blocks of a page. Null removes the blocks and restores the text',
    method: 'PUT',
    path,
    body: z.object({
      version: z.int(),
      /** Nothing is saved while another window has the lock. Other clients have no window and take no lock. */
      session: session.optional(),
      // Optional for zod, because null is a valid value; the handler requires it.
      document: z.unknown().optional(),
      title: z.string().max(500).optional(),
      status: z.enum(['publish', 'draft', 'pending', 'private']).optional(),
      /** In the shop's time zone; null: the time of publishing. */
      date: z.iso.datetime({ local: true, offset: true }).nullable().optional(),
    }),
    async handler(shop: BuilderShop, { id, body: { date, session: from, ...change }, user }) {
      const publishedAt = typeof date === 'string' ? parseShopTime(date) : date
      const by = { author: user.id, now: shop.now(), session: from }
      const saved = await savePage(shop, { ...change, id, document: change.document, publishedAt }, by)
      if (saved.ok) return answer(shop, id, user)
      const page = saved.problem.kind === 'outdated' ? await findBuilderPage(shop.db, id) : null
      const refused = pageError(saved.problem)
      // The editor shows both versions.
      return page ? { ...refused, data: { ...refused.data, current: await pageJson(page, shop, user.id) } } : refused
    },
  }),
  defineCall({
    ...common,
    summary: 'Lists the revisions of a page, newest first',
    method: 'GET',
    path: `${path}/revisions`,
    async handler(shop: BuilderShop, { id }) {
      if (!(await findBuilderPage(shop.db, id))) return invalidId
      return { json: (await listSignedRevisions(shop.db, id)).map(revisionJson) }
    },
  }),
  defineCall({
    ...common,
    summary: 'Restores a revision of a page',
    method: 'POST',
    action: 'edit',
    path: `${path}/revisions/:revision{[0-9]+}/restore`,
    body: z.object({ session: session.optional() }),
    async handler(shop: BuilderShop, { path: values, body, user }) {
      const revision = { id: idOf(values.id), revisionId: idOf(values.revision) }
      const by = { author: user.id, now: shop.now(), session: body.session }
      const restored = await restoreRevision(shop, revision, by)
      return restored.ok ? answer(shop, revision.id, user) : pageError(restored.problem)
    },
  }),
]
