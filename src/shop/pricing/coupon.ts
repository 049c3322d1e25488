import { normalizeEmail } from '../../platform/email-address.ts'
import { type Currency, formatMoney, shopCurrency, sumOf } from '../../platform/money/money.ts'
import type { coupons } from './coupons.table.ts'
import type { LineToPrice } from './total.ts'

export type Coupon = Omit<typeof coupons.$inferSelect, 'createdAt' | 'updatedAt' | 'description' | 'meta' | 'trashedAt'>

/** A coupon in a cart with its usage. Its categories are resolved to product ids. */
export type CartCoupon = Coupon & {
  readonly usedCount: number
  readonly usedByCustomerCount: number
  /** Products in its categories and their descendants; null if the coupon has no category restriction. */
  readonly categoryProductIds: ReadonlySet<number> | null
  readonly excludedCategoryProductIds: ReadonlySet<number>
}

export type CouponLine = Pick<
  LineToPrice,
  'productId' | 'parentId' | 'name' | 'quantity' | 'unitPriceCents' | 'isOnSale' | 'agreed'
>

/** The price of the whole quantity, as entered. */
export const priceOf = (line: Pick<LineToPrice, 'quantity' | 'unitPriceCents' | 'agreed'>): number =>
  line.agreed?.subtotalCents ?? line.unitPriceCents * line.quantity

export type CouponProblem =
  | { readonly kind: keyof ReturnType<typeof plainTexts> }
  | { readonly kind: 'below-minimum'; readonly minimumAmountCents: number; readonly currency?: Currency }
  | { readonly kind: 'above-maximum'; readonly maximumAmountCents: number; readonly currency?: Currency }
  | { readonly kind: 'products-excluded'; readonly names: readonly string[] }
  | { readonly kind: 'individual-use'; readonly code: string }

export const MAX_COUPONS = 20

/** Codes are stored and compared in normalized form, because they are case-insensitive. */
export const formatCouponCode = (code: string): string => code.trim().toLowerCase()

/** 'five-off' for 'FIVE off!': suffix of the class `coupon-…` on a totals row. */
export const couponClassName = (code: string): string => code.replaceAll(/[^a-z0-9_-]+/g, '-')

export const isValidForLine = (coupon: CartCoupon, line: CouponLine): boolean =>
  coupon.discountType === 'fixed_cart' || isEligible(coupon, line)

const includesProduct = (ids: readonly number[] | ReadonlySet<number>, { productId, parentId }: CouponLine): boolean =>
  [productId, parentId].some((id) => typeof id === 'number' && ('has' in ids ? ids.has(id) : ids.includes(id)))

const isIncluded = (coupon: CartCoupon, line: CouponLine): boolean =>
  (coupon.productIds.length === 0 && coupon.categoryProductIds === null) ||
  includesProduct(coupon.productIds, line) ||
  includesProduct(coupon.categoryProductIds ?? [], line)

const isExcluded = (coupon: CartCoupon, line: CouponLine): boolean =>
  includesProduct(coupon.excludedProductIds, line) || includesProduct(coupon.excludedCategoryProductIds, line)

const isEligible = (coupon: CartCoupon, line: CouponLine): boolean =>
  isIncluded(coupon, line) && !isExcluded(coupon, line) && !(coupon.excludesSaleItems && line.isOnSale === true)

export type CouponCheck = {
  readonly lines: readonly CouponLine[]
  /** '' if unknown, which passes until the order is placed. */
  readonly email: string
  readonly now: Date
  readonly currency?: Currency | undefined
}

/** Checks in the order of WooCommerce's documentation. Minimum and maximum spend are before discounts. */
export function couponProblem(
  coupon: CartCoupon,
  { lines, email, now, currency = shopCurrency }: CouponCheck,
): CouponProblem | null {
  if (!coupon.isActive) return { kind: 'not-found' }
  if (coupon.usageLimit !== null && coupon.usedCount >= coupon.usageLimit) return { kind: 'usage-limit-reached' }
  if (coupon.usageLimitPerCustomer !== null && coupon.usedByCustomerCount >= coupon.usageLimitPerCustomer)
    return { kind: 'customer-limit-reached' }
  if (coupon.startsAt !== null && now < coupon.startsAt) return { kind: 'not-started' }
  if (coupon.expiresAt !== null && now >= coupon.expiresAt) return { kind: 'expired' }

  const subtotalCents = sumOf(lines, priceOf)
  const inCurrency = currency === shopCurrency ? {} : { currency }
  if (coupon.minimumAmountCents !== null && subtotalCents < coupon.minimumAmountCents)
    return { kind: 'below-minimum', minimumAmountCents: coupon.minimumAmountCents, ...inCurrency }
  if (coupon.maximumAmountCents !== null && subtotalCents > coupon.maximumAmountCents)
    return { kind: 'above-maximum', maximumAmountCents: coupon.maximumAmountCents, ...inCurrency }

  const productProblem =
    coupon.discountType === 'fixed_cart' ? cartDiscountProblem(coupon, lines) : itemDiscountProblem(coupon, lines)
  if (productProblem) return productProblem
  return email !== '' && !isValidForEmail(coupon, email) ? { kind: 'email-not-allowed' } : null
}

