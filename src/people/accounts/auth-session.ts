import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Role } from '../../platform/access/permissions.ts'
import type { Db } from '../../platform/database/connect.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'
import { credentials, sessions, users, verifications } from './accounts.table.ts'
import type { KnownDevice } from './known-device.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { MAX_PASSWORD_LENGTH } from './password-rules.ts'
import { consumeAttempt, undoAttempt } from './sign-in-limit.ts'
import { normalizeEmail } from './users.store.ts'

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
    // The software's name; nothing shows it.
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
export async function isSessionActive(db: Db, session: { id: string; userId: number }, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, Number(session.id)), eq(sessions.userId, session.userId), gt(sessions.expiresAt, now)))
  return rows.length > 0
}

export type SignInAttempt = {
  readonly email: string
  readonly password: string
  /** False: a session cookie that ends with the browser. */
  readonly remember: boolean
  readonly clientAddress: string
  readonly userAgent: string
  /** The known device of the request. */
  readonly device?: KnownDevice | null
  /** The solved challenge of an earlier rejection, and the current time. */
  readonly proof?: { readonly text: string; readonly now: Date }
}

/** `invalid-credentials` does not reveal whether the account exists. */
export type SignInProblem =
  | { readonly kind: 'missing' | 'invalid-credentials' }
  /** `work`: difficulty of a proof that permits another attempt at once; null: the only option is to wait. */
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number; readonly work: number | null }

export type SignInResult =
  | { readonly ok: true; readonly userId: number; readonly role: Role; readonly cookies: readonly string[] }
  | { readonly ok: false; readonly problem: SignInProblem }

/** Signs in with email and password, rate limited (sign-in-limit.ts). */
export async function signIn(shop: AuthDeps, attempt: SignInAttempt): Promise<SignInResult> {
  const email = normalizeEmail(attempt.email)
  if (email === '' || attempt.password === '') return { ok: false, problem: { kind: 'missing' } }

  const limitedAttempt = {
    email,
    address: attempt.clientAddress,
    device: await deviceOf(shop, email, attempt.device ?? null),
    proof: attempt.proof ?? null,
  }
  const limit = await consumeAttempt(shop, limitedAttempt)
  if (!limit.ok) {
    const { retryAfterSeconds, work } = limit
    return { ok: false, problem: { kind: 'rate-limited', retryAfterSeconds, work } }
  }
  // No account has a password this long, and timing must not reveal whether the account exists.
  if (attempt.password.length > MAX_PASSWORD_LENGTH) return { ok: false, problem: { kind: 'invalid-credentials' } }
  try {
    const { headers, response } = await authOf(shop).api.signInEmail({
      body: { email, password: attempt.password, rememberMe: attempt.remember },
      headers: new Headers({ 'user-agent': attempt.userAgent }),
      returnHeaders: true,
    })
    await undoAttempt(shop, limitedAttempt)
    const user: { id: string; role?: unknown } = response.user
    return { ok: true, userId: Number(user.id), role: user.role as Role, cookies: headers.getSetCookie() }
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return { ok: false, problem: { kind: 'invalid-credentials' } }
    throw error
  }
}

/** The device id, if this user has signed in with the device before. */
async function deviceOf({ db }: AuthDeps, email: string, device: KnownDevice | null): Promise<string | null> {
  if (!device || device.userIds.length === 0) return null
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return user && device.userIds.includes(user.id) ? device.id : null
}

/** Ends the session of the request; returns the cookies that clear it. */
export async function signOut(shop: AuthDeps, requestHeaders: Headers): Promise<readonly string[]> {
  const { headers } = await authOf(shop).api.signOut({ headers: requestHeaders, returnHeaders: true })
  return headers.getSetCookie()
}

/**
 * A CSRF token for an action and session: 10 hexadecimal digits. Valid as long as the session, so a page left open
 * overnight still works.
 */
export const createNonce = (secret: string, action: string, sessionId: string): string =>
  sign(secret, JSON.stringify(['nonce', action, sessionId]), 'hex').slice(0, 10)

/** Verifies a nonce in constant time. */
export const verifyNonce = (secret: string, action: string, sessionId: string, nonce?: string | null): boolean =>
  isSameSignature(nonce ?? '', createNonce(secret, action, sessionId))
