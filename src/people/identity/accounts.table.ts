import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Role } from '../../platform/access/permissions.ts'
import type { Address } from '../addresses/address.ts'

/** User accounts: customers and staff. Columns as better-auth expects them, plus our own. */
export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** Set when an emailed link is used. Guest orders with this address then belong to the account. */
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** The last sign-in or renewal of a session, kept by a trigger on `sessions`. */
    lastActiveAt: timestamp('last_active_at', { withTimezone: true }).notNull().defaultNow(),
    role: text('role').$type<Role>().notNull().default('customer'),
    /** Since then sign-ins and API keys are refused. The person remains the author of existing texts. */
    disabledAt: timestamp('disabled_at', { withTimezone: true }),
    billing: jsonb('billing').$type<Partial<Address>>().notNull().default({}),
    shipping: jsonb('shipping').$type<Partial<Address>>().notNull().default({}),
    meta: jsonb('meta').$type<Record<string, unknown>>().notNull().default({}),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    lastSignInAt: timestamp('last_sign_in_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    index('users_last_active').on(table.lastActiveAt),
    index('users_name').on(sql`lower(${table.name})`, table.id),
    index('users_registered').on(table.createdAt, table.id),
    index('users_role').on(table.role, table.id),
    index('users_search').using(
      'gin',
      sql`unaccent_lower(${table.name}) gin_trgm_ops`,
      sql`unaccent_lower(${table.email}) gin_trgm_ops`,
    ),
  ],
)

/** Foreign key of rows that are deleted with their account. */
export const ownerId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: ownerId(),
    token: text('token').notNull().unique(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** Time of the last password entry or passkey use in this session. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** Sign-in methods; provider `credential` has the password hash (argon2id). */
export const credentials = pgTable(
  'credentials',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: ownerId(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamp('access_token_expires_at', { withTimezone: true }),
    refreshTokenExpiresAt: timestamp('refresh_token_expires_at', { withTimezone: true }),
    scope: text('scope'),
    password: text('password'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('credentials_user').on(table.userId)],
)

/** Keys of emailed links and cookies (tokens.store.ts), and better-auth's own. Anyone can create rows by a request. */
export const verifications = pgTable(
  'verifications',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** The owner, if the value is a user id or begins with one. */
    userId: integer('user_id').generatedAlwaysAs(
      sql`case when value ~ '^[0-9]{1,9}$' then value::integer else substring(value from '^\\{"userId":([0-9]{1,9})[,}]')::integer end`,
    ),
    /** The email address of a request, or the old one of a change, with JSON escapes. */
    email: text('email').generatedAlwaysAs(
      sql`substring(value from '^\\{(?:"userId":[0-9]+,"oldEmail"|"email"):"((?:[^"\\\\]|\\\\.)*)"')`,
    ),
  },
  (table) => [
    index('verifications_identifier').on(table.identifier),
    index('verifications_user').on(table.userId),
    index('verifications_email').on(table.email),
  ],
)
