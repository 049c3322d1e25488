import { assertCents, percentOf } from '../money/money.ts'
import { applyCoupons, type CouponDiscount } from './apply-coupons.ts'
import type { CartCoupon } from './coupon.ts'
import type { CouponKind } from './coupons.table.ts'
import { centsToFreeShipping, chosenRate, ratesFor, type ShippingConfig, type ShippingRate } from './shipping.ts'
import { type AppliedTax, type Place, type TaxClass, type TaxTable, taxesFor } from './tax.ts'

/*
 * The one function that makes a total: cart, checkout, order, mail and charge all show what it answers.
 * Order of work: lines, then discounts, then shipping, then tax, which is on what is left to pay. Tax is rounded for each line and each rate, so that the lines of a
 * receipt always add up to its sum.
 */

/** One thing being bought, priced by the catalogue, never by a request. */
export type LineToPrice = {
  readonly key: string
  readonly productId: number
  readonly name: string
  readonly quantity: number
  readonly unitPriceCents: number
  readonly taxClass: TaxClass
  readonly needsShipping: boolean
  /** Of one piece. */
  readonly weightGrams: number
  /** The variable product of a variation; coupons may name it. */
  readonly parentId?: number | null
  readonly isOnSale?: boolean
}

export type PricingConfig = {
  readonly taxTable: TaxTable
  readonly shipping: ShippingConfig
  /** The shop's prices are before tax. */
  readonly pricesIncludeTax: false
}

export type TotalInput = {
  readonly lines: readonly LineToPrice[]
  /** Where the goods go; null while nobody knows. */
  readonly destination: Place | null
  /** The id of the rate the shopper asked for, 'flat_rate:1'. */
  readonly shippingMethod?: string | null
  /** The ones that count (`sortOutCoupons`), in the order in which they were given. */
  readonly coupons?: readonly CartCoupon[]
  readonly config: PricingConfig
  readonly on: Date
}

export type TaxAmount = AppliedTax & { readonly cents: number }

/** Subtotal is before discounts, total after; both are before tax. */
export type PricedLine = LineToPrice & {
  readonly subtotalCents: number
  readonly subtotalTaxCents: number
  readonly totalCents: number
  readonly taxCents: number
  readonly taxes: readonly TaxAmount[]
}

/** What one coupon takes off, before tax, and the tax on that. */
export type AppliedCoupon = {
  readonly id: number
  readonly code: string
  readonly kind: CouponKind
  /** As the owner wrote it: cents, or hundredths of a percent. */
  readonly amount: number
  readonly discountCents: number
  /** The tax that the discount saves, rounded once for the coupon; the lines are rounded each, so it may differ by cents. */
  readonly discountTaxCents: number
  readonly freeShipping: boolean
}

export type OfferedRate = ShippingRate & { readonly taxCents: number; readonly taxes: readonly TaxAmount[] }

/** One row of tax under the totals: what a rate takes from the items, from shipping, and together. */
export type TaxLine = AppliedTax & {
  readonly itemsCents: number
  readonly shippingCents: number
  readonly cents: number
}

export type Total = {
  readonly lines: readonly PricedLine[]
  readonly quantity: number
  readonly weightGrams: number
  readonly itemsSubtotalCents: number
  readonly itemsSubtotalTaxCents: number
  readonly discountCents: number
  readonly discountTaxCents: number
  readonly coupons: readonly AppliedCoupon[]
  readonly itemsTotalCents: number
  readonly itemsTaxCents: number
  readonly needsShipping: boolean
  readonly shippingRates: readonly OfferedRate[]
  /** Null when nothing is sent, or when nothing can be sent there: `needsShipping` tells which. */
  readonly shippingRate: OfferedRate | null
  readonly shippingCents: number
  readonly shippingTaxCents: number
  /** Goods still missing for free shipping: 0 once reached, null where it is not offered. */
  readonly centsToFreeShipping: number | null
  readonly taxLines: readonly TaxLine[]
  readonly taxCents: number
  readonly totalCents: number
  readonly needsPayment: boolean
}

/** What a cart costs, to the cent. Throws on a price or quantity that no catalogue or cart can hold. */
export function totalOf(input: TotalInput): Total {
  const { destination, config, on } = input
  const taxesOn = taxReader(config.taxTable, destination, on)

  for (const line of input.lines) assertLine(line)
  const discounts = applyCoupons(input.lines, input.coupons ?? [])
  const lines = input.lines.map((line) => priceLine(line, discountOn(line, discounts), taxesOn(line.taxClass)))
  const coupons = discounts.map((discount) => appliedCoupon(discount, input.lines, taxesOn))
  const itemsSubtotalCents = sum(lines, (line) => line.subtotalCents)
  const itemsTotalCents = sum(lines, (line) => line.totalCents)

  const toSend = lines.filter((line) => line.needsShipping)
  const needsShipping = toSend.length > 0
  const pack = {
    goodsCents: itemsTotalCents,
    weightGrams: sum(toSend, (line) => line.weightGrams * line.quantity),
    hasFreeShippingCoupon: coupons.some((coupon) => coupon.freeShipping),
  }
  const shippingTaxes = taxesOn(shippingTaxClass(lines))
  const shippingRates = needsShipping
    ? ratesFor(pack, destination, config.shipping).map((rate) => offer(rate, shippingTaxes))
    : []
  const shippingRate = chosenRate(shippingRates, input.shippingMethod ?? null)

  const shippingCents = shippingRate?.costCents ?? 0
  const taxLines = groupTaxes(
    lines.flatMap((line) => line.taxes),
    shippingRate?.taxes ?? [],
  )
  const taxCents = sum(taxLines, (line) => line.cents)
  const totalCents = itemsTotalCents + shippingCents + taxCents
  assertCents(totalCents, 'total')

  return {
    lines,
    quantity: sum(lines, (line) => line.quantity),
    weightGrams: pack.weightGrams,
    itemsSubtotalCents,
    itemsSubtotalTaxCents: sum(lines, (line) => line.subtotalTaxCents),
    discountCents: itemsSubtotalCents - itemsTotalCents,
    discountTaxCents: sum(coupons, (coupon) => coupon.discountTaxCents),
    coupons,
    itemsTotalCents,
    itemsTaxCents: sum(lines, (line) => line.taxCents),
    needsShipping,
    shippingRates,
    shippingRate,
    shippingCents,
    shippingTaxCents: shippingRate?.taxCents ?? 0,
    centsToFreeShipping: needsShipping ? centsToFreeShipping(pack, destination, config.shipping) : null,
    taxLines,
    taxCents,
    totalCents,
    needsPayment: totalCents > 0,
  }
}

