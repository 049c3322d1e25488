import { index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Role } from '../../platform/access/permissions.ts'
import { users } from '../identity/accounts.table.ts'

/** Open invitations to the staff. Accepted and withdrawn ones are deleted, but stay in the admin log. */
export const invitations = pgTable(
  'staff_invitations',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    email: text('email').notNull(),
    role: text('role').$type<Role>().notNull(),
    /** Hash of the key in the link; the key itself is only in the email. */
    keyHash: text('key_hash').notNull(),
    /** An invitation ends when its author loses the right to invite. */
    invitedBy: integer('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('staff_invitations_email').on(table.email),
    uniqueIndex('staff_invitations_key').on(table.keyHash),
    index('staff_invitations_by').on(table.invitedBy),
  ],
)
