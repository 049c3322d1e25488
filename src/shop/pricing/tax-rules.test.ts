import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coupon } from '../../../test/support/coupons.ts'
import { lineToPrice } from '../../../test/support/lines.ts'
import { canadianPricing, canadianTaxes } from './canadian-pricing.ts'
import { calculateTotal, type LineToPrice, type PricingConfig, type TotalInput } from './total.ts'

const on = new Date('2026-11-20T12:00:00Z')

const line = (unitPriceCents: number, quantity = 1, over: Partial<LineToPrice> = {}) =>
  lineToPrice({ unitPriceCents, quantity, weightGrams: 100, ...over })

const price = (
  lines: LineToPrice[],
  state: string,
  rules: Partial<PricingConfig> = {},
  over: Partial<TotalInput> = {},
) =>
  calculateTotal({
    lines,
    destination: { country: 'CA', state },
    config: { ...canadianPricing, ...rules },
    date: on,
    shippingMethod: 'flat_rate:1',
    ...over,
  })

const within = { pricesIncludeTax: true } as const
const together = { roundTax: 'subtotal' } as const

describe('prices entered with tax', () => {
  test('in the base province the total is exactly the entered price, whatever the quantity', () => {
    const total = price([line(1999, 3)], 'ON', within)
    expect(total.lines[0]).toMatchObject({ subtotalCents: 5307, taxCents: 690 })
    expect(total.itemsTotalCents + total.itemsTaxCents).toBe(5997)
  })

  test('elsewhere the home tax is taken out and theirs is put on', () => {
    const alberta = price([line(11300)], 'AB', within)
    expect(alberta).toMatchObject({ itemsTotalCents: 10000, itemsTaxCents: 500 })
    const quebec = price([line(11300)], 'QC', within)
    expect(quebec.lines[0]?.taxes.map((tax) => [tax.label, tax.cents])).toEqual([
      ['GST', 500],
      ['QST', 998],
    ])
    const abroad = price([line(11300)], '', within, { destination: { country: 'FR', state: '' } })
    expect(abroad).toMatchObject({ itemsTotalCents: 10000, taxCents: 0 })
  })

  test('two taxes at home share what is inside', () => {
    const total = price([line(10000)], 'BC', { ...within, base: { country: 'CA', state: 'BC' } })
    expect(total.itemsTotalCents + total.itemsTaxCents).toBe(10000)
    expect(total.lines[0]?.taxes.map((tax) => tax.cents)).toEqual([446, 625])
  })

  test('groceries hold none', () => {
    expect(price([line(2450, 1, { taxClass: 'grocery' })], 'ON', within)).toMatchObject({
      itemsTotalCents: 2450,
      itemsTaxCents: 0,
    })
  })

  test('a discount is off the entered price', () => {
    const half = coupon({ amount: 5000 })
    const total = price([line(1130, 2)], 'ON', within, { coupons: [half] })
    expect(total).toMatchObject({
      itemsSubtotalCents: 2000,
      itemsTotalCents: 1000,
      itemsTaxCents: 130,
      discountCents: 1000,
    })
    expect(total.coupons[0]).toMatchObject({ discountCents: 1000, discountTaxCents: 130 })
  })
})

describe('tax rounded once for each rate', () => {
  test('three lines of a third of a cent do not become three cents', () => {
    const lines = [line(103), line(103), line(103)]
    expect(price(lines, 'AB').itemsTaxCents).toBe(15)
    expect(price([line(110), line(110), line(110)], 'AB').itemsTaxCents).toBe(18)
    expect(price([line(110), line(110), line(110)], 'AB', together).itemsTaxCents).toBe(17)
  })

  test('what a rate takes is shared out, so the lines still add up', () => {
    const total = price([line(110), line(110), line(110)], 'AB', together)
    expect(total.lines.map((each) => each.taxCents).toSorted()).toEqual([5, 6, 6])
  })
})

