import { and, eq, inArray, lte } from 'drizzle-orm'
import { type Db, type Tx } from '../../platform/database/connect.ts'
import type { WithSettings } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { findEntryById } from './entries.store.ts'
import { entries } from './entries.table.ts'
import { type ContentKind, entryTags, isPublic } from './entry.ts'
import { findRevision } from './revisions.store.ts'
import { lockEntry, type SavedBy, type SaveProblem, type SaveResult, saveEntry } from './save-entry.ts'
import type { EntrySettings } from './settings.ts'

type Target = { readonly kind: ContentKind; readonly id: number; readonly version?: number | undefined }

/** Restores an entry from the trash with its former status, and its former URL if that is still free. */
export async function restoreEntry(
  shop: WithSettings<EntrySettings>,
  db: Db | Tx,
  target: Target,
  by: SavedBy,
): Promise<SaveResult> {
  const entry = await findEntryById(db, target.kind, target.id)
  if (!entry) return { ok: false, problem: { kind: 'no-such-entry' } }
  const status = entry.status === 'trash' ? (entry.statusBeforeTrash ?? 'draft') : entry.status
  return saveEntry(shop, db, { ...target, version: entry.version, status }, by)
}

export type RestoreProblem = SaveProblem | { readonly kind: 'no-such-revision' }

/** Saves the texts of a revision as a new version. Status, URL and picture stay. */
export async function restoreRevision(
  shop: WithSettings<EntrySettings>,
  db: Db | Tx,
  { revisionId, ...target }: Target & { readonly revisionId: number },
  by: SavedBy,
): Promise<SaveResult | { readonly ok: false; readonly problem: RestoreProblem }> {
  const revision = await findRevision(db, target.id, revisionId)
  if (!revision) return { ok: false, problem: { kind: 'no-such-revision' } }
  const { title, excerpt, content, builderDocument, fields } = revision
  return saveEntry(shop, db, { ...target, title, excerpt, content, builderDocument, fields }, by)
}

/** Deletes an entry permanently, with comments and revisions; child pages move up to its parent. */
export const deleteEntry = (
  db: Db | Tx,
  { kind, id }: Target,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly problem: SaveProblem }> =>
  db.transaction(async (tx) => {
    const entry = await lockEntry(tx, kind, id)
    if (!entry) return { ok: false, problem: { kind: 'no-such-entry' } }
    await tx.update(entries).set({ parentId: entry.parentId }).where(eq(entries.parentId, id))
    await tx.delete(entries).where(eq(entries.id, id))
    if (isPublic(entry)) await invalidatePageTags(tx, entryTags(entry))
    return { ok: true }
  })

const scheduledKinds: ContentKind[] = ['post', 'page', 'project']

/**
 * Publishes everything scheduled until `now`, also what became due while the shop was down. An entry that is being
 * saved is left to that save. The version stays the same, so that open editors are not refused.
 */
export const publishScheduled = (db: Db, now: Date): Promise<number[]> =>
  db.transaction(async (tx) => {
    const published = await tx
      .update(entries)
      .set({ status: 'publish', wasPublished: true, updatedAt: now })
      .where(and(eq(entries.status, 'future'), lte(entries.publishedAt, now), inArray(entries.kind, scheduledKinds)))
      .returning()
    await invalidatePageTags(tx, published.flatMap(entryTags))
    return published.map((entry) => entry.id)
  })
