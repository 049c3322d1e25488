import { expect, test } from 'vitest'
import type { Sellable } from '../catalog/product.ts'
import { cartHash, checkAdd, keyOf, lineKey, lineProblem, MAX_LINE_QUANTITY, parseQuantity } from './cart.ts'

const now = new Date('2026-11-20T12:00:00Z')

const sencha: Sellable = {
  id: 131,
  type: 'simple',
  parentId: null,
  slug: 'sencha',
  name: 'Sencha',
  status: 'publish',
  sku: 'SEN-50',
  regularPriceCents: 1850,
  salePriceCents: null,
  saleFrom: null,
  saleUntil: null,
  shippingClass: '',
  taxClass: 'grocery',
  isTaxable: true,
  isVirtual: false,
  isSoldIndividually: false,
  isDownloadable: false,
  isLocked: false,
  weightGrams: 120,
  netGrams: 50,
  choices: {},
  stock: { tracksInventory: true, onHand: 3, backorders: 'no', status: 'instock', lowStockAmount: null },
  picture: null,
}

test('a line key is computed as in WooCommerce', () => {
  expect(lineKey(131, 0, {})).toBe('1afa34a7f984eeabdbb0a7d494132ee5')
  expect(lineKey(55, 56, { pa_size: '50-g' })).toBe('43e03bc45350def7e9ce9e3abc89fccd')
  expect(keyOf({ id: 57, parentId: 55 }, { pa_size: '100-g' })).toBe('69a204e41450f559081e1a9f0295a918')
})

test('[ATC-01] a quantity is parsed as recorded: empty and 0 are 1, a fraction is truncated, anything else is refused', () => {
  expect([undefined, '', '0', '0.4', '1.5', '3', ' 2 '].map(parseQuantity)).toEqual([1, 1, 1, 1, 1, 3, 2])
  expect(['-2', 'abc', '1e9', '1,5', '--1', '9'.repeat(40), '٣'].map(parseQuantity)).toEqual(Array(7).fill(null))
})

test('the quantity in the cart plus the added one cannot exceed the stock', () => {
  expect(checkAdd(sencha, 3, 0, now).ok).toBe(true)
  expect(checkAdd(sencha, 1, 3, now)).toEqual({
    ok: false,
    problem: { kind: 'not-enough-stock', name: 'Sencha', available: 3, inCart: 3 },
  })
})

test('a product that is sold out, unpriced, hidden or sold individually is refused with its own reason', () => {
  const kindOf = (sellable: Sellable, quantity = 1, inCart = 0) => {
    const verdict = checkAdd(sellable, quantity, inCart, now)
    return verdict.ok ? 'ok' : verdict.problem.kind
  }
  expect(kindOf({ ...sencha, stock: { ...sencha.stock, onHand: 0 } })).toBe('out-of-stock')
  expect(
    kindOf({
      ...sencha,
      stock: { tracksInventory: false, onHand: 0, backorders: 'no', status: 'outofstock', lowStockAmount: null },
    }),
  ).toBe('out-of-stock')
  expect(kindOf({ ...sencha, regularPriceCents: null })).toBe('not-purchasable')
  expect(kindOf({ ...sencha, status: 'draft' })).toBe('not-purchasable')
  expect(kindOf({ ...sencha, isSoldIndividually: true }, 1, 1)).toBe('sold-individually')
  expect(kindOf(sencha, 0)).toBe('invalid-quantity')
  expect(kindOf(sencha, 1.5)).toBe('invalid-quantity')
})

test('without inventory tracking, or with backorders, only the maximum line quantity applies', () => {
  const untracked: Sellable = {
    ...sencha,
    stock: { tracksInventory: false, onHand: 0, backorders: 'no', status: 'instock', lowStockAmount: null },
  }
  expect(checkAdd(untracked, MAX_LINE_QUANTITY, 0, now).ok).toBe(true)
  expect(checkAdd(untracked, MAX_LINE_QUANTITY, 1, now).ok).toBe(false)
  expect(checkAdd({ ...sencha, stock: { ...sencha.stock, onHand: 0, backorders: 'notify' } }, 5, 0, now).ok).toBe(true)
})

test('a line reports what has changed since it was added', () => {
  const line = { key: 'k', sellable: sencha, quantity: 2, choices: {}, quotedPriceCents: 1850 }
  expect(lineProblem(line, now)).toBeNull()
  expect(lineProblem({ ...line, quotedPriceCents: 1700 }, now)).toEqual({
    kind: 'price-changed',
    previousCents: 1700,
    currentCents: 1850,
  })
  expect(lineProblem({ ...line, quantity: 4 }, now)).toEqual({ kind: 'insufficient-stock', available: 3 })
  expect(lineProblem({ ...line, sellable: { ...sencha, status: 'trash' } }, now)).toEqual({ kind: 'unavailable' })
})

test('[ATC-01 fragments and cart_hash] the hash depends on items, total, currency and session; an empty cart has none', () => {
  const dollars = (totalCents: number) => ({ totalCents, currency: 'CAD' })
  const cart = (quantity: number, sessionKey = 't_1') => ({ sessionKey, lines: [{ key: 'a', quantity }] })
  const one = cartHash(cart(1), dollars(100))
  expect(one).toMatch(/^[0-9a-f]{32}$/)
  expect(cartHash(cart(2), dollars(100))).not.toBe(one)
  expect(cartHash(cart(1), dollars(101))).not.toBe(one)
  expect(cartHash(cart(1), { totalCents: 100, currency: 'EUR' })).not.toBe(one)
  expect(cartHash(cart(1, '12'), dollars(100))).not.toBe(one)
  expect(cartHash({ sessionKey: 't_1', lines: [] }, dollars(0))).toBe('')
})
