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

/* The only calculation of totals, used by cart, checkout, order, email and charge. Order: lines, discounts, fees and
   shipping, then tax on the discounted amounts. The rows of a receipt always add up to its total. */

/** A purchased line, priced by the catalogue, never by a request. */
export type LineToPrice = {
  readonly key: string
  readonly productId: number
  readonly name: string
  readonly quantity: number
  /** As entered: including or excluding tax, depending on the tax settings. */
  readonly unitPriceCents: number
  readonly taxClass: TaxClass
  readonly needsShipping: boolean
  /** Per item. */
  readonly weightGrams: number
  /** Shipping class slug; '' is the default class. */
  readonly shippingClass?: string
  /** The variable product of a variation; coupons may refer to it. */
  readonly parentId?: number | null
  readonly isOnSale?: boolean
}

export type PricingConfig = TaxRules & {
  readonly shipping: ShippingConfig
  readonly fees: readonly FeeRule[]
}

export type TotalInput = {
  readonly lines: readonly LineToPrice[]
  /** Destination; null if unknown. */
  readonly destination: Region | null
  /** The id of the selected rate, 'flat_rate:1'. */
  readonly shippingMethod?: string | null
  /** Valid coupons (`validateCoupons`), in order of entry. */
  readonly coupons?: readonly CartCoupon[]
  /** The selected payment method, which may have a fee. */
  readonly paymentMethod?: string | null
  readonly config: PricingConfig
  readonly date: Date
}

/** Subtotal is before discounts, total after; both exclude tax. */
export type PricedLine = LineToPrice & {
  readonly subtotalCents: number
  readonly subtotalTaxCents: number
  readonly totalCents: number
  readonly taxCents: number
  readonly taxes: readonly TaxAmount[]
}

/** Discount of one coupon before tax, and the tax on it. */
export type AppliedCoupon = {
  readonly id: number
  readonly code: string
  readonly discountType: DiscountType
  /** As configured: cents, or hundredths of a percent. */
  readonly amount: number
  readonly discountCents: number
  /** Tax on the discount, rounded once per coupon; lines are rounded individually, so the sums may differ by cents. */
  readonly discountTaxCents: number
  readonly freeShipping: boolean
}

/** A fee before tax, and its taxes. */
export type PricedFee = Fee & { readonly taxCents: number; readonly taxes: readonly TaxAmount[] }

export type PricedRate = ShippingRate & { readonly taxCents: number; readonly taxes: readonly TaxAmount[] }

/** One tax row of the totals: a rate's tax on items and fees, on shipping, and their sum. */
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
  /** Null if nothing is shipped or nothing can be shipped there; `needsShipping` tells the two apart. */
  readonly shippingRate: PricedRate | null
  readonly shippingCents: number
  readonly shippingTaxCents: number
  /** Amount missing for free shipping: 0 if reached, null if it is not offered. */
  readonly centsToFreeShipping: number | null
  readonly taxLines: readonly TaxLine[]
  readonly taxCents: number
  readonly totalCents: number
  readonly needsPayment: boolean
}

/** The total of a cart in cents. Throws on an invalid price or quantity. */
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

  // Local pickup is taxed at the shop's location, whatever the address. Prices before tax are the same everywhere.
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

/** Each coupon's share of the discounts, without tax. */
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
      discountType: coupon.discountType,
      amount: coupon.amount,
      discountCents: sum(amounts, ({ cents }) => cents),
      discountTaxCents: sum(calculateTaxes(amounts, taxExclusive, applicableTaxes, applicableTaxes), taxCentsOf),
      freeShipping: coupon.freeShipping,
    }
  })
}

/** Fees, shipping and discounts are entered without tax, whatever the tax settings. */
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

/** Shipping follows the items: taxable if any item is, zero-rated with groceries only. */
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
