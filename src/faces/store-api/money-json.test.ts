import { expect, test } from 'vitest'
import { linePricesJson } from './money-json.ts'

test('the raw price of a line has six decimals in every currency', () => {
  const rawPrice = (currency: string, currentCents: number) =>
    linePricesJson({ currency, currentCents, regularCents: currentCents, isOnSale: false, range: null }).raw_prices
  expect(rawPrice('CAD', 1234)).toMatchObject({ precision: 6, price: '12340000', regular_price: '12340000' })
  expect(rawPrice('JPY', 1234)).toMatchObject({ precision: 6, price: '1234000000', sale_price: '1234000000' })
  expect(rawPrice('KWD', 1234)).toMatchObject({ precision: 6, price: '1234000' })
  expect(rawPrice('JPY', 0)).toMatchObject({ price: '0' })
})
