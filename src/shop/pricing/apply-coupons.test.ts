import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coupon } from '../../../test/support/coupons.ts'
import { lineToPrice } from '../../../test/support/lines.ts'
import { recordedShopPricing } from '../../../test/support/recorded-shop-pricing.ts'
import { canadianPricing } from './canadian-pricing.ts'
import type { CartCoupon } from './coupon.ts'
import { calculateTotal, type LineToPrice, type TotalInput } from './total.ts'

const on = new Date('2026-11-20T12:00:00Z')
const ontario = { country: 'CA', state: 'ON' }

const line = (key: string, unitPriceCents: number, quantity = 1, over: Partial<LineToPrice> = {}) =>
  lineToPrice({ key, productId: Number(key), name: `Tea ${key}`, unitPriceCents, quantity, ...over })
const price = (lines: LineToPrice[], coupons: CartCoupon[], over: Partial<TotalInput> = {}) =>
  calculateTotal({
    lines,
    coupons,
    destination: ontario,
    shippingMethod: 'flat_rate:1',
    config: recordedShopPricing,
    date: on,
    ...over,
  })
const totals = (lines: LineToPrice[], coupons: CartCoupon[]) => price(lines, coupons).lines.map((one) => one.totalCents)

const tea10 = coupon({ code: 'tea10' })
const fiveOff = coupon({ code: 'five-off', discountType: 'fixed_cart', amount: 500 })
const cart = () => [line('57', 1650), line('58', 3250), line('134', 3185), line('131', 6103, 2)]

describe('the recorded discounts, to the cent (store-cart-coupons.json)', () => {
  test('[MINI-05] ten percent', () => {
    const total = price(cart(), [tea10])
    expect(total.lines.map((one) => [one.totalCents, one.taxCents])).toEqual([
      [1485, 193],
      [2925, 380],
      [2867, 373],
      [10985, 1428],
    ])
    expect(total.coupons).toMatchObject([{ code: 'tea10', discountCents: 2029, discountTaxCents: 264 }])
    expect(total).toMatchObject({ discountCents: 2029, discountTaxCents: 264, taxCents: 2503, totalCents: 21760 })
  })

  test('[MINI-05] and five dollars: the percentage is of the full price, the amount is spread over the items', () => {
    const total = price(cart(), [tea10, fiveOff])
    expect(total.lines.map((one) => [one.totalCents, one.taxCents])).toEqual([
      [1385, 180],
      [2825, 367],
      [2767, 360],
      [10785, 1402],
    ])
    expect(total).toMatchObject({ discountCents: 2529, discountTaxCents: 329, taxCents: 2438, totalCents: 21195 })
    expect(price(cart(), [fiveOff])).toMatchObject({ discountTaxCents: 65, taxCents: 2703, totalCents: 23489 })
  })
})

describe('how a discount is shared', () => {
  test('[MINI-05] half a cent of a percentage stays with the shop', () => {
    expect(totals([line('1', 105)], [tea10])).toEqual([95])
    expect(totals([line('1', 106)], [tea10])).toEqual([95])
  })

  test('[MINI-05] an amount off a product counts for every piece and never below nothing', () => {
    const off = coupon({ discountType: 'fixed_product', amount: 300, productIds: [1, 2] })
    expect(totals([line('1', 1000, 3), line('2', 200, 2), line('3', 1000)], [off])).toEqual([2100, 0, 1000])
  })

  test('[MINI-05] a usage limit in items applies to the most expensive lines first', () => {
    const three = coupon({ amount: 5000, itemLimit: 3 })
    expect(totals([line('1', 100, 2), line('2', 1000, 2)], [three])).toEqual([150, 1000])
    expect(totals([line('1', 100, 9)], [coupon({ discountType: 'fixed_product', amount: 50, itemLimit: 2 })])).toEqual([
      800,
    ])
  })

  test('[MINI-05] what a cheap piece cannot take off the cart, the others do', () => {
    const ten = coupon({ discountType: 'fixed_cart', amount: 1000 })
    expect(totals([line('1', 100), line('2', 2000)], [ten])).toEqual([0, 1100])
    expect(totals([line('1', 100), line('2', 200)], [ten])).toEqual([0, 0])
    expect(totals([line('1', 1000), line('2', 1000), line('3', 1000)], [fiveOff])).toEqual([833, 833, 834])
  })

  test('[MINI-05] off a product first, percentages of the full price next, off the cart last', () => {
    const off = coupon({ discountType: 'fixed_product', amount: 600 })
    const half = coupon({ amount: 5000 })
    const total = price([line('1', 1000)], [fiveOff, half, off])
    expect(total.coupons.map((one) => [one.discountType, one.discountCents])).toEqual([
      ['fixed_cart', 0],
      ['percent', 400],
      ['fixed_product', 600],
    ])
  })

  test('[MINI-05] tax is on the discounted amount, and a cart with a zero total needs no payment', () => {
    const all = coupon({ amount: 10_000 })
    const total = price([line('1', 2500, 1, { needsShipping: false })], [all])
    expect(total).toMatchObject({ discountCents: 2500, taxCents: 0, totalCents: 0, needsPayment: false })
  })
})

