import { isAPIError } from 'better-auth/api'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { isStaff, type Role } from '../../platform/access/permissions.ts'
import type { Db } from '../../platform/database/connect.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import type { CookieDeclaration } from '../../platform/web/cookie-declaration.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'
import { sessions } from './accounts.table.ts'
import { type AuthDeps, authOf, COOKIE_PREFIX } from './auth.ts'

export type User = { readonly id: number; readonly email: string; readonly name: string; readonly role: Role }
export type AuthSession = {
  readonly user: User
  readonly sessionId: string
  readonly provenAt: Date
  /** Whether the account has a second factor, which was then checked for this session. */
  readonly hasSecondFactor: boolean
}

/** Name of the session cookie; on https the prefix makes browsers enforce it. */
export const sessionCookie = (shopUrl: string): string =>
  `${shopUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`

export const authCookies: readonly CookieDeclaration[] = [
  {
    name: sessionCookie('http:'),
    purpose: 'keeps you signed in',
    lifetime: 'two weeks, or until you close the browser',
  },
  {
    name: `${COOKIE_PREFIX}.trust_device`,
    purpose: 'remembers that you asked for no second factor on this device',
    lifetime: '30 days',
  },
  {
    name: `${COOKIE_PREFIX}.*`,
    purpose: 'holds a step of a sign-in by code or passkey, or that you want to be signed out with the browser',
    lifetime: 'minutes, or until you close the browser',
  },
]

const perRequest = new WeakMap<Request, Promise<AuthSession | null>>()

export function currentAuthSession(context: Context, shop: AuthDeps): Promise<AuthSession | null> {
  if (!getCookie(context, sessionCookie(shop.url))) return Promise.resolve(null)
  const session = perRequest.get(context.req.raw) ?? loadAuthSession(context, shop)
  perRequest.set(context.req.raw, session)
  return session
}

export const currentUser = async (context: Context, shop: AuthDeps): Promise<User | null> =>
  (await currentAuthSession(context, shop))?.user ?? null

/** Treats the rest of this request as a guest's: no nonce proves that the shop's own page sent it. */
export const actAsGuest = (context: Context): void => void perRequest.set(context.req.raw, Promise.resolve(null))

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
  for (const cookie of headers.getSetCookie()) context.header('set-cookie', cookie, { append: true })
  if (response) await recordActivity(shop, response.session)
  return toAuthSession(response)
}

type BetterAuthSession = Awaited<ReturnType<ReturnType<typeof authOf>['api']['getSession']>>

/** Maximum age of a session, however often it is used (OWASP, Session Management: absolute timeout). */
const MAX_SESSION_MS = { customer: 180 * DAY_MS, staff: 30 * DAY_MS } as const

function toAuthSession(data: BetterAuthSession): AuthSession | null {
  if (!data) return null
  const { id, email, name, disabledAt, twoFactorEnabled } = data.user
  if (disabledAt) return null
  const { createdAt, confirmedAt } = data.session
  const role = data.user.role as Role
  // Compared with the system clock, because the library extends sessions by it.
  if (Date.now() - createdAt.getTime() > MAX_SESSION_MS[isStaff({ role }) ? 'staff' : 'customer']) return null
  return {
    user: { id: Number(id), email, name, role },
    sessionId: data.session.id,
    provenAt: confirmedAt ?? createdAt,
    hasSecondFactor: twoFactorEnabled === true,
  }
}

const ACTIVITY_MS = 3_600_000

/** A trigger notes the activity with the account. */
async function recordActivity({ db }: AuthDeps, session: { readonly id: string; readonly updatedAt: Date }) {
  const now = new Date()
  if (now.getTime() - session.updatedAt.getTime() < ACTIVITY_MS) return
  await db
    .update(sessions)
    .set({ updatedAt: now })
    .where(eq(sessions.id, Number(session.id)))
}

export async function isSessionActive(db: Db, session: { id: string; userId: number }, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, Number(session.id)), eq(sessions.userId, session.userId), gt(sessions.expiresAt, now)))
  return rows.length > 0
}

export async function signOut(shop: AuthDeps, requestHeaders: Headers): Promise<readonly string[]> {
  const { headers } = await authOf(shop).api.signOut({ headers: requestHeaders, returnHeaders: true })
  return headers.getSetCookie()
}

/** A nonce of 10 hexadecimal digits, valid as long as the session, so that a page left open overnight still works. */
export const createNonce = (secret: string, action: string, sessionId: string): string =>
  sign(secret, JSON.stringify(['nonce', action, sessionId]), 'hex').slice(0, 10)

export const verifyNonce = (secret: string, action: string, sessionId: string, nonce?: string | null): boolean =>
  isSameSignature(nonce ?? '', createNonce(secret, action, sessionId))
