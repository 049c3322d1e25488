import { changing } from '../database/transaction.ts'
import { type CouponProblem, couponCode, couponProblem, MOST_COUPONS, type RefusedCoupon } from '../pricing/coupon.ts'
import { loadCoupons } from '../pricing/coupons.store.ts'
import type { Shop } from '../shop.ts'
import { type Cart, shopperOf } from './cart.store.ts'
import { lockCart, touchCart } from './change-cart.store.ts'
import { couponsOf, linesToPrice } from './price-cart.ts'

export type CouponApplied =
  | { readonly ok: true; readonly cart: Cart; readonly code: string }
  | { readonly ok: false; readonly code: string; readonly problem: CouponProblem }

type CartShop = Pick<Shop, 'db'>

/**
 * Puts a coupon into a cart. One that wants to be alone takes the others out, as recorded; beside it no other goes in.
 * A refusal changes nothing.
 */
export async function applyCoupon(shop: CartShop, cartId: string, written: string, now: Date): Promise<CouponApplied> {
  const code = couponCode(written)
  const no = (problem: CouponProblem): CouponApplied => ({ ok: false, code, problem })
  if (code === '') return no({ kind: 'no-code' })
  return changing<CouponApplied>(shop.db, async (tx) => {
    const cart = await lockCart(tx, cartId, now)
    if (cart.couponCodes.includes(code)) return no({ kind: 'already-there' })
    if (cart.couponCodes.length >= MOST_COUPONS) return no({ kind: 'too-many' })
    const [coupon] = await loadCoupons(tx, [code], shopperOf(cart))
    if (!coupon) return no({ kind: 'unknown' })
    const lines = linesToPrice(cart, now)
    if (lines.length === 0) return no({ kind: 'nothing-fits' })
    const problem = couponProblem(coupon, { lines, email: cart.billing.email ?? '', now })
    if (problem) return no(problem)
    const loner = cart.coupons.find((one) => one.isIndividual)
    if (loner) return no({ kind: 'alone', with: loner.code })
    const couponCodes = coupon.isIndividual ? [code] : [...cart.couponCodes, code]
    const coupons = coupon.isIndividual ? [coupon] : [...cart.coupons, coupon]
    const version = await touchCart(tx, cartId, now, { couponCodes })
    return { ok: true, cart: { ...cart, version, couponCodes, coupons }, code }
  })
}

export type CouponRemoved =
  | { readonly ok: true; readonly cart: Cart; readonly code: string }
  | { readonly ok: false; readonly code: string }

/** Takes a coupon out of a cart. One that is not in it changes nothing. */
export async function removeCoupon(shop: CartShop, cartId: string, written: string, now: Date): Promise<CouponRemoved> {
  const code = couponCode(written)
  return changing<CouponRemoved>(shop.db, async (tx) => {
    const cart = await lockCart(tx, cartId, now)
    if (!cart.couponCodes.includes(code)) return { ok: false, code }
    return { ok: true, cart: await without(tx, cart, [code], now), code }
  })
}

/** Takes these coupons out of a cart, whichever of them are in it. */
export async function dropCoupons(shop: CartShop, cartId: string, codes: readonly string[], now: Date): Promise<Cart> {
  return shop.db.transaction(async (tx) => {
    const cart = await lockCart(tx, cartId, now)
    return cart.couponCodes.some((code) => codes.includes(code)) ? without(tx, cart, codes, now) : cart
  })
}

/**
 * Takes out the coupons that no longer count, and says which and why: whoever shows the cart next tells the shopper.
 * Costs nothing while they all count.
 */
export async function dropRefusedCoupons(
  shop: CartShop,
  cart: Cart,
  now: Date,
): Promise<{ readonly cart: Cart; readonly dropped: readonly RefusedCoupon[] }> {
  if (couponsOf(cart, now).refused.length === 0) return { cart, dropped: [] }
  return shop.db.transaction(async (tx) => {
    const locked = await lockCart(tx, cart.id, now)
    const { refused } = couponsOf(locked, now)
    const codes = refused.map((one) => one.code)
    return { cart: codes.length === 0 ? locked : await without(tx, locked, codes, now), dropped: refused }
  })
}

async function without(
  tx: Parameters<typeof touchCart>[0],
  cart: Cart,
  codes: readonly string[],
  now: Date,
): Promise<Cart> {
  const couponCodes = cart.couponCodes.filter((code) => !codes.includes(code))
  const version = await touchCart(tx, cart.id, now, { couponCodes })
  return { ...cart, version, couponCodes, coupons: cart.coupons.filter((one) => !codes.includes(one.code)) }
}
