import { type AjaxHandler, ajaxText } from '../../platform/web/ajax.ts'
import type { AuthDeps } from './auth.ts'
import { type AuthSession, createNonce, currentAuthSession, verifyNonce } from './auth-session.ts'
import { REST_NONCE } from './principal.ts'

/** Replaces the session id. All guests share one nonce, because it is part of cached pages. */
const GUEST = 'guest'

type WithSecret = { readonly secret: string }

export const restNonceOf = ({ secret }: WithSecret, session: AuthSession | null): string =>
  createNonce(secret, REST_NONCE, session?.sessionId ?? GUEST)

export function holderOfRestNonce({ secret }: WithSecret, session: AuthSession | null, nonce: string) {
  if (session && verifyNonce(secret, REST_NONCE, session.sessionId, nonce)) return 'customer'
  return verifyNonce(secret, REST_NONCE, GUEST, nonce) ? 'guest' : null
}

/** `POST admin-ajax.php`, action `rest-nonce`: the nonce for cached pages; '' for a guest. */
export const restNonceCall: AjaxHandler<AuthDeps> = async (context, shop) => {
  const session = await currentAuthSession(context, shop)
  return ajaxText(context, session ? restNonceOf(shop, session) : '', 200)
}
