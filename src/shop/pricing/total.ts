import { includesCountry } from '../../people/addresses/countries.ts'
import { atRate, type Exchange } from '../../platform/money/exchange.ts'
import { allocate, assertCents, sumOf } from '../../platform/money/money.ts'
import { applyCoupons, type CouponDiscount } from './apply-coupons.ts'
import { type CartCoupon, priceOf } from './coupon.ts'
import { type Fee, type FeeRule, feesFor } from './fees.ts'
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
  readonly agreed?: AgreedPrice
}

/** A line's price as agreed by the staff, for the whole quantity and before tax. It replaces the catalogue price. */
export type AgreedPrice = {
  readonly subtotalCents?: number | undefined
  /** Price after a discount by the staff; coupons replace this discount. */
  readonly totalCents?: number | undefined
}

/** A fee set by the staff; a negative fee is a discount on all lines. */
type FeeByHand = Fee & { readonly isTaxed: boolean }

export type PricingConfig = tax.TaxRules & {
  readonly shipping: ShippingConfig
  /** Country codes; omitted: every country. Elsewhere no zone counts, as in WooCommerce. */
  readonly shipsTo?: readonly string[] | 'everywhere'
  readonly fees: readonly FeeRule[]
  readonly currencies?: readonly Exchange[]
  /** The currency of all amounts (`convertPricing`); omitted: the shop's. */
  readonly exchange?: Exchange
}

export type TotalInput = {
  readonly lines: readonly LineToPrice[]
  /** Destination; null if unknown. */
  readonly destination: tax.Region | null
  readonly shippingMethod?: string | null
  readonly coupons?: readonly CartCoupon[]
  readonly paymentMethod?: string | null
  /** Fees and shipping that replace those of the rules, for orders created or edited by hand. */
  readonly byHand?: { readonly fees: readonly FeeByHand[]; readonly shipping: readonly ShippingRate[] } | undefined
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
  const { destination, config, date, byHand } = input
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

  const shippingPackage = packageOf(
    destinationLines,
    discounts.map(({ coupon }) => coupon),
    config,
  )
  const needsShipping = shippingPackage.items.length > 0
  // Of an order by hand without anything to ship, all items count.
  const shipped = needsShipping ? destinationLines.filter((line) => line.needsShipping) : destinationLines
  const classes = [...new Set(shipped.map((line) => line.taxClass))]
  const servedRegion =
    destination && includesCountry(destination.country, config.shipsTo ?? 'everywhere') ? destination : null
  const offered = needsShipping ? ratesFor(shippingPackage, servedRegion, config.shipping) : []
  const shippingRates = (byHand?.shipping ?? offered).map((rate) => {
    const taxes = isPickup(rate) ? baseShippingTaxes : destinationShippingTaxes
    const taxClass = tax.shippingClassOf(classes, config, taxes)
    const [taxed] = rate.taxable ? addTax([{ cents: rate.costCents, taxClass }], taxes) : []
    return { ...rate, ...withTaxes(taxed) }
  })
  const shippingRate = selectedRate(shippingRates, input.shippingMethod ?? null)
  const shippingLines = byHand ? shippingRates : shippingRate ? [shippingRate] : []

  // Local pickup is taxed at the shop's location, whatever the address. Prices before tax are the same everywhere.
  const applicableTaxes = shippingRate ? taxesForRate(shippingRate) : destinationTaxes
  const lines =
    applicableTaxes === destinationTaxes
      ? destinationLines
      : priceLines(input.lines, discounts, config, applicableTaxes, baseTaxes)
  const coupons = appliedCoupons(discounts, lines, applicableTaxes)
  const shippingCents = sumOf(shippingLines, (rate) => rate.costCents)
  const fees = byHand
    ? feesByHand(byHand.fees, lines, itemsTotalCents + shippingCents, applicableTaxes)
    : (lines.length > 0 ? feesFor(config.fees, itemsTotalCents, input.paymentMethod ?? null) : []).map((fee) => ({
        ...fee,
        ...withTaxes(addTax([fee], applicableTaxes)[0]),
      }))
  const feesCents = sumOf(fees, (fee) => fee.cents)
  const taxLines = groupTaxes(
    [...lines, ...fees].flatMap((one) => one.taxes),
    shippingLines.flatMap((one) => one.taxes),
  )
  const taxCents = sumOf(taxLines, (line) => line.cents)
  const totalCents = itemsTotalCents + feesCents + shippingCents + taxCents
  assertCents(totalCents, 'total')

  return {
    ...atRate(config.exchange),
    pricesIncludeTax: config.pricesIncludeTax,
    lines,
    quantity: sumOf(lines, (line) => line.quantity),
    weightGrams: sumOf(lines, (line) => (line.needsShipping ? line.weightGrams * line.quantity : 0)),
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
    /** The shipping charged: the selected rate, or the lines set by the staff. */
    shippingLines,
    shippingCents,
    shippingTaxCents: sumOf(shippingLines, (line) => line.taxCents),
    centsToFreeShipping: needsShipping ? centsToFreeShipping(shippingPackage, servedRegion, config.shipping) : null,
    taxLines,
    taxCents,
    totalCents,
    needsPayment: totalCents > 0,
  }
}

