import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { users } from '../../people/identity/accounts.table.ts'
import { products } from '../catalog/catalog.table.ts'

export const savedLists = pgTable(
  'saved_lists',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Random key in the guest's signed cookie. */
    guestKey: text('guest_key'),
    shareToken: text('share_token'),
    shareName: text('share_name').notNull().default(''),
    /** When a guest's list is deleted; null for a customer, whose list lasts as long as the account. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
  },
  (table) => [
    unique('saved_lists_user').on(table.userId),
    unique('saved_lists_guest').on(table.guestKey),
    unique('saved_lists_share').on(table.shareToken),
    index('saved_lists_expiry').on(table.expiresAt),
    check('saved_lists_owner', sql`(${table.userId} is null) <> (${table.guestKey} is null)`),
  ],
)

export const savedItems = pgTable(
  'saved_items',
  {
    listId: integer('list_id')
      .notNull()
      .references(() => savedLists.id, { onDelete: 'cascade' }),
    /** Never a variation: a tea is saved once, with the variation chosen last. */
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    variationId: integer('variation_id').references(() => products.id, { onDelete: 'set null' }),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.productId] }),
    index('saved_items_product').on(table.productId),
    index('saved_items_variation').on(table.variationId),
  ],
)
