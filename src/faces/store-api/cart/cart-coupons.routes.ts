import { z } from 'zod'
import { itemLinks } from '../../../platform/rest/links.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import type { Cart } from '../../../shop/cart/cart.store.ts'
import { enterCoupon, isKnownCoupon, removeCoupon, removeCoupons } from '../../../shop/cart/change-coupons.ts'
import { formatCouponCode } from '../../../shop/pricing/coupon.ts'
import { text } from '../body-fields.ts'
import { nameHtml, storeJson } from '../response.ts'
import { cartShape, linkedCartCouponShape } from '../shapes/cart-shape.ts'
import type { StoreCall } from '../store-call.ts'
import { type CartRequest, cartCall, respondWithCart, respondWithNothing, setCartHeaders } from './cart-call.ts'
import { type CartError, couponError, couponNotApplied, couponNotInCart, unknownCoupon } from './cart-errors.ts'
import { couponJson } from './cart-json.ts'

const body = z.object({ code: text(200, 'Coupon code, case-insensitive.') })
const applyErrors = { woocommerce_rest_cart_coupon_error: 400 }
const removeErrors = { woocommerce_rest_cart_coupon_error: 400, woocommerce_rest_cart_coupon_invalid_code: 409 }

type Result = Promise<Response | CartError>

async function couponsOf(request: CartRequest, cart: Cart) {
  const { coupons, currency } = await setCartHeaders(request, cart)
  const collection = request.shop.url + hrefs.storeApi('/cart/coupons')
  return coupons.map((coupon) => ({
    ...couponJson(coupon, currency),
    _links: itemLinks(collection, encodeURIComponent(coupon.code), ['GET', 'DELETE']),
  }))
}

async function respondWithCoupon(
  request: CartRequest,
  cart: Cart,
  requestedCode: string,
  status: 200 | 201 = 200,
): Result {
  const json = (await couponsOf(request, cart)).find(({ code }) => code === nameHtml(requestedCode))
  return json ? storeJson(request.context, json, status) : couponNotInCart
}

async function apply(request: CartRequest, code: string, respond: (cart: Cart, code: string) => Result): Result {
  const { context, shop, session } = request
  const applied = await enterCoupon(context, shop, session.sessionKey, code)
  return applied.ok ? respond(applied.cart, applied.code) : couponError(code, applied.problem)
}

async function remove(
  request: CartRequest,
  code: string,
  respond: (request: CartRequest, cart: Cart) => Promise<Response>,
): Result {
  const { context, shop, session, cart } = request
  // Checked first, so that an invalid request does not create a cart.
  if (!cart.couponCodes.includes(formatCouponCode(code)))
    return (await isKnownCoupon(context, shop, code)) ? couponNotApplied : unknownCoupon
  const removed = await removeCoupon(shop, session.sessionKey, code, shop.now())
  return removed.ok ? respond(request, removed.cart) : couponNotApplied
}

const codeOf = ({ context }: CartRequest): string => formatCouponCode(context.req.param('code') ?? '')

const byCode = { method: 'POST', body, responses: { 200: cartShape } } as const
const coupons = { path: '/cart/coupons' } as const
const coupon = { path: '/cart/coupons/:code{[^/]+}', displayPath: '/cart/coupons/(?P<code>[\\w-]+)' } as const

export const cartCouponCalls: readonly StoreCall[] = [
  cartCall({
    ...byCode,
    summary: 'Applies a coupon to the cart',
    path: '/cart/apply-coupon',
    errors: applyErrors,
    handler: (request, { code }) => apply(request, code, (cart) => respondWithCart(request, cart)),
  }),
  cartCall({
    ...byCode,
    summary: 'Removes a coupon from the cart',
    path: '/cart/remove-coupon',
    errors: removeErrors,
    handler: (request, { code }) => remove(request, code, respondWithCart),
  }),
  cartCall({
    ...coupons,
    summary: 'Lists the coupons in the cart',
    method: 'GET',
    session: 'cart',
    responses: { 200: z.array(linkedCartCouponShape) },
    handler: async (request) => storeJson(request.context, await couponsOf(request, request.cart)),
  }),
  cartCall({
    ...coupons,
    summary: 'Applies a coupon to the cart and returns it',
    method: 'POST',
    body,
    responses: { 201: linkedCartCouponShape },
    errors: applyErrors,
    handler: (request, { code }) =>
      apply(request, code, (cart, applied) => respondWithCoupon(request, cart, applied, 201)),
  }),
  cartCall({
    ...coupons,
    summary: 'Removes all coupons from the cart',
    method: 'DELETE',
    responses: { 200: z.array(linkedCartCouponShape) },
    handler: async (request) => {
      const { context, shop, session, cart } = request
      const { couponCodes: codes } = cart
      const emptied = codes.length > 0 ? await removeCoupons(shop, session.sessionKey, codes, shop.now()) : cart
      return storeJson(context, await couponsOf(request, emptied))
    },
  }),
  cartCall({
    ...coupon,
    summary: 'Retrieves a coupon in the cart',
    method: 'GET',
    session: 'cart',
    responses: { 200: linkedCartCouponShape },
    errors: { woocommerce_rest_cart_coupon_invalid_code: 404 },
    handler: (request) => respondWithCoupon(request, request.cart, codeOf(request)),
  }),
  cartCall({
    ...coupon,
    summary: 'Removes a coupon from the cart',
    method: 'DELETE',
    responses: { 204: null },
    errors: removeErrors,
    handler: (request) => remove(request, codeOf(request), respondWithNothing),
  }),
]
