import { asc, eq } from 'drizzle-orm'
import type { PersonalData } from '../../platform/privacy/personal-data.ts'
import { entries, entryRevisions } from './entries.table.ts'

/** Posts and pages written by one of the staff. They are the shop's and stay, without an author. */
export const entryData: PersonalData = {
  id: 'writing',
  title: 'Posts and pages you wrote',
  isForStaff: true,
  tables: ['entries', 'entry_revisions'],
  read: async (db, { userId }) =>
    userId === null
      ? []
      : db
          .select({
            kind: entries.kind,
            title: entries.title,
            status: entries.status,
            written: entries.createdAt,
            changed: entries.updatedAt,
          })
          .from(entries)
          .where(eq(entries.authorId, userId))
          .orderBy(asc(entries.id)),
  async erase(tx, { userId }) {
    if (userId === null) return 0
    await tx.update(entryRevisions).set({ authorId: null }).where(eq(entryRevisions.authorId, userId))
    const anonymous = { authorId: null }
    const written = await tx
      .update(entries)
      .set(anonymous)
      .where(eq(entries.authorId, userId))
      .returning({ id: entries.id })
    return written.length
  },
}
