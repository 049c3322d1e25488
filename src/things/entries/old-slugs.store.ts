import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
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

/**
 * Those of the slugs at which visitors find a published entry, with its id; also one that has moved and to which they
 * redirect.
 */
export async function reachableSlugs(db: Db | Tx, kind: EntryKind, slugs: readonly string[]) {
  const current = db
    .select({ slug: entries.slug, id: entries.id })
    .from(entries)
    .where(and(eq(entries.kind, kind), inArray(entries.slug, [...slugs]), eq(entries.status, 'publish')))
  const former = db
    .select({ slug: oldSlugs.slug, id: oldSlugs.entryId })
    .from(oldSlugs)
    .innerJoin(entries, eq(entries.id, oldSlugs.entryId))
    .where(and(eq(oldSlugs.kind, kind), inArray(oldSlugs.slug, [...slugs]), eq(entries.status, 'publish')))
  return new Map((await union(current, former)).map(({ slug, id }) => [slug, id]))
}
