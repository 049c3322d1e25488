import { z } from 'zod'
import { hrefs } from '../../platform/web/routes.ts'
import type { Cart } from '../../shop/cart/cart.store.ts'
import { applyCoupon, removeCoupon, removeCoupons } from '../../shop/cart/change-coupons.ts'
import { priceCart } from '../../shop/cart/price-cart.ts'
import { formatCouponCode } from '../../shop/pricing/coupon.ts'
import { couponExists } from '../../shop/pricing/coupons.store.ts'
import { text } from './body-params.ts'
import { couponError, couponNotApplied, couponNotInCart, unknownCoupon } from './cart-errors.ts'
import { couponJson } from './cart-json.ts'
import { type CartRequest, respondWithCart, respondWithCartError, respondWithError } from './cart-request.ts'
import { cartEndpoint } from './endpoint.ts'
import { storeJson } from './response.ts'
import type { StoreRoute } from './router.ts'
import { cartShape, linkedCartCouponShape } from './shapes/cart-shape.ts'
import { setSessionHeaders } from './store-session.ts'

const code = text(200)('The code; capitals do not matter.')
const applyErrors = { woocommerce_rest_cart_coupon_error: 400 }
const removeErrors = { woocommerce_rest_cart_coupon_error: 400, woocommerce_rest_cart_coupon_invalid_code: 409 }

/** The coupons of the cart, each with its URL. */
async function couponsOf({ context, shop, session }: CartRequest, cart: Cart) {
  const total = priceCart(shop, cart)
  await setSessionHeaders(context, shop, session, cart, total)
  const collection = shop.url + hrefs.storeApi('/cart/coupons')
  return total.coupons.map((coupon) => ({
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
): Promise<Response> {
  const index = priceCart(request.shop, cart).coupons.findIndex((coupon) => coupon.code === requestedCode)
  const json = (await couponsOf(request, cart))[index]
  return json ? storeJson(request.context, json, status) : respondWithError(request, couponNotInCart)
}

const apply = ({ shop, session }: CartRequest, rawCode: string) =>
  applyCoupon(shop, session.sessionKey, rawCode, shop.now())

async function remove(
  request: CartRequest,
  rawCode: string,
): Promise<{ ok: true; cart: Cart } | { ok: false; response: Response }> {
  const { shop, session, cart } = request
  if (!(await couponExists(shop.db, formatCouponCode(rawCode))))
    return { ok: false, response: await respondWithError(request, unknownCoupon) }
  // Checked first, so that an invalid request does not create a cart.
  const removed = cart.couponCodes.includes(formatCouponCode(rawCode))
    ? await removeCoupon(shop, session.sessionKey, rawCode, shop.now())
    : { ok: false as const }
  return removed.ok ? removed : { ok: false, response: await respondWithCartError(request, cart, couponNotApplied) }
}

const applyToCart = cartEndpoint(
  {
    summary: 'Applies a coupon',
    session: 'nonce',
    body: { code },
    required: ['code'],
    responses: { 200: cartShape },
    errors: applyErrors,
  },
  async (request, values) => {
    const applied = await apply(request, values.code ?? '')
    return applied.ok
      ? respondWithCart(request, applied.cart)
      : respondWithError(request, couponError(values.code ?? '', applied.problem))
  },
)

const removeFromCart = cartEndpoint(
  {
    summary: 'Removes a coupon',
    session: 'nonce',
    body: { code },
    required: ['code'],
    responses: { 200: cartShape },
    errors: removeErrors,
  },
  async (request, values) => {
    const removed = await remove(request, values.code ?? '')
    return removed.ok ? respondWithCart(request, removed.cart) : removed.response
  },
)

const listCoupons = cartEndpoint(
  { summary: 'The coupons in the cart', session: 'cart', responses: { 200: z.array(linkedCartCouponShape) } },
  async (request) => storeJson(request.context, await couponsOf(request, request.cart)),
)

const addListCoupon = cartEndpoint(
  {
    summary: 'Applies a coupon and returns it',
    session: 'nonce',
    body: { code },
    required: ['code'],
    responses: { 201: linkedCartCouponShape },
    errors: applyErrors,
  },
  async (request, values) => {
    const applied = await apply(request, values.code ?? '')
    return applied.ok
      ? respondWithCoupon(request, applied.cart, applied.code, 201)
      : respondWithError(request, couponError(values.code ?? '', applied.problem))
  },
)

const clearCoupons = cartEndpoint(
  {
    summary: 'Removes all coupons',
    session: 'nonce',
    responses: { 200: z.array(linkedCartCouponShape) },
  },
  async (request) => {
    const { shop, session, cart } = request
    const updatedCart =
      cart.couponCodes.length > 0 ? await removeCoupons(shop, session.sessionKey, cart.couponCodes, shop.now()) : cart
    return storeJson(request.context, await couponsOf(request, updatedCart))
  },
)

const codeOf = ({ context }: CartRequest): string => formatCouponCode(context.req.param('code') ?? '')

const getCoupon = cartEndpoint(
  {
    summary: 'One coupon of the cart',
    session: 'cart',
    responses: { 200: linkedCartCouponShape },
    errors: { woocommerce_rest_cart_coupon_invalid_code: 404 },
  },
  (request) => respondWithCoupon(request, request.cart, codeOf(request)),
)

const deleteCoupon = cartEndpoint(
  { summary: 'Removes a coupon', session: 'nonce', responses: { 204: null }, errors: removeErrors },
  async (request) => {
    const removed = await remove(request, codeOf(request))
    if (!removed.ok) return removed.response
    await setSessionHeaders(request.context, request.shop, request.session, removed.cart)
    return request.context.body(null, 204)
  },
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
