import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, maxCents, woocommercePriceHtml } from './money.ts'

test('[PLAT-01] prices are written as en-CA writes Canadian dollars', () => {
  expect(formatMoney(1250)).toBe('$12.50')
  expect(formatMoney(0)).toBe('$0.00')
  expect(formatMoney(123456789)).toBe('$1,234,567.89')
  expect(formatMoney(-500)).toBe('-$5.00')
  expect(formatMoney(1250, 'USD')).toBe('US$12.50')
})

test('the last cent of a very large amount is not lost', () => {
  expect(formatMoney(maxCents - 1)).toBe('$99,999,999,999.99')
})

test('price markup has the shape that shop scripts look for', () => {
  const around = (amount: string) =>
    `<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol" translate="no">&#36;</span>${amount}</bdi></span>`
  expect(woocommercePriceHtml(6103)).toBe(around('61.03'))
  expect(woocommercePriceHtml(0)).toBe(around('0.00'))
  expect(woocommercePriceHtml(123456)).toBe(around('1,234.56'))
  expect(woocommercePriceHtml(-995)).toContain('<bdi>-<span')
})

test('markup and plain text show the same digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: maxCents }), (cents) => {
      const shown = woocommercePriceHtml(cents)
        .replaceAll(/<[^>]+>/g, '')
        .replace('&#36;', '$')
      return shown === formatMoney(cents)
    }),
  )
})
