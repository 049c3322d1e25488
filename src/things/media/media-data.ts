import { asc, eq } from 'drizzle-orm'
import type { PersonalData } from '../../platform/privacy/personal-data.ts'
import { media } from './media.table.ts'

/** Files uploaded by one of the staff. They are the shop's and stay, without a name. */
export const mediaData: PersonalData = {
  id: 'uploads',
  title: 'Files you uploaded',
  isForStaff: true,
  tables: ['media'],
  read: async (db, { userId }) =>
    userId === null
      ? []
      : db
          .select({ file: media.path, title: media.title, added: media.createdAt })
          .from(media)
          .where(eq(media.authorId, userId))
          .orderBy(asc(media.id)),
  erase: async (tx, { userId }) =>
    userId === null
      ? 0
      : (await tx.update(media).set({ authorId: null }).where(eq(media.authorId, userId)).returning({ id: media.id }))
          .length,
}
