import { asc } from 'drizzle-orm'
import { namesPerson, type PersonalData } from '../../platform/privacy/personal-data.ts'
import { entries, entryRevisions } from './entries.table.ts'

/** Posts and pages of a staff member. They belong to the shop, and stay without an author. */
export const entryData: PersonalData = {
  id: 'writing',
  title: 'Posts and pages you wrote',
  isForStaff: true,
  tables: ['entries', 'entry_revisions'],
  read: (db, person) =>
    db
      .select({
        kind: entries.kind,
        title: entries.title,
        status: entries.status,
        written: entries.createdAt,
        changed: entries.updatedAt,
      })
      .from(entries)
      .where(namesPerson(person, { userId: entries.authorId }))
      .orderBy(asc(entries.id)),
  async erase(tx, person) {
    const anonymous = { authorId: null }
    await tx
      .update(entryRevisions)
      .set(anonymous)
      .where(namesPerson(person, { userId: entryRevisions.authorId }))
    const authoredEntries = await tx
      .update(entries)
      .set(anonymous)
      .where(namesPerson(person, { userId: entries.authorId }))
    return authoredEntries.rowCount ?? 0
  },
}
