import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Role } from '../../platform/access/permissions.ts'
import type { Db } from '../../platform/database/connect.ts'
import { credentials, sessions, users, verifications } from './accounts.table.ts'
import { hashPassword, verifyPassword } from './password.ts'

export type User = { readonly id: number; readonly email: string; readonly name: string; readonly role: Role }
/** A signed-in session. Nonces are bound to its id. */
export type AuthSession = { readonly user: User; readonly sessionId: string }

/** Name of the session cookie; on https the prefix makes browsers enforce it. */
export const sessionCookie = (shopUrl: string): string =>
  `${shopUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`

const perRequest = new WeakMap<Request, Promise<AuthSession | null>>()

/** The session of this request, or null. One query per request, only if there is a session cookie. */
export function currentAuthSession(context: Context, shop: AuthDeps): Promise<AuthSession | null> {
  if (!getCookie(context, sessionCookie(shop.url))) return Promise.resolve(null)
  const session = perRequest.get(context.req.raw) ?? loadAuthSession(context, shop)
  perRequest.set(context.req.raw, session)
  return session
}

export const currentUser = async (context: Context, shop: AuthDeps): Promise<User | null> =>
  (await currentAuthSession(context, shop))?.user ?? null

/** The session created by these Set-Cookie headers. */
export async function authSessionFromCookies(shop: AuthDeps, cookies: readonly string[]): Promise<AuthSession | null> {
  const cookie = cookies.map((cookieText) => cookieText.split(';')[0]).join('; ')
  return toAuthSession(await authOf(shop).api.getSession({ headers: new Headers({ cookie }) }))
}

async function loadAuthSession(context: Context, shop: AuthDeps): Promise<AuthSession | null> {
  const getSession = () => authOf(shop).api.getSession({ headers: context.req.raw.headers, returnHeaders: true })
  const { headers, response } = await getSession().catch(async (error: unknown) => {
    // The library hides the cause of failed lookups. `select 1` rethrows the error if the database is down; otherwise
    // retry.
    if (!isAPIError(error) || error.statusCode < 500) throw error
    await shop.db.execute(sql`select 1`)
    return getSession()
  })
  // Active sessions are renewed once a day, which updates the cookie.
  for (const cookie of headers.getSetCookie()) context.header('set-cookie', cookie, { append: true })
  return toAuthSession(response)
}

type BetterAuthSession = Awaited<ReturnType<ReturnType<typeof createAuth>['api']['getSession']>>

function toAuthSession(data: BetterAuthSession): AuthSession | null {
  if (!data) return null
  const { id, email, name, role } = data.user
  return { user: { id: Number(id), email, name, role: role as Role }, sessionId: data.session.id }
}

const DAY = 86_400

/** Dependencies of authentication. */
export type AuthDeps = { readonly db: Db; readonly url: string; readonly secret: string }

export const COOKIE_PREFIX = 'samovar'

/** Sign-in only: accounts are not created here, and the library is not exposed over HTTP. */
function createAuth(deps: AuthDeps) {
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
    user: { modelName: 'users', additionalFields: { role: { type: 'string', required: true, input: false } } },
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

const authByShop = new WeakMap<AuthDeps, ReturnType<typeof createAuth>>()

/** The auth instance of a shop, created on first use. */
export function authOf(shop: AuthDeps) {
  const auth = authByShop.get(shop) ?? createAuth(shop)
  authByShop.set(shop, auth)
  return auth
}

/** Whether a session is valid: signing out, a password change and expiry end it. */
export async function isSessionActive(
  db: Db,
  session: { readonly id: string; readonly userId: number },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, Number(session.id)), eq(sessions.userId, session.userId), gt(sessions.expiresAt, now)))
  return rows.length > 0
}
