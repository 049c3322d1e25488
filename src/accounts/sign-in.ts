import { isAPIError } from 'better-auth/api'
import type { Shop } from '../shop.ts'
import { authOf } from './auth.ts'
import { normalEmail } from './create-user.ts'
import type { Role } from './permissions.ts'
import { signInLimit } from './sign-in-limit.ts'

export type SignInAttempt = {
  readonly email: string
  readonly password: string
  /** False: the sign-in ends with the browser. */
  readonly remember: boolean
  readonly clientAddress: string
  readonly userAgent: string
}

/** `wrong` never says whether the address or the password was: nobody learns who has an account. */
export type SignInProblem =
  | { readonly kind: 'missing' | 'wrong' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }

export type SignInResult =
  | { readonly ok: true; readonly userId: number; readonly role: Role; readonly cookies: readonly string[] }
  | { readonly ok: false; readonly problem: SignInProblem }

type SignInShop = Pick<Shop, 'db' | 'url' | 'secret'>

/** Signs somebody in with e-mail and password, at most so many times in a quarter of an hour. */
export async function signIn(shop: SignInShop, attempt: SignInAttempt): Promise<SignInResult> {
  const email = normalEmail(attempt.email)
  if (email === '' || attempt.password === '') return { ok: false, problem: { kind: 'missing' } }

  const limit = signInLimit(shop)
  const counted = await limit.count(email, attempt.clientAddress)
  if (!counted.ok) {
    return { ok: false, problem: { kind: 'limited', retryAfterSeconds: counted.retryAfterSeconds } }
  }
  try {
    const { headers, response } = await authOf(shop).api.signInEmail({
      body: { email, password: attempt.password, rememberMe: attempt.remember },
      headers: new Headers({ 'user-agent': attempt.userAgent }),
      returnHeaders: true,
    })
    await limit.forgive(email, attempt.clientAddress)
    const user: { id: string; role?: unknown } = response.user
    return { ok: true, userId: Number(user.id), role: user.role as Role, cookies: headers.getSetCookie() }
  } catch (refusal) {
    if (isAPIError(refusal) && refusal.statusCode < 500) return { ok: false, problem: { kind: 'wrong' } }
    throw refusal
  }
}

/** Ends the sign-in that the request carries; returns the cookies that make the browser forget it. */
export async function signOut(shop: SignInShop, requestHeaders: Headers): Promise<readonly string[]> {
  const { headers } = await authOf(shop).api.signOut({ headers: requestHeaders, returnHeaders: true })
  return headers.getSetCookie()
}
