import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { ownerId } from '../identity/accounts.table.ts'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** Accounts that will be deleted, on request or because they are unused. */
export const accountDeletions = pgTable(
  'account_deletions',
  {
    userId: ownerId().primaryKey(),
    requestedAt: time('requested_at').notNull(),
    dueAt: time('due_at').notNull(),
    /** `inactive`: the account is unused; a sign-in keeps it. */
    reason: text('reason').$type<'requested' | 'inactive'>().notNull().default('requested'),
  },
  (table) => [index('account_deletions_due').on(table.dueAt)],
)

export type PrivacyEventKind = 'export' | 'deletion-requested' | 'deletion-withdrawn' | 'erasure' | 'retention'

/** Identifies accounts by number only, so that it can outlive them; `actor_id` is null for a job. */
export const privacyLog = pgTable(
  'privacy_log',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<PrivacyEventKind>().notNull(),
    userId: integer('user_id'),
    actorId: integer('actor_id'),
    details: jsonb('details').$type<Record<string, number>>().notNull().default({}),
    at: time('at').notNull(),
  },
  (table) => [index('privacy_log_user').on(table.userId)],
)
