import { and, eq, type SQL } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { builderDrafts } from './builder.table.ts'

export type Draft = typeof builderDrafts.$inferSelect

export const isDraftOf = (entryId: number, userId: number): SQL | undefined =>
  and(eq(builderDrafts.entryId, entryId), eq(builderDrafts.userId, userId))

export const findDraft = (db: Db | Tx, entryId: number, userId: number): Promise<Draft | null> =>
  db.select().from(builderDrafts).where(isDraftOf(entryId, userId)).then(firstOf)

export async function saveDraft(db: Db | Tx, draft: Draft): Promise<void> {
  const { document, title, baseVersion, savedAt } = draft
  await db
    .insert(builderDrafts)
    .values(draft)
    .onConflictDoUpdate({
      target: [builderDrafts.entryId, builderDrafts.userId],
      set: { document, title, baseVersion, savedAt },
    })
}
