import type { Context } from 'hono'
import { createElement } from 'react'
import { addressRateLimiter } from '../../../../people/abuse/rate-limit.ts'
import { signInOptions, signInWithPasskey } from '../../../../people/identity/factors/passkeys.ts'
import { SignInPage } from '../../../../people/identity/pages/sign-in-page.tsx'
import { safeRedirect } from '../../../../people/identity/safe-redirect.ts'
import { clientAddress } from '../../../../platform/web/client-address.ts'
import type { Fields } from '../account-page.tsx'
import type { AccountContext } from '../context.ts'
import { clientOf, finishSignIn } from './finish-sign-in.ts'
import { passkeyOffer } from './passkey-offer.ts'
import { signInPage } from './sign-in-answer.tsx'

/** Requests of one network in 15 minutes: each page of signing in asks once. */
const MAX_OPTIONS = 120
/** Refused passkeys of one network in 15 minutes. They cannot be guessed; checking them costs time. */
const MAX_REFUSED = 30

const limit = (name: string, max: number) => ({ name, max, seconds: 15 * 60 })

/** What the browser asks its authenticator for, as JSON; the same whoever asks. */
export async function passkeySignInOptions(context: Context, shop: AccountContext): Promise<Response> {
  const requests = addressRateLimiter(shop, limit('passkey-options', MAX_OPTIONS))
  const allowed = await requests.consume(clientAddress(context))
  if (!allowed.ok) {
    return context.json({ code: 'rate-limited' }, 429, { 'retry-after': String(allowed.retryAfterSeconds) })
  }
  const { options, cookies } = await signInOptions(shop, clientOf(context))
  for (const cookie of cookies) context.header('set-cookie', cookie, { append: true })
  return context.json(options, 200, { 'cache-control': 'no-store' })
}

/** Signs in with a passkey, in one step: it has verified its user. */
export async function passkeySignIn(context: Context, shop: AccountContext, fields: Fields): Promise<Response> {
  const redirectTo = safeRedirect(fields.redirect_to, shop.url)
  const refused = addressRateLimiter(shop, limit('passkey-refused', MAX_REFUSED))
  const client = clientOf(context)
  const allowed = await refused.consume(client.clientAddress)
  const signedIn = allowed.ok ? await signInWithPasskey(shop, client, fields.passkey ?? '') : null
  if (signedIn) {
    await refused.undo(client.clientAddress)
    return finishSignIn(context, shop, signedIn, redirectTo)
  }
  const problem = allowed.ok
    ? ({ kind: 'invalid-passkey' } as const)
    : ({ kind: 'rate-limited', retryAfterSeconds: allowed.retryAfterSeconds, work: null } as const)
  const { passkeyUrl } = passkeyOffer(shop)
  return signInPage(context, shop, 'login', createElement(SignInPage, { redirectTo, problem, passkeyUrl }), problem)
}
