import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import { cleanLine } from '../../../things/entries/clean-content.ts'
import { builderUse } from '../../content/capabilities.ts'
import { invalidId } from '../../content/rest/entry-errors.ts'
import { builderDrafts } from '../builder.table.ts'
import { isDraftOf, saveDraft } from '../drafts.store.ts'
import { type Editor, isHeldByOther, type Lock, releaseLock, renewLock, takeLock } from '../locks.store.ts'
import { findBuilderPage, toStoredDocument } from '../save-page.ts'
import { lockJson } from './page-json.ts'
import { type BuilderShop, invalidDocument, path, session } from './pages.ts'

/** Whether the lock is that of another window of the same user, who have one draft. */
const isOtherWindow = (lock: Lock | null, by: Editor): boolean => lock?.userId === by.userId && isHeldByOther(lock, by)

/** Drafts are written every few seconds, too often for the activity log. */
const common = { capability: builderUse, recordsItself: true } as const

export const builderDraftCalls = [
  defineCall({
    ...common,
    // Of two windows of one user, the one with the lock writes it.
    summary: 'Saves the unsaved changes of the authenticated user as a draft, even if another user has the lock',
    method: 'PUT',
    path: `${path}/draft`,
    body: z.object({
      document: z.unknown(),
      title: z.string().max(500).optional(),
      base_version: z.int().min(0).max(MAX_ID),
      session,
    }),
    async handler(shop: BuilderShop, { id, body, user }) {
      const document = toStoredDocument(shop.blocks, body.document)
      if (!document) return invalidDocument
      const savedAt = shop.now()
      const title = body.title === undefined ? null : cleanLine(body.title.toWellFormed())
      return shop.db.transaction(async (tx) => {
        if (!(await findBuilderPage(tx, id))) return invalidId
        const by = { userId: user.id, session: body.session }
        const lock = await renewLock(tx, id, by, savedAt)
        if (isOtherWindow(lock, by)) return { json: { saved_at_gmt: null, lock: lockJson(lock) } }
        await saveDraft(tx, { entryId: id, userId: user.id, document, title, baseVersion: body.base_version, savedAt })
        return { json: { saved_at_gmt: toGmtIso(savedAt), lock: lockJson(lock) } }
      })
    },
  }),
  defineCall({
    ...common,
    summary: 'Deletes the draft of the authenticated user',
    method: 'DELETE',
    path: `${path}/draft`,
    query: z.object({ session: session.optional() }),
    async handler(shop: BuilderShop, { id, query, user }) {
      if (!(await findBuilderPage(shop.db, id))) return invalidId
      return shop.db.transaction(async (tx) => {
        const by = query.session === undefined ? null : { userId: user.id, session: query.session }
        if (by && isOtherWindow(await renewLock(tx, id, by, shop.now()), by)) return { json: { deleted: false } }
        const { rowCount } = await tx.delete(builderDrafts).where(isDraftOf(id, user.id))
        return { json: { deleted: rowCount === 1 } }
      })
    },
  }),
  defineCall({
    ...common,
    summary: 'Acquires or renews the lock of a page. With `take_over`, takes the lock of another editor',
    method: 'POST',
    action: 'edit',
    path: `${path}/lock`,
    body: z.object({ session, take_over: z.boolean().default(false) }),
    async handler(shop: BuilderShop, { id, body, user }) {
      const now = shop.now()
      const by = { userId: user.id, session: body.session }
      return shop.db.transaction(async (tx) => {
        if (!(await findBuilderPage(tx, id))) return invalidId
        const lock = await takeLock(tx, id, { ...by, now, takesOver: body.take_over })
        return { json: { lock: lockJson(lock), is_mine: !isHeldByOther(lock, by) } }
      })
    },
  }),
  defineCall({
    ...common,
    summary: 'Releases the lock of a page, if the editor holds it',
    method: 'DELETE',
    path: `${path}/lock`,
    query: z.object({ session }),
    async handler(shop: BuilderShop, { id, query, user }) {
      if (!(await findBuilderPage(shop.db, id))) return invalidId
      const { rowCount } = await releaseLock(shop.db, id, { userId: user.id, session: query.session })
      return { json: { deleted: rowCount === 1 } }
    },
  }),
]
