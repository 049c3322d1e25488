import type { Context } from 'hono'
import { currentSession, type SignedIn } from '../accounts/current-user.ts'
import { checkNonce, makeNonce } from '../accounts/nonce.ts'
import { type Cart, emptyCart, loadCart } from '../cart/cart.store.ts'
import { hashOf, priceCart } from '../cart/price-cart.ts'
import { newSessionId, setCartCookies, startSession } from '../cart/session.ts'
import { readSession } from '../cart/shopper.ts'
import type { Total } from '../pricing/total.ts'
import type { Shop } from '../shop.ts'
import { isForeign } from '../web/security.ts'
import type { StoreError } from './answer.ts'
import { type CartOwner, makeCartToken, readCartToken } from './cart-token.ts'

export type StoreSession = {
  /** Names the cart. */
  readonly id: string
  /** How the caller showed it. `none`: nothing was shown, and the id is new. */
  readonly via: 'token' | 'cookie' | 'none'
  /** Who is signed in, 0 for a guest. Programs with a cart token are guests. */
  readonly userId: number
  /** What the nonce is bound to: a sign-in. Guests share one nonce, as recorded: it alone protects nothing. */
  readonly signInId: string
  /** The sign-in that a customer's cart token ends with, '' for a guest's. */
  readonly tokenSignInId: string
}

export const STORE_NONCE = 'wc_store_api'

const tokenOwners = new WeakMap<Request, Promise<CartOwner | null>>()

/** Whose cart the token of this request opens, or null when it has none that counts. Looked up once. */
export function tokenOwner(context: Context, shop: Shop): Promise<CartOwner | null> {
  const known = tokenOwners.get(context.req.raw)
  if (known) return known
  const asked = readCartToken(shop, context.req.header('cart-token'))
  tokenOwners.set(context.req.raw, asked)
  return asked
}

export async function storeSession(context: Context, shop: Shop): Promise<StoreSession> {
  const named = await tokenOwner(context, shop)
  if (named) return { id: named.id, via: 'token', userId: 0, signInId: '', tokenSignInId: named.signInId }
  // Another site's page without a token of its own is a stranger, whatever cookies the browser sent along.
  if (isForeign(context, shop.url)) return { id: newSessionId(), via: 'none', ...nobody }
  const signedIn = await currentSession(context, shop)
  const who = signedIn ? signedInAs(signedIn) : nobody
  const known = await readSession(context, shop)
  return known ? { id: known.id, via: 'cookie', ...who } : { id: newSessionId(), via: 'none', ...who }
}

const nobody = { userId: 0, signInId: '', tokenSignInId: '' } as const

/** What a session knows of a browser in which somebody is signed in. */
export const signedInAs = ({ user, sessionId }: SignedIn) => ({
  userId: user.id,
  signInId: sessionId,
  tokenSignInId: sessionId,
})

export const cartOf = (shop: Shop, session: StoreSession): Promise<Cart> =>
  session.via === 'none' ? Promise.resolve(emptyCart(session.id)) : loadCart(shop.db, session.id)

/** Why a write is refused, or null. A valid cart token stands for the nonce: no other site's page can have it. */
export function nonceProblem(context: Context, shop: Shop, session: StoreSession): StoreError | null {
  if (session.via === 'token') return null
  const given = context.req.header('nonce')
  if (given === undefined) {
    return {
      status: 401,
      code: 'woocommerce_rest_missing_nonce',
      message: 'Missing the Nonce header. This endpoint requires a valid nonce.',
    }
  }
  if (checkNonce(shop.secret, STORE_NONCE, session.signInId, given)) return null
  return { status: 403, code: 'woocommerce_rest_invalid_nonce', message: 'Nonce is invalid.' }
}

/**
 * Tells the caller who they are and what their cart is, in the headers of the recordings. Browsers get the cart's cookies
 * too; a program with a cart token keeps its session in the token, so it gets none.
 */
export async function setSessionHeaders(
  context: Context,
  shop: Shop,
  session: StoreSession,
  cart: Cart,
  total: Total = priceCart(shop, cart),
): Promise<void> {
  const hash = hashOf(cart, total)
  context.header('nonce', makeNonce(shop.secret, STORE_NONCE, session.signInId))
  context.header('nonce-timestamp', String(Math.floor(shop.now().getTime() / 1000)))
  context.header('user-id', String(session.userId))
  context.header('cart-token', await makeCartToken(shop, { id: session.id, signInId: session.tokenSignInId }))
  context.header('cart-hash', hash)
  setNeverKept(context, session)
  if (session.via === 'token') return
  // A cart that has been stored and that no cookie names yet is this visitor's first.
  if (session.via === 'none' && cart.version > 0) startSession(context, shop, session.id)
  setCartCookies(context, hash)
}

/** What is somebody's own is kept nowhere. Whoever is signed in is told so at length, as recorded. */
export function setNeverKept(context: Context, session: Pick<StoreSession, 'userId'>): void {
  context.header(
    'cache-control',
    session.userId === 0 ? 'no-store' : 'no-cache, must-revalidate, max-age=0, no-store, private',
  )
  if (session.userId !== 0) context.header('expires', 'Wed, 11 Jan 1984 05:00:00 GMT')
}
