import { atRate, type Exchange } from '../../platform/money/exchange.ts'
import { allocate, assertCents, sumOf } from '../../platform/money/money.ts'
import { applyCoupons, type CouponDiscount } from './apply-coupons.ts'
import type { CartCoupon } from './coupon.ts'
import { type FeeRule, feesFor } from './fees.ts'
import { centsToFreeShipping, ratesFor, type ShippingConfig, type ShippingRate, selectedRate } from './shipping.ts'
import * as tax from './tax.ts'
import { calculateTaxes, groupTaxes, type TaxAmount, type Taxable, type Taxed, taxCentsOf } from './tax-amounts.ts'

/* The only calculation of totals, for cart, checkout, order, email and charge. The rows add up to the total. */

/** A purchased line, priced by the catalogue, never by a request. */
export type LineToPrice = {
  readonly key: string
  readonly productId: number
  readonly name: string
  readonly quantity: number
  /** As entered: including or excluding tax, depending on the tax settings. */
  readonly unitPriceCents: number
  readonly taxClass: tax.TaxClass
  readonly needsShipping: boolean
  readonly weightGrams: number
  /** Shipping class slug; '' is the default class. */
  readonly shippingClass?: string
  /** The variable product of a variation; coupons may refer to it. */
  readonly parentId?: number | null
  readonly isOnSale?: boolean
}

export type PricingConfig = tax.TaxRules & {
  readonly shipping: ShippingConfig
  readonly fees: readonly FeeRule[]
  readonly currencies?: readonly Exchange[]
  /** The currency that every amount here is in (`convertPricing`); omitted: the shop's. */
  readonly exchange?: Exchange
}

export type TotalInput = {
  readonly lines: readonly LineToPrice[]
  /** Destination; null if unknown. */
  readonly destination: tax.Region | null
  readonly shippingMethod?: string | null
  readonly coupons?: readonly CartCoupon[]
  readonly paymentMethod?: string | null
  readonly config: PricingConfig
  readonly date: Date
}

type WithTaxes = { readonly taxCents: number; readonly taxes: readonly TaxAmount[] }

/** Subtotal is before discounts, total after; both exclude tax. */
export type PricedLine = LineToPrice &
  WithTaxes & { readonly subtotalCents: number; readonly subtotalTaxCents: number; readonly totalCents: number }

/** Discount of one coupon before tax, and the tax on it. `amount` is as configured: cents, or hundredths of a percent. */
export type AppliedCoupon = Pick<CartCoupon, 'id' | 'code' | 'discountType' | 'amount' | 'freeShipping'> & {
  readonly discountCents: number
  /** Tax on the discount, rounded once per coupon; lines are rounded individually, so the sums may differ by cents. */
  readonly discountTaxCents: number
}

export type Total = Readonly<ReturnType<typeof calculateTotal>>

