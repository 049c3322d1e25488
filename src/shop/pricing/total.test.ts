import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineToPrice } from '../../../test/support/lines.ts'
import { recordedShopPricing } from '../../../test/support/recorded-shop-pricing.ts'
import { defaultSettings } from '../../settings.ts'
import { canadianPricing, canadianShipping, pricingFromSettings } from './canadian-pricing.ts'
import { calculateTotal, type LineToPrice, type PricingConfig, type Total, type TotalInput } from './total.ts'

const on = new Date('2026-11-20T12:00:00Z')
const ontario = { country: 'CA', state: 'ON' }

const line = (unitPriceCents: number, quantity = 1, over: Partial<LineToPrice> = {}) =>
  lineToPrice({ unitPriceCents, quantity, ...over })

function recorded(lines: LineToPrice[], over: Partial<TotalInput> = {}) {
  return calculateTotal({
    lines,
    destination: ontario,
    shippingMethod: 'flat_rate:1',
    config: recordedShopPricing,
    date: on,
    ...over,
  })
}

function shop(lines: LineToPrice[], over: Partial<TotalInput> = {}) {
  return calculateTotal({ lines, destination: ontario, config: canadianPricing, date: on, ...over })
}

describe('the recorded orders, to the cent', () => {
  test('[the recorded Ontario order review] 2 x 61.03 and 10.50, flat rate', () => {
    const total = recorded([line(6103, 2), line(1050)])
    expect(total.lines.map((each) => each.subtotalCents)).toEqual([12206, 1050])
    expect(total.lines.map((each) => each.taxCents)).toEqual([1587, 137])
    expect(total).toMatchObject({
      itemsSubtotalCents: 13256,
      itemsTotalCents: 13256,
      discountCents: 0,
      itemsTaxCents: 1724,
      shippingCents: 995,
      shippingTaxCents: 129,
      taxCents: 1853,
      totalCents: 16104,
      needsPayment: true,
      quantity: 3,
    })
    expect(total.taxLines).toEqual([
      {
        rateId: 1,
        code: 'CA-ON-HST-1',
        label: 'HST',
        ratePer100k: 13000,
        priority: 1,
        itemsCents: 1724,
        shippingCents: 129,
        cents: 1853,
      },
    ])
  })

  test('[the recorded British Columbia order review] another province, another tax', () => {
    const total = recorded([line(6103, 2), line(1050)], { destination: { country: 'CA', state: 'BC' } })
    expect(total).toMatchObject({ taxCents: 1710, totalCents: 15961 })
    expect(total.taxLines[0]).toMatchObject({ label: 'GST+PST', code: 'CA-BC-GST+PST-1' })
  })

  test('[the recorded order review with local pickup]', () => {
    const total = recorded([line(6103, 2), line(1050)], { shippingMethod: 'local_pickup:3' })
    expect(total).toMatchObject({ shippingCents: 0, taxCents: 1724, totalCents: 14980 })
  })

  test('[the recorded order review to the United States] no zone, no rates, no tax', () => {
    const total = recorded([line(6103, 2), line(1050)], { destination: { country: 'US', state: 'NY' } })
    expect(total).toMatchObject({
      needsShipping: true,
      shippingRates: [],
      shippingRate: null,
      centsToFreeShipping: null,
      taxLines: [],
      taxCents: 0,
      totalCents: 13256,
    })
  })

  test('[the recorded order of five tins]', () => {
    expect(recorded([line(6103, 5)])).toMatchObject({
      itemsTotalCents: 30515,
      itemsTaxCents: 3967,
      shippingTaxCents: 129,
      taxCents: 4096,
      totalCents: 35606,
    })
  })

  test('[the recorded cart of four lines] tax is rounded line by line', () => {
    const total = recorded([line(6103, 3), line(1050), line(1650), line(3250)])
    expect(total.lines.map((each) => each.taxCents)).toEqual([2380, 137, 215, 423])
    // 13 % of the sum would be 3154; the recorded shop, and this one, round per line.
    expect(total).toMatchObject({ itemsTotalCents: 24259, itemsTaxCents: 3155, taxCents: 3284, totalCents: 28538 })
  })

  test('[the recorded cart in British Columbia by the Store API]', () => {
    const total = recorded([line(1650), line(3250), line(3185), line(6103, 2)], {
      destination: { country: 'CA', state: 'BC' },
    })
    expect(total.lines.map((each) => each.taxCents)).toEqual([198, 390, 382, 1465])
    expect(total).toMatchObject({ itemsTaxCents: 2435, shippingTaxCents: 119, taxCents: 2554, totalCents: 23840 })
  })

  test('[the recorded rates] offered with their tax, in the recorded order', () => {
    const offered = (lines: LineToPrice[]) =>
      recorded(lines).shippingRates.map((rate) => [rate.id, rate.costCents, rate.taxCents])
    expect(offered([line(6103, 2)])).toEqual([
      ['flat_rate:1', 995, 129],
      ['free_shipping:2', 0, 0],
      ['local_pickup:3', 0, 0],
    ])
    expect(offered([line(6103)])).toEqual([
      ['flat_rate:1', 995, 129],
      ['local_pickup:3', 0, 0],
    ])
  })
})

