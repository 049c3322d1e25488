import type { Context } from 'hono'
import { type AuthSession, currentAuthSession } from '../../people/accounts/auth-session.ts'
import { createNonce, verifyNonce } from '../../people/accounts/nonce.ts'
import type { Platform } from '../../platform/web/context.ts'
import { isCrossSite } from '../../platform/web/security.ts'
import { type Cart, emptyCart, loadCart } from '../../shop/cart/cart.store.ts'
import { newCartSessionId, setCartCookies, startCartSession } from '../../shop/cart/cart-session.ts'
import { currentCartSession } from '../../shop/cart/current-cart-session.ts'
import { hashOfCart, priceCart } from '../../shop/cart/price-cart.ts'
import type { WithPricing } from '../../shop/pricing/context.ts'
import type { Total } from '../../shop/pricing/total.ts'
import { type CartOwner, makeCartToken, verifyCartToken } from './cart-token.ts'
import type { StoreError } from './response.ts'

export type StoreSession = {
  /** Names the cart. */
  readonly cartId: string
  /** How the caller showed it. `none`: nothing was shown, and the id is new. */
  readonly via: 'token' | 'cookie' | 'none'
  /** Who is signed in, 0 for a guest. Programs with a cart token are guests. */
  readonly userId: number
  /** What the nonce is bound to: a sign-in. Guests share one nonce, as recorded: it alone protects nothing. */
  readonly authSessionId: string
  /** The sign-in that a customer's cart token ends with, '' for a guest's. */
  readonly tokenAuthSessionId: string
}

export const STORE_NONCE = 'wc_store_api'

const tokenOwners = new WeakMap<Request, Promise<CartOwner | null>>()

/** Whose cart the token of this request opens, or null when it has none that counts. Looked up once. */
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
  if (owner)
    return { cartId: owner.cartId, via: 'token', userId: 0, authSessionId: '', tokenAuthSessionId: owner.authSessionId }
  // Another site's page without a token of its own is a stranger, whatever cookies the browser sent along.
  if (isCrossSite(context, shop.url)) return { cartId: newCartSessionId(), via: 'none', ...guest }
  const signedIn = await currentAuthSession(context, shop)
  const user = signedIn ? signedInAs(signedIn) : guest
  const session = await currentCartSession(context, shop)
  return session ? { cartId: session.id, via: 'cookie', ...user } : { cartId: newCartSessionId(), via: 'none', ...user }
}

const guest = { userId: 0, authSessionId: '', tokenAuthSessionId: '' } as const

/** What a session knows of a browser in which somebody is signed in. */
export const signedInAs = ({ user, sessionId }: AuthSession) => ({
  userId: user.id,
  authSessionId: sessionId,
  tokenAuthSessionId: sessionId,
})

export const cartOf = (shop: Pick<Platform, 'db'>, session: StoreSession): Promise<Cart> =>
  session.via === 'none' ? Promise.resolve(emptyCart(session.cartId)) : loadCart(shop.db, session.cartId)

/** Why a write is refused, or null. A valid cart token stands for the nonce: no other site's page can have it. */
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
  if (verifyNonce(shop.secret, STORE_NONCE, session.authSessionId, nonce)) return null
  return { status: 403, code: 'woocommerce_rest_invalid_nonce', message: 'Nonce is invalid.' }
}

/**
 * Tells the caller who they are and what their cart is, in the headers of the recordings. Browsers get the cart's cookies
 * too; a program with a cart token keeps its session in the token, so it gets none.
 */
export async function setSessionHeaders(
  context: Context,
  shop: Pick<Platform, 'now' | 'secret' | 'url'> & WithPricing,
  session: StoreSession,
  cart: Cart,
  total: Total = priceCart(shop, cart),
): Promise<void> {
  const hash = hashOfCart(cart, total)
  context.header('nonce', createNonce(shop.secret, STORE_NONCE, session.authSessionId))
  context.header('nonce-timestamp', String(Math.floor(shop.now().getTime() / 1000)))
  context.header('user-id', String(session.userId))
  context.header(
    'cart-token',
    await makeCartToken(shop, { cartId: session.cartId, authSessionId: session.tokenAuthSessionId }),
  )
  context.header('cart-hash', hash)
  setNoStore(context, session)
  if (session.via === 'token') return
  // A cart that has been stored and that no cookie names yet is this visitor's first.
  if (session.via === 'none' && cart.version > 0) startCartSession(context, shop, session.cartId)
  setCartCookies(context, hash)
}

/** What is somebody's own is kept nowhere. Whoever is signed in is told so at length, as recorded. */
export function setNoStore(context: Context, session: Pick<StoreSession, 'userId'>): void {
  context.header(
    'cache-control',
    session.userId === 0 ? 'no-store' : 'no-cache, must-revalidate, max-age=0, no-store, private',
  )
  if (session.userId !== 0) context.header('expires', 'Wed, 11 Jan 1984 05:00:00 GMT')
}
