import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import { users } from '../../../people/identity/accounts.table.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { adminLog } from '../../../things/admin-log/admin-log.table.ts'
import { entryRevisions } from '../../../things/entries/entries.table.ts'
import { restoreRevision } from '../../../things/entries/entry-status.ts'
import type { EntrySettings } from '../../../things/entries/settings.ts'
import { productTextsWrite } from '../capabilities.ts'
import { lockProductsAndStock } from '../product-record.store.ts'
import { refreshProducts } from '../refresh-product.ts'
import { notFound } from './products/product-errors.ts'

type Shop = Pick<Platform, 'db' | 'now'> & WithSettings<EntrySettings>

const path = `${paths.restProductNames}/:id{[0-9]+}`
const common = { capability: productTextsWrite } as const

type SignedRevision = typeof entryRevisions.$inferSelect & { readonly authorName: string | null }

const revisionJson = ({ id, authorName, createdAt, title, excerpt, content }: SignedRevision) => ({
  id,
  author_name: authorName ?? '',
  date_gmt: toGmtIso(createdAt),
  name: title,
  short_description: excerpt,
  description: content,
})
export type ProductRevisionJson = ReturnType<typeof revisionJson>

export type LastChangeJson = { readonly user_name: string; readonly date_gmt: string }

/** What the screen of one product needs beside the product itself. */
export const productEditingCalls = [
  defineCall({
    ...common,
    summary: 'Revisions of the texts of a product, newest first',
    method: 'GET',
    path: `${path}/revisions`,
    async handler({ db }: Shop, { id }) {
      const revisions = await db
        .select({ ...getTableColumns(entryRevisions), authorName: users.name })
        .from(entryRevisions)
        .leftJoin(users, eq(users.id, entryRevisions.authorId))
        .where(eq(entryRevisions.entryId, id))
        .orderBy(desc(entryRevisions.id))
      return { json: revisions.map(revisionJson) }
    },
  }),
  defineCall({
    ...common,
    summary: 'Makes the texts of a revision those of its product',
    method: 'POST',
    action: 'edit',
    path: `${paths.restProductNames}/:parent{[0-9]+}/revisions/:id{[0-9]+}/restore`,
    async handler(shop: Shop, { id: revisionId, path: { parent }, user }) {
      const target = { kind: 'product', id: idOf(parent), revisionId } as const
      const now = shop.now()
      const restored = await shop.db.transaction(async (tx) => {
        // Locked before its entry, as by every save, and what searches find of it follows.
        await lockProductsAndStock(tx, [target.id])
        const result = await restoreRevision(shop, tx, target, { author: user.id, now })
        if (result.ok) await refreshProducts(tx, [target.id], now)
        return result
      })
      return restored.ok ? { json: { id: target.id } } : notFound
    },
  }),
  defineCall({
    ...common,
    summary: 'Who has changed a product last',
    method: 'GET',
    path: `${path}/last-change`,
    async handler({ db }: Shop, { id }) {
      const [last] = await db
        .select()
        .from(adminLog)
        .where(and(eq(adminLog.kind, 'product'), eq(adminLog.link, `${paths.adminProducts}${id}/`)))
        .orderBy(desc(adminLog.id))
        .limit(1)
      const json: LastChangeJson = { user_name: last?.userName ?? '', date_gmt: last ? toGmtIso(last.at) : '' }
      return { json }
    },
  }),
]
