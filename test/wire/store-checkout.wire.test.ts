import { asc } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { openShop, recordedSettings } from '../support/shop.ts'
import { type Deviation, type Exchange, Replay, recordedExchanges } from './replay.ts'

const { app, db } = await openShop({ settings: recordedSettings })
/**
 * Numbers and keys of an order and its lines differ between shops, and chosen variations are listed under such a
 * number.
 */
const replay = new Replay(app, (body) => {
  if (!isOrder(body)) return body
  const items = body.items.map(({ id, key, item_data: data, ...item }) => ({
    ...item,
    id: typeof id,
    key: typeof key,
    item_data: Array.isArray(data) ? data : Object.values(data as object),
  }))
  return { ...body, id: typeof body.id, items }
})
type OrderBody = { readonly id: unknown; readonly items: readonly Record<string, unknown>[] }
const isOrder = (body: unknown): body is OrderBody =>
  typeof body === 'object' && body !== null && 'items' in body && 'errors' in body && 'id' in body
const exchanges = recordedExchanges('store-checkout')
const named = (name: string): Exchange => {
  const found = exchanges.find((exchange) => exchange.name === name)
  if (!found) throw new Error(`No exchange ${name} was recorded`)
  return found
}
const shopper = named('success, cash on delivery')
const store = (path: string) => `/wp-json/wc/store/v1${path}`

const cartDeviations: readonly Deviation[] = [
  { where: /\.__experimentalCart\.items_weight$/, reason: 'weights-in-grams' },
  { where: /\.totals\.total_shipping(_tax)?$/, reason: 'shipping-always-calculated' },
  { where: /\.has_calculated_shipping$/, reason: 'shipping-always-calculated' },
  { where: /\.shipping_rates\.length$/, reason: 'shipping-always-calculated' },
]

const byName: Readonly<Record<string, readonly Deviation[]>> = {
  'GET checkout with a Nonce (order_id stays 0: nothing is stored until POST)': cartDeviations,
  'PUT order notes and payment method': cartDeviations,
  'PUT with calc totals query': cartDeviations,
  'second POST after success (cart is empty)': [{ where: /^(status|body\..*)$/, reason: 'same-checkout-same-order' }],
  'success, bank transfer, with customer_note and create_account': [
    { where: /^header set-cookie$/, reason: 'own-sign-in-cookie' },
    { where: /^(header user-id|body\.customer_id)$/, reason: 'own-customer-numbers' },
  ],
}
const isLast = (exchange: Exchange) => exchange.name.startsWith('success, bank transfer')
const step = (exchange: Exchange) => replay.step({ exchange, deviations: byName[exchange.name] ?? [] })

describe('one checkout', () => {
  test('the recorded cart with its coupon', async () => {
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

describe('the first order, requested afterwards', () => {
  const ours = async (url: string): Promise<string> => {
    const [first] = await db.select().from(orders).orderBy(asc(orders.id)).limit(1)
    return url.replace('/1145?', `/${first?.id}?`).replace('wc_order_O3hbnWJ89RPfZ', first?.orderKey ?? '')
  }
  const taxes: Deviation = {
    where: /^body\.totals\.(total_items_tax|tax_lines\.length)$/,
    reason: 'order-taxes-included',
  }
  const notKept: Deviation = { where: /^header cache-control$/, reason: 'orders-not-cached' }

  test.each(recordedExchanges('store-order'))('[API-01] [API-02] $name', async (exchange) => {
    const isSignedIn = exchange.request.headers.Cookie !== undefined
    const deviations = [...(exchange.response.status === 200 ? [taxes] : []), ...(isSignedIn ? [] : [notKept])]
    await replay.step({ exchange, deviations, url: await ours(exchange.request.url) })
  })
})

test('every named deviation occurs', () => replay.expectNoUnusedDeviation())
