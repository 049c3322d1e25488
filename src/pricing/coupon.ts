import { formatMoney } from '../money/format.ts'
import type { coupons } from './coupons.table.ts'

/** A coupon as its owner wrote it. */
export type Coupon = Omit<typeof coupons.$inferSelect, 'createdAt' | 'description'>

/** A coupon in a cart, with what the database knows about it. Its categories are told as the products in them. */
export type CartCoupon = Coupon & {
  readonly usedCount: number
  /** Uses by the shopper, as far as the cart tells who that is. */
  readonly usedByCustomerCount: number
  /** Products in its categories and the ones below them; null: the coupon names no category. */
  readonly inCategories: ReadonlySet<number> | null
  readonly inExcludedCategories: ReadonlySet<number>
}

/** What a rule has to know of a line. */
export type CouponLine = {
  readonly productId: number
  /** The variable product of a variation. */
  readonly parentId?: number | null
  readonly name: string
  readonly quantity: number
  readonly unitPriceCents: number
  readonly isOnSale?: boolean
}

/** Why a coupon does not count. Each has one sentence for the shopper in `couponProblemText`. */
export type CouponProblem =
  | { readonly kind: 'no-code' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'already-there' }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'used-up' }
  | { readonly kind: 'used-by-you' }
  | { readonly kind: 'below-minimum'; readonly minimumCents: number }
  | { readonly kind: 'above-maximum'; readonly maximumCents: number }
  | { readonly kind: 'nothing-fits' }
  | { readonly kind: 'not-for'; readonly names: readonly string[] }
  | { readonly kind: 'not-on-sale-items' }
  | { readonly kind: 'alone'; readonly with: string }
  | { readonly kind: 'other-email' }

/** Most coupons that one cart holds. */
export const MOST_COUPONS = 20

/** As it is kept and compared: shoppers may write a code as they like. */
export const couponCode = (written: string): string => written.trim().toLowerCase()

/** 'five-off' for 'FIVE off!': the end of the class `coupon-…` on a totals row. */
export const couponClassName = (code: string): string => code.replaceAll(/[^a-z0-9_-]+/g, '-')

/** Does the discount of this coupon go to this line? A discount of the cart goes to every line. */
export function isForLine(coupon: CartCoupon, line: CouponLine): boolean {
  return coupon.kind === 'fixed_cart' || fits(coupon, line)
}

const named = (ids: readonly number[] | ReadonlySet<number>, line: CouponLine): boolean => {
  const has = (id: number): boolean => ('has' in ids ? ids.has(id) : ids.includes(id))
  return has(line.productId) || (typeof line.parentId === 'number' && has(line.parentId))
}

const isIncluded = (coupon: CartCoupon, line: CouponLine): boolean => {
  if (coupon.productIds.length === 0 && coupon.inCategories === null) return true
  return named(coupon.productIds, line) || named(coupon.inCategories ?? [], line)
}

const isExcluded = (coupon: CartCoupon, line: CouponLine): boolean =>
  named(coupon.excludedProductIds, line) || named(coupon.inExcludedCategories, line)

const fits = (coupon: CartCoupon, line: CouponLine): boolean =>
  isIncluded(coupon, line) && !isExcluded(coupon, line) && !(coupon.excludesSaleItems && line.isOnSale === true)

export type CouponCheck = {
  readonly lines: readonly CouponLine[]
  /** As far as it is known; an unknown address is not held against the coupon until the order is placed. */
  readonly email: string
  readonly now: Date
}

/**
 * May this coupon be used for these goods? Asks in the order of WooCommerce's public documentation: limits of use, dates,
 * spend, products, e-mail address. Spend is what the goods cost before any discount.
 */
export function couponProblem(coupon: CartCoupon, { lines, email, now }: CouponCheck): CouponProblem | null {
  if (!coupon.isActive) return { kind: 'unknown' }
  if (coupon.usageLimit !== null && coupon.usedCount >= coupon.usageLimit) return { kind: 'used-up' }
  if (coupon.usageLimitPerCustomer !== null && coupon.usedByCustomerCount >= coupon.usageLimitPerCustomer)
    return { kind: 'used-by-you' }
  if (coupon.startsAt !== null && now < coupon.startsAt) return { kind: 'not-yet' }
  if (coupon.expiresAt !== null && now >= coupon.expiresAt) return { kind: 'expired' }

  const spend = lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0)
  if (coupon.minimumCents !== null && spend < coupon.minimumCents)
    return { kind: 'below-minimum', minimumCents: coupon.minimumCents }
  if (coupon.maximumCents !== null && spend > coupon.maximumCents)
    return { kind: 'above-maximum', maximumCents: coupon.maximumCents }

  const wrongGoods = coupon.kind === 'fixed_cart' ? problemOfCart(coupon, lines) : problemOfItems(coupon, lines)
  if (wrongGoods) return wrongGoods
  return email !== '' && !isForEmail(coupon, email) ? { kind: 'other-email' } : null
}

