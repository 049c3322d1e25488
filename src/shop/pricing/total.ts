import { allocate, assertCents } from '../../platform/money/money.ts'
import { applyCoupons, type CouponDiscount } from './apply-coupons.ts'
import type { CartCoupon } from './coupon.ts'
import type { DiscountType } from './coupons.table.ts'
import { type Fee, type FeeRule, feesFor } from './fees.ts'
import {
  calculateTaxes,
  createTaxLookup,
  type TaxAmount,
  type Taxed,
  type TaxLookup,
  type TaxRules,
  taxCentsOf,
} from './line-taxes.ts'
import { centsToFreeShipping, ratesFor, type ShippingConfig, type ShippingRate, selectedRate } from './shipping.ts'
import type { AppliedTax, Region, TaxClass } from './tax.ts'

/*
 * The one function that makes a total: cart, checkout, order, mail and charge all show what it answers.
 * Order of work: lines, then discounts, then fees and shipping, then tax, which is on what is left to pay. The lines of a
 * receipt always add up to its sum.
 */

/** One thing being bought, priced by the catalogue, never by a request. */
export type LineToPrice = {
  readonly key: string
  readonly productId: number
  readonly name: string
  readonly quantity: number
  /** As entered: with or without tax, as the shop's rules say. */
  readonly unitPriceCents: number
  readonly taxClass: TaxClass
  readonly needsShipping: boolean
  /** Of one piece. */
  readonly weightGrams: number
  /** Goods that are sent alike; some cost more to send. '' is the usual way. */
  readonly shippingClass?: string
  /** The variable product of a variation; coupons may name it. */
  readonly parentId?: number | null
  readonly isOnSale?: boolean
}

export type PricingConfig = TaxRules & {
  readonly shipping: ShippingConfig
  readonly fees: readonly FeeRule[]
}

export type TotalInput = {
  readonly lines: readonly LineToPrice[]
  /** Where the goods go; null while nobody knows. */
  readonly destination: Region | null
  /** The id of the rate the shopper asked for, 'flat_rate:1'. */
  readonly shippingMethod?: string | null
  /** The ones that count (`validateCoupons`), in the order in which they were given. */
  readonly coupons?: readonly CartCoupon[]
  /** The way to pay that is chosen; some have a fee. */
  readonly paymentMethod?: string | null
  readonly config: PricingConfig
  readonly date: Date
}

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
  readonly discountType: DiscountType
  /** As the owner wrote it: cents, or hundredths of a percent. */
  readonly amount: number
  readonly discountCents: number
  /** The tax that the discount saves, rounded once for the coupon; the lines are rounded each, so it may differ by cents. */
  readonly discountTaxCents: number
  readonly freeShipping: boolean
}

/** A fee before tax, and its taxes. */
export type PricedFee = Fee & { readonly taxCents: number; readonly taxes: readonly TaxAmount[] }

export type PricedRate = ShippingRate & { readonly taxCents: number; readonly taxes: readonly TaxAmount[] }

