import { boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { ownerId } from '../accounts.table.ts'

export const twoFactors = pgTable('two_factors', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  userId: ownerId().unique(),
  /** Encrypted, as are the recovery codes. */
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  /** False until a first code proves that the app has the secret. */
  verified: boolean('verified').notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: timestamp('locked_until', { withTimezone: true }),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  recoveryCodesAt: timestamp('recovery_codes_at', { withTimezone: true }),
})

export const passkeys = pgTable(
  'passkeys',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: ownerId(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    createdAt: timestamp('created_at', { withTimezone: true }),
    aaguid: text('aaguid'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)
