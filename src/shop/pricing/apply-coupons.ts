import { allocate, percentOf, ratePrecision, sumOf } from '../../platform/money/money.ts'
import { type CartCoupon, isValidForLine, priceOf } from './coupon.ts'
import type { DiscountType } from './coupons.table.ts'
import type { LineToPrice } from './total.ts'

/*
 * Discount of each coupon per line, in whole cents, as WooCommerce documents it:
 *
 * - Application order is independent of entry order: fixed product discounts, percentages, fixed cart discounts; within
 *   a type by lower item limit, then lower amount, then newest.
 * - Percentages apply to the full price, not to what another coupon has left. No line becomes negative.
 * - An item limit applies to the most expensive lines first.
 * - A fixed cart discount is distributed evenly among the items.
 *
 * A percentage is computed over all its lines, half a cent rounded in favour of the shop (as in WooCommerce), and rounding
 * remainders go to the lines with the largest remainder, so the order of lines does not matter.
 */

export type CouponDiscount = { readonly coupon: CartCoupon; readonly centsByLine: ReadonlyMap<string, number> }

type Item = { readonly line: LineToPrice; remainingCents: number }

export function applyCoupons(lines: readonly LineToPrice[], coupons: readonly CartCoupon[]): CouponDiscount[] {
  if (coupons.length === 0) return []
  const items: Item[] = lines
    .map((line) => ({ line, remainingCents: priceOf(line) }))
    .toSorted((a, b) => b.remainingCents - a.remainingCents || compare(a.line.key, b.line.key))
  const discounts = coupons.toSorted(byApplicationOrder).map((coupon) => {
    const centsByLine = new Map<string, number>()
    for (const { item, cents } of itemDiscounts(coupon, items)) {
      item.remainingCents -= cents
      centsByLine.set(item.line.key, cents)
    }
    return { coupon, centsByLine }
  })
  return discounts.toSorted((a, b) => coupons.indexOf(a.coupon) - coupons.indexOf(b.coupon))
}

type ItemDiscount = { readonly item: Item; readonly cents: number }

function itemDiscounts(coupon: CartCoupon, items: readonly Item[]): readonly ItemDiscount[] {
  const eligible = items.filter((item) => item.remainingCents > 0 && isValidForLine(coupon, item.line))
  if (coupon.discountType === 'percent') return percentDiscounts(coupon, eligible)
  if (coupon.discountType === 'fixed_cart') return cartDiscounts(coupon.amount, eligible)
  return withDiscountableQuantity(coupon, eligible).map(({ item, quantity }) => ({
    item,
    cents: Math.min(item.remainingCents, coupon.amount * quantity),
  }))
}

function percentDiscounts(coupon: CartCoupon, eligible: readonly Item[]): readonly ItemDiscount[] {
  const parts = withDiscountableQuantity(coupon, eligible)
  const subtotals = parts.map(({ item: { line }, quantity }) => Math.round((priceOf(line) * quantity) / line.quantity))
  const subtotal = sumOf(subtotals, (cents) => cents)
  if (subtotal === 0) return []
  // The discounted amount is rounded like every other amount; the discount is the difference.
  const discount = subtotal - percentOf(subtotal, ratePrecision - coupon.amount * 10)
  const shares = allocate(discount, subtotals)
  return parts.map(({ item }, index) => ({ item, cents: Math.min(item.remainingCents, shares[index] ?? 0) }))
}

/** Discount that exceeds an item's price is redistributed until it is used up or everything is free. */
function cartDiscounts(amount: number, eligible: readonly Item[]): readonly ItemDiscount[] {
  const discounts = new Map<Item, number>()
  const remainingOf = (item: Item): number => item.remainingCents - (discounts.get(item) ?? 0)
  let remaining = amount
  while (remaining > 0) {
    const discountable = eligible.filter((item) => remainingOf(item) > 0)
    if (discountable.length === 0) break
    const shares = allocate(
      remaining,
      discountable.map((item) => item.line.quantity),
    )
    for (const [index, item] of discountable.entries()) {
      const cents = Math.min(remainingOf(item), shares[index] ?? 0)
      discounts.set(item, (discounts.get(item) ?? 0) + cents)
      remaining -= cents
    }
  }
  return [...discounts].map(([item, cents]) => ({ item, cents }))
}

function withDiscountableQuantity({ itemLimit }: CartCoupon, eligible: readonly Item[]) {
  let remaining = itemLimit ?? Number.MAX_SAFE_INTEGER
  return eligible.flatMap((item) => {
    const quantity = Math.min(remaining, item.line.quantity)
    remaining -= quantity
    return quantity > 0 ? [{ item, quantity }] : []
  })
}

const typeOrder: Readonly<Record<DiscountType, number>> = { fixed_product: 1, percent: 2, fixed_cart: 3 }

const byApplicationOrder = (a: CartCoupon, b: CartCoupon): number =>
  typeOrder[a.discountType] - typeOrder[b.discountType] ||
  (a.itemLimit ?? 0) - (b.itemLimit ?? 0) ||
  a.amount - b.amount ||
  b.id - a.id

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
