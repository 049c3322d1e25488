import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCart, type Cart, cartTotal, tableOf } from '../../../../test/support/carts.ts'
import { sumOf } from '../../../platform/money/money.ts'
import { taxCentsOf } from '../../pricing/tax-amounts.ts'
import type { Total } from '../../pricing/total.ts'
import { orderAmounts } from '../order-summary.ts'
import { type ChargedOrder, orderTaxes } from './line-taxes.ts'

/**
 * The order as it is stored from this total: it has the sum of taxes of each part, and the sum of each rate, but not
 * each tax on each part.
 */
function storedOf(total: Total): ChargedOrder {
  const lines = total.lines.map(({ subtotalCents, totalCents, taxCents, taxClass }) => ({
    subtotalCents,
    totalCents,
    taxCents,
    taxClass,
  }))
  return { ...orderAmounts(total), lines }
}

/** Cents of each tax on a part, by the code and the rate of the tax. */
const byRate = (taxes: readonly { readonly code: string; readonly ratePer100k: number; readonly cents: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(taxes, ({ code, ratePer100k }) => `${code} ${ratePer100k}`)].map(([rate, own]) => [
      rate,
      sumOf(own, ({ cents }) => cents),
    ]),
  )

const onBooks = {
  country: 'CA',
  state: '',
  postcodes: [],
  cities: [],
  label: 'GST',
  ratePer100k: 1,
  priority: 5,
  isCompound: false,
  taxesShipping: false,
  taxClass: 'books',
  order: 0,
  from: '',
} as const
/**
 * Two rates with the same code and the same percentage, of which only one is compound, on products of two tax classes.
 */
const taxedByTwins: Cart = {
  rates: [
    { ...onBooks, taxClass: 'low' },
    { ...onBooks, isCompound: true },
    { ...onBooks, priority: 1, ratePer100k: 9975 },
    { ...onBooks, priority: 2, ratePer100k: 45925 },
  ],
  lines: [
    { cents: 35715, quantity: 7, taxClass: 'books' },
    { cents: 2532, quantity: 38, taxClass: 'books' },
  ],
  state: 'ON',
  baseState: 'QC',
  pricesIncludeTax: false,
  roundTax: 'line',
  shippingTaxClass: 'inherit',
  fee: 1,
}

/** A compound tax that applies to shipping while the tax before it does not: on shipping it has its own line. */
const compoundOnShipping: Cart = {
  ...taxedByTwins,
  rates: [
    { ...onBooks, taxClass: 'standard', ratePer100k: 5000, priority: 1, isCompound: true, taxesShipping: true },
    { ...onBooks, taxClass: 'standard', ratePer100k: 5000, priority: 2 },
  ],
  lines: [
    { cents: 5, quantity: 2, taxClass: 'standard' },
    { cents: 22, quantity: 10, taxClass: 'standard' },
  ],
  state: 'QC',
  fee: 0,
}

/** Of two rates with the same code and the same percentage, the compound one has no tax before it. */
const compoundOnNothing: Cart = {
  ...taxedByTwins,
  rates: [
    { ...onBooks, ratePer100k: 11, priority: 1 },
    { ...onBooks, ratePer100k: 5000, priority: 3, isCompound: true, taxClass: 'low' },
    { ...onBooks, ratePer100k: 5000, priority: 3 },
    { ...onBooks, priority: 2 },
  ],
  lines: [
    { cents: 33776, quantity: 27, taxClass: 'low' },
    { cents: 29417, quantity: 31, taxClass: 'books' },
  ],
  fee: 0,
}

describe('what each tax comes to on each part of an order', () => {
  test('adds up by part and by rate, for every set of rates, and is of no rate that does not apply to the part', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const total = cartTotal(cart)
        const order = storedOf(total)
        const taxes = orderTaxes(order, tableOf(...cart.rates))
        const items = [...taxes.lines, ...taxes.fees]
        const charged = [...order.lines, ...order.fees]
        for (const [index, one] of charged.entries())
          expect(sumOf(items[index] ?? [], (tax) => tax.totalCents)).toBe(one.taxCents)
        for (const [index, one] of order.shippingLines.entries())
          expect(sumOf(taxes.shippingLines[index] ?? [], (tax) => tax.totalCents)).toBe(one.taxCents)
        for (const rate of order.taxLines) {
          const on = (parts: typeof items) =>
            sumOf(parts.flat(), ({ tax, totalCents }) => (tax === rate ? totalCents : 0))
          expect([on(items), on(taxes.shippingLines)]).toEqual([rate.itemsTaxCents, rate.shippingTaxCents])
        }
        for (const { totalCents } of [...items, ...taxes.shippingLines].flat())
          expect(totalCents).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 400 },
    )
  })

  test('is what was calculated, if each line was rounded by itself', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const total = cartTotal({ ...cart, roundTax: 'line', pricesIncludeTax: false })
        const { lines } = orderTaxes(storedOf(total), tableOf(...cart.rates))
        for (const [index, line] of total.lines.entries()) {
          const told = (lines[index] ?? []).map(({ tax, totalCents }) => ({ ...tax, cents: totalCents }))
          expect(byRate(told.filter(({ cents }) => cents > 0))).toEqual(
            byRate(line.taxes.filter(({ cents }) => cents > 0)),
          )
          expect(taxCentsOf(line)).toBe(line.taxCents)
        }
      }),
      { numRuns: 400, examples: [[taxedByTwins], [compoundOnShipping], [compoundOnNothing]] },
    )
  })
})
