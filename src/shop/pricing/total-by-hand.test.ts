/** Totals of orders whose fees and shipping the staff has entered: their rows add up, whatever was entered. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coupon } from '../../../test/support/coupons.ts'
import { sumOf } from '../../platform/money/money.ts'
import { canadianPricing } from './canadian-pricing.ts'
import type { TaxClass } from './tax.ts'
import { calculateTotal, type LineToPrice } from './total.ts'

const date = new Date('2026-11-20T12:00:00Z')
const taxClass = fc.constantFrom<TaxClass>('standard', 'grocery', 'supplement')
const cents = fc.integer({ min: 0, max: 50_000 })
const anyLine = fc
  .record({
    taxClass,
    unitPriceCents: cents,
    quantity: fc.integer({ min: 1, max: 9 }),
    agreed: fc.option(
      fc.tuple(cents, fc.integer({ min: 0, max: 100 })).map(([subtotalCents, percent]) => ({
        subtotalCents,
        totalCents: Math.floor((subtotalCents * percent) / 100),
      })),
      { nil: undefined },
    ),
  })
  .map(
    (line): Omit<LineToPrice, 'key'> => ({ ...line, productId: 1, name: 'Tea', needsShipping: false, weightGrams: 0 }),
  )
const anyFee = fc.record({
  id: fc.constant('fee'),
  name: fc.constant('Fee'),
  cents: fc.integer({ min: -60_000, max: 20_000 }),
  taxClass,
  isTaxed: fc.boolean(),
})
const anyShipping = cents.map((costCents) => ({
  id: 'flat_rate:1',
  methodId: 'flat_rate' as const,
  instanceId: 1,
  title: 'Flat rate',
  costCents,
  taxable: costCents % 2 === 0,
}))
const anyOrder = fc.record({
  lines: fc.array(anyLine, { maxLength: 5 }),
  fees: fc.array(anyFee, { maxLength: 3 }),
  shipping: fc.array(anyShipping, { maxLength: 2 }),
  state: fc.constantFrom('ON', 'QC', 'BC', 'AB'),
  pricesIncludeTax: fc.boolean(),
  roundTax: fc.constantFrom('line' as const, 'subtotal' as const),
  percent: fc.integer({ min: 0, max: 10_000 }),
})

const price = ({
  lines,
  fees,
  shipping,
  state,
  percent,
  ...rules
}: typeof anyOrder extends fc.Arbitrary<infer T> ? T : never) =>
  calculateTotal({
    lines: lines.map((line, index) => ({ ...line, key: String(index) })),
    destination: { country: 'CA', state },
    coupons: percent === 0 ? [] : [coupon({ amount: percent })],
    byHand: { fees, shipping },
    config: { ...canadianPricing, ...rules },
    date,
  })

test('the rows of every total add up, by line, fee, shipping and tax', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const total = price(order)
      const items = sumOf(total.lines, (line) => line.totalCents)
      expect(total.itemsTotalCents).toBe(items)
      expect(total.shippingCents).toBe(sumOf(total.shippingLines, (line) => line.costCents))
      const charged = [...total.lines, ...total.fees, ...total.shippingLines]
      expect(total.taxCents).toBe(sumOf(charged, (one) => one.taxCents))
      expect(total.taxCents).toBe(sumOf(total.taxLines, (line) => line.cents))
      expect(total.totalCents).toBe(items + total.feesCents + total.shippingCents + total.taxCents)
      for (const line of total.lines) expect(line.totalCents).toBeLessThanOrEqual(line.subtotalCents)
    }),
  )
})

test('a rebate leaves no less than nothing to pay before tax, and takes no tax that was not there', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const total = price(order)
      expect(total.totalCents - total.taxCents).toBeGreaterThanOrEqual(0)
      const untaxed = order.lines.every((line) => line.taxClass === 'grocery')
      if (untaxed && order.fees.every((fee) => fee.cents <= 0)) expect(sumOf(total.fees, (fee) => fee.taxCents)).toBe(0)
    }),
  )
})

test('an agreed price is charged as it is, and a coupon takes the place of a discount by hand', () => {
  const line = { key: '1', productId: 1, name: 'Tea', quantity: 3, unitPriceCents: 1000, taxClass: 'standard' as const }
  const agreed = { subtotalCents: 2500, totalCents: 2000 }
  const input = {
    lines: [{ ...line, needsShipping: false, weightGrams: 0, agreed }],
    destination: { country: 'CA', state: 'ON' },
    byHand: { fees: [], shipping: [] },
    config: { ...canadianPricing, pricesIncludeTax: true },
    date,
  }
  expect(calculateTotal(input)).toMatchObject({ itemsSubtotalCents: 2500, itemsTotalCents: 2000, taxCents: 260 })
  const reduced = calculateTotal({ ...input, coupons: [coupon({ amount: 1000 })] })
  expect(reduced).toMatchObject({ itemsSubtotalCents: 2500, itemsTotalCents: 2250, discountCents: 250 })
})
