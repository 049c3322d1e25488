import { index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Role } from '../../platform/access/permissions.ts'
import { users } from '../identity/accounts.table.ts'

/** Invitations to the staff that are open: an accepted or withdrawn one is deleted, and stays in the admin log. */
export const invitations = pgTable(
  'staff_invitations',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    email: text('email').notNull(),
    role: text('role').$type<Role>().notNull(),
    /** Hash of the key in the link; the key itself is only in the email. */
    keyHash: text('key_hash').notNull(),
    /** An invitation does not outlive the right of whoever wrote it. */
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