function priceLine(line: LineToPrice, discountCents: number, taxes: readonly AppliedTax[]): PricedLine {
  const subtotalCents = line.unitPriceCents * line.quantity
  const totalCents = subtotalCents - discountCents
  const amounts = amountsOf(totalCents, taxes)
  return {
    ...line,
    subtotalCents,
    subtotalTaxCents: sum(amountsOf(subtotalCents, taxes), (tax) => tax.cents),
    totalCents,
    taxCents: sum(amounts, (tax) => tax.cents),
    taxes: amounts,
  }
}

const discountOn = (line: LineToPrice, discounts: readonly CouponDiscount[]): number =>
  sum(discounts, (discount) => discount.centsByLine.get(line.key) ?? 0)

function appliedCoupon(
  { coupon, centsByLine }: CouponDiscount,
  lines: readonly LineToPrice[],
  taxesOn: (taxClass: TaxClass) => readonly AppliedTax[],
): AppliedCoupon {
  const byClass = new Map<TaxClass, number>()
  for (const { key, taxClass } of lines)
    byClass.set(taxClass, (byClass.get(taxClass) ?? 0) + (centsByLine.get(key) ?? 0))
  const taxes = [...byClass].flatMap(([taxClass, cents]) => amountsOf(cents, taxesOn(taxClass)))
  return {
    id: coupon.id,
    code: coupon.code,
    kind: coupon.kind,
    amount: coupon.amount,
    discountCents: sum([...byClass], ([, cents]) => cents),
    discountTaxCents: sum(taxes, (tax) => tax.cents),
    freeShipping: coupon.freeShipping,
  }
}

function assertLine(line: LineToPrice): void {
  assertCents(line.unitPriceCents, `price of line ${line.key}`)
  if (line.unitPriceCents < 0) throw new RangeError(`price of line ${line.key} is below 0`)
  if (!Number.isSafeInteger(line.quantity) || line.quantity < 1) {
    throw new RangeError(`quantity of line ${line.key} must be a whole number from 1, got ${line.quantity}`)
  }
  assertCents(line.unitPriceCents * line.quantity, `subtotal of line ${line.key}`)
}

/** Shipping follows the goods: anything standard in the cart makes it taxable, with groceries alone it is zero-rated. */
function shippingTaxClass(lines: readonly PricedLine[]): TaxClass {
  return lines.some((line) => line.taxClass === 'standard') ? 'standard' : 'grocery'
}

function offer(rate: ShippingRate, taxes: readonly AppliedTax[]): OfferedRate {
  const amounts = rate.taxable ? amountsOf(rate.costCents, taxes) : []
  return { ...rate, taxCents: sum(amounts, (tax) => tax.cents), taxes: amounts }
}

function amountsOf(cents: number, taxes: readonly AppliedTax[]): TaxAmount[] {
  return taxes.map((tax) => ({ ...tax, cents: percentOf(cents, tax.ratePer100k) }))
}

/** Reads the table once for each class, however many lines a cart has. */
function taxReader(table: TaxTable, to: Place | null, on: Date): (taxClass: TaxClass) => readonly AppliedTax[] {
  const known = new Map<TaxClass, readonly AppliedTax[]>()
  return (taxClass) => {
    const taxes = known.get(taxClass) ?? taxesFor(table, to, taxClass, on)
    known.set(taxClass, taxes)
    return taxes
  }
}

function groupTaxes(ofItems: readonly TaxAmount[], ofShipping: readonly TaxAmount[]): TaxLine[] {
  const rows = new Map<number, TaxLine>()
  const add = (tax: TaxAmount, itemsCents: number, shippingCents: number) => {
    const { cents: _, ...applied } = tax
    const row = rows.get(tax.rateId) ?? { ...applied, itemsCents: 0, shippingCents: 0, cents: 0 }
    rows.set(tax.rateId, {
      ...row,
      itemsCents: row.itemsCents + itemsCents,
      shippingCents: row.shippingCents + shippingCents,
      cents: row.cents + itemsCents + shippingCents,
    })
  }
  for (const tax of ofItems) add(tax, tax.cents, 0)
  for (const tax of ofShipping) add(tax, 0, tax.cents)
  return [...rows.values()].toSorted((a, b) => a.priority - b.priority)
}

function sum<Item>(items: readonly Item[], cents: (item: Item) => number): number {
  return items.reduce((total, item) => total + cents(item), 0)
}