describe('the shop’s own prices', () => {
  test('tea alone is zero-rated, and so is sending it', () => {
    const total = shop([line(2400, 1, { taxClass: 'grocery' })])
    expect(total).toMatchObject({ taxLines: [], taxCents: 0, shippingCents: 995, totalCents: 3395 })
  })

  test('a teapot beside the tea is taxed, and the shipping with it', () => {
    const total = shop([line(2400, 1, { taxClass: 'grocery' }), line(4000)])
    expect(total.lines.map((each) => each.taxCents)).toEqual([0, 520])
    expect(total).toMatchObject({ itemsTaxCents: 520, shippingTaxCents: 129, taxCents: 649, totalCents: 8044 })
  })

  test('two taxes are two rows, federal first, not compounded', () => {
    const total = shop([line(10000)], { destination: { country: 'CA', state: 'QC' } })
    expect(total.taxLines.map((row) => [row.label, row.itemsCents, row.shippingCents, row.cents])).toEqual([
      ['GST', 500, 0, 500],
      ['QST', 998, 0, 998],
    ])
    expect(total).toMatchObject({ shippingRate: { id: 'free_shipping:2' }, totalCents: 11498 })
  })

  test('free shipping begins at exactly 75 dollars of goods and is taken unasked', () => {
    expect(shop([line(7499)])).toMatchObject({ shippingCents: 995, centsToFreeShipping: 1 })
    expect(shop([line(7500)])).toMatchObject({ shippingCents: 0, centsToFreeShipping: 0 })
    expect(shop([line(7500)], { shippingMethod: 'flat_rate:1' })).toMatchObject({ shippingCents: 995 })
  })

  test('free shipping is compared with prices as they are shown: with tax, where they are entered with it', () => {
    const config = { ...canadianPricing, pricesIncludeTax: true }
    expect(shop([line(7499)], { config })).toMatchObject({ itemsTotalCents: 6636, centsToFreeShipping: 1 })
    expect(shop([line(7500)], { config })).toMatchObject({ itemsTotalCents: 6637, centsToFreeShipping: 0 })
  })

  test('a rate that is no longer offered falls back to the first', () => {
    expect(shop([line(1000)], { shippingMethod: 'free_shipping:2' })).toMatchObject({
      shippingRate: { id: 'flat_rate:1' },
    })
    expect(shop([line(1000)], { shippingMethod: 'nonsense' })).toMatchObject({ shippingRate: { id: 'flat_rate:1' } })
  })

  test('goods that are not sent need no shipping', () => {
    const total = shop([line(2500, 1, { needsShipping: false })])
    expect(total).toMatchObject({ needsShipping: false, shippingRates: [], shippingRate: null, shippingCents: 0 })
    expect(total.totalCents).toBe(2825)
  })

  test('an empty cart, and a free one, cost nothing and need no payment', () => {
    expect(shop([])).toMatchObject({ totalCents: 0, needsPayment: false, needsShipping: false, quantity: 0 })
    expect(shop([line(0, 1, { needsShipping: false })])).toMatchObject({ totalCents: 0, needsPayment: false })
  })

  test('while the address is unknown there is no tax and no shipping', () => {
    const total = shop([line(2500)], { destination: null })
    expect(total).toMatchObject({ needsShipping: true, shippingRate: null, taxCents: 0, totalCents: 2500 })
  })

  test('the weight is that of everything sent', () => {
    const lines = [
      line(100, 3),
      line(100, 2, { weightGrams: 200 }),
      line(100, 1, { needsShipping: false, weightGrams: 9 }),
    ]
    expect(shop(lines).weightGrams).toBe(550)
  })

  test('a price or quantity that cannot be is refused', () => {
    for (const quantity of [0, -1, 1.5, 1e17, Number.NaN]) expect(() => shop([line(100, quantity)])).toThrow(RangeError)
    for (const price of [-1, 0.5, Number.NaN, 1e14]) expect(() => shop([line(price)])).toThrow(RangeError)
    expect(() => shop([line(1_000_000, 1e9)])).toThrow(RangeError)
  })
})

