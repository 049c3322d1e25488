import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '../../people/identity/accounts.table.ts'
import { products } from '../catalog/catalog.table.ts'

export const stockAlerts = pgTable(
  'stock_alerts',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** A product or a variation; a variable product means any of its variations. */
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the confirm and unsubscribe links. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When the owner of the mailbox confirmed; before, only the confirmation email is sent. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    /** In stock since; null while it is sold out. */
    availableSince: timestamp('available_since', { withTimezone: true }),
    notifiedAt: timestamp('notified_at', { withTimezone: true }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('stock_alerts_once').on(table.email, table.productId).where(sql`${table.notifiedAt} is null`),
    index('stock_alerts_waiting').on(table.productId, table.id).where(sql`${table.notifiedAt} is null`),
    index('stock_alerts_notified').on(table.productId, table.notifiedAt),
    index('stock_alerts_user').on(table.userId),
    // For deleting all alerts of an address that unsubscribes.
    index('stock_alerts_email').on(table.email),
    index('stock_alerts_expiry').on(table.expiresAt),
  ],
)