/** One row of tax under the totals: what a rate takes from the items and fees, from shipping, and together. */
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
  readonly fees: readonly PricedFee[]
  readonly feesCents: number
  readonly feesTaxCents: number
  readonly needsShipping: boolean
  readonly shippingRates: readonly PricedRate[]
  /** Null when nothing is sent, or when nothing can be sent there: `needsShipping` tells which. */
  readonly shippingRate: PricedRate | null
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
export function calculateTotal(input: TotalInput): Total {
  const { destination, config, date } = input
  const destinationTaxes = createTaxLookup(config.taxTable, destination, date)
  const baseTaxes = createTaxLookup(config.taxTable, config.base, date)
  const taxesForRate = ({ methodId }: ShippingRate) => (methodId === 'local_pickup' ? baseTaxes : destinationTaxes)

  for (const line of input.lines) assertLine(line)
  const discounts = applyCoupons(input.lines, input.coupons ?? [])
  const destinationLines = priceLines(input.lines, discounts, config, destinationTaxes, baseTaxes)
  const itemsSubtotalCents = sum(destinationLines, (line) => line.subtotalCents)
  const itemsTotalCents = sum(destinationLines, (line) => line.totalCents)

  const shippableLines = destinationLines.filter((line) => line.needsShipping)
  const needsShipping = shippableLines.length > 0
  const shippingPackage = {
    itemsCents: itemsTotalCents,
    weightGrams: sum(shippableLines, (line) => line.weightGrams * line.quantity),
    hasFreeShippingCoupon: discounts.some(({ coupon }) => coupon.freeShipping),
    items: shippableLines.map((line) => ({
      shippingClass: line.shippingClass ?? '',
      quantity: line.quantity,
      itemsCents: line.totalCents,
    })),
  }
  const shippingClass = shippingTaxClass(destinationLines)
  const shippingRates = needsShipping
    ? ratesFor(shippingPackage, destination, config.shipping).map((rate) =>
        priceRate(rate, shippingClass, taxesForRate(rate)),
      )
    : []
  const shippingRate = selectedRate(shippingRates, input.shippingMethod ?? null)

  // What is fetched at the shop is supplied there, whatever address was typed. Prices before tax are the same everywhere.
  const applicableTaxes = shippingRate ? taxesForRate(shippingRate) : destinationTaxes
  const lines =
    applicableTaxes === destinationTaxes
      ? destinationLines
      : priceLines(input.lines, discounts, config, applicableTaxes, baseTaxes)
  const coupons = appliedCoupons(discounts, lines, applicableTaxes)
  const fees = priceFees(feesFor(config.fees, itemsTotalCents, input.paymentMethod ?? null), applicableTaxes)

  const shippingCents = shippingRate?.costCents ?? 0
  const feesCents = sum(fees, (fee) => fee.cents)
  const taxLines = groupTaxes(
    [...lines, ...fees].flatMap((one) => one.taxes),
    shippingRate?.taxes ?? [],
  )
  const taxCents = sum(taxLines, (line) => line.cents)
  const totalCents = itemsTotalCents + feesCents + shippingCents + taxCents
  assertCents(totalCents, 'total')

  return {
    lines,
    quantity: sum(lines, (line) => line.quantity),
    weightGrams: shippingPackage.weightGrams,
    itemsSubtotalCents,
    itemsSubtotalTaxCents: sum(lines, (line) => line.subtotalTaxCents),
    discountCents: itemsSubtotalCents - itemsTotalCents,
    discountTaxCents: sum(coupons, (coupon) => coupon.discountTaxCents),
    coupons,
    itemsTotalCents,
    itemsTaxCents: sum(lines, (line) => line.taxCents),
    fees,
    feesCents,
    feesTaxCents: sum(fees, (fee) => fee.taxCents),
    needsShipping,
    shippingRates,
    shippingRate,
    shippingCents,
    shippingTaxCents: shippingRate?.taxCents ?? 0,
    centsToFreeShipping: needsShipping ? centsToFreeShipping(shippingPackage, destination, config.shipping) : null,
    taxLines,
    taxCents,
    totalCents,
    needsPayment: totalCents > 0,
  }
}

function priceLines(
  inputLines: readonly LineToPrice[],
  discounts: readonly CouponDiscount[],
  rules: TaxRules,
  applicableTaxes: TaxLookup,
  baseTaxes: TaxLookup,
): PricedLine[] {
  const discountOn = (line: LineToPrice) => sum(discounts, (discount) => discount.centsByLine.get(line.key) ?? 0)
  const fullAmounts = inputLines.map((line) => ({
    cents: line.unitPriceCents * line.quantity,
    taxClass: line.taxClass,
  }))
  const discountedAmounts = inputLines.map((line, index) => ({
    cents: (fullAmounts[index]?.cents ?? 0) - discountOn(line),
    taxClass: line.taxClass,
  }))
  const subtotals = calculateTaxes(fullAmounts, rules, applicableTaxes, baseTaxes)
  const totals =
    discounts.length === 0 ? subtotals : calculateTaxes(discountedAmounts, rules, applicableTaxes, baseTaxes)
  return inputLines.map((line, index) => {
    const subtotal = taxedAt(subtotals, index)
    const total = taxedAt(totals, index)
    return {
      ...line,
      subtotalCents: subtotal.netCents,
      subtotalTaxCents: taxCentsOf(subtotal),
      totalCents: total.netCents,
      taxCents: taxCentsOf(total),
      taxes: total.taxes,
    }
  })
}

