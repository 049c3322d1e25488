import { allocate, percentOf, ratePrecision } from '../../platform/money/money.ts'
import { type CartCoupon, isValidForLine } from './coupon.ts'
import type { DiscountType } from './coupons.table.ts'
import type { LineToPrice } from './total.ts'

/*
 * What each coupon takes off each line, in whole cents. As WooCommerce documents it:
 *
 * - Coupons work in this order, whatever order they were given in: amounts off a product, percentages, amounts off the
 *   cart; among equals the one for fewer pieces, then the smaller, then the newer one.
 * - Percentages are of the full price, not of what another coupon has left. No line goes below nothing.
 * - A limit of pieces goes to the dearest lines first.
 * - An amount off the cart is shared evenly among the pieces in it.
 *
 * A percentage is worked out for all its lines together, half a cent in favour of the shop (as recorded), and what
 * rounding leaves over goes to the lines that it cut the most, so the order of the lines changes nothing.
 */

/** What one coupon takes off, by line key. */
export type CouponDiscount = { readonly coupon: CartCoupon; readonly centsByLine: ReadonlyMap<string, number> }

type Item = { readonly line: LineToPrice; readonly subtotalCents: number; remainingCents: number }

/** Shares every coupon's discount out among the lines it is for. Answers in the order in which the coupons were given. */
export function applyCoupons(lines: readonly LineToPrice[], coupons: readonly CartCoupon[]): CouponDiscount[] {
  if (coupons.length === 0) return []
  const items: Item[] = lines
    .map((line) => ({ line, subtotalCents: line.unitPriceCents * line.quantity }))
    .map((item) => ({ ...item, remainingCents: item.subtotalCents }))
    .toSorted((a, b) => b.subtotalCents - a.subtotalCents || compare(a.line.key, b.line.key))
  const discountsByCode = new Map<string, CouponDiscount>()
  for (const coupon of coupons.toSorted(byApplicationOrder)) {
    const discounts = itemDiscounts(coupon, items)
    const centsByLine = new Map<string, number>()
    for (const { item, cents } of discounts) {
      item.remainingCents -= cents
      centsByLine.set(item.line.key, (centsByLine.get(item.line.key) ?? 0) + cents)
    }
    discountsByCode.set(coupon.code, { coupon, centsByLine })
  }
  return coupons.flatMap((coupon) => discountsByCode.get(coupon.code) ?? [])
}

type ItemDiscount = { readonly item: Item; readonly cents: number }

function itemDiscounts(coupon: CartCoupon, items: readonly Item[]): readonly ItemDiscount[] {
  const eligible = items.filter((item) => item.remainingCents > 0 && isValidForLine(coupon, item.line))
  switch (coupon.kind) {
    case 'percent':
      return percentDiscounts(coupon, eligible)
    case 'fixed_product':
      return withDiscountableQuantity(coupon, eligible).map(({ item, quantity }) => ({
        item,
        cents: Math.min(item.remainingCents, coupon.amount * quantity),
      }))
    case 'fixed_cart':
      return cartDiscounts(coupon.amount, eligible)
  }
}

function percentDiscounts(coupon: CartCoupon, eligible: readonly Item[]): readonly ItemDiscount[] {
  const parts = withDiscountableQuantity(coupon, eligible)
  const subtotals = parts.map(({ item, quantity }) => item.line.unitPriceCents * quantity)
  const subtotal = subtotals.reduce((sum, cents) => sum + cents, 0)
  if (subtotal === 0) return []
  // What is still to pay is rounded as every amount is; the discount is the rest.
  const discount = subtotal - percentOf(subtotal, ratePrecision - coupon.amount * 10)
  const shares = allocate(discount, subtotals)
  return parts.map(({ item }, index) => ({ item, cents: Math.min(item.remainingCents, shares[index] ?? 0) }))
}

/** Evenly by pieces; what a cheap piece cannot take goes to the others, until all is given or all costs nothing. */
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

/** How many pieces of each line the coupon is for. */
function withDiscountableQuantity(
  { itemLimit }: CartCoupon,
  eligible: readonly Item[],
): { item: Item; quantity: number }[] {
  let remaining = itemLimit ?? Number.MAX_SAFE_INTEGER
  return eligible.flatMap((item) => {
    const quantity = Math.min(remaining, item.line.quantity)
    remaining -= quantity
    return quantity > 0 ? [{ item, quantity }] : []
  })
}

const kindOrder: Readonly<Record<DiscountType, number>> = { fixed_product: 1, percent: 2, fixed_cart: 3 }

const byApplicationOrder = (a: CartCoupon, b: CartCoupon): number =>
  kindOrder[a.kind] - kindOrder[b.kind] || (a.itemLimit ?? 0) - (b.itemLimit ?? 0) || a.amount - b.amount || b.id - a.id

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
