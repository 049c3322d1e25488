import { desc, eq } from 'drizzle-orm'
import type { PersonalData } from '../../platform/privacy/personal-data.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { savedItems, savedLists } from './saved.table.ts'

export const savedData: PersonalData = {
  id: 'saved-teas',
  title: 'Saved teas',
  tables: ['saved_lists', 'saved_items'],
  read: async (db, { userId }) =>
    userId === null
      ? []
      : db
          .select({ tea: entries.title, saved: savedItems.savedAt, list_name: savedLists.shareName })
          .from(savedItems)
          .innerJoin(savedLists, eq(savedLists.id, savedItems.listId))
          .innerJoin(entries, eq(entries.id, savedItems.productId))
          .where(eq(savedLists.userId, userId))
          .orderBy(desc(savedItems.savedAt), desc(savedItems.productId)),
  erase: async (tx, { userId }) =>
    userId === null
      ? 0
      : (await tx.delete(savedLists).where(eq(savedLists.userId, userId)).returning({ id: savedLists.id })).length,
}
