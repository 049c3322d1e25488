import { isAPIError } from 'better-auth/api'
import type { Role } from '../../../platform/access/permissions.ts'
import { normalizeEmail } from '../../../platform/email-address.ts'
import { type AuthDeps, authOf, COOKIE_PREFIX } from '../auth.ts'
import { MAX_PASSWORD_LENGTH } from '../passwords/password-rules.ts'
import { findUser, isPasswordOf } from '../users.store.ts'
import type { KnownDevice } from './known-device.ts'
import { consumeAttempt, undoAttempt } from './sign-in-limit.ts'

export type SignInClient = {
  readonly clientAddress: string
  readonly userAgent: string
  readonly cookie?: string
}

export type SignInAttempt = SignInClient & {
  readonly email: string
  readonly password: string
  readonly remember: boolean
  readonly device?: KnownDevice | null
  readonly proof?: { readonly text: string; readonly now: Date }
}

/** `invalid-credentials` does not reveal whether the account exists. */
export type SignInProblem =
  | { readonly kind: 'missing' | 'forged-nonce' | 'invalid-credentials' | 'invalid-passkey' }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number; readonly work: number | null }

/** After a correct first factor: a session, or the cookies with which the second one starts (`finishSignIn`). */
export type SignInOutcome =
  | { readonly ok: true; readonly userId: number; readonly role: Role; readonly cookies: readonly string[] }
  | { readonly ok: false; readonly problem: { readonly kind: 'second-factor'; readonly cookies: readonly string[] } }

export type SignInResult = SignInOutcome | { readonly ok: false; readonly problem: SignInProblem }

export async function signIn(shop: AuthDeps, attempt: SignInAttempt): Promise<SignInResult> {
  const email = normalizeEmail(attempt.email)
  if (email === '' || attempt.password === '') return { ok: false, problem: { kind: 'missing' } }

  const user = await findUser(shop.db, email)
  const limitedAttempt = {
    email,
    address: attempt.clientAddress,
    device: user && attempt.device?.userIds.includes(user.id) ? attempt.device.id : null,
    proof: attempt.proof ?? null,
  }
  const limit = await consumeAttempt(shop, limitedAttempt)
  if (!limit.ok) {
    const { retryAfterSeconds, work } = limit
    return { ok: false, problem: { kind: 'rate-limited', retryAfterSeconds, work } }
  }
  // No account has a password this long, and timing must not reveal whether the account exists.
  if (attempt.password.length > MAX_PASSWORD_LENGTH) return { ok: false, problem: { kind: 'invalid-credentials' } }
  const isRight = await isPasswordOf(shop.db, user?.id ?? 0, attempt.password)
  if (!user || !isRight) return { ok: false, problem: { kind: 'invalid-credentials' } }
  try {
    const outcome = await beginSession(shop, { userId: user.id, remember: attempt.remember, client: attempt })
    await undoAttempt(shop, limitedAttempt)
    return outcome
  } catch (error) {
    // The account is disabled, or has just been deleted.
    if (isAPIError(error) && error.statusCode < 500) return { ok: false, problem: { kind: 'invalid-credentials' } }
    throw error
  }
}

/** Continues after a first factor, such as a password or an emailed link: with the second one if the account has it. */
export async function beginSession(
  shop: AuthDeps,
  { userId, remember, client }: { readonly userId: number; readonly remember: boolean; readonly client: SignInClient },
): Promise<SignInOutcome> {
  const session = await authOf(shop).api.beginSession({
    body: { userId, remember },
    headers: signInHeaders(client),
    returnHeaders: true,
  })
  return outcomeOf(shop, session, { ...client, remember })
}

/** Result of a library call that starts a session; its plugin decides whether a second factor is required. */
export function outcomeOf(
  shop: AuthDeps,
  { headers, response }: { readonly headers: Headers; readonly response: object },
  { cookie = '', remember }: { readonly cookie?: string | undefined; readonly remember: boolean },
): SignInOutcome {
  const cookies = headers.getSetCookie()
  // The cookie of an earlier sign-in without “remember me” would shorten this one too.
  if (remember && cookie.includes(`${COOKIE_PREFIX}.dont_remember=`)) {
    const secure = shop.url.startsWith('https:')
    const name = `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.dont_remember`
    cookies.push(`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`)
  }
  if ('user' in response) {
    const { id, role } = response.user as { id: string | number; role?: unknown }
    return { ok: true, userId: Number(id), role: role as Role, cookies }
  }
  return { ok: false, problem: { kind: 'second-factor', cookies } }
}

const SIGN_IN_COOKIES = ['trust_device', 'two_factor', 'dont_remember', 'passkey_challenge']

/** Leaves out the cookie of an earlier session: codes would be checked for its account, without a limit. */
export function signInHeaders({ userAgent, cookie = '' }: SignInClient): Headers {
  const signInCookie = new RegExp(`^(?:__Secure-)?${COOKIE_PREFIX}\\.(?:${SIGN_IN_COOKIES.join('|')})=`)
  const signInCookies = cookie.split(/;\s*/).filter((pair) => signInCookie.test(pair))
  return new Headers({ 'user-agent': userAgent, ...(signInCookies.length > 0 && { cookie: signInCookies.join('; ') }) })
}
