import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What an owner can change about the shop, by name; the shapes and defaults are in `settings.ts`. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
