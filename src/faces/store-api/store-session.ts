import type { Context } from 'hono'
import { sign as signToken, verify } from 'hono/jwt'
import * as auth from '../../people/identity/auth-session.ts'
import type { Platform } from '../../platform/web/context.ts'
import { isCrossSite } from '../../platform/web/security.ts'
import { sign } from '../../platform/web/signature.ts'
import { type Cart, emptyCart, loadCart } from '../../shop/cart/cart.store.ts'
import { isCustomerKey } from '../../shop/cart/cart.ts'
import {
  currentCartSession,
  isSessionKey,
  newSessionKey,
  SESSION_SECONDS,
  setCartCookies,
  startCartSession,
} from '../../shop/cart/cart-session.ts'
import { hashOfCart, priceCart } from '../../shop/cart/price-cart.ts'
import type { WithPricing } from '../../shop/pricing/context.ts'
import type { Total } from '../../shop/pricing/total.ts'
import type { StoreError } from './response.ts'

export type StoreSession = {
  readonly sessionKey: string
  /** How the caller identified the cart. `none`: the caller did not, and the session is new. */
  readonly via: 'token' | 'cookie' | 'none'
  /** The signed-in user, 0 for a guest. Clients with a cart token are guests. */
  readonly userId: number
  /** The session a nonce is bound to. Guests share one nonce, as in WooCommerce: alone it protects nothing. */
  readonly authSessionId: string
  /** The session that a customer's cart token is bound to, '' for a guest's. */
  readonly tokenAuthSessionId: string
}

export const STORE_NONCE = 'wc_store_api'

const tokenOwners = new WeakMap<Request, Promise<CartOwner | null>>()

/** The cart of this request's token, or null without a valid one. Looked up once. */
export function tokenOwner(context: Context, shop: Pick<Platform, 'db' | 'now' | 'secret'>): Promise<CartOwner | null> {
  const cached = tokenOwners.get(context.req.raw)
  if (cached) return cached
  const owner = verifyCartToken(shop, context.req.header('cart-token'))
  tokenOwners.set(context.req.raw, owner)
  return owner
}

export async function storeSession(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'>,
): Promise<StoreSession> {
  const owner = await tokenOwner(context, shop)
  if (owner) return { ...guest, sessionKey: owner.sessionKey, via: 'token', tokenAuthSessionId: owner.authSessionId }
  // A cross-site request without a token is anonymous, whatever cookies it carries.
  if (isCrossSite(context, shop.url)) return { sessionKey: newSessionKey(), via: 'none', ...guest }
  const signedIn = await auth.currentAuthSession(context, shop)
  const user = signedIn ? signedInAs(signedIn) : guest
  const session = await currentCartSession(context, shop)
  return session
    ? { sessionKey: session.key, via: 'cookie', ...user }
    : { sessionKey: newSessionKey(), via: 'none', ...user }
}

const guest = { userId: 0, authSessionId: '', tokenAuthSessionId: '' } as const

export const signedInAs = ({ user, sessionId }: auth.AuthSession) => ({
  userId: user.id,
  authSessionId: sessionId,
  tokenAuthSessionId: sessionId,
})

export const cartOf = (shop: Pick<Platform, 'db'>, session: StoreSession): Promise<Cart> =>
  session.via === 'none' ? Promise.resolve(emptyCart(session.sessionKey)) : loadCart(shop.db, session.sessionKey)

/** Why a write is rejected, or null. A valid cart token replaces the nonce, because other sites cannot have it. */
export function nonceError(context: Context, shop: Pick<Platform, 'secret'>, session: StoreSession): StoreError | null {
  if (session.via === 'token') return null
  const nonce = context.req.header('nonce')
  if (nonce === undefined) {
    return {
      status: 401,
      code: 'woocommerce_rest_missing_nonce',
      message: 'Missing the Nonce header. This endpoint requires a valid nonce.',
    }
  }
  if (auth.verifyNonce(shop.secret, STORE_NONCE, session.authSessionId, nonce)) return null
  return { status: 403, code: 'woocommerce_rest_invalid_nonce', message: 'Nonce is invalid.' }
}

/** Session headers as in WooCommerce. Browsers get the cart cookies too; a cart token contains its own session. */
export async function setSessionHeaders(
  context: Context,
  shop: Pick<Platform, 'now' | 'secret' | 'url'> & WithPricing,
  session: StoreSession,
  cart: Cart,
  total: Total = priceCart(shop, cart),
): Promise<void> {
  const hash = hashOfCart(cart, total)
  context.header('nonce', auth.createNonce(shop.secret, STORE_NONCE, session.authSessionId))
  context.header('nonce-timestamp', String(Math.floor(shop.now().getTime() / 1000)))
  context.header('user-id', String(session.userId))
  context.header(
    'cart-token',
    await makeCartToken(shop, { sessionKey: session.sessionKey, authSessionId: session.tokenAuthSessionId }),
  )
  context.header('cart-hash', hash)
  setNoStore(context, session)
  if (session.via === 'token') return
  // First stored cart of this visitor: set its cookie.
  if (session.via === 'none' && cart.version > 0) startCartSession(context, shop, session.sessionKey)
  setCartCookies(context, hash)
}

/** Disables caching of personal responses. Signed-in users get the long form, as in WooCommerce. */
export function setNoStore(context: Context, session: Pick<StoreSession, 'userId'>): void {
  context.header(
    'cache-control',
    session.userId === 0 ? 'no-store' : 'no-cache, must-revalidate, max-age=0, no-store, private',
  )
  if (session.userId !== 0) context.header('expires', 'Wed, 11 Jan 1984 05:00:00 GMT')
}

const ISSUER = 'store-api'

/** A derived key, so that a token is not valid for any other purpose. */
const keyOf = (secret: string): string => sign(secret, 'cart-token', 'hex')

/** The cart of a token. A customer's token is valid only while the session is. */
export type CartOwner = { readonly sessionKey: string; readonly authSessionId: string }

/** HS256, valid two days (store-cart-token.json). A customer's token names its session (`sid`), with which it ends. */
export async function makeCartToken(shop: Pick<Platform, 'now' | 'secret'>, owner: CartOwner): Promise<string> {
  const issuedAt = Math.floor(shop.now().getTime() / 1000)
  const payload = { user_id: owner.sessionKey, exp: issuedAt + SESSION_SECONDS, iss: ISSUER, iat: issuedAt }
  const claims = isCustomerKey(owner.sessionKey) ? { ...payload, sid: owner.authSessionId } : payload
  return signToken(claims, keyOf(shop.secret), 'HS256')
}

/** The cart of a token. Forged, foreign and expired tokens are treated as missing. */
export async function verifyCartToken(shop: Pick<Platform, 'db' | 'now' | 'secret'>, token: string | undefined) {
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
  const isAlive = await auth.isSessionActive(shop.db, { id: sid, userId: Number(id) }, shop.now())
  return isAlive ? { sessionKey: id, authSessionId: sid } : null
}
