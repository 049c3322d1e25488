import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencySetting as exchange } from '../../../test/support/currencies.ts'
import {
  convert,
  convertPrice,
  type Exchange,
  isRate,
  priceCharms,
  priceRoundings,
  toShopCurrency,
} from './exchange.ts'
import { formatMoney, fractionDigits, groupedDigits, parsePrice, priceString, woocommercePriceHtml } from './money.ts'

const euros = exchange('EUR', '0.67')
const yen = exchange('JPY', '108.5')

const anyRate = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 999_999_999 }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(9, '0')}`)
const anyExchange = fc
  .record({
    currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KRW', 'KWD'),
    rate: anyRate,
    rounding: fc.constantFrom(...priceRoundings),
    charm: fc.constantFrom(...priceCharms),
  })
  .map(({ currency, rate, rounding, charm }) => exchange(currency, rate, { rounding, charm }))
const price = fc.integer({ min: 0, max: 10_000_000 })

describe('amounts of other currencies', () => {
  test('[PAY-14 display currency] yen have no smaller unit, dinars have a thousand', () => {
    expect([fractionDigits('CAD'), fractionDigits('JPY'), fractionDigits('KWD')]).toEqual([2, 0, 3])
    expect([priceString(1250, 'EUR'), priceString(1250, 'JPY'), priceString(1250, 'KWD')]).toEqual([
      '12.50',
      '1250',
      '1.250',
    ])
    expect([priceString(0, 'JPY'), priceString(-7, 'JPY'), priceString(7, 'KWD')]).toEqual(['0', '-7', '0.007'])
  })

  test('[PAY-14 display currency] written as en-CA writes them', () => {
    expect(formatMoney(1250, 'EUR')).toBe('€12.50')
    expect(formatMoney(123456, 'JPY')).toBe('JP¥123,456')
    expect(formatMoney(1250, 'KWD')).toBe('KWD\u00a01.250')
    expect(groupedDigits(1234567, 'KWD')).toBe('1,234.567')
    expect(woocommercePriceHtml(123456, 'USD')).toBe(
      '<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol" translate="no">US&#36;</span>1,234.56</bdi></span>',
    )
  })

  test('[PAY-14 display currency] text and amount are one in every currency', () => {
    const currency = fc.constantFrom('CAD', 'EUR', 'JPY', 'KWD')
    fc.assert(fc.property(price, currency, (cents, code) => parsePrice(priceString(cents, code), code) === cents))
    expect([parsePrice('12.5', 'JPY'), parsePrice('12', 'JPY'), parsePrice('1.2345', 'KWD')]).toEqual([null, 12, null])
  })
})

describe('conversion', () => {
  test('[PAY-14 display currency] is exact, and half a unit rounds away from zero', () => {
    expect([convert(1000, euros), convert(1650, yen), convert(1000, exchange('KWD', '0.225'))]).toEqual([
      670, 1790, 2250,
    ])
    expect(convert(50, exchange('EUR', '0.01'))).toBe(1)
    expect([convert(-50, exchange('EUR', '0.01')), convert(49, exchange('EUR', '0.01'))]).toEqual([-1, 0])
    expect(convert(1234, null)).toBe(1234)
  })

  test('[PAY-14 display currency] never falls when the amount rises, mirrors its negative, and 0 stays 0', () => {
    fc.assert(
      fc.property(anyExchange, price, price, (to, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        expect(convert(low, to)).toBeLessThanOrEqual(convert(high, to))
        expect(convertPrice(low, to)).toBeLessThanOrEqual(convertPrice(high, to))
        expect(convert(-a, to)).toBe(convert(a, to) === 0 ? 0 : -convert(a, to))
        expect([convert(0, to), convertPrice(0, to)]).toEqual([0, 0])
        if (a > 0) expect(convertPrice(a, to)).toBeGreaterThan(0)
      }),
    )
  })

  test('[PAY-14 display currency] back to the shop’s currency it is the amount again, within a unit', () => {
    fc.assert(
      fc.property(price, fc.constantFrom('0.67', '0.7312', '1.0001', '0.51'), (cents, rate) => {
        const back = toShopCurrency(convert(cents, exchange('EUR', rate)), { currency: 'EUR', exchangeRate: rate })
        expect(Math.abs(back - cents)).toBeLessThanOrEqual(1)
      }),
    )
    expect(toShopCurrency(1085, { currency: 'JPY', exchangeRate: '108.5' })).toBe(1000)
    expect(toShopCurrency(1085, { currency: 'CAD', exchangeRate: '1' })).toBe(1085)
  })

  test('[PAY-14 display currency] prices are rounded up to the owner’s multiple, with the charm', () => {
    const rounded = (rounding: Exchange['rounding'], charm: Exchange['charm'] = '0.00') =>
      convertPrice(1650, { ...euros, rounding, charm })
    expect(convertPrice(1650, euros)).toBe(1106)
    expect([rounded('0.05'), rounded('1.00'), rounded('1.00', '-0.01'), rounded('5.00', '-0.05')]).toEqual([
      1110, 1200, 1199, 1495,
    ])
    // Yen have no subunit: neither rounding to a part of a yen nor a price ending below one yen has an effect.
    expect(convertPrice(1650, { ...yen, rounding: '0.05', charm: '-0.01' })).toBe(1790)
    expect(convertPrice(1650, { ...yen, rounding: '10.00' })).toBe(1790)
    expect(convertPrice(1651, { ...yen, rounding: '10.00' })).toBe(1800)
  })

  test('[PAY-14 display currency] a rate is a positive decimal', () => {
    expect(['1', '0.67', '108.5', '0.0000000001'].every(isRate)).toBe(true)
    expect(['', '0', '0.00', '-1', '1e3', '1,5', '.5', '1.', ' 1', '1.00000000001', '1234567890'].some(isRate)).toBe(
      false,
    )
  })
})
