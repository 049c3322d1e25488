/**
 * Input that no browser or program of the shop sends, and payments of other shops with the same account at the
 * provider.
 */
import { beforeEach, expect, test } from 'vitest'
import { ontario } from '../../../test/running/buyer.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { everyWallet, openShop, recordedSettings } from '../../../test/support/shop.ts'
import { orderNotes, orders } from '../orders/orders.table.ts'
import { paymentEvents, payments } from '../orders/payments/payments.table.ts'

const opened = await openShop({ settings: { ...recordedSettings, gateways: everyWallet } })
const { app, db, pool } = opened
const events = providerEvents(opened)

beforeEach(async () => {
  await pool.query('truncate orders, payments, carts, stock_movements, rate_limits cascade')
})

/**
 * Malformed tokens: some of them cannot be sent in a header. A lone surrogate, which truncating a text can also
 * produce, is not valid Unicode.
 */
const tokens = [
  '😀',
  'a\nb',
  'pm_1\r\nIdempotency-Key: other',
  '\ud800',
  `a${'😀'.repeat(100)}`,
  '../customers',
  ' pm_1 ',
]

const express = { page_id: 'product', product_id: String(referenceIds.simple), qty: '1' }
const sheet = (method: string, token: string) => ({
  ...ontario,
  ...express,
  payment_method: method,
  [`${method}_token_key`]: token,
})

test.each(['stripe_googlepay', 'stripe_cc'])('%s: they are no token, and nothing is ordered', async (method) => {
  for (const token of tokens) {
    const response = await app.request('/wp-json/wc-stripe/v1/checkout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sheet(method, token)),
    })
    expect([token, response.status, await response.json()]).toMatchObject([token, 200, { result: 'failure' }])
  }
  expect(await db.$count(orders)).toBe(0)
})

test('a key with line breaks leads nowhere on the way to the provider’s page', async () => {
  const lines = encodeURIComponent('\r\nset-cookie: a=b')
  const response = await app.request(`/checkout/order-pay/1/?redirect_to_provider=1&key=${lines}`)
  expect([response.status, response.headers.get('set-cookie')]).toEqual([303, null])
  expect(response.headers.get('location')).toMatch(/^\/checkout\/order-pay\/1\/\?[\w%&=+.-]+$/)
})

test('an event of the provider with texts that PostgreSQL cannot store is stored without them', async () => {
  const object = { id: 'pi_elsewhere', object: 'payment_intent', description: 'a\0b\ud800c' }
  const event = { id: 'evt_texts', type: 'payment_intent.created', created: 1, data: { object } }
  expect(await events.send(event)).toBe(200)
  expect((await db.select().from(paymentEvents))[0]?.payload).toMatchObject({
    data: { object: { description: 'ab\ufffdc' } },
  })
})

test('a payment for the order of the same number in another shop changes nothing', async () => {
  const fields = sheet('stripe_googlepay', 'pm_card_threeDSecure2Required')
  await app.request('/wp-json/wc-stripe/v1/checkout', { method: 'POST', body: new URLSearchParams(fields) })
  const read = async () => [
    await db.select().from(orders),
    await db.select().from(payments),
    await db.$count(orderNotes),
  ]
  const before = await read()
  const [order] = await db.select().from(orders)
  const keys: readonly Record<string, string>[] = [{ order_key: 'wc_order_elsewhere' }, {}]
  for (const key of keys) {
    const { id } = await events.stripe.paymentIntents.create({
      amount: order?.totalCents ?? 0,
      currency: 'cad',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://shop.test/',
      metadata: { ...key, order_id: String(order?.id), cart_version: String(order?.cartVersion) },
    })
    await events.deliver(await events.about(id))
    expect(await read()).toEqual(before)
  }
})
