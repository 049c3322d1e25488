import { z } from 'zod'
import type { Cart } from '../cart/cart.store.ts'
import { applyCoupon, dropCoupons, removeCoupon } from '../cart/change-coupons.ts'
import { priceCart } from '../cart/price-cart.ts'
import { couponCode } from '../pricing/coupon.ts'
import { couponExists } from '../pricing/coupons.store.ts'
import { hrefs } from '../routes.ts'
import { storeJson } from './answer.ts'
import { text } from './body-params.ts'
import { cartCall } from './call.ts'
import { answerCart, type CartCall, refuse, refuseWithCart } from './cart-call.ts'
import { couponJson } from './cart-json.ts'
import { couponNotInCart, couponNotThere, couponProblem, unknownCoupon } from './cart-problems.ts'
import type { StoreRoute } from './router.ts'
import { cartShape, linkedCartCouponShape } from './shapes/cart-shape.ts'
import { setSessionHeaders } from './store-session.ts'

const code = text(200)('The code; capitals do not matter.')
const applyErrors = { woocommerce_rest_cart_coupon_error: 400 }
const removeErrors = { woocommerce_rest_cart_coupon_error: 400, woocommerce_rest_cart_coupon_invalid_code: 409 }

/** The coupons alone, each with its address. */
async function couponsOf({ context, shop, session }: CartCall, cart: Cart) {
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

async function answerCoupon(call: CartCall, cart: Cart, wanted: string, status: 200 | 201 = 200): Promise<Response> {
  const index = priceCart(call.shop, cart).coupons.findIndex((coupon) => coupon.code === wanted)
  const json = (await couponsOf(call, cart))[index]
  return json ? storeJson(call.context, json, status) : refuse(call, couponNotInCart)
}

const apply = ({ shop, session }: CartCall, written: string) => applyCoupon(shop, session.id, written, shop.now())

async function remove(
  call: CartCall,
  written: string,
): Promise<{ ok: true; cart: Cart } | { ok: false; no: Response }> {
  const { shop, session, cart } = call
  if (!(await couponExists(shop.db, couponCode(written)))) return { ok: false, no: await refuse(call, unknownCoupon) }
  // Looked at first, so that a stranger's request makes no cart.
  const removed = cart.couponCodes.includes(couponCode(written))
    ? await removeCoupon(shop, session.id, written, shop.now())
    : { ok: false as const }
  return removed.ok ? removed : { ok: false, no: await refuseWithCart(call, cart, couponNotThere) }
}

const applyToCart = cartCall(
  {
    summary: 'Puts a coupon into the cart',
    session: 'nonce',
    body: { code },
    required: ['code'],
    answers: { 200: cartShape },
    errors: applyErrors,
  },
  async (call, values) => {
    const applied = await apply(call, values.code ?? '')
    return applied.ok ? answerCart(call, applied.cart) : refuse(call, couponProblem(values.code ?? '', applied.problem))
  },
)

const removeFromCart = cartCall(
  {
    summary: 'Takes a coupon out of the cart',
    session: 'nonce',
    body: { code },
    required: ['code'],
    answers: { 200: cartShape },
    errors: removeErrors,
  },
  async (call, values) => {
    const removed = await remove(call, values.code ?? '')
    return removed.ok ? answerCart(call, removed.cart) : removed.no
  },
)

const listCoupons = cartCall(
  { summary: 'The coupons in the cart', session: 'cart', answers: { 200: z.array(linkedCartCouponShape) } },
  async (call) => storeJson(call.context, await couponsOf(call, call.cart)),
)

const addListCoupon = cartCall(
  {
    summary: 'Puts a coupon into the cart and answers it',
    session: 'nonce',
    body: { code },
    required: ['code'],
    answers: { 201: linkedCartCouponShape },
    errors: applyErrors,
  },
  async (call, values) => {
    const applied = await apply(call, values.code ?? '')
    return applied.ok
      ? answerCoupon(call, applied.cart, applied.code, 201)
      : refuse(call, couponProblem(values.code ?? '', applied.problem))
  },
)

const clearCoupons = cartCall(
  {
    summary: 'Takes all coupons out of the cart',
    session: 'nonce',
    answers: { 200: z.array(linkedCartCouponShape) },
  },
  async (call) => {
    const { shop, session, cart } = call
    const now = cart.couponCodes.length > 0 ? await dropCoupons(shop, session.id, cart.couponCodes, shop.now()) : cart
    return storeJson(call.context, await couponsOf(call, now))
  },
)

const codeOf = ({ context }: CartCall): string => couponCode(context.req.param('code') ?? '')

const getCoupon = cartCall(
  {
    summary: 'One coupon of the cart',
    session: 'cart',
    answers: { 200: linkedCartCouponShape },
    errors: { woocommerce_rest_cart_coupon_invalid_code: 404 },
  },
  (call) => answerCoupon(call, call.cart, codeOf(call)),
)

const dropCoupon = cartCall(
  { summary: 'Takes a coupon out of the cart', session: 'nonce', answers: { 204: null }, errors: removeErrors },
  async (call) => {
    const removed = await remove(call, codeOf(call))
    if (!removed.ok) return removed.no
    await setSessionHeaders(call.context, call.shop, call.session, removed.cart)
    return call.context.body(null, 204)
  },
)

export const cartCouponRoutes: readonly StoreRoute[] = [
  { path: '/cart/apply-coupon', methods: { POST: applyToCart } },
  { path: '/cart/remove-coupon', methods: { POST: removeFromCart } },
  { path: '/cart/coupons', methods: { GET: listCoupons, POST: addListCoupon, DELETE: clearCoupons } },
  {
    path: '/cart/coupons/:code{[^/]+}',
    shown: '/cart/coupons/(?P<code>[\\w-]+)',
    methods: { GET: getCoupon, DELETE: dropCoupon },
  },
]