describe('local pickup is taxed at the shop', () => {
  const pickup = { shippingMethod: 'local_pickup:3' }
  const provinces = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT', '']
  const cart = [line(6103, 2), line(1050)]

  test.each(provinces)('typed %s: the shop’s own tax, and the same sum', (state) => {
    const total = recorded(cart, { ...pickup, destination: { country: 'CA', state } })
    expect(total).toMatchObject({ taxCents: 1724, totalCents: 14980 })
    expect(total.taxLines.map((tax) => tax.code)).toEqual(['CA-ON-HST-1'])
  })

  test.each([
    ['AB', 5000],
    ['QC', 14975],
    ['ON', 13000],
  ])("shipped to %s it has that province's tax", (state, ratePer100k) => {
    const total = recorded(cart, { shippingMethod: 'flat_rate:1', destination: { country: 'CA', state } })
    expect(total.taxLines.map((tax) => tax.ratePer100k)).toEqual([ratePer100k])
  })

  test('every rate is offered with the tax it would have when chosen', () => {
    const config: PricingConfig = {
      ...recordedShopPricing,
      shipping: {
        zones: recordedShopPricing.shipping.zones.map((zone) => ({
          ...zone,
          methods: zone.methods.map((method) =>
            method.kind === 'local_pickup' ? { ...method, costCents: 400 } : method,
          ),
        })),
      },
    }
    for (const state of provinces) {
      const priced = (shippingMethod: string) =>
        recorded(cart, { shippingMethod, config, destination: { country: 'CA', state } })
      for (const rate of priced('flat_rate:1').shippingRates) {
        expect([state, rate.id, rate.taxCents]).toEqual([state, rate.id, priced(rate.id).shippingTaxCents])
      }
      expect(priced('local_pickup:3').shippingTaxCents).toBe(52)
    }
  })
})

