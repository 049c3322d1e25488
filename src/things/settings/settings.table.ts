import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Settings by name; types and defaults are in each domain's `settings.ts`. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
