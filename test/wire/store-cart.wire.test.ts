import { describe, expect, test } from 'vitest'
import { writeOrder } from '../support/orders.ts'
import { openShop, recordedSettings } from '../support/shop.ts'
import { type Deviation, type Exchange, Replay, recordedExchanges } from './replay.ts'

const { app, db } = await openShop({ settings: recordedSettings })
/** The index was recorded as paths and methods only. */
const replay = new Replay(app, (body) => {
  if (typeof body !== 'object' || body === null || !('routes' in body)) return body
  const routes = Object.entries(body.routes as Record<string, string[] | { methods: string[] }>)
  return {
    ...body,
    routes: Object.fromEntries(routes.map(([path, one]) => [path, Array.isArray(one) ? one : one.methods])),
  }
})

/** The recorded carts run through these files in this order, as one shopper. */
const [empty, token, addItem, updateItem, removeItem, updateCustomer, selectRate, coupons, errors] = [
  'store-cart-empty',
  'store-cart-token',
  'store-cart-add-item',
  'store-cart-update-item',
  'store-cart-remove-item',
  'store-cart-update-customer',
  'store-cart-select-shipping-rate',
  'store-cart-coupons',
  'store-index-and-errors',
].map(recordedExchanges) as [
  Exchange[],
  Exchange[],
  Exchange[],
  Exchange[],
  Exchange[],
  Exchange[],
  Exchange[],
  Exchange[],
  Exchange[],
]

const weight: Deviation = { where: /^body\.items_weight$/, reason: 'weights-in-grams' }

const byName: Readonly<Record<string, readonly Deviation[]>> = {
  'add item with Cart-Token only, no cookie and no Nonce': [
    { where: /^header set-cookie$/, reason: 'no-cookie-with-token' },
    { where: /^header access-control-allow-origin$/, reason: 'no-empty-origin' },
  ],
  'GET cart with Cart-Token': [{ where: /^header access-control-allow-origin$/, reason: 'no-empty-origin' }],
  'no quantity': [
    { where: /^body\.(totals\.total_shipping(_tax)?|has_calculated_shipping)$/, reason: 'shipping-always-calculated' },
  ],
  'GET one cart item': [{ where: /^body\._links\./, reason: 'real-item-links' }],
  'index of the namespace': [
    { where: /^body\.routes\.\/wc\/store\/v1\/checkout(\[|\.length)/, reason: 'each-method-once' },
  ],
}

const step = (exchange: Exchange) => replay.step({ exchange, deviations: [weight, ...(byName[exchange.name] ?? [])] })

describe('sessions', () => {
  test.each(empty)('[API-02 Nonce] $name', (exchange) => step(exchange))
  test.each(token)('[API-02 Cart-Token] $name', (exchange) => step(exchange))
})

describe('one cart', () => {
  test.each(addItem)('[API-01 cart] [API-02] add-item: $name', (exchange) => step(exchange))
  test.each(updateItem)('[API-01] [API-02] update-item: $name', (exchange) => step(exchange))
  test.each(removeItem)('[API-01] [API-02] remove-item and items: $name', (exchange) => step(exchange))

  test('between the recordings two teas were in stock again', async () => {
    const [like] = updateCustomer
    if (!like) throw new Error('Nothing was recorded')
    const answer = await replay.between(like, 'POST', '/wp-json/wc/store/v1/cart/add-item', { id: 131, quantity: 2 })
    expect(answer.status).toBe(201)
  })

  test.each(updateCustomer)('[API-01] update-customer: $name', (exchange) => step(exchange))

  test('between the recordings the address was set to the one in Ontario again', async () => {
    const [like] = updateCustomer
    if (!like) throw new Error('Nothing was recorded')
    const answer = await replay.between(like, 'POST', '/wp-json/wc/store/v1/cart/update-customer', like.request.body)
    expect(answer.status).toBe(200)
  })

  test.each(selectRate)('[API-01] select-shipping-rate: $name', (exchange) => step(exchange))

  test('before the recording a coupon reached its usage limit', async () => {
    const used = { code: 'usedup', couponId: 20, discountCents: 0, discountTaxCents: 0, usedBy: 'bob@shop.test' }
    await writeOrder(db, { coupons: [used] })
  })

  test.each(coupons)('[API-01] coupons: $name', (exchange) => step(exchange))
})

describe('unknown routes, and pages of other sites', () => {
  test.each(errors)('[API-02 error shapes] $name', (exchange) => step(exchange))
})

test('every named deviation occurs', () => replay.expectNoUnusedDeviation())
