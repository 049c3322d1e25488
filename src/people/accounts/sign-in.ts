import { isAPIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { Role } from '../../platform/access/permissions.ts'
import type { Platform } from '../../platform/web/context.ts'
import { users } from './accounts.table.ts'
import { authOf } from './auth-session.ts'
import type { KnownDevice } from './known-device.ts'
import { MAX_PASSWORD_LENGTH } from './password-rules.ts'
import { consumeAttempt, undoAttempt } from './sign-in-limit.ts'
import { normalizeEmail } from './users.store.ts'

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
export async function signIn(
  shop: Pick<Platform, 'db' | 'secret' | 'url'>,
  attempt: SignInAttempt,
): Promise<SignInResult> {
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
async function deviceOf(shop: Pick<Platform, 'db'>, email: string, device: KnownDevice | null): Promise<string | null> {
  if (!device || device.userIds.length === 0) return null
  const [user] = await shop.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return user && device.userIds.includes(user.id) ? device.id : null
}

/** Ends the session of the request; returns the cookies that clear it. */
export async function signOut(
  shop: Pick<Platform, 'db' | 'secret' | 'url'>,
  requestHeaders: Headers,
): Promise<readonly string[]> {
  const { headers } = await authOf(shop).api.signOut({ headers: requestHeaders, returnHeaders: true })
  return headers.getSetCookie()
}