/** A discount of single goods needs one of them that it is for. */
function problemOfItems(coupon: CartCoupon, lines: readonly CouponLine[]): CouponProblem | null {
  if (lines.some((line) => fits(coupon, line))) return null
  const included = lines.filter((line) => isIncluded(coupon, line) && !isExcluded(coupon, line))
  return included.length > 0 ? { kind: 'not-on-sale-items' } : { kind: 'nothing-fits' }
}

/** A discount of the cart goes to every line, so nothing may be in it that the coupon is not for. */
function problemOfCart(coupon: CartCoupon, lines: readonly CouponLine[]): CouponProblem | null {
  if (!lines.some((line) => isIncluded(coupon, line))) return { kind: 'nothing-fits' }
  const excluded = lines.filter((line) => isExcluded(coupon, line))
  if (excluded.length > 0) return { kind: 'not-for', names: excluded.map((line) => line.name) }
  return coupon.excludesSaleItems && lines.some((line) => line.isOnSale) ? { kind: 'not-on-sale-items' } : null
}

/** `*` in the coupon's list stands for any letters: `*@example.org` is everybody there. */
export function isForEmail(coupon: Pick<Coupon, 'emails'>, email: string): boolean {
  if (coupon.emails.length === 0) return true
  const given = email.trim().toLowerCase()
  return coupon.emails.some((allowed) => matches(allowed.trim().toLowerCase(), given))
}

/** Without a regular expression, so that no list of an owner can make a search that never ends. */
function matches(pattern: string, text: string): boolean {
  const parts = pattern.split('*')
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return pattern === text
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false
  let from = first.length
  for (const part of rest) {
    const at = text.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return from <= text.length - last.length
}

export type RefusedCoupon = { readonly code: string; readonly problem: CouponProblem }

/**
 * Which of a cart's coupons count now, in the order in which they were given, and why the others do not. While nothing
 * is in the cart nothing speaks against a coupon: the shopper may be about to undo a removal.
 */
export function sortOutCoupons(
  codes: readonly string[],
  coupons: readonly CartCoupon[],
  check: CouponCheck,
): { readonly usable: readonly CartCoupon[]; readonly refused: readonly RefusedCoupon[] } {
  const usable: CartCoupon[] = []
  const refused: RefusedCoupon[] = []
  for (const code of codes) {
    const coupon = coupons.find((one) => one.code === code)
    const problem = coupon ? (check.lines.length === 0 ? null : couponProblem(coupon, check)) : unknown
    const loner = usable.find((one) => one.isIndividual || coupon?.isIndividual)
    if (coupon && !problem && !loner) usable.push(coupon)
    else refused.push({ code, problem: problem ?? { kind: 'alone', with: loner?.code ?? code } })
  }
  return { usable, refused }
}

const unknown: CouponProblem = { kind: 'unknown' }

export const COUPON_APPLIED = 'Coupon code applied successfully.'
export const COUPON_REMOVED = 'Coupon has been removed.'

/** One sentence for the shopper, in the words of the recorded shop where there are any (wc-ajax-apply-coupon.json). */
export function couponProblemText(code: string, problem: CouponProblem): string {
  const coupon = `coupon "${code}"`
  switch (problem.kind) {
    case 'no-code':
      return 'Please enter a coupon code.'
    case 'unknown':
      return `Coupon "${code}" cannot be applied because it does not exist.`
    case 'already-there':
      return `Coupon code "${code}" already applied!`
    case 'too-many':
      return `A cart takes at most ${MOST_COUPONS} coupons.`
    case 'not-yet':
      return `Coupon "${code}" cannot be used yet.`
    case 'expired':
      return `Coupon "${code}" has expired.`
    case 'used-up':
      return `Usage limit for ${coupon} has been reached. Please try again after some time, or contact us for help.`
    case 'used-by-you':
      return `You have already used ${coupon} as often as it can be used.`
    case 'below-minimum':
      return `The minimum spend for ${coupon} is ${formatMoney(problem.minimumCents)}.`
    case 'above-maximum':
      return `The maximum spend for ${coupon} is ${formatMoney(problem.maximumCents)}.`
    case 'nothing-fits':
      return `Sorry, ${coupon} is not for anything in your cart.`
    case 'not-for':
      return `Sorry, ${coupon} cannot be used together with ${problem.names.map((name) => `“${name}”`).join(', ')}.`
    case 'not-on-sale-items':
      return `Sorry, ${coupon} is not for items on sale.`
    case 'alone':
      return `Sorry, coupon "${problem.with}" cannot be used together with other coupons.`
    case 'other-email':
      return `Sorry, ${coupon} belongs to another email address.`
  }
}
