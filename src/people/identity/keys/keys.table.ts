import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Principal } from '../../../platform/rest/call.ts'
import { ownerId } from '../accounts.table.ts'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** REST API keys, as in WooCommerce. Neither key nor secret is stored: see `api-keys.store.ts`. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: ownerId(),
    description: text('description').notNull(),
    permissions: text('permissions').$type<Principal['permissions']>().notNull(),
    keyHash: text('key_hash').notNull(),
    /** The last seven characters of the key, to tell keys apart. */
    truncatedKey: text('truncated_key').notNull(),
    createdAt: time('created_at').notNull(),
    lastAccess: time('last_access'),
  },
  (table) => [uniqueIndex('api_keys_hash').on(table.keyHash), index('api_keys_user').on(table.userId)],
)

export const apiKeyNonces = pgTable(
  'api_key_nonces',
  {
    keyId: integer('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    nonce: text('nonce').notNull(),
    usedAt: time('used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.nonce] }),
    index('api_key_nonces_used').on(table.keyId, table.usedAt),
  ],
)

/** Application passwords, as in WordPress; only a keyed hash is stored. */
export const applicationPasswords = pgTable(
  'application_passwords',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    /** The application's own id, or ''. */
    appId: text('app_id').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: time('created_at').notNull(),
    lastUsed: time('last_used'),
    lastIp: text('last_ip'),
  },
  (table) => [
    uniqueIndex('application_passwords_hash').on(table.passwordHash),
    uniqueIndex('application_passwords_name').on(table.userId, table.name),
  ],
)