/** An amount as carts show it: with its tax if prices are entered with tax (`woocommerce_tax_display_cart`). */
export const displayedCents = (
  { pricesIncludeTax }: Pick<Total, 'pricesIncludeTax'>,
  cents: number,
  taxCents: number,
) => (pricesIncludeTax ? cents + taxCents : cents)

/** What a line costs before coupons, as carts show it. */
export function displayedLineCents(total: Total, key: string): number {
  const line = total.lines.find((one) => one.key === key)
  return line ? displayedCents(total, line.subtotalCents, line.subtotalTaxCents) : 0
}

/** The discount of a coupon as carts show it. It adds up with the other rows. */
export function displayedDiscountCents(total: Total, { code }: Pick<AppliedCoupon, 'code'>): number {
  const weights = total.coupons.map(({ discountCents }) => discountCents)
  const taxCents = total.itemsSubtotalTaxCents - total.itemsTaxCents
  const at = total.coupons.findIndex((coupon) => coupon.code === code)
  return weights[at] === 0 ? 0 : (allocate(displayedCents(total, total.discountCents, taxCents), weights)[at] ?? 0)
}

/** The package of these lines, for shipping rates. Free shipping is compared with prices as they are entered and shown. */
export const packageOf = (
  lines: readonly PricedLine[],
  coupons: readonly Pick<CartCoupon, 'freeShipping'>[],
  { pricesIncludeTax }: Pick<tax.TaxRules, 'pricesIncludeTax'>,
) => ({
  itemsCents: sumOf(lines, (line) => line.totalCents + (pricesIncludeTax ? line.taxCents : 0)),
  subtotalCents: sumOf(lines, (line) => line.subtotalCents + (pricesIncludeTax ? line.subtotalTaxCents : 0)),
  hasFreeShippingCoupon: coupons.some((coupon) => coupon.freeShipping),
  items: lines
    .filter((line) => line.needsShipping)
    .map((line) => ({
      shippingClass: line.shippingClass ?? '',
      quantity: line.quantity,
      itemsCents: line.totalCents,
      weightGrams: Math.round(line.weightGrams * line.quantity),
    })),
})

const isAgreed = (line: LineToPrice): boolean => line.agreed?.subtotalCents !== undefined

function priceLines(
  inputLines: readonly LineToPrice[],
  discounts: readonly CouponDiscount[],
  rules: tax.TaxRules,
  applicableTaxes: tax.TaxLookup,
  baseTaxes: tax.TaxLookup,
): PricedLine[] {
  const taxesOf = (amounts: readonly { readonly cents: number; readonly isNet: boolean }[]) =>
    calculateTaxes(
      amounts.map((amount, index) => ({ ...amount, taxClass: inputLines[index]?.taxClass ?? 'standard' })),
      rules,
      applicableTaxes,
      baseTaxes,
    )
  const subtotals = taxesOf(inputLines.map((line) => ({ cents: priceOf(line), isNet: isAgreed(line) })))
  const isDiscounted = discounts.length > 0 || inputLines.some((line) => line.agreed?.totalCents !== undefined)
  const totals = isDiscounted
    ? taxesOf(
        inputLines.map((line) => {
          const agreed = discounts.length === 0 ? line.agreed?.totalCents : undefined
          const discountCents = sumOf(discounts, (discount) => discount.centsByLine.get(line.key) ?? 0)
          return agreed === undefined
            ? { cents: priceOf(line) - discountCents, isNet: isAgreed(line) }
            : { cents: agreed, isNet: true }
        }),
      )
    : subtotals
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
      discountTaxCents: sumOf(addTax(amounts, applicableTaxes), taxCentsOf),
    }
  })
}

/** A negative fee is limited to the amount to pay, and reduces the tax of the lines. */
function feesByHand(
  fees: readonly FeeByHand[],
  lines: readonly PricedLine[],
  chargedCents: number,
  taxes: tax.TaxLookup,
) {
  let leftCents = chargedCents
  return fees.map(({ isTaxed, ...fee }) => {
    const cents = Math.max(fee.cents, -leftCents)
    leftCents += cents
    const weights = lines.map((line) => line.totalCents)
    const isSpread = cents < 0 && weights.some((weight) => weight > 0)
    const parts = isSpread
      ? allocate(cents, weights).map((part, index) => ({ cents: part, taxClass: lines[index]?.taxClass ?? 'standard' }))
      : [{ cents, taxClass: fee.taxClass }]
    const byClass = [...Map.groupBy(parts, (part) => part.taxClass)].map(([taxClass, own]) => ({
      taxClass,
      cents: sumOf(own, (part) => part.cents),
    }))
    const taxed = isTaxed && (cents > 0 || isSpread) ? addTax(byClass, taxes) : []
    return { ...fee, cents, ...withTaxes({ netCents: cents, taxes: taxed.flatMap((one) => one.taxes) }) }
  })
}

/** Adds tax to fees, shipping and discounts, which are entered without tax whatever the settings. */
const addTax = (amounts: readonly Taxable[], taxes: tax.TaxLookup): Taxed[] =>
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
  assertCents(priceOf(line), `subtotal of line ${line.key}`)
}