/** Each coupon's part of what the lines cost less, without tax. */
function appliedCoupons(
  discounts: readonly CouponDiscount[],
  lines: readonly PricedLine[],
  applicableTaxes: TaxLookup,
): AppliedCoupon[] {
  const byClass = discounts.map(() => new Map<TaxClass, number>())
  for (const line of lines) {
    const discountAmounts = discounts.map((discount) => discount.centsByLine.get(line.key) ?? 0)
    if (discountAmounts.every((cents) => cents === 0)) continue
    for (const [index, cents] of allocate(line.subtotalCents - line.totalCents, discountAmounts).entries()) {
      const amounts = byClass[index]
      amounts?.set(line.taxClass, (amounts.get(line.taxClass) ?? 0) + cents)
    }
  }
  return discounts.map(({ coupon }, index) => {
    const amounts = [...(byClass[index] ?? [])].map(([taxClass, cents]) => ({ taxClass, cents }))
    return {
      id: coupon.id,
      code: coupon.code,
      discountType: coupon.kind,
      amount: coupon.amount,
      discountCents: sum(amounts, ({ cents }) => cents),
      discountTaxCents: sum(calculateTaxes(amounts, taxExclusive, applicableTaxes, applicableTaxes), taxCentsOf),
      freeShipping: coupon.freeShipping,
    }
  })
}

/** Fees, shipping and discounts are written without tax, whatever the prices are. */
const taxExclusive = { pricesIncludeTax: false, roundTax: 'line' } as const

function priceFees(fees: readonly Fee[], applicableTaxes: TaxLookup): PricedFee[] {
  const taxed = calculateTaxes(fees, taxExclusive, applicableTaxes, applicableTaxes)
  return fees.map((fee, index) => ({
    ...fee,
    taxes: taxedAt(taxed, index).taxes,
    taxCents: taxCentsOf(taxedAt(taxed, index)),
  }))
}

function assertLine(line: LineToPrice): void {
  assertCents(line.unitPriceCents, `price of line ${line.key}`)
  if (line.unitPriceCents < 0) throw new RangeError(`price of line ${line.key} is below 0`)
  if (!Number.isSafeInteger(line.quantity) || line.quantity < 1) {
    throw new RangeError(`quantity of line ${line.key} must be a whole number from 1, got ${line.quantity}`)
  }
  assertCents(line.unitPriceCents * line.quantity, `subtotal of line ${line.key}`)
}

/** Shipping follows the goods: anything that is taxed makes it taxable, with groceries alone it is zero-rated. */
function shippingTaxClass(lines: readonly PricedLine[]): TaxClass {
  return lines.some((line) => line.taxClass !== 'grocery') ? 'standard' : 'grocery'
}

function priceRate(rate: ShippingRate, taxClass: TaxClass, applicableTaxes: TaxLookup): PricedRate {
  const [taxed] = rate.taxable
    ? calculateTaxes([{ cents: rate.costCents, taxClass }], taxExclusive, applicableTaxes, applicableTaxes)
    : []
  return { ...rate, taxCents: taxed ? taxCentsOf(taxed) : 0, taxes: taxed?.taxes ?? [] }
}

function taxedAt(taxed: readonly Taxed[], index: number): Taxed {
  return taxed[index] ?? { netCents: 0, taxes: [] }
}

function groupTaxes(itemTaxes: readonly TaxAmount[], shippingTaxes: readonly TaxAmount[]): TaxLine[] {
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
  for (const tax of itemTaxes) add(tax, tax.cents, 0)
  for (const tax of shippingTaxes) add(tax, 0, tax.cents)
  return [...rows.values()].toSorted((a, b) => a.priority - b.priority)
}

function sum<Item>(items: readonly Item[], cents: (item: Item) => number): number {
  return items.reduce((total, item) => total + cents(item), 0)
}
