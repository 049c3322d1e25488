import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '../accounts.table.ts'

/** Consents of people: the text as shown, when and where. */
export const consents = pgTable(
  'consents',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    kind: text('kind').$type<'terms' | 'registration' | 'emails'>().notNull(),
    /** False if it was withdrawn. */
    isGiven: boolean('is_given').notNull().default(true),
    text: text('text').notNull(),
    /** The form: 'Checkout', 'Order payment'. */
    place: text('place').notNull(),
    orderId: integer('order_id'),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('consents_user').on(table.userId),
    index('consents_email').on(table.email),
    uniqueIndex('consents_once').on(table.orderId, table.kind, table.place, table.text),
    check('consents_text', sql`${table.text} <> ''`),
  ],
)
