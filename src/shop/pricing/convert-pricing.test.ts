import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coupon } from '../../../test/support/coupons.ts'
import { currencySetting as exchange } from '../../../test/support/currencies.ts'
import { lineToPrice } from '../../../test/support/lines.ts'
import { convert, type Exchange } from '../../platform/money/exchange.ts'
import { canadianPricing } from './canadian-pricing.ts'
import { convertCoupon, convertLine, convertPricing, findChargedExchange, findExchange } from './convert-pricing.ts'
import { couponProblem, couponProblemText } from './coupon.ts'
import { calculateTotal, type LineToPrice, type PricingConfig } from './total.ts'

const euros = exchange('EUR', '0.67')
const yen = exchange('JPY', '108.5')
const config: PricingConfig = {
  ...canadianPricing,
  currencies: [euros, yen, exchange('USD', '0.73', { isCharged: false })],
  fees: [
    { id: 'small', name: 'Small order', kind: 'fixed', amount: 200, taxClass: 'standard', belowCents: 2000 },
    { id: 'share', name: 'Share', kind: 'percent', amount: 150, taxClass: 'standard' },
  ],
}
const line = (key: string, unitPriceCents: number, quantity = 1) =>
  lineToPrice({ key, productId: Number(key), name: `Tea ${key}`, unitPriceCents, quantity })
const totalIn = (to: Exchange | null, lines: LineToPrice[], coupons = [] as ReturnType<typeof coupon>[]) =>
  calculateTotal({
    lines: lines.map((one) => convertLine(one, to)),
    coupons: coupons.map((one) => convertCoupon(one, to)),
    destination: { country: 'CA', state: 'ON' },
    shippingMethod: 'flat_rate:1',
    config: convertPricing(config, to),
    date: new Date('2026-11-20T12:00:00Z'),
  })

describe('a total in another currency', () => {
  test('[PAY-14 charge currency] is the same calculation with converted prices, costs and fees', () => {
    const total = totalIn(euros, [line('1', 1650, 2)])
    // €11.06 twice, €6.67 shipping, no fee for a small order from €13.40, 1.5 %, and 13 % tax on each.
    expect(total).toMatchObject({ currency: 'EUR', exchangeRate: '0.67', itemsTotalCents: 2212, shippingCents: 667 })
    expect(total.fees.map(({ id, cents }) => [id, cents])).toEqual([['share', 33]])
    expect(total).toMatchObject({ taxCents: 288 + 87 + 4, totalCents: 2212 + 667 + 33 + 379 })
  })

  test('[PAY-14 charge currency] yen are whole', () => {
    const total = totalIn(yen, [line('1', 1650, 2)])
    expect(total).toMatchObject({ currency: 'JPY', itemsTotalCents: 3580, shippingCents: 1080 })
    expect(total.taxCents).toBe(465 + 140 + 7)
  })

  test('[PAY-14 charge currency] the threshold for free shipping and the small-order fee are converted', () => {
    expect(totalIn(euros, [line('1', 7000)]).centsToFreeShipping).toBe(convert(7500, euros) - convert(7000, euros))
    expect(totalIn(euros, [line('1', 7500)]).centsToFreeShipping).toBe(0)
    expect(totalIn(euros, [line('1', 1900)]).fees.map(({ id }) => id)).toContain('small')
  })

  test('[PAY-14 charge currency] amounts of coupons are converted, percentages stay', () => {
    const fiveOff = coupon({ discountType: 'fixed_cart', amount: 500, minimumAmountCents: 2000 })
    expect(totalIn(euros, [line('1', 3000)], [fiveOff]).discountCents).toBe(335)
    expect(totalIn(euros, [line('1', 3000)], [coupon({ amount: 1000 })]).discountCents).toBe(201)
    const check = { lines: [line('1', 1300)], email: '', now: new Date(), currency: 'EUR' }
    const problem = couponProblem(convertCoupon(fiveOff, euros), check)
    expect(problem && couponProblemText('five', problem)).toBe('The minimum spend for coupon "five" is €13.40.')
  })

  test('[PAY-14 charge currency] a cost formula is in dollars, its share of the items in the cart’s currency', () => {
    const zones = [
      {
        name: 'Canada',
        locations: [{ type: 'country' as const, code: 'CA' }],
        methods: [
          {
            ...({ kind: 'flat_rate', instanceId: 1, title: 'Flat', costCents: 0, taxable: true } as const),
            cost: '2 * [qty] + [fee percent="10"]',
          },
        ],
      },
    ]
    const withFormula = convertPricing({ ...canadianPricing, shipping: { zones } }, euros)
    const total = calculateTotal({
      lines: [convertLine(line('1', 1000, 3), euros)],
      destination: { country: 'CA', state: 'ON' },
      config: withFormula,
      date: new Date('2026-11-20T12:00:00Z'),
    })
    // $6.00 are €4.02, and a tenth of €20.10.
    expect(total.shippingCents).toBe(402 + 201)
  })

  test('[PAY-14 charge currency] the parts make the whole in every currency', () => {
    const anyLines = fc.array(fc.tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 1, max: 20 })), {
      minLength: 1,
      maxLength: 6,
    })
    const anyRate = fc.integer({ min: 1, max: 200_000 }).map((thousandths) => (thousandths / 1000).toFixed(3))
    fc.assert(
      fc.property(anyLines, anyRate, fc.constantFrom('EUR', 'JPY', 'KWD'), (parts, rate, currency) => {
        const lines = parts.map(([cents, quantity], index) => line(String(index + 1), cents, quantity))
        const to = exchange(currency, rate, { rounding: '1.00', charm: '-0.01' })
        const total = totalIn(to, lines, [coupon({ discountType: 'fixed_cart', amount: 500 })])
        const { itemsTotalCents, feesCents, shippingCents, taxCents } = total
        expect(itemsTotalCents + feesCents + shippingCents + taxCents).toBe(total.totalCents)
        for (const one of total.lines) expect(one.subtotalCents).toBe(one.unitPriceCents * one.quantity)
      }),
    )
  })
})

test('[PAY-14 CAD by default] without a choice, or with one that is off, nothing is converted', () => {
  expect(convertPricing(config, null)).toBe(config)
  expect(totalIn(null, [line('1', 1650)])).toMatchObject({ currency: 'CAD', exchangeRate: '1' })
  expect([findExchange(config, null), findExchange(config, 'XYZ'), findExchange(config, 'CAD')]).toEqual([
    null,
    null,
    null,
  ])
  expect([findExchange(config, 'USD')?.rate, findChargedExchange(config, 'USD')]).toEqual(['0.73', null])
})
