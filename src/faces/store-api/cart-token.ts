import { createHmac } from 'node:crypto'
import { sign, verify } from 'hono/jwt'
import { isSessionActive } from '../../people/accounts/auth-session.ts'
import type { Platform } from '../../platform/web/context.ts'
import { isCustomerKey } from '../../shop/cart/cart.ts'
import { isSessionKey, SESSION_SECONDS } from '../../shop/cart/cart-session.ts'

const ISSUER = 'store-api'

/** A derived key, so that a token is not valid for any other purpose. */
const keyOf = (secret: string): string => createHmac('sha256', secret).update('cart-token').digest('hex')

/** The cart of a token; a customer's is valid only while the session is. */
export type CartOwner = { readonly sessionKey: string; readonly authSessionId: string }

/**
 * A session token for clients without cookies: HS256, valid two days (store-cart-token.json). A customer's token also
 * names the session it ends with (`sid`).
 */
export async function makeCartToken(shop: Pick<Platform, 'now' | 'secret'>, owner: CartOwner): Promise<string> {
  const issuedAt = Math.floor(shop.now().getTime() / 1000)
  const payload = { user_id: owner.sessionKey, exp: issuedAt + SESSION_SECONDS, iss: ISSUER, iat: issuedAt }
  const claims = isCustomerKey(owner.sessionKey) ? { ...payload, sid: owner.authSessionId } : payload
  return sign(claims, keyOf(shop.secret), 'HS256')
}

/** The cart of a token. Forged, foreign and expired tokens are treated as missing. */
export async function verifyCartToken(
  shop: Pick<Platform, 'db' | 'now' | 'secret'>,
  token: string | undefined,
): Promise<CartOwner | null> {
  if (token === undefined || token.length > 1000) return null
  // Uses the shop's clock instead of the system's.
  const payload = await verify(token, keyOf(shop.secret), {
    alg: 'HS256',
    iss: ISSUER,
    exp: false,
    iat: false,
    nbf: false,
  }).catch(() => null)
  if (!payload || typeof payload.exp !== 'number' || payload.exp * 1000 <= shop.now().getTime()) return null
  const { user_id: id, sid } = payload
  if (typeof id !== 'string' || !isSessionKey(id)) return null
  if (!isCustomerKey(id)) return { sessionKey: id, authSessionId: '' }
  if (typeof sid !== 'string') return null
  const isAlive = await isSessionActive(shop.db, { id: sid, userId: Number(id) }, shop.now())
  return isAlive ? { sessionKey: id, authSessionId: sid } : null
}
