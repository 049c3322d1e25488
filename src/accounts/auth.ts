import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import type { Db } from '../database/connect.ts'
import { credentials, sessions, users, verifications } from './accounts.table.ts'
import { hashPassword, isPassword } from './password.ts'

const DAY = 86_400

/** What signing in needs of a shop. */
export type AuthParts = { readonly db: Db; readonly url: string; readonly secret: string }

export const COOKIE_PREFIX = 'samovar'

/** Everybody who asks may sign in; nobody can make an account, or call this over HTTP: our own pages do that. */
export function createAuth(parts: AuthParts) {
  return betterAuth({
    appName: 'Samovar',
    baseURL: parts.url,
    secret: parts.secret,
    telemetry: { enabled: false },
    database: drizzleAdapter(parts.db, {
      provider: 'pg',
      schema: { users, sessions, credentials, verifications },
      transaction: true,
    }),
    user: {
      modelName: 'users',
      additionalFields: { role: { type: 'string', required: true, input: false } },
    },
    session: { modelName: 'sessions', expiresIn: 14 * DAY, updateAge: DAY },
    account: { modelName: 'credentials' },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: { hash: hashPassword, verify: ({ password, hash }) => isPassword(password, hash) },
    },
    // Our sign-in page counts attempts itself, in the database, for all processes together.
    rateLimit: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: parts.url.startsWith('https:'),
      database: { generateId: 'serial' },
      ipAddress: { disableIpTracking: true },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>

const made = new WeakMap<AuthParts, Auth>()

/** The one sign-in machinery of a shop, made when somebody first needs it. */
export function authOf(shop: AuthParts): Auth {
  const known = made.get(shop)
  if (known) return known
  const auth = createAuth(shop)
  made.set(shop, auth)
  return auth
}