/** A product discount needs at least one eligible line. */
function itemDiscountProblem(coupon: CartCoupon, lines: readonly CouponLine[]): CouponProblem | null {
  if (lines.some((line) => isEligible(coupon, line))) return null
  const included = lines.filter((line) => isIncluded(coupon, line) && !isExcluded(coupon, line))
  return included.length > 0 ? { kind: 'sale-items-excluded' } : { kind: 'not-applicable' }
}

/** A cart discount applies to every line, so no line may be excluded. */
function cartDiscountProblem(coupon: CartCoupon, lines: readonly CouponLine[]): CouponProblem | null {
  if (!lines.some((line) => isIncluded(coupon, line))) return { kind: 'not-applicable' }
  const excluded = lines.filter((line) => isExcluded(coupon, line))
  if (excluded.length > 0) return { kind: 'products-excluded', names: excluded.map((line) => line.name) }
  return coupon.excludesSaleItems && lines.some((line) => line.isOnSale) ? { kind: 'sale-items-excluded' } : null
}

/** `*` in the coupon's list is a wildcard: `*@example.org` matches the whole domain. */
export function isValidForEmail(coupon: Pick<Coupon, 'emailRestrictions'>, email: string): boolean {
  if (coupon.emailRestrictions.length === 0) return true
  const normalizedEmail = normalizeEmail(email)
  return coupon.emailRestrictions.some((allowed) => matchesWildcard(normalizeEmail(allowed), normalizedEmail))
}

/** Does not use regular expressions, to rule out catastrophic backtracking with the owner's patterns. */
function matchesWildcard(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
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
 * Results are in order of entry, after coupons that are valid already. In an empty cart every coupon is valid, because
 * the shopper may undo a removal.
 */
export function validateCoupons(
  codes: readonly string[],
  coupons: readonly CartCoupon[],
  check: CouponCheck,
  validBefore: readonly CartCoupon[] = [],
) {
  const valid = [...validBefore]
  const rejected: RejectedCoupon[] = []
  for (const code of codes) {
    const coupon = coupons.find((one) => one.code === code)
    if (!coupon) {
      rejected.push({ code, problem: { kind: 'not-found' } })
      continue
    }
    const individualUse = valid.find((one) => one.isIndividualUse || coupon.isIndividualUse)
    const problem =
      (check.lines.length === 0 ? null : couponProblem(coupon, check)) ??
      (individualUse ? { kind: 'individual-use' as const, code: individualUse.code } : null)
    if (problem) rejected.push({ code, problem })
    else valid.push(coupon)
  }
  return { valid, rejected }
}

export const COUPON_APPLIED = 'Coupon code applied successfully.'
export const COUPON_REMOVED = 'Coupon has been removed.'

/** The message for the shopper, in WooCommerce's words where possible (wc-ajax-apply-coupon.json). */
export function couponProblemText(code: string, problem: CouponProblem): string {
  const coupon = `coupon "${code}"`
  if (problem.kind === 'below-minimum')
    return `The minimum spend for ${coupon} is ${formatMoney(problem.minimumAmountCents, problem.currency ?? shopCurrency)}.`
  if (problem.kind === 'above-maximum')
    return `The maximum spend for ${coupon} is ${formatMoney(problem.maximumAmountCents, problem.currency ?? shopCurrency)}.`
  if (problem.kind === 'products-excluded')
    return `Sorry, ${coupon} cannot be used together with ${problem.names.map((name) => `“${name}”`).join(', ')}.`
  if (problem.kind === 'individual-use')
    return `Sorry, coupon "${problem.code}" cannot be used together with other coupons.`
  return plainTexts(code)[problem.kind]
}

const plainTexts = (code: string) => ({
  'no-code': 'Please enter a coupon code.',
  'not-found': `Coupon "${code}" cannot be applied because it does not exist.`,
  'already-applied': `Coupon code "${code}" already applied!`,
  'too-many-guesses': 'Too many codes that do not exist. Please wait ten minutes, then try again.',
  'too-many-coupons': `A cart takes at most ${MAX_COUPONS} coupons.`,
  'not-started': `Coupon "${code}" cannot be used yet.`,
  expired: `Coupon "${code}" has expired.`,
  'usage-limit-reached': `Usage limit for coupon "${code}" has been reached. Please try again after some time, or contact us for help.`,
  'customer-limit-reached': `You have already used coupon "${code}" as often as it can be used.`,
  'not-applicable': `Sorry, coupon "${code}" is not for anything in your cart.`,
  'sale-items-excluded': `Sorry, coupon "${code}" is not for items on sale.`,
  'email-not-allowed': `Sorry, coupon "${code}" belongs to another email address.`,
})
