import { asc } from 'drizzle-orm'
import { namesPerson, type PersonalData } from '../../platform/privacy/personal-data.ts'
import { media } from './media.table.ts'

const uploader = { userId: media.authorId }

/** Files uploaded by a staff member. They belong to the shop, and stay without an author. */
export const mediaData: PersonalData = {
  id: 'uploads',
  title: 'Files you uploaded',
  tables: ['media'],
  isForStaff: true,
  detach: 'erase',
  read: (db, person) =>
    db
      .select({ file: media.path, title: media.title, added: media.createdAt })
      .from(media)
      .where(namesPerson(person, uploader))
      .orderBy(asc(media.id)),
  erase: async (tx, person) =>
    (await tx.update(media).set({ authorId: null }).where(namesPerson(person, uploader))).rowCount ?? 0,
}
