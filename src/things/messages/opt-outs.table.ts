import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Optional emails that nobody wants at an address: of a customer, or of a guest who stopped them by link. */
export const mailOptOuts = pgTable(
  'mail_opt_outs',
  {
    email: text('email').notNull(),
    template: text('template').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.template] })],
)
