import { bigint, index, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core'

/** Counts of attempts at a door, kept as rate-limiter-flexible reads them; `expire` is in ms since 1970. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})

/** Proofs of work that were accepted: each counts once. */
export const usedTokens = pgTable(
  'spent_proofs',
  {
    id: text('id').primaryKey(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('spent_proofs_expiry').on(table.expiresAt)],
)
