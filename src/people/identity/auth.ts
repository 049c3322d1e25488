import { passkey } from '@better-auth/passkey'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { credentials, sessions, users, verifications } from './accounts.table.ts'
import { secondFactorPlugin, sessionPlugin } from './auth-plugins.ts'
import { passkeyOptions } from './factors/passkey-options.ts'
import { passkeys, twoFactors } from './factors/second-factor.table.ts'
import { hashPassword, verifyPassword } from './passwords/password.ts'

const DAY = 86_400

/** Dependencies of authentication. */
export type AuthDeps = { readonly db: Db; readonly url: string; readonly secret: string }

export const COOKIE_PREFIX = 'samovar'

/** Sign-in only: accounts are not created here, and the library is not exposed over HTTP. */
function createAuth(deps: AuthDeps) {
  return betterAuth({
    // The software's name; nothing shows it.
    appName: 'Samovar',
    baseURL: deps.url,
    secret: deps.secret,
    telemetry: { enabled: false },
    database: drizzleAdapter(deps.db, {
      provider: 'pg',
      schema: { users, sessions, credentials, verifications, twoFactors, passkeys },
      transaction: true,
    }),
    user: {
      modelName: 'users',
      additionalFields: {
        role: { type: 'string', required: true, input: false },
        disabledAt: { type: 'date', required: false, input: false },
      },
    },
    // However somebody signs in: a disabled account gets no session.
    databaseHooks: { session: { create: { before: ({ userId }) => isEnabled(deps.db, userId) } } },
    session: {
      ...{ modelName: 'sessions', expiresIn: 14 * DAY, updateAge: DAY },
      additionalFields: { confirmedAt: { type: 'date', required: false, input: false } },
      // Whether a sign-in is recent enough for a change is decided in one place, fresh-session.ts.
      freshAge: 0,
    },
    account: { modelName: 'credentials' },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: { hash: hashPassword, verify: ({ password, hash }) => verifyPassword(password, hash) },
    },
    plugins: [secondFactorPlugin(), passkey(passkeyOptions(deps.url)), sessionPlugin()],
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

async function isEnabled(db: Db, userId: string | number): Promise<boolean> {
  const enabled = and(eq(users.id, Number(userId)), isNull(users.disabledAt))
  return (await db.$count(users, enabled)) > 0
}

const authByShop = new WeakMap<AuthDeps, ReturnType<typeof createAuth>>()

/** The auth instance of a shop, created on first use. */
export function authOf(shop: AuthDeps) {
  const auth = authByShop.get(shop) ?? createAuth(shop)
  authByShop.set(shop, auth)
  return auth
}