export function calculateTotal(input: TotalInput) {
  const { destination, config, date } = input
  const destinationTaxes = tax.createTaxLookup(config.taxTable, destination, date)
  const baseTaxes = tax.createTaxLookup(config.taxTable, config.base, date)
  const isPickup = ({ methodId }: ShippingRate) => methodId === 'local_pickup'
  const taxesForRate = (rate: ShippingRate) => (isPickup(rate) ? baseTaxes : destinationTaxes)
  const shippingTaxes = (region: tax.Region | null) => tax.createTaxLookup(config.taxTable, region, date, 'shipping')
  const [destinationShippingTaxes, baseShippingTaxes] = [shippingTaxes(destination), shippingTaxes(config.base)]

  for (const line of input.lines) assertLine(line)
  const discounts = applyCoupons(input.lines, input.coupons ?? [])
  const destinationLines = priceLines(input.lines, discounts, config, destinationTaxes, baseTaxes)
  const itemsSubtotalCents = sumOf(destinationLines, (line) => line.subtotalCents)
  const itemsTotalCents = sumOf(destinationLines, (line) => line.totalCents)

  const shippableLines = destinationLines.filter((line) => line.needsShipping)
  const needsShipping = shippableLines.length > 0
  const shippingPackage = {
    itemsCents: itemsTotalCents,
    subtotalCents: itemsSubtotalCents,
    hasFreeShippingCoupon: discounts.some(({ coupon }) => coupon.freeShipping),
    items: shippableLines.map((line) => ({
      shippingClass: line.shippingClass ?? '',
      quantity: line.quantity,
      itemsCents: line.totalCents,
      weightGrams: Math.round(line.weightGrams * line.quantity),
    })),
  }
  const classes = [...new Set(destinationLines.map((line) => line.taxClass))]
  const shippingRates = needsShipping
    ? ratesFor(shippingPackage, destination, config.shipping).map((rate) => {
        const taxes = isPickup(rate) ? baseShippingTaxes : destinationShippingTaxes
        const taxClass = tax.shippingClassOf(classes, config, taxes)
        const [taxed] = rate.taxable ? taxAdded([{ cents: rate.costCents, taxClass }], taxes) : []
        return { ...rate, ...withTaxes(taxed) }
      })
    : []
  const shippingRate = selectedRate(shippingRates, input.shippingMethod ?? null)

  // Local pickup is taxed at the shop's location, whatever the address. Prices before tax are the same everywhere.
  const applicableTaxes = shippingRate ? taxesForRate(shippingRate) : destinationTaxes
  const lines =
    applicableTaxes === destinationTaxes
      ? destinationLines
      : priceLines(input.lines, discounts, config, applicableTaxes, baseTaxes)
  const coupons = appliedCoupons(discounts, lines, applicableTaxes)
  const feesBeforeTax = feesFor(config.fees, itemsTotalCents, input.paymentMethod ?? null)
  const taxedFees = taxAdded(feesBeforeTax, applicableTaxes)
  const fees = feesBeforeTax.map((fee, index) => ({ ...fee, ...withTaxes(taxedFees[index]) }))

  const shippingCents = shippingRate?.costCents ?? 0
  const feesCents = sumOf(fees, (fee) => fee.cents)
  const taxLines = groupTaxes(
    [...lines, ...fees].flatMap((one) => one.taxes),
    shippingRate?.taxes ?? [],
  )
  const taxCents = sumOf(taxLines, (line) => line.cents)
  const totalCents = itemsTotalCents + feesCents + shippingCents + taxCents
  assertCents(totalCents, 'total')

  return {
    ...atRate(config.exchange),
    lines,
    quantity: sumOf(lines, (line) => line.quantity),
    weightGrams: sumOf(shippableLines, (line) => line.weightGrams * line.quantity),
    itemsSubtotalCents,
    itemsSubtotalTaxCents: sumOf(lines, (line) => line.subtotalTaxCents),
    discountCents: itemsSubtotalCents - itemsTotalCents,
    discountTaxCents: sumOf(coupons, (coupon) => coupon.discountTaxCents),
    coupons,
    itemsTotalCents,
    itemsTaxCents: sumOf(lines, (line) => line.taxCents),
    fees,
    feesCents,
    feesTaxCents: sumOf(fees, (fee) => fee.taxCents),
    needsShipping,
    shippingRates,
    /** Null if nothing is shipped or nothing can be shipped there; `needsShipping` tells the two apart. */
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
  rules: tax.TaxRules,
  applicableTaxes: tax.TaxLookup,
  baseTaxes: tax.TaxLookup,
): PricedLine[] {
  const taxesAfter = (applied: readonly CouponDiscount[]) =>
    calculateTaxes(
      inputLines.map(({ key, unitPriceCents, quantity, taxClass }) => ({
        cents: unitPriceCents * quantity - sumOf(applied, (discount) => discount.centsByLine.get(key) ?? 0),
        taxClass,
      })),
      rules,
      applicableTaxes,
      baseTaxes,
    )
  const subtotals = taxesAfter([])
  const totals = discounts.length === 0 ? subtotals : taxesAfter(discounts)
  return inputLines.map((line, index) => ({
    ...line,
    subtotalCents: subtotals[index]?.netCents ?? 0,
    subtotalTaxCents: withTaxes(subtotals[index]).taxCents,
    totalCents: totals[index]?.netCents ?? 0,
    ...withTaxes(totals[index]),
  }))
}

function appliedCoupons(
  discounts: readonly CouponDiscount[],
  lines: readonly PricedLine[],
  applicableTaxes: tax.TaxLookup,
): AppliedCoupon[] {
  const byClass = discounts.map(() => new Map<tax.TaxClass, number>())
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
    const { id, code, discountType, amount, freeShipping } = coupon
    return {
      id,
      code,
      discountType,
      amount,
      freeShipping,
      discountCents: sumOf(amounts, ({ cents }) => cents),
      discountTaxCents: sumOf(taxAdded(amounts, applicableTaxes), taxCentsOf),
    }
  })
}

/** Fees, shipping and discounts are entered without tax, whatever the tax settings. */
const taxAdded = (amounts: readonly Taxable[], taxes: tax.TaxLookup): Taxed[] =>
  calculateTaxes(amounts, { pricesIncludeTax: false, roundTax: 'line' }, taxes, taxes)

const withTaxes = (taxed: Taxed = { netCents: 0, taxes: [] }): WithTaxes => ({
  taxCents: taxCentsOf(taxed),
  taxes: taxed.taxes,
})

function assertLine(line: LineToPrice): void {
  assertCents(line.unitPriceCents, `price of line ${line.key}`)
  if (line.unitPriceCents < 0) throw new RangeError(`price of line ${line.key} is below 0`)
  if (!Number.isSafeInteger(line.quantity) || line.quantity < 1) {
    throw new RangeError(`quantity of line ${line.key} must be a whole number from 1, got ${line.quantity}`)
  }
  assertCents(line.unitPriceCents * line.quantity, `subtotal of line ${line.key}`)
}
