import { expect, test } from 'vitest'
import { priceText } from './search-suggestions.client.ts'

const prices = { price: '1250', currency_code: 'CAD', currency_minor_unit: 2, price_range: null }
const product = { prices, extensions: {}, is_purchasable: true }

test('a suggestion says the price, and none for a product without one', () => {
  expect(priceText(product, '')).toBe('$12.50')
  const range = { min_amount: '700', max_amount: '1250' }
  expect(priceText({ ...product, prices: { ...prices, price_range: range } }, 'approx. ')).toBe(
    'approx. $7.00 – $12.50',
  )
  const zero = { ...prices, price: '0' }
  expect(priceText({ ...product, prices: zero }, '')).toBe('$0.00')
  expect(priceText({ ...product, prices: zero, is_purchasable: false }, 'approx. ')).toBe('')
  expect(priceText({ ...product, extensions: { samovar: { prices: { ...prices, price: '900' } } } }, '')).toBe('$9.00')
})
