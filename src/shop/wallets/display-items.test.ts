import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coupon } from '../../../test/support/coupons.ts'
import { lineToPrice } from '../../../test/support/lines.ts'
import { ada } from '../../../test/support/orders.ts'
import { recordedShopPricing } from '../../../test/support/recorded-shop-pricing.ts'
import { sumOf } from '../../platform/money/money.ts'
import { calculateTotal, type LineToPrice } from '../pricing/total.ts'
import { choicesOf, newData, requestTotal, sheetData } from './display-items.ts'
import { sheetOfOrder, sheetOfTotal } from './sheet.ts'
import { cardAuthMethods, cardNetworks, initialPriceStatus } from './stripe_googlepay/google-pay-request.ts'

const line = (changes: Partial<LineToPrice> = {}) => lineToPrice({ key: 'a', productId: 1, name: 'Sencha', ...changes })

const totalOf = (lines: readonly LineToPrice[], more: Partial<Parameters<typeof calculateTotal>[0]> = {}) =>
  calculateTotal({
    lines,
    destination: { country: 'CA', state: 'ON' },
    config: recordedShopPricing,
    date: new Date(),
    ...more,
  })

test('[PAY-21 cents] the rows of any cart add up to its total, which is in cents', () => {
  const lines = fc.array(
    fc.record({ quantity: fc.integer({ min: 1, max: 20 }), unitPriceCents: fc.integer({ min: 0, max: 50_000 }) }),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(lines, fc.constantFrom('ON', 'BC', 'QC', 'AB'), (parts, state) => {
      const priced = parts.map((part, index) => line({ ...part, key: String(index), productId: index + 1 }))
      const total = totalOf(priced, { destination: { country: 'CA', state } })
      const { rows } = sheetOfTotal(total)
      expect(sumOf(rows, ({ cents }) => cents)).toBe(total.totalCents)
      expect(requestTotal(total.totalCents)).toEqual({ amount: total.totalCents, label: 'Total', pending: false })
    }),
  )
})

test('[PAY-21 pending until shown] a total is pending only until it is shown', () => {
  expect(requestTotal(1250, true)).toEqual({ amount: 1250, label: 'Total', pending: true })
  expect(newData(sheetOfTotal(totalOf([line()])), 'stripe_applepay').total.pending).toBe(false)
})

test('rows are lines, shipping, fees, a negative discount and the tax, in this order', () => {
  const total = totalOf([line({ quantity: 3 }), line({ key: 'b', productId: 2, name: 'Cup' })], {
    coupons: [coupon({ code: 'tea10' })],
  })
  const sheet = sheetOfTotal(total)
  expect(sheet.rows.map(({ label }) => label)).toEqual(['Sencha X 3', 'Cup', 'Shipping', 'Discount', 'Tax'])
  expect(choicesOf(sheet, 'stripe_googlepay').displayItems).toContainEqual({
    label: 'Discount',
    type: 'LINE_ITEM',
    price: '-5.00',
  })
  expect(choicesOf(sheet, null).displayItems).toContainEqual({ label: 'Discount', pending: false, amount: -500 })
})

test('the chosen rate comes first, the others by price; Google always has an option', () => {
  const total = totalOf([line({ unitPriceCents: 9000 })], { shippingMethod: 'flat_rate:1' })
  const ids = (wallet: 'stripe_googlepay' | null) =>
    choicesOf(sheetOfTotal(total), wallet).shippingOptions.map(({ id }) => id)
  expect(ids(null)).toEqual(['0:flat_rate:1', '0:free_shipping:2', '0:local_pickup:3'])
  const nowhere = sheetOfTotal(totalOf([line()], { destination: { country: 'AQ', state: '' } }))
  expect(choicesOf(nowhere, 'stripe_googlepay').shippingOptions).toEqual([
    { id: 'default', label: 'Waiting…', description: '' },
  ])
  expect(choicesOf(nowhere, null).shippingOptions).toEqual([])
})

test('what needs no shipping has neither a row nor options for it', () => {
  const sheet = sheetOfTotal(totalOf([line({ needsShipping: false })]))
  expect(sheet.rows.map(({ kind }) => kind)).toEqual(['line', 'tax'])
  expect(sheetData(sheet, null)).toMatchObject({ shippingOptions: [], subtotal: '12.50', total: '14.13' })
})

test('the rows of an order add up to its total, fees in one', () => {
  const order = {
    currency: 'CAD',
    itemsSubtotalCents: 10_000,
    itemsTotalCents: 9000,
    feesCents: 300,
    shippingCents: 995,
    taxCents: 1338,
    totalCents: 11_633,
    shippingLines: [{ totalCents: 995 }],
    billing: ada,
    lines: [{ name: 'Sencha', quantity: 2, subtotalCents: 10_000 }],
  }
  const { rows, totalCents } = sheetOfOrder(order)
  expect(rows.map(({ label }) => label)).toEqual(['Sencha X 2', 'Shipping', 'Discount', 'Fees', 'Tax'])
  expect(sumOf(rows, ({ cents }) => cents)).toBe(totalCents)
})

test('[PAY-22 networks] [PAY-22 auth method] [PAY-22 price status] are those of the specification', () => {
  expect(cardNetworks).toEqual(['AMEX', 'DISCOVER', 'INTERAC', 'JCB', 'MASTERCARD', 'VISA'])
  expect(cardAuthMethods).toEqual(['PAN_ONLY'])
  expect(initialPriceStatus).toBe('ESTIMATED')
})