describe('for every cart', () => {
  const anyLine = fc.record({
    unitPriceCents: fc.integer({ min: 0, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 500 }),
    taxClass: fc.constantFrom('standard' as const, 'grocery' as const),
    needsShipping: fc.boolean(),
    weightGrams: fc.integer({ min: 0, max: 5000 }),
  })
  const anyCart = fc.record({
    lines: fc.array(
      anyLine.map(({ unitPriceCents, quantity, ...over }) => line(unitPriceCents, quantity, over)),
      { maxLength: 12 },
    ),
    state: fc.constantFrom('AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT', ''),
    config: fc.constantFrom<PricingConfig>(canadianPricing, recordedShopPricing),
    shippingMethod: fc.constantFrom(null, 'flat_rate:1', 'free_shipping:2', 'local_pickup:3'),
  })
  type AnyCart = typeof anyCart extends fc.Arbitrary<infer Cart> ? Cart : never

  function price({ lines, state, config, shippingMethod }: AnyCart) {
    return calculateTotal({ lines, destination: { country: 'CA', state }, shippingMethod, config, date: on })
  }
  const add = (parts: number[]) => parts.reduce((sum, part) => sum + part, 0)

  test('the parts make the whole', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const total = price(cart)
        expect(add(total.lines.map((each) => each.totalCents))).toBe(total.itemsTotalCents)
        expect(add(total.lines.map((each) => each.taxCents))).toBe(total.itemsTaxCents)
        expect(add(total.taxLines.map((row) => row.cents))).toBe(total.taxCents)
        expect(add(total.taxLines.map((row) => row.itemsCents))).toBe(total.itemsTaxCents)
        expect(add(total.taxLines.map((row) => row.shippingCents))).toBe(total.shippingTaxCents)
        expect(total.itemsTotalCents + total.shippingCents + total.taxCents).toBe(total.totalCents)
      }),
    )
  })

  test('fetched at the shop, a cart costs the same from wherever it is ordered, with prices before tax or with it', () => {
    fc.assert(
      fc.property(anyCart, fc.boolean(), fc.constantFrom('line', 'subtotal'), (cart, pricesIncludeTax, roundTax) => {
        const config: PricingConfig = { ...recordedShopPricing, pricesIncludeTax, roundTax }
        const fetched = (state: AnyCart['state']) => price({ ...cart, state, config, shippingMethod: 'local_pickup:3' })
        // Local pickup does not apply to virtual goods.
        fc.pre(fetched('ON').needsShipping)
        // What else would be offered depends on the destination, and free shipping on the price with its tax.
        const costs = ({ shippingRates: _, centsToFreeShipping: __, ...others }: Total) => others
        expect(costs(fetched(cart.state))).toEqual(costs(fetched('ON')))
      }),
    )
  })

  test('every amount is whole cents and none is negative', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        JSON.stringify(price(cart), (key, value) => {
          if (key.endsWith('Cents') || key === 'cents') {
            expect(value === null || (Number.isSafeInteger(value) && value >= 0), `${key}: ${value}`).toBe(true)
          }
          return value
        })
      }),
    )
  })

  test('the order of the lines changes nothing', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const { lines: _, ...there } = price(cart)
        const { lines: __, ...back } = price({ ...cart, lines: cart.lines.toReversed() })
        expect(back).toEqual(there)
      }),
    )
  })

  test('two of one tea are one and one: the same goods price, tax within a cent of rounding for each rate', () => {
    fc.assert(
      fc.property(anyCart, anyLine, (cart, { unitPriceCents, taxClass, needsShipping, weightGrams }) => {
        const over = { taxClass, needsShipping, weightGrams }
        const together = price({ ...cart, lines: [line(unitPriceCents, 2, over)] })
        const apart = price({ ...cart, lines: [line(unitPriceCents, 1, over), line(unitPriceCents, 1, over)] })
        expect(apart.itemsTotalCents).toBe(together.itemsTotalCents)
        expect(apart.shippingCents).toBe(together.shippingCents)
        expect(Math.abs(apart.taxCents - together.taxCents)).toBeLessThanOrEqual(together.taxLines.length)
      }),
    )
  })

  test('the input is not mutated', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const before = structuredClone(cart.lines)
        price(cart)
        expect(cart.lines).toEqual(before)
      }),
      { numRuns: 20 },
    )
  })
})

describe('a country that the shop does not ship to', () => {
  const everywhere = { name: 'Rest of the world', locations: [], methods: canadianShipping.zones[0]?.methods ?? [] }
  const config = { ...canadianPricing, shipping: { zones: [...canadianShipping.zones, everywhere] } }
  const newYork = { country: 'US', state: 'NY' }

  test('has no rate, although a zone has it, and nothing is missing for free shipping', () => {
    const offered = (shipsTo: NonNullable<PricingConfig['shipsTo']>, destination = newYork) => {
      const { needsShipping, shippingRates, shippingRate, centsToFreeShipping } = shop([line(1000)], {
        config: { ...config, shipsTo },
        destination,
      })
      return [needsShipping, shippingRates.map(({ id }) => id), shippingRate?.id ?? null, centsToFreeShipping]
    }
    expect(offered('everywhere')).toEqual([true, ['flat_rate:1'], 'flat_rate:1', 6500])
    expect(offered(['CA', 'US'])).toEqual([true, ['flat_rate:1'], 'flat_rate:1', 6500])
    expect(offered(['CA'])).toEqual([true, [], null, null])
    expect(offered(['CA'], ontario)).toEqual([true, ['flat_rate:1'], 'flat_rate:1', 6500])
  })

  test('is that of the setting of the checkout', () => {
    const rows = { taxTable: config.taxTable, shipping: config.shipping }
    expect(pricingFromSettings(defaultSettings, rows).shipsTo).toEqual(['CA'])
  })
})
