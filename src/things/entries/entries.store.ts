import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { type EntryKind, entries } from './entries.table.ts'
import type { Entry } from './entry.ts'

/** The entry of this kind with this id, whatever its status; null if there is none. */
export async function findEntryById(db: Db | Tx, kind: EntryKind, id: number): Promise<Entry | null> {
  const [row] = await db
    .select()
    .from(entries)
    .where(and(eq(entries.id, id), eq(entries.kind, kind)))
  return row ?? null
}

/** The published entry of this kind with this slug; null if there is none. */
export async function findPublished(db: Db | Tx, kind: EntryKind, slug: string): Promise<Entry | null> {
  const [row] = await db
    .select()
    .from(entries)
    .where(and(eq(entries.kind, kind), eq(entries.slug, slug), eq(entries.status, 'publish')))
  return row ?? null
}