describe('fees', () => {
  const small = {
    id: 'small',
    name: 'Small order',
    kind: 'fixed',
    amount: 300,
    taxClass: 'standard',
    belowCents: 2000,
  } as const
  const pickup = {
    id: 'cod',
    name: 'Paying at pickup',
    kind: 'percent',
    amount: 250,
    taxClass: 'grocery',
    paymentMethods: ['cod'],
  } as const

  test('are separate from items, with their own tax', () => {
    const total = price([line(1000, 1, { taxClass: 'grocery', needsShipping: false })], 'ON', { fees: [small, pickup] })
    expect(total.fees).toMatchObject([{ name: 'Small order', cents: 300, taxCents: 39 }])
    expect(total).toMatchObject({ feesCents: 300, feesTaxCents: 39, taxCents: 39, totalCents: 1339 })
    expect(total.taxLines[0]).toMatchObject({ itemsCents: 39, shippingCents: 0 })
  })

  test('only where they belong', () => {
    const goods = [line(2000, 1, { taxClass: 'grocery', needsShipping: false })]
    expect(price(goods, 'ON', { fees: [small, pickup] }).fees).toEqual([])
    expect(price(goods, 'ON', { fees: [small, pickup] }, { paymentMethod: 'bacs' }).fees).toEqual([])
    expect(price(goods, 'ON', { fees: [small, pickup] }, { paymentMethod: 'cod' })).toMatchObject({ totalCents: 2050 })
  })

  test('none in an empty cart', () => {
    const chosen = { ...small, paymentMethods: ['cod'] }
    expect(price([], 'ON', { fees: [small, chosen] }, { paymentMethod: 'cod' })).toMatchObject({
      fees: [],
      totalCents: 0,
      needsPayment: false,
    })
  })
})

test('food supplements are taxed like goods, but for the provincial tax of British Columbia', () => {
  const taxed = (state: string) =>
    price([line(10000, 1, { taxClass: 'supplement', needsShipping: false })], state).taxLines.map((tax) => tax.label)
  expect(taxed('BC')).toEqual(['GST'])
  expect(taxed('SK')).toEqual(['GST', 'PST'])
  expect(taxed('QC')).toEqual(['GST', 'QST'])
  expect(taxed('NS')).toEqual(['HST'])
})

describe('under every rule', () => {
  const states = [...new Set(canadianTaxes.map((rate) => rate.state))].filter((state) => state !== '')
  const lines = fc.array(
    fc.record({
      cents: fc.integer({ min: 0, max: 50_000 }),
      quantity: fc.integer({ min: 1, max: 30 }),
      taxClass: fc.constantFrom('standard' as const, 'grocery' as const, 'supplement' as const),
    }),
    { minLength: 1, maxLength: 8 },
  )
  const any = fc.record({
    lines,
    state: fc.constantFrom(...states),
    base: fc.constantFrom(...states),
    pricesIncludeTax: fc.boolean(),
    roundTax: fc.constantFrom('line' as const, 'subtotal' as const),
    percent: fc.integer({ min: 0, max: 10_000 }),
    fee: fc.integer({ min: 0, max: 900 }),
  })

  test('the parts add up to the total, and nothing is negative', () => {
    fc.assert(
      fc.property(any, ({ lines: given, state, base, percent, fee, ...rules }) => {
        const total = price(
          given.map(({ cents, quantity, taxClass }) => line(cents, quantity, { taxClass })),
          state,
          {
            ...rules,
            base: { country: 'CA', state: base },
            fees: [{ id: 'f', name: 'Fee', kind: 'fixed', amount: fee, taxClass: 'standard' }],
          },
          { coupons: [coupon({ amount: percent })] },
        )
        const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0)
        expect(total.totalCents).toBe(total.itemsTotalCents + total.feesCents + total.shippingCents + total.taxCents)
        expect(total.taxCents).toBe(total.itemsTaxCents + total.feesTaxCents + total.shippingTaxCents)
        expect(total.taxCents).toBe(sum(total.taxLines.map((tax) => tax.cents)))
        expect(total.itemsTotalCents).toBe(sum(total.lines.map((each) => each.totalCents)))
        expect(total.discountCents).toBe(sum(total.coupons.map((each) => each.discountCents)))
        for (const each of total.lines) {
          expect(each.taxCents).toBe(sum(each.taxes.map((tax) => tax.cents)))
          expect(Math.min(each.totalCents, each.taxCents, each.subtotalCents - each.totalCents)).toBeGreaterThanOrEqual(
            0,
          )
        }
      }),
    )
  })

  test('prices including tax total the entered price, wherever the shop is', () => {
    fc.assert(
      fc.property(any, ({ lines: given, state, roundTax }) => {
        const total = price(
          given.map(({ cents, quantity, taxClass }) => line(cents, quantity, { taxClass })),
          state,
          { ...within, roundTax, base: { country: 'CA', state } },
        )
        const entered = given.reduce((all, { cents, quantity }) => all + cents * quantity, 0)
        expect(total.itemsTotalCents + total.itemsTaxCents).toBe(entered)
      }),
    )
  })

  test('the order of the lines changes nothing that is paid', () => {
    fc.assert(
      fc.property(any, ({ lines: given, state, roundTax, pricesIncludeTax }) => {
        const made = given.map(({ cents, quantity, taxClass }) => line(cents, quantity, { taxClass }))
        const rules = { roundTax, pricesIncludeTax }
        expect(price(made.toReversed(), state, rules).totalCents).toBe(price(made, state, rules).totalCents)
      }),
    )
  })
})
