import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import type { Db } from '../../platform/database/connect.ts'
import { credentials, sessions, users, verifications } from './accounts.table.ts'
import { hashPassword, verifyPassword } from './password.ts'

const DAY = 86_400

/** What signing in needs of a shop. */
export type AuthDeps = { readonly db: Db; readonly url: string; readonly secret: string }

export const COOKIE_PREFIX = 'samovar'

/** Everybody who asks may sign in; nobody can make an account, or call this over HTTP: our own pages do that. */
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
    // Our sign-in page counts attempts itself, in the database, for all processes together.
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

/** The one sign-in machinery of a shop, made when somebody first needs it. */
export function authOf(shop: AuthDeps): Auth {
  const existing = authByShop.get(shop)
  if (existing) return existing
  const auth = createAuth(shop)
  authByShop.set(shop, auth)
  return auth
}