describe('shipping', () => {
  const free = coupon({ discountType: 'fixed_cart', amount: 0, freeShipping: true })
  const rates = (lines: LineToPrice[], coupons: CartCoupon[], over: Partial<TotalInput> = {}) =>
    price(lines, coupons, { config: canadianPricing, shippingMethod: null, ...over }).shippingRates.map(
      (rate) => rate.id,
    )

  test('[MINI-05] the threshold is compared with the total after discounts', () => {
    expect(rates([line('1', 7500)], [])).toContain('free_shipping:2')
    expect(rates([line('1', 7500)], [tea10])).not.toContain('free_shipping:2')
    expect(price([line('1', 7500)], [tea10], { config: canadianPricing })).toMatchObject({ centsToFreeShipping: 750 })
  })

  test('[MINI-05] a coupon gives it where the method takes one', () => {
    expect(rates([line('1', 1000)], [free])[0]).toBe('free_shipping:2')
    expect(price([line('1', 1000)], [free], { config: canadianPricing })).toMatchObject({ centsToFreeShipping: 0 })
    const withRequirement = (requires: 'amount' | 'coupon' | 'both') => ({
      ...canadianPricing,
      shipping: {
        zones: [
          {
            name: 'Canada',
            locations: [{ type: 'country' as const, code: 'CA' }],
            methods: [{ kind: 'free_shipping' as const, instanceId: 2, title: 'Free', minAmountCents: 7500, requires }],
          },
        ],
      },
    })
    const offered = (cents: number, coupons: CartCoupon[], requires: 'amount' | 'coupon' | 'both') =>
      rates([line('1', cents)], coupons, { config: withRequirement(requires) }).length === 1
    expect([offered(1000, [free], 'amount'), offered(7500, [], 'amount')]).toEqual([false, true])
    expect([offered(1000, [free], 'coupon'), offered(9000, [], 'coupon')]).toEqual([true, false])
    expect([offered(7500, [], 'both'), offered(1000, [free], 'both'), offered(7500, [free], 'both')]).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('whatever the cart and its coupons', () => {
  const anyLines = fc
    .array(
      fc.record({
        unitPriceCents: fc.integer({ min: 0, max: 100_000 }),
        quantity: fc.integer({ min: 1, max: 20 }),
        taxClass: fc.constantFrom('standard' as const, 'grocery' as const),
        isOnSale: fc.boolean(),
      }),
      { maxLength: 8 },
    )
    .map((lines) => lines.map((over, index) => line(String(index + 1), over.unitPriceCents, over.quantity, over)))
  const anyCoupons = fc.array(
    fc
      .record({
        kind: fc.constantFrom('percent' as const, 'fixed_cart' as const, 'fixed_product' as const),
        amount: fc.integer({ min: 0, max: 10_000 }),
        itemLimit: fc.option(fc.integer({ min: 1, max: 10 })),
        productIds: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 4 }),
        excludesSaleItems: fc.boolean(),
        freeShipping: fc.boolean(),
      })
      .map(coupon),
    { maxLength: 4 },
  )
  const state = fc.constantFrom('ON', 'BC', 'QC', 'AB')
  const add = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0)

  test('[MINI-05] the parts make the whole, and no discount is below nothing or above its line', () => {
    fc.assert(
      fc.property(anyLines, anyCoupons, state, (lines, coupons, province) => {
        const total = price(lines, coupons, { destination: { country: 'CA', state: province } })
        for (const one of total.lines) {
          expect(one.totalCents).toBeGreaterThanOrEqual(0)
          expect(one.totalCents).toBeLessThanOrEqual(one.subtotalCents)
        }
        expect(add(total.coupons.map((one) => one.discountCents))).toBe(total.discountCents)
        expect(add(total.lines.map((one) => one.subtotalCents - one.totalCents))).toBe(total.discountCents)
        expect(add(total.lines.map((one) => one.taxCents)) + total.shippingTaxCents).toBe(total.taxCents)
        expect(total.itemsTotalCents + total.shippingCents + total.taxCents).toBe(total.totalCents)
        expect(add(total.coupons.map((one) => one.discountTaxCents))).toBe(total.discountTaxCents)
      }),
    )
  })

  test('[MINI-05] the order of lines and of coupons changes no amount', () => {
    fc.assert(
      fc.property(anyLines, anyCoupons, (lines, coupons) => {
        const there = price(lines, coupons)
        const back = price(lines.toReversed(), coupons.toReversed())
        expect(back.totalCents).toBe(there.totalCents)
        expect(back.lines.toReversed().map((one) => one.totalCents)).toEqual(there.lines.map((one) => one.totalCents))
        expect(back.coupons.toReversed()).toEqual(there.coupons)
      }),
    )
  })

  test('[MINI-05] two of one tea are one and one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 10_000 }), (unit, amount) => {
        for (const discountType of ['percent', 'fixed_product', 'fixed_cart'] as const) {
          const coupons = [coupon({ discountType, amount })]
          const together = price([line('1', unit, 2)], coupons)
          const apart = price([line('1', unit), line('2', unit)], coupons)
          expect(apart.discountCents).toBe(together.discountCents)
        }
      }),
    )
  })
})
