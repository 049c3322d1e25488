import { allocate, percentOf, ratePrecision } from '../money/money.ts'
import { type CartCoupon, isForLine } from './coupon.ts'
import type { CouponKind } from './coupons.table.ts'
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

type Item = { readonly line: LineToPrice; readonly subtotalCents: number; leftCents: number }

/** Shares every coupon's discount out among the lines it is for. Answers in the order in which the coupons were given. */
export function applyCoupons(lines: readonly LineToPrice[], coupons: readonly CartCoupon[]): CouponDiscount[] {
  if (coupons.length === 0) return []
  const items: Item[] = lines
    .map((line) => ({ line, subtotalCents: line.unitPriceCents * line.quantity }))
    .map((item) => ({ ...item, leftCents: item.subtotalCents }))
    .toSorted((a, b) => b.subtotalCents - a.subtotalCents || compare(a.line.key, b.line.key))
  const found = new Map<string, CouponDiscount>()
  for (const coupon of coupons.toSorted(inOrderOfWork)) {
    const cuts = cutsOf(coupon, items)
    const centsByLine = new Map<string, number>()
    for (const { item, cents } of cuts) {
      item.leftCents -= cents
      centsByLine.set(item.line.key, (centsByLine.get(item.line.key) ?? 0) + cents)
    }
    found.set(coupon.code, { coupon, centsByLine })
  }
  return coupons.flatMap((coupon) => found.get(coupon.code) ?? [])
}

type Cut = { readonly item: Item; readonly cents: number }

function cutsOf(coupon: CartCoupon, items: readonly Item[]): readonly Cut[] {
  const fitting = items.filter((item) => item.leftCents > 0 && isForLine(coupon, item.line))
  switch (coupon.kind) {
    case 'percent':
      return percentCuts(coupon, fitting)
    case 'fixed_product':
      return withPieces(coupon, fitting).map(({ item, pieces }) => ({
        item,
        cents: Math.min(item.leftCents, coupon.amount * pieces),
      }))
    case 'fixed_cart':
      return cartCuts(coupon.amount, fitting)
  }
}

function percentCuts(coupon: CartCoupon, fitting: readonly Item[]): readonly Cut[] {
  const parts = withPieces(coupon, fitting)
  const bases = parts.map(({ item, pieces }) => item.line.unitPriceCents * pieces)
  const whole = bases.reduce((sum, cents) => sum + cents, 0)
  if (whole === 0) return []
  // What is still to pay is rounded as every amount is; the discount is the rest.
  const discount = whole - percentOf(whole, ratePrecision - coupon.amount * 10)
  const shares = allocate(discount, bases)
  return parts.map(({ item }, index) => ({ item, cents: Math.min(item.leftCents, shares[index] ?? 0) }))
}

/** Evenly by pieces; what a cheap piece cannot take goes to the others, until all is given or all costs nothing. */
function cartCuts(amount: number, fitting: readonly Item[]): readonly Cut[] {
  const cuts = new Map<Item, number>()
  const left = (item: Item): number => item.leftCents - (cuts.get(item) ?? 0)
  let rest = amount
  while (rest > 0) {
    const open = fitting.filter((item) => left(item) > 0)
    if (open.length === 0) break
    const shares = allocate(
      rest,
      open.map((item) => item.line.quantity),
    )
    for (const [index, item] of open.entries()) {
      const cents = Math.min(left(item), shares[index] ?? 0)
      cuts.set(item, (cuts.get(item) ?? 0) + cents)
      rest -= cents
    }
  }
  return [...cuts].map(([item, cents]) => ({ item, cents }))
}

/** How many pieces of each line the coupon is for. */
function withPieces({ itemLimit }: CartCoupon, fitting: readonly Item[]): { item: Item; pieces: number }[] {
  let rest = itemLimit ?? Number.MAX_SAFE_INTEGER
  return fitting.flatMap((item) => {
    const pieces = Math.min(rest, item.line.quantity)
    rest -= pieces
    return pieces > 0 ? [{ item, pieces }] : []
  })
}

const turn: Readonly<Record<CouponKind, number>> = { fixed_product: 1, percent: 2, fixed_cart: 3 }

const inOrderOfWork = (a: CartCoupon, b: CartCoupon): number =>
  turn[a.kind] - turn[b.kind] || (a.itemLimit ?? 0) - (b.itemLimit ?? 0) || a.amount - b.amount || b.id - a.id

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
