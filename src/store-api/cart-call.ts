import type { Context } from 'hono'
import type { Cart } from '../cart/cart.store.ts'
import { dropRefusedCoupons } from '../cart/change-coupons.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { RefusedCoupon } from '../pricing/coupon.ts'
import type { Shop } from '../shop.ts'
import { type StoreError, storeError, storeJson } from './answer.ts'
import { cartJson } from './cart-json.ts'
import { viewCart } from './cart-view.store.ts'
import { cartOf, nonceProblem, type StoreSession, setSessionHeaders, storeSession } from './store-session.ts'

export type CartCall = {
  readonly context: Context
  readonly shop: Shop
  readonly session: StoreSession
  readonly cart: Cart
  /** Coupons that no longer count and have just left the cart; the answer tells. */
  readonly dropped: readonly RefusedCoupon[]
}

/** Who calls and with which cart; or, when the call needs a nonce and has none, the refusal. */
export async function openCartCall(
  context: Context,
  shop: Shop,
  needs: { readonly nonce: boolean },
): Promise<{ readonly ok: true; readonly call: CartCall } | { readonly ok: false; readonly answer: Response }> {
  const session = await storeSession(context, shop)
  const call = { context, shop, session, ...(await dropRefusedCoupons(shop, await cartOf(shop, session), shop.now())) }
  const problem = needs.nonce ? nonceProblem(context, shop, session) : null
  return problem ? { ok: false, answer: await refuse(call, problem) } : { ok: true, call }
}

/** The whole cart, as it now is. */
export async function answerCart(call: CartCall, cart: Cart, status: 200 | 201 = 200): Promise<Response> {
  const { context, shop, session } = call
  const total = priceCart(shop, cart)
  await setSessionHeaders(context, shop, session, cart, total)
  return storeJson(context, cartJson(shop, await viewCart(shop.db, cart), total, call.dropped), status)
}

/** A "no" that leaves the cart as it was. */
export async function refuse(call: CartCall, error: StoreError): Promise<Response> {
  await setSessionHeaders(call.context, call.shop, call.session, call.cart)
  return storeError(call.context, error)
}

/** A "no" because the caller's picture of the cart is out of date: it comes along. */
export async function refuseWithCart(call: CartCall, cart: Cart, error: StoreError): Promise<Response> {
  const { context, shop, session } = call
  const total = priceCart(shop, cart)
  await setSessionHeaders(context, shop, session, cart, total)
  const shown = cartJson(shop, await viewCart(shop.db, cart), total, call.dropped)
  return storeError(context, { ...error, data: { ...error.data, cart: shown } })
}
