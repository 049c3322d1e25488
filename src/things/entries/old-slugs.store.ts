import { and, eq, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { type EntryKind, entries, oldSlugs } from './entries.table.ts'

export type SlugChange = { readonly id: number; readonly from: string; readonly to: string }

/**
 * Stores the former slugs of entries whose URL was public, so that these redirect. A slug that an entry uses again is
 * removed.
 */
export async function rememberSlugs(tx: Tx, kind: EntryKind, changes: readonly SlugChange[]): Promise<void> {
  if (changes.length === 0) return
  await tx
    .insert(oldSlugs)
    .values(changes.map(({ id, from }) => ({ kind, slug: from, entryId: id })))
    .onConflictDoUpdate({ target: [oldSlugs.kind, oldSlugs.slug], set: { entryId: sql`excluded.entry_id` } })
  await tx
    .delete(oldSlugs)
    .where(
      and(
        eq(oldSlugs.kind, kind),
        or(...changes.map(({ id, to }) => and(eq(oldSlugs.entryId, id), eq(oldSlugs.slug, to)))),
      ),
    )
}

/** The current slug of the published entry with this former slug; null if there is none. */
export async function findMovedSlug(db: Db | Tx, kind: EntryKind, slug: string): Promise<string | null> {
  const [row] = await db
    .select({ slug: entries.slug })
    .from(oldSlugs)
    .innerJoin(entries, eq(entries.id, oldSlugs.entryId))
    .where(and(eq(oldSlugs.kind, kind), eq(oldSlugs.slug, slug), eq(entries.status, 'publish')))
  return row?.slug ?? null
}
