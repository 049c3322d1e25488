import type { Context } from 'hono'
import type { Cart } from '../../shop/cart/cart.store.ts'
import { removeRejectedCoupons } from '../../shop/cart/change-coupons.ts'
import { priceCart } from '../../shop/cart/price-cart.ts'
import type { RejectedCoupon } from '../../shop/pricing/coupon.ts'
import { cartJson } from './cart-json.ts'
import { viewCart } from './cart-view.store.ts'
import type { StoreApiContext } from './context.ts'
import { type StoreError, storeError, storeJson } from './response.ts'
import { cartOf, nonceError, type StoreSession, setSessionHeaders, storeSession } from './store-session.ts'

export type CartRequest = {
  readonly context: Context
  readonly shop: StoreApiContext
  readonly session: StoreSession
  readonly cart: Cart
  /** Coupons that have just been removed as invalid, for the response. */
  readonly removedCoupons: readonly RejectedCoupon[]
}

/** The caller and their cart; or an error, if the call needs a nonce and has none. */
export async function openCartRequest(
  context: Context,
  shop: StoreApiContext,
  needs: { readonly nonce: boolean },
): Promise<{ readonly ok: true; readonly request: CartRequest } | { readonly ok: false; readonly response: Response }> {
  const session = await storeSession(context, shop)
  const { cart, rejected } = await removeRejectedCoupons(shop, await cartOf(shop, session), shop.now())
  const request: CartRequest = { context, shop, session, cart, removedCoupons: rejected }
  const problem = needs.nonce ? nonceError(context, shop, session) : null
  return problem ? { ok: false, response: await respondWithError(request, problem) } : { ok: true, request }
}

/** Responds with the current cart. */
export async function respondWithCart(request: CartRequest, cart: Cart, status: 200 | 201 = 200): Promise<Response> {
  const { context, shop, session } = request
  const total = priceCart(shop, cart)
  await setSessionHeaders(context, shop, session, cart, total)
  return storeJson(context, cartJson(shop, await viewCart(shop.db, cart), total, request.removedCoupons), status)
}

/** An error that leaves the cart unchanged. */
export async function respondWithError(request: CartRequest, error: StoreError): Promise<Response> {
  await setSessionHeaders(request.context, request.shop, request.session, request.cart)
  return storeError(request.context, error)
}

/** An error because the caller's cart is outdated: includes the current cart. */
export async function respondWithCartError(request: CartRequest, cart: Cart, error: StoreError): Promise<Response> {
  const { context, shop, session } = request
  const total = priceCart(shop, cart)
  await setSessionHeaders(context, shop, session, cart, total)
  const json = cartJson(shop, await viewCart(shop.db, cart), total, request.removedCoupons)
  return storeError(context, { ...error, data: { ...error.data, cart: json } })
}
