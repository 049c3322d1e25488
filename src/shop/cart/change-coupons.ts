import type { Context } from 'hono'
import { addressRateLimiter } from '../../people/abuse/rate-limit.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Platform } from '../../platform/web/context.ts'
import type { WithPricing } from '../pricing/context.ts'
import { convertCoupon } from '../pricing/convert-pricing.ts'
import { type CouponProblem, couponProblem, formatCouponCode, MAX_COUPONS } from '../pricing/coupon.ts'
import { couponExists, loadCoupons } from '../pricing/coupons.store.ts'
import { type Cart, type StoredCart, shopperOf } from './cart.store.ts'
import { lockCart, updateCart } from './change-cart.store.ts'
import { cartPricing, couponCheck, validateCartCoupons } from './price-cart.ts'

type WithDb = { readonly db: Db }
type WithDbAndPricing = WithDb & WithPricing

type ApplyCouponResult =
  | { readonly ok: true; readonly cart: Cart; readonly code: string }
  | { readonly ok: false; readonly code: string; readonly problem: CouponProblem }

type LimitedShop = Pick<Platform, 'db' | 'now' | 'secret'>

/** null for a network that has tried 40 nonexistent codes: a typo costs nothing, a dictionary attack gets nowhere. */
export async function isKnownCoupon(context: Context, shop: LimitedShop, typedCode: string): Promise<boolean | null> {
  const guesses = addressRateLimiter(shop, { name: 'coupon-guess', max: 40, seconds: 600 })
  const address = clientAddress(context)
  if ((await guesses.peek(address)).remaining <= 0) return null
  const isKnown = await couponExists(shop.db, formatCouponCode(typedCode))
  if (!isKnown && /\S/.test(typedCode)) await guesses.consume(address)
  return isKnown
}

export async function enterCoupon(
  context: Context,
  shop: LimitedShop & WithPricing,
  sessionKey: string,
  code: string,
): Promise<ApplyCouponResult> {
  const isKnown = await isKnownCoupon(context, shop, code)
  if (isKnown === null) return { ok: false, code: formatCouponCode(code), problem: { kind: 'too-many-guesses' } }
  return applyCoupon(shop, sessionKey, code, shop.now())
}

/** As in WooCommerce, an individual-use coupon removes the others, and no other can be added to it. */
export async function applyCoupon(shop: WithDbAndPricing, sessionKey: string, typedCode: string, now: Date) {
  const code = formatCouponCode(typedCode)
  const fail = (problem: CouponProblem): ApplyCouponResult => ({ ok: false, code, problem })
  if (code === '') return fail({ kind: 'no-code' })
  return shop.db.transaction(async (tx): Promise<ApplyCouponResult> => {
    const cart = await lockCart(tx, sessionKey, now)
    if (cart.couponCodes.includes(code)) return fail({ kind: 'already-applied' })
    if (cart.couponCodes.length >= MAX_COUPONS) return fail({ kind: 'too-many-coupons' })
    const [coupon] = await loadCoupons(tx, [code], shopperOf(cart))
    if (!coupon) return fail({ kind: 'not-found' })
    const config = cartPricing(shop, cart)
    const check = couponCheck(config, cart, now)
    if (check.lines.length === 0) return fail({ kind: 'not-applicable' })
    const problem = couponProblem(convertCoupon(coupon, config.exchange ?? null), check)
    if (problem) return fail(problem)
    const individualUseCoupon = cart.coupons.find((one) => one.isIndividualUse)
    if (individualUseCoupon) return fail({ kind: 'individual-use', code: individualUseCoupon.code })
    const couponCodes = coupon.isIndividualUse ? [code] : [...cart.couponCodes, code]
    const coupons = coupon.isIndividualUse ? [coupon] : [...cart.coupons, coupon]
    const version = await updateCart(tx, cart.id, now, { couponCodes })
    return { ok: true, cart: { ...cart, version, couponCodes, coupons }, code }
  })
}

type RemoveCouponResult = { readonly code: string } & (
  | { readonly ok: true; readonly cart: Cart }
  | { readonly ok: false }
)

export async function removeCoupon({ db }: WithDb, sessionKey: string, typedCode: string, now: Date) {
  const code = formatCouponCode(typedCode)
  return db.transaction(async (tx): Promise<RemoveCouponResult> => {
    const cart = await lockCart(tx, sessionKey, now)
    if (!cart.couponCodes.includes(code)) return { ok: false, code }
    return { ok: true, cart: await withoutCoupons(tx, cart, [code], now), code }
  })
}

export const removeCoupons = async ({ db }: WithDb, sessionKey: string, codes: readonly string[], now: Date) =>
  db.transaction(async (tx) => {
    const cart = await lockCart(tx, sessionKey, now)
    return cart.couponCodes.some((code) => codes.includes(code)) ? withoutCoupons(tx, cart, codes, now) : cart
  })

/** Removes the coupons that no longer apply, and returns them with the reason. */
export async function removeRejectedCoupons(shop: WithDbAndPricing, cart: Cart, now: Date) {
  if (validateCartCoupons(cartPricing(shop, cart), cart, now).rejected.length === 0) return { cart, rejected: [] }
  return shop.db.transaction(async (tx) => {
    const locked = await lockCart(tx, cart.sessionKey, now)
    const { rejected } = validateCartCoupons(cartPricing(shop, locked), locked, now)
    const codes = rejected.map((one) => one.code)
    return { cart: codes.length === 0 ? locked : await withoutCoupons(tx, locked, codes, now), rejected }
  })
}

async function withoutCoupons(tx: Tx, cart: StoredCart, codes: readonly string[], now: Date): Promise<Cart> {
  const couponCodes = cart.couponCodes.filter((code) => !codes.includes(code))
  const version = await updateCart(tx, cart.id, now, { couponCodes })
  return { ...cart, version, couponCodes, coupons: cart.coupons.filter((one) => !codes.includes(one.code)) }
}
