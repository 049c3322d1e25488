import { formatMoney } from '../../platform/money/format.ts'
import type { coupons } from './coupons.table.ts'

/** A coupon as its owner wrote it. */
export type Coupon = Omit<typeof coupons.$inferSelect, 'createdAt' | 'description'>

/** A coupon in a cart, with what the database knows about it. Its categories are told as the products in them. */
export type CartCoupon = Coupon & {
  readonly usedCount: number
  /** Uses by the shopper, as far as the cart tells who that is. */
  readonly usedByCustomerCount: number
  /** Products in its categories and the ones below them; null: the coupon names no category. */
  readonly categoryProductIds: ReadonlySet<number> | null
  readonly excludedCategoryProductIds: ReadonlySet<number>
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
  | { readonly kind: 'not-found' }
  | { readonly kind: 'already-applied' }
  | { readonly kind: 'too-many-coupons' }
  | { readonly kind: 'not-started' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'usage-limit-reached' }
  | { readonly kind: 'customer-limit-reached' }
  | { readonly kind: 'below-minimum'; readonly minimumCents: number }
  | { readonly kind: 'above-maximum'; readonly maximumCents: number }
  | { readonly kind: 'not-applicable' }
  | { readonly kind: 'products-excluded'; readonly names: readonly string[] }
  | { readonly kind: 'sale-items-excluded' }
  | { readonly kind: 'individual-use'; readonly code: string }
  | { readonly kind: 'email-not-allowed' }

/** Most coupons that one cart holds. */
export const MAX_COUPONS = 20

/** As it is kept and compared: shoppers may write a code as they like. */
export const formatCouponCode = (code: string): string => code.trim().toLowerCase()

/** 'five-off' for 'FIVE off!': the end of the class `coupon-…` on a totals row. */
export const couponClassName = (code: string): string => code.replaceAll(/[^a-z0-9_-]+/g, '-')

/** Does the discount of this coupon go to this line? A discount of the cart goes to every line. */
export function isValidForLine(coupon: CartCoupon, line: CouponLine): boolean {
  return coupon.kind === 'fixed_cart' || isEligible(coupon, line)
}

const includesProduct = (ids: readonly number[] | ReadonlySet<number>, line: CouponLine): boolean => {
  const includesId = (id: number): boolean => ('has' in ids ? ids.has(id) : ids.includes(id))
  return includesId(line.productId) || (typeof line.parentId === 'number' && includesId(line.parentId))
}

const isIncluded = (coupon: CartCoupon, line: CouponLine): boolean => {
  if (coupon.productIds.length === 0 && coupon.categoryProductIds === null) return true
  return includesProduct(coupon.productIds, line) || includesProduct(coupon.categoryProductIds ?? [], line)
}

const isExcluded = (coupon: CartCoupon, line: CouponLine): boolean =>
  includesProduct(coupon.excludedProductIds, line) || includesProduct(coupon.excludedCategoryProductIds, line)

const isEligible = (coupon: CartCoupon, line: CouponLine): boolean =>
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
  if (!coupon.isActive) return { kind: 'not-found' }
  if (coupon.usageLimit !== null && coupon.usedCount >= coupon.usageLimit) return { kind: 'usage-limit-reached' }
  if (coupon.usageLimitPerCustomer !== null && coupon.usedByCustomerCount >= coupon.usageLimitPerCustomer)
    return { kind: 'customer-limit-reached' }
  if (coupon.startsAt !== null && now < coupon.startsAt) return { kind: 'not-started' }
  if (coupon.expiresAt !== null && now >= coupon.expiresAt) return { kind: 'expired' }

  const subtotalCents = lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0)
  if (coupon.minimumCents !== null && subtotalCents < coupon.minimumCents)
    return { kind: 'below-minimum', minimumCents: coupon.minimumCents }
  if (coupon.maximumCents !== null && subtotalCents > coupon.maximumCents)
    return { kind: 'above-maximum', maximumCents: coupon.maximumCents }

  const productProblem =
    coupon.kind === 'fixed_cart' ? cartDiscountProblem(coupon, lines) : itemDiscountProblem(coupon, lines)
  if (productProblem) return productProblem
  return email !== '' && !isValidForEmail(coupon, email) ? { kind: 'email-not-allowed' } : null
}

