import { and, eq, like, sql } from 'drizzle-orm'
import { type Db, firstOf } from '../../platform/database/connect.ts'
import { type EntryKind, entries } from '../../things/entries/entries.table.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { media } from '../../things/media/media.table.ts'

const MAX_ID = 2_147_483_647

export async function findEntry(
  db: Db,
  by: { readonly id: number; readonly kind?: EntryKind } | { readonly kind: EntryKind; readonly slug: string },
): Promise<{ readonly kind: EntryKind; readonly slug: string } | null> {
  if ('id' in by && !isId(by.id)) return null
  const isRequested = 'id' in by ? eq(entries.id, by.id) : eq(entries.slug, by.slug)
  return db
    .select({ kind: entries.kind, slug: entries.slug })
    .from(entries)
    .where(and(isRequested, by.kind && eq(entries.kind, by.kind), eq(entries.status, 'publish')))
    .limit(1)
    .then(firstOf)
}

export async function findLinkedTerm(
  db: Db,
  taxonomy: string,
  by: { readonly id: number } | { readonly slug: string },
): Promise<{ readonly slug: string } | null> {
  if ('id' in by && !isId(by.id)) return null
  return db
    .select({ slug: terms.slug })
    .from(terms)
    .where(and(eq(terms.taxonomy, taxonomy), 'id' in by ? eq(terms.id, by.id) : eq(terms.slug, by.slug)))
    .limit(1)
    .then(firstOf)
}

export async function findUploadPath(db: Db, id: number): Promise<string | null> {
  if (!isId(id)) return null
  const [row] = await db.select({ path: media.path }).from(media).where(eq(media.id, id))
  return row?.path ?? null
}

/** Whether a post was published in this year (`2026`), month (`202603`) or day (`20260314`), in the shop's time zone. */
export async function hasPostsIn(db: Db, digits: string, timeZone: string): Promise<boolean> {
  const day = sql`to_char(${entries.publishedAt} at time zone ${timeZone}, 'YYYYMMDD')`
  const [row] = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.kind, 'post'), eq(entries.status, 'publish'), like(day, `${digits}%`)))
    .limit(1)
  return row !== undefined
}

const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0 && id <= MAX_ID
