import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { LoggedChange, LogKind, LogVia } from './admin-log.ts'

/**
 * Which staff member changed what, and when. A trigger refuses updates and deletions, except by the retention
 * (`pruneAdminLog`). Names are copied and there are no foreign keys, so that an entry outlives its actor and its
 * subject.
 */
export const adminLog = pgTable(
  'admin_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** Null: the shop itself. */
    userId: integer('user_id'),
    userName: text('user_name').notNull(),
    via: text('via').$type<LogVia>().notNull(),
    kind: text('kind').$type<LogKind>().notNull(),
    summary: text('summary').notNull(),
    subjectId: integer('subject_id'),
    subjectName: text('subject_name').notNull(),
    /** URL of the subject's screen in the back office, or ''. */
    link: text('link').notNull(),
    changes: jsonb('changes').$type<readonly LoggedChange[]>().notNull(),
  },
  (table) => [
    index('admin_log_at').on(table.at),
    index('admin_log_user').on(table.userId, table.id),
    index('admin_log_kind').on(table.kind, table.id),
  ],
)
