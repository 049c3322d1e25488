import { createHmac } from 'node:crypto'
import { sign, verify } from 'hono/jwt'
import { isSessionId, SESSION_SECONDS } from '../cart/session.ts'
import type { Shop } from '../shop.ts'

const ISSUER = 'store-api'

/** A key of its own, so that a token can never pass for anything else that the shop signs. */
const keyOf = (secret: string): string => createHmac('sha256', secret).update('cart-token').digest('hex')

/** The session as a token that programs without cookies keep: HS256, two days (store-cart-token.json). */
export async function makeCartToken(shop: Pick<Shop, 'secret' | 'now'>, sessionId: string): Promise<string> {
  const issuedAt = Math.floor(shop.now().getTime() / 1000)
  const payload = { user_id: sessionId, exp: issuedAt + SESSION_SECONDS, iss: ISSUER, iat: issuedAt }
  return sign(payload, keyOf(shop.secret), 'HS256')
}

/** The session a token names; a forged, foreign or ended one names none and counts as not sent. */
export async function readCartToken(
  shop: Pick<Shop, 'secret' | 'now'>,
  token: string | undefined,
): Promise<string | null> {
  if (token === undefined || token.length > 1000) return null
  // The moment is the shop's own, so the library must not look at the machine's clock.
  const payload = await verify(token, keyOf(shop.secret), {
    alg: 'HS256',
    iss: ISSUER,
    exp: false,
    iat: false,
    nbf: false,
  }).catch(() => null)
  if (!payload || typeof payload.exp !== 'number' || payload.exp * 1000 <= shop.now().getTime()) return null
  return typeof payload.user_id === 'string' && isSessionId(payload.user_id) ? payload.user_id : null
}