/** A discount of single goods needs one of them that it is for. */
function itemDiscountProblem(coupon: CartCoupon, lines: readonly CouponLine[]): CouponProblem | null {
  if (lines.some((line) => isEligible(coupon, line))) return null
  const included = lines.filter((line) => isIncluded(coupon, line) && !isExcluded(coupon, line))
  return included.length > 0 ? { kind: 'sale-items-excluded' } : { kind: 'not-applicable' }
}

/** A discount of the cart goes to every line, so nothing may be in it that the coupon is not for. */
function cartDiscountProblem(coupon: CartCoupon, lines: readonly CouponLine[]): CouponProblem | null {
  if (!lines.some((line) => isIncluded(coupon, line))) return { kind: 'not-applicable' }
  const excluded = lines.filter((line) => isExcluded(coupon, line))
  if (excluded.length > 0) return { kind: 'products-excluded', names: excluded.map((line) => line.name) }
  return coupon.excludesSaleItems && lines.some((line) => line.isOnSale) ? { kind: 'sale-items-excluded' } : null
}

/** `*` in the coupon's list stands for any letters: `*@example.org` is everybody there. */
export function isValidForEmail(coupon: Pick<Coupon, 'emails'>, email: string): boolean {
  if (coupon.emails.length === 0) return true
  const normalizedEmail = email.trim().toLowerCase()
  return coupon.emails.some((allowed) => matchesWildcard(allowed.trim().toLowerCase(), normalizedEmail))
}

/** Without a regular expression, so that no list of an owner can make a search that never ends. */
function matchesWildcard(pattern: string, text: string): boolean {
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

export type RejectedCoupon = { readonly code: string; readonly problem: CouponProblem }

/**
 * Which of a cart's coupons count now, in the order in which they were given, and why the others do not. While nothing
 * is in the cart nothing speaks against a coupon: the shopper may be about to undo a removal.
 */
export function validateCoupons(
  codes: readonly string[],
  coupons: readonly CartCoupon[],
  check: CouponCheck,
): { readonly valid: readonly CartCoupon[]; readonly rejected: readonly RejectedCoupon[] } {
  const valid: CartCoupon[] = []
  const rejected: RejectedCoupon[] = []
  for (const code of codes) {
    const coupon = coupons.find((one) => one.code === code)
    const problem = coupon ? (check.lines.length === 0 ? null : couponProblem(coupon, check)) : notFound
    const individualUseCoupon = valid.find((one) => one.isIndividual || coupon?.isIndividual)
    if (coupon && !problem && !individualUseCoupon) valid.push(coupon)
    else
      rejected.push({ code, problem: problem ?? { kind: 'individual-use', code: individualUseCoupon?.code ?? code } })
  }
  return { valid, rejected }
}

const notFound: CouponProblem = { kind: 'not-found' }

export const COUPON_APPLIED = 'Coupon code applied successfully.'
export const COUPON_REMOVED = 'Coupon has been removed.'

/** One sentence for the shopper, in the words of the recorded shop where there are any (wc-ajax-apply-coupon.json). */
export function couponProblemText(code: string, problem: CouponProblem): string {
  const coupon = `coupon "${code}"`
  switch (problem.kind) {
    case 'no-code':
      return 'Please enter a coupon code.'
    case 'not-found':
      return `Coupon "${code}" cannot be applied because it does not exist.`
    case 'already-applied':
      return `Coupon code "${code}" already applied!`
    case 'too-many-coupons':
      return `A cart takes at most ${MAX_COUPONS} coupons.`
    case 'not-started':
      return `Coupon "${code}" cannot be used yet.`
    case 'expired':
      return `Coupon "${code}" has expired.`
    case 'usage-limit-reached':
      return `Usage limit for ${coupon} has been reached. Please try again after some time, or contact us for help.`
    case 'customer-limit-reached':
      return `You have already used ${coupon} as often as it can be used.`
    case 'below-minimum':
      return `The minimum spend for ${coupon} is ${formatMoney(problem.minimumCents)}.`
    case 'above-maximum':
      return `The maximum spend for ${coupon} is ${formatMoney(problem.maximumCents)}.`
    case 'not-applicable':
      return `Sorry, ${coupon} is not for anything in your cart.`
    case 'products-excluded':
      return `Sorry, ${coupon} cannot be used together with ${problem.names.map((name) => `“${name}”`).join(', ')}.`
    case 'sale-items-excluded':
      return `Sorry, ${coupon} is not for items on sale.`
    case 'individual-use':
      return `Sorry, coupon "${problem.code}" cannot be used together with other coupons.`
    case 'email-not-allowed':
      return `Sorry, ${coupon} belongs to another email address.`
  }
}
