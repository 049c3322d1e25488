import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Opt-outs from optional emails, made in the account or by unsubscribe link. */
export const mailOptOuts = pgTable(
  'mail_opt_outs',
  {
    email: text('email').notNull(),
    template: text('template').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.template] })],
)
