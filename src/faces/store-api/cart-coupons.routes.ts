import { z } from 'zod'
import { hrefs } from '../../platform/web/routes.ts'
import type { Cart } from '../../shop/cart/cart.store.ts'
import { applyCoupon, removeCoupon, removeCoupons } from '../../shop/cart/change-coupons.ts'
import { formatCouponCode } from '../../shop/pricing/coupon.ts'
import { couponExists } from '../../shop/pricing/coupons.store.ts'
import { text } from './body-params.ts'
import { type CartError, couponError, couponNotApplied, couponNotInCart, unknownCoupon } from './cart-errors.ts'
import { couponJson } from './cart-json.ts'
import {
  type CartRequest,
  cartEndpoint,
  respondWithCart,
  respondWithNothing,
  type StoreRoute,
  setCartHeaders,
} from './endpoint.ts'
import { nameHtml, storeJson } from './response.ts'
import { cartShape, linkedCartCouponShape } from './shapes/cart-shape.ts'

const body = { code: text(200)('The code; capitals do not matter.') }
const applyErrors = { woocommerce_rest_cart_coupon_error: 400 }
const removeErrors = { woocommerce_rest_cart_coupon_error: 400, woocommerce_rest_cart_coupon_invalid_code: 409 }

type Result = Promise<Response | CartError>

/** The coupons of the cart, each with its URL. */
async function couponsOf(request: CartRequest, cart: Cart) {
  const { coupons } = await setCartHeaders(request, cart)
  const collection = request.shop.url + hrefs.storeApi('/cart/coupons')
  return coupons.map((coupon) => ({
    ...couponJson(coupon),
    _links: {
      self: [{ href: `${collection}/${encodeURIComponent(coupon.code)}`, targetHints: { allow: ['GET', 'DELETE'] } }],
      collection: [{ href: collection }],
    },
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
  const { shop, session } = request
  const applied = await applyCoupon(shop, session.sessionKey, code, shop.now())
  return applied.ok ? respond(applied.cart, applied.code) : couponError(code, applied.problem)
}

async function remove(
  request: CartRequest,
  code: string,
  respond: (request: CartRequest, cart: Cart) => Promise<Response>,
): Result {
  const { shop, session, cart } = request
  if (!(await couponExists(shop.db, formatCouponCode(code)))) return unknownCoupon
  // Checked first, so that an invalid request does not create a cart.
  if (!cart.couponCodes.includes(formatCouponCode(code))) return couponNotApplied
  const removed = await removeCoupon(shop, session.sessionKey, code, shop.now())
  return removed.ok ? respond(request, removed.cart) : couponNotApplied
}

const applyToCart = cartEndpoint(
  'Applies a coupon',
  { body, required: ['code'], responses: { 200: cartShape }, errors: applyErrors },
  (request, { code = '' }) => apply(request, code, (cart) => respondWithCart(request, cart)),
)

const removeFromCart = cartEndpoint(
  'Removes a coupon',
  { body, required: ['code'], responses: { 200: cartShape }, errors: removeErrors },
  (request, { code = '' }) => remove(request, code, respondWithCart),
)

const listCoupons = cartEndpoint(
  'The coupons in the cart',
  { session: 'cart', responses: { 200: z.array(linkedCartCouponShape) } },
  async (request) => storeJson(request.context, await couponsOf(request, request.cart)),
)

const addListCoupon = cartEndpoint(
  'Applies a coupon and returns it',
  { body, required: ['code'], responses: { 201: linkedCartCouponShape }, errors: applyErrors },
  (request, { code = '' }) => apply(request, code, (cart, applied) => respondWithCoupon(request, cart, applied, 201)),
)

const clearCoupons = cartEndpoint(
  'Removes all coupons',
  { responses: { 200: z.array(linkedCartCouponShape) } },
  async (request) => {
    const { context, shop, session, cart } = request
    const { couponCodes: codes } = cart
    const emptied = codes.length > 0 ? await removeCoupons(shop, session.sessionKey, codes, shop.now()) : cart
    return storeJson(context, await couponsOf(request, emptied))
  },
)

const codeOf = ({ context }: CartRequest): string => formatCouponCode(context.req.param('code') ?? '')

const getCoupon = cartEndpoint(
  'One coupon of the cart',
  {
    session: 'cart',
    responses: { 200: linkedCartCouponShape },
    errors: { woocommerce_rest_cart_coupon_invalid_code: 404 },
  },
  (request) => respondWithCoupon(request, request.cart, codeOf(request)),
)

const deleteCoupon = cartEndpoint('Removes a coupon', { responses: { 204: null }, errors: removeErrors }, (request) =>
  remove(request, codeOf(request), respondWithNothing),
)

export const cartCouponRoutes: readonly StoreRoute[] = [
  { path: '/cart/apply-coupon', methods: { POST: applyToCart } },
  { path: '/cart/remove-coupon', methods: { POST: removeFromCart } },
  { path: '/cart/coupons', methods: { GET: listCoupons, POST: addListCoupon, DELETE: clearCoupons } },
  {
    path: '/cart/coupons/:code{[^/]+}',
    displayPath: '/cart/coupons/(?P<code>[\\w-]+)',
    methods: { GET: getCoupon, DELETE: deleteCoupon },
  },
]
