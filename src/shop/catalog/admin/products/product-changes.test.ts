import { expect, test } from 'vitest'
import { type ProductRow, planEdit, steppedPrice } from './product-changes.ts'

const tea = (fields: Partial<ProductRow>): ProductRow =>
  ({
    id: 1,
    name: 'Assam',
    type: 'simple',
    regular_price: '12.50',
    sale_price: '',
    date_on_sale_from_gmt: null,
    date_on_sale_to_gmt: null,
    manage_stock: false,
    stock_status: 'instock',
    categories: [],
    ...fields,
  }) as ProductRow

const now = new Date('2020-02-01T00:00:00Z')
const planOf = (fields: Partial<ProductRow>, edit: Parameters<typeof planEdit>[1]) => {
  const plan = planEdit([tea(fields)], edit, now)
  return plan?.changes[0]?.sent ?? plan?.refused[0]?.reason
}

test('prices are stepped in whole cents, halves upwards, and never fall below zero', () => {
  expect(steppedPrice(1250, '+%', 1000)).toBe(1375)
  expect(steppedPrice(1250, '-%', 333)).toBe(1208)
  expect(steppedPrice(5, '+%', 1000)).toBe(6)
  expect(steppedPrice(999, '+%', 250)).toBe(1024)
  expect(steppedPrice(1250, '-$', 1250)).toBe(0)
  expect(steppedPrice(1250, '-$', 1251)).toBeNull()
  expect(steppedPrice(1250, '-%', 10_001)).toBeNull()
  expect(steppedPrice(2_000_000_000, '+%', 10)).toBe(2_002_000_000)
})

test('a price is changed, or a sale price made of it, unless the sale price would not be lower', () => {
  expect(planOf({}, { action: 'regular', step: '+%', amount: '10' })).toEqual({ regular_price: '13.75' })
  expect(planOf({}, { action: 'sale', step: '-%', amount: '20' })).toEqual({ sale_price: '10.00' })
  expect(planOf({ sale_price: '12.00' }, { action: 'regular', step: '-$', amount: '0.50' })).toMatch('not be lower')
  expect(planOf({}, { action: 'sale', step: '+$', amount: '1' })).toMatch('not be lower')
  expect(planOf({ regular_price: '' }, { action: 'regular', step: '+$', amount: '1' })).toMatch('no price of their own')
  expect(planOf({}, { action: 'regular', step: '+$', amount: '0' })).toMatch('have this price')
})

test('a sale price begins now after a sale that has ended, also the same one, and undo brings back its dates', () => {
  const edit = { action: 'sale', step: '-%', amount: '20' } as const
  const dates = { date_on_sale_from_gmt: null, date_on_sale_to_gmt: '2020-02-01T00:00:00' }
  const ended = tea({ sale_price: '10.00', ...dates })
  expect(planEdit([ended], edit, now)?.changes).toMatchObject([
    {
      sent: { sale_price: '10.00', date_on_sale_from_gmt: '', date_on_sale_to_gmt: '' },
      former: { sale_price: '10.00', date_on_sale_from_gmt: '', date_on_sale_to_gmt: dates.date_on_sale_to_gmt },
    },
  ])
  expect(planOf({ sale_price: '10.00', date_on_sale_to_gmt: '2020-02-01T00:00:01' }, edit)).toMatch('have this price')
  expect(planOf({ sale_price: '11.00', date_on_sale_to_gmt: '2020-02-01T00:00:01' }, edit)).toEqual({
    sale_price: '10.00',
  })
})

test('nothing is planned before the amount or the category is known', () => {
  for (const amount of ['', 'abc', '-5', '1,5', '1.234', '9'.repeat(30)])
    expect(planEdit([tea({})], { action: 'regular', step: '+%', amount }, now)).toBeNull()
  expect(planEdit([tea({})], { action: 'add', category: 0 }, now)).toBeNull()
})

test('a category is added to the others or taken away, and what is as it should be is left', () => {
  const categories = [{ id: 7, name: 'Black', slug: 'black' }]
  expect(planOf({ categories }, { action: 'add', category: 8 })).toEqual({ categories: [{ id: 7 }, { id: 8 }] })
  expect(planOf({ categories }, { action: 'remove', category: 7 })).toEqual({ categories: [] })
  expect(planOf({ categories }, { action: 'add', category: 7 })).toMatch('in the category')
})

test('the stock status is set where no stock is counted', () => {
  expect(planOf({}, { action: 'stock', status: 'outofstock' })).toEqual({ stock_status: 'outofstock' })
  expect(planOf({ manage_stock: true }, { action: 'stock', status: 'outofstock' })).toMatch('counted')
})
