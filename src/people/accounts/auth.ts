import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import type { Db } from '../../platform/database/connect.ts'
import { credentials, sessions, users, verifications } from './accounts.table.ts'
import { hashPassword, verifyPassword } from './password.ts'

const DAY = 86_400

/** Dependencies of authentication. */
export type AuthDeps = { readonly db: Db; readonly url: string; readonly secret: string }

export const COOKIE_PREFIX = 'samovar'

/** Sign-in only: accounts are not created here, and the library is not exposed over HTTP. */
export function createAuth(deps: AuthDeps) {
  return betterAuth({
    appName: 'Samovar',
    baseURL: deps.url,
    secret: deps.secret,
    telemetry: { enabled: false },
    database: drizzleAdapter(deps.db, {
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
      password: { hash: hashPassword, verify: ({ password, hash }) => verifyPassword(password, hash) },
    },
    // The sign-in page has its own rate limit, in the database, shared by all processes.
    rateLimit: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: deps.url.startsWith('https:'),
      database: { generateId: 'serial' },
      ipAddress: { disableIpTracking: true },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>

const authByShop = new WeakMap<AuthDeps, Auth>()

/** The auth instance of a shop, created on first use. */
export function authOf(shop: AuthDeps): Auth {
  const existing = authByShop.get(shop)
  if (existing) return existing
  const auth = createAuth(shop)
  authByShop.set(shop, auth)
  return auth
}
