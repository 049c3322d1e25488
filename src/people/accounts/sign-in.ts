import { isAPIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { Role } from '../../platform/access/permissions.ts'
import type { Platform } from '../../platform/web/context.ts'
import { users } from './accounts.table.ts'
import { authOf } from './auth.ts'
import { normalizeEmail } from './create-user.ts'
import type { KnownDevice } from './known-device.ts'
import { MAX_PASSWORD_LENGTH } from './password-rules.ts'
import { consumeAttempt, undoAttempt } from './sign-in-limit.ts'

export type SignInAttempt = {
  readonly email: string
  readonly password: string
  /** False: the sign-in ends with the browser. */
  readonly remember: boolean
  readonly clientAddress: string
  readonly userAgent: string
  /** The browser it comes from, when the shop knows it. */
  readonly device?: KnownDevice | null
  /** The solved challenge of an earlier refusal, and the time now. */
  readonly proof?: { readonly text: string; readonly now: Date }
}

/** `invalid-credentials` never says whether the address or the password was: nobody learns who has an account. */
export type SignInProblem =
  | { readonly kind: 'missing' | 'invalid-credentials' }
  /** `work`: a proof of so many times the usual work is let in at once; null: only waiting helps. */
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number; readonly work: number | null }

export type SignInResult =
  | { readonly ok: true; readonly userId: number; readonly role: Role; readonly cookies: readonly string[] }
  | { readonly ok: false; readonly problem: SignInProblem }

/** Signs somebody in with e-mail and password, at most so many times in a quarter of an hour (sign-in-limit.ts). */
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
  // No account has such a password, and looking for one would take another time where there is an account.
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

/** The name of a known browser, where it is this person who has signed in with it. */
async function deviceOf(shop: Pick<Platform, 'db'>, email: string, device: KnownDevice | null): Promise<string | null> {
  if (!device || device.userIds.length === 0) return null
  const [user] = await shop.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return user && device.userIds.includes(user.id) ? device.id : null
}

/** Ends the sign-in that the request carries; returns the cookies that make the browser forget it. */
export async function signOut(
  shop: Pick<Platform, 'db' | 'secret' | 'url'>,
  requestHeaders: Headers,
): Promise<readonly string[]> {
  const { headers } = await authOf(shop).api.signOut({ headers: requestHeaders, returnHeaders: true })
  return headers.getSetCookie()
}
