import { describe, expect, test } from 'vitest'
import { openShop, recordedSettings } from '../support/shop.ts'
import { type Deviation, type Exchange, Replay, recordedExchanges } from './replay.ts'

const { app } = await openShop({ settings: recordedSettings })
const replay = new Replay(app)
const exchanges = recordedExchanges('store-checkout')
const named = (name: string): Exchange => {
  const found = exchanges.find((exchange) => exchange.name === name)
  if (!found) throw new Error(`No exchange ${name} was recorded`)
  return found
}
const shopper = named('success, cash on delivery')
const store = (path: string) => `/wp-json/wc/store/v1${path}`

const cartDeviations: readonly Deviation[] = [
  { where: /\.__experimentalCart\.items_weight$/, why: 'weights-in-grams' },
  { where: /\.totals\.total_shipping(_tax)?$/, why: 'shipping-always-worked-out' },
  { where: /\.has_calculated_shipping$/, why: 'shipping-always-worked-out' },
  { where: /\.shipping_rates\.length$/, why: 'shipping-always-worked-out' },
]

const byName: Readonly<Record<string, readonly Deviation[]>> = {
  'GET checkout with a Nonce (order_id stays 0: nothing is stored until POST)': cartDeviations,
  'PUT order notes and payment method': cartDeviations,
  'PUT with calc totals query': cartDeviations,
  'second POST after success (cart is empty)': [{ where: /^(status|body\..*)$/, why: 'same-checkout-same-order' }],
  'success, bank transfer, with customer_note and create_account': [
    {
      where: /^(header (user-id|set-cookie|cache-control|expires)|body\.customer_id)$/,
      why: 'store-api-accounts-come-later',
    },
  ],
}
const isLast = (exchange: Exchange) => exchange.name.startsWith('success, bank transfer')
const step = (exchange: Exchange) => replay.step({ exchange, deviations: byName[exchange.name] ?? [] })

describe('one checkout', () => {
  test('the cart that was recorded, with its coupon', async () => {
    await replay.between(shopper, 'GET', store('/cart'))
    for (const [id, quantity] of [
      [57, 1],
      [58, 1],
      [134, 1],
      [131, 2],
    ])
      await replay.between(shopper, 'POST', store('/cart/add-item'), { id, quantity })
    const { billing_address, shipping_address } = shopper.request.body as Record<string, unknown>
    const answer = await replay.between(shopper, 'POST', store('/cart/update-customer'), {
      billing_address,
      shipping_address,
    })
    expect(await answer.json()).toMatchObject({ items_count: 5, totals: { total_items: '20291' } })
    const coupon = await replay.between(shopper, 'POST', store('/cart/apply-coupon'), { code: 'five-off' })
    expect(coupon.status).toBe(200)
  })

  test.each(exchanges.filter((exchange) => !isLast(exchange)))('[API-01] [API-02] $name', step)
})

describe('another one, by bank transfer', () => {
  test('a cart', async () => {
    const answer = await replay.between(shopper, 'POST', store('/cart/add-item'), { id: 131, quantity: 1 })
    expect(answer.status).toBe(201)
  })

  test.each(exchanges.filter(isLast))('[API-01] $name', step)
})

test('every named deviation shows', () => replay.expectNoIdleDeviation())
