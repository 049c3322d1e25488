import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { entryRevisions } from './entries.table.ts'
import type { Entry } from './entry.ts'

export type Revision = typeof entryRevisions.$inferSelect

type Texts = Pick<Entry, 'title' | 'excerpt' | 'content' | 'builderDocument' | 'fields'>

const textsOf = ({ title, excerpt, content, builderDocument, fields }: Texts) => ({
  title,
  excerpt,
  content,
  builderDocument,
  fields,
})

type Save = {
  readonly before: Entry | null
  readonly after: Entry
  readonly author: number | null
  /** Number of revisions to keep. */
  readonly keep: number
}

/** Adds a revision if the save changed the texts, and deletes the oldest ones beyond `keep`. */
export async function keepRevision(tx: Tx, { before, after, author, keep }: Save): Promise<void> {
  if (keep === 0 || (before && isDeepStrictEqual(textsOf(before), textsOf(after)))) return
  const [newest] = before ? await listRevisions(tx, after.id, 1) : []
  // Texts without a revision, such as imported ones, get one before they are overwritten.
  const isUnknown = before && before.version > 0 && (!newest || !isDeepStrictEqual(textsOf(newest), textsOf(before)))
  await tx
    .insert(entryRevisions)
    .values([
      ...(isUnknown
        ? [{ ...textsOf(before), entryId: before.id, authorId: before.authorId, createdAt: before.updatedAt }]
        : []),
      { ...textsOf(after), entryId: after.id, authorId: author, createdAt: after.updatedAt },
    ])
  const oldestKept = tx
    .select({ id: entryRevisions.id })
    .from(entryRevisions)
    .where(eq(entryRevisions.entryId, after.id))
    .orderBy(desc(entryRevisions.id))
    .offset(keep - 1)
    .limit(1)
  await tx
    .delete(entryRevisions)
    .where(and(eq(entryRevisions.entryId, after.id), lt(entryRevisions.id, sql`(${oldestKept})`)))
}

export const listRevisions = (db: Db | Tx, entryId: number, limit = 100): Promise<Revision[]> =>
  db
    .select()
    .from(entryRevisions)
    .where(eq(entryRevisions.entryId, entryId))
    .orderBy(desc(entryRevisions.id))
    .limit(limit)

export const findRevision = (db: Db | Tx, entryId: number, id: number): Promise<Revision | null> =>
  db
    .select()
    .from(entryRevisions)
    .where(and(eq(entryRevisions.id, id), eq(entryRevisions.entryId, entryId)))
    .then(firstOf)
