import type { Context } from 'hono'
import type { z } from 'zod'
import type { Fields } from '../../../platform/rest/request.ts'
import type { Cart } from '../../../shop/cart/cart.store.ts'
import { inChosenCurrency } from '../../../shop/cart/cart-view.tsx'
import { removeRejectedCoupons } from '../../../shop/cart/change-coupons.ts'
import { priceCart } from '../../../shop/cart/price-cart.ts'
import type { RejectedCoupon } from '../../../shop/pricing/coupon.ts'
import type { Total } from '../../../shop/pricing/total.ts'
import type { StoreApiContext } from '../context.ts'
import { viewCart } from '../line-views.store.ts'
import { storeError, storeJson } from '../response.ts'
import type { CartJson } from '../shapes/cart-shape.ts'
import { type Declaration, type ErrorCodes, type None, type StoreCall, storeCall } from '../store-call.ts'
import { cartOf, nonceError, type StoreSession, setSessionHeaders, storeSession } from '../store-session.ts'
import type { CartError } from './cart-errors.ts'
import { cartJson } from './cart-json.ts'

export function cartCall<B extends z.ZodObject = None>({
  session: identifiedBy = 'nonce',
  handler,
  ...declaration
}: Omit<Declaration<None, B>, 'query'> & {
  readonly handler: (request: CartRequest, body: z.output<B>, fields: Fields) => Promise<Response | CartError>
}): StoreCall {
  return storeCall<None, B>({
    ...declaration,
    session: identifiedBy,
    handler: async ({ context, shop, body, fields }) => {
      const session = await storeSession(context, shop)
      const stored = await inChosenCurrency(context, shop, await cartOf(shop, session))
      const { cart, rejected } = await removeRejectedCoupons(shop, stored, shop.now())
      const request = { context, shop, session, cart, removedCoupons: rejected }
      const error = identifiedBy === 'nonce' ? nonceError(context, shop, session) : null
      const result = error ?? (await handler(request, body, fields))
      return result instanceof Response ? result : respondWithError(request, result)
    },
  })
}

export const nonceErrors: ErrorCodes = { woocommerce_rest_missing_nonce: 401, woocommerce_rest_invalid_nonce: 403 }

export type CartRequest = {
  readonly context: Context
  readonly shop: StoreApiContext
  readonly session: StoreSession
  readonly cart: Cart
  readonly removedCoupons: readonly RejectedCoupon[]
}

export const respondWithCart = async (request: CartRequest, cart: Cart, status: 200 | 201 = 200): Promise<Response> =>
  storeJson(request.context, await cartWithHeaders(request, cart), status)

export async function respondWithNothing(request: CartRequest, cart: Cart): Promise<Response> {
  await setCartHeaders(request, cart)
  return request.context.body(null, 204)
}

export async function respondWithError(request: CartRequest, error: CartError): Promise<Response> {
  const { context, cart } = request
  if (error.isCartOutdated)
    return storeError(context, { ...error, data: { ...error.data, cart: await cartWithHeaders(request, cart) } })
  await setCartHeaders(request, cart)
  return storeError(context, error)
}

export async function cartWithHeaders(request: CartRequest, cart: Cart): Promise<CartJson> {
  const { shop, removedCoupons } = request
  const total = await setCartHeaders(request, cart)
  return cartJson(shop, await viewCart(shop.db, cart), total, removedCoupons)
}

export async function setCartHeaders({ context, shop, session }: CartRequest, written: Cart): Promise<Total> {
  const cart = await inChosenCurrency(context, shop, written)
  const total = priceCart(shop, cart)
  await setSessionHeaders(context, shop, session, cart, total)
  return total
}
