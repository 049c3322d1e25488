import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createStripeProvider } from '../src/shop/gateways/stripe/stripe.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { sandboxKeys } from './keys.ts'
import { type RunningSandbox, serveSandbox } from './serve-sandbox.ts'

const keys = sandboxKeys('deliveries')
const { pool } = await createTestDatabase()

let clock = new Date('2026-03-01T12:00:00Z')
const now = () => clock
const pass = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}

/** The shop's webhook: responds with `answerStatus` and records requests. */
let answerStatus = 200
let received: { body: string; signature: string }[] = []
const shop = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  let body = ''
  for await (const part of request) body += part
  received.push({ body, signature: String(request.headers['stripe-signature']) })
  response.writeHead(answerStatus).end('[]')
})
shop.listen(0, '127.0.0.1')
await once(shop, 'listening')
const webhook = {
  url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/wp-json/wc-stripe/v1/webhook`,
  publicUrl: 'https://tea.example/wp-json/wc-stripe/v1/webhook',
  secret: keys.webhookSecret,
}
afterAll(() => {
  shop.close()
  shop.closeAllConnections()
})

const open = (): Promise<RunningSandbox> =>
  serveSandbox({
    pool,
    host: '127.0.0.1',
    port: 0,
    shopOrigins: ['http://shop.test'],
    secretKey: keys.secretKey,
    webhook,
    now,
  })
let sandbox = await open()
afterAll(() => sandbox.stop())

const provider = () =>
  createStripeProvider({
    name: 'sandbox',
    secretKey: keys.secretKey,
    webhookSecret: keys.webhookSecret,
    apiOrigin: sandbox.origin,
    now,
  })

let orderId = 0
async function buy(paymentMethodId: string): Promise<string> {
  orderId += 1
  const created = await provider().createIntent({
    amountCents: 4218,
    currency: 'CAD',
    orderId,
    paymentMethod: 'stripe_cc',
    orderKey: `wc_order_${orderId}`,
    cartVersion: '1',
    description: `Order ${orderId}`,
    idempotencyKey: `create-${orderId}`,
  })
  if (!created.ok) throw new Error('no intent')
  const intentId = created.intent.id
  await provider().confirmIntent({ intentId, paymentMethodId, idempotencyKey: `confirm-${orderId}` })
  return intentId
}

/** Types of the events about this intent, in order of arrival. Each must have a valid signature. */
async function eventsOf(intentId: string): Promise<string[]> {
  const types: string[] = []
  for (const { body, signature } of received) {
    const verified = await provider().verifyWebhook(body, signature)
    if (!verified.ok) throw new Error('bad signature')
    if (verified.event.intentId === intentId) types.push(verified.event.type)
  }
  return types
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('It did not happen')
}

const waiting = async (intentId: string): Promise<{ attempts: number; last_outcome: string | null }[]> =>
  (
    await pool.query(
      `select attempts, last_outcome from provider_sandbox.deliveries d
       join provider_sandbox.objects event on event.id = d.event_id
       where due_at is not null
         and coalesce(event.data->'data'->'object'->>'payment_intent', event.data->'data'->'object'->>'id') = $1`,
      [intentId],
    )
  ).rows

beforeEach(() => {
  received = []
  answerStatus = 200
})

test('[PAY-18] payment events reach the shop with a valid signature', async () => {
  const intentId = await buy('pm_card_visa')
  await until(async () => (await eventsOf(intentId)).length === 3)
  expect((await eventsOf(intentId)).sort()).toEqual([
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.succeeded',
  ])
  const { body, signature } = received[0] ?? { body: '', signature: '' }
  expect(await provider().verifyWebhook(`${body} `, signature)).toMatchObject({ ok: false })
})

test('events of a declined card and of a refund', async () => {
  const declined = await buy('pm_card_chargeDeclined')
  await until(async () => (await eventsOf(declined)).includes('payment_intent.payment_failed'))

  const intentId = await buy('pm_card_visa')
  await provider().refund({
    intentId,
    amountCents: 100,
    reason: 'requested_by_customer',
    idempotencyKey: `refund-${intentId}`,
  })
  await until(async () => (await eventsOf(intentId)).includes('charge.refunded'))
})

test('failed deliveries are retried with growing delays', async () => {
  answerStatus = 503
  const intentId = await buy('pm_card_visa')
  await until(async () => (await waiting(intentId)).every(({ last_outcome }) => last_outcome === 'HTTP 503'))
  expect((await waiting(intentId)).map(({ attempts }) => attempts)).toEqual([1, 1, 1])

  expect(await sandbox.deliverDue()).toBe(0)
  expect((await waiting(intentId)).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
  pass(1)
  await sandbox.deliverDue()
  await until(async () => (await waiting(intentId)).every(({ attempts }) => attempts === 2))

  answerStatus = 200
  received = []
  pass(3)
  await sandbox.deliverDue()
  await until(async () => (await waiting(intentId)).length === 0)
  expect(await eventsOf(intentId)).toHaveLength(3)
})

test('a failed delivery is retried by itself when it is due', async () => {
  answerStatus = 503
  const intentId = await buy('pm_card_visa')
  await until(async () => (await waiting(intentId)).every(({ last_outcome }) => last_outcome === 'HTTP 503'))
  answerStatus = 200
  pass(1)
  await until(async () => (await waiting(intentId)).length === 0)
})

test('undelivered events are delivered after a restart', async () => {
  answerStatus = 500
  const intentId = await buy('pm_card_visa')
  await until(async () => (await waiting(intentId)).every(({ attempts }) => attempts === 1))
  await sandbox.stop()
  answerStatus = 200
  received = []
  pass(120)
  sandbox = await open()
  await until(async () => (await eventsOf(intentId)).length === 3)
})

test('events go to the shop only: other URLs are rejected, and stored ones are not used', async () => {
  const foreign: string[] = []
  const listener = createServer((request, response) => {
    foreign.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`
  const fetchPath = (url: string) =>
    fetch(`${sandbox.origin}/v1/webhook_endpoints`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${keys.secretKey}` },
      body: new URLSearchParams({ url, 'enabled_events[]': '*' }),
    })
  for (const url of [address, 'https://elsewhere.example/', `${webhook.url}/../hook`, '']) {
    expect([url, (await fetchPath(url)).status]).toEqual([url, 400])
  }
  expect((await fetchPath(webhook.url)).status).toBe(200)
  expect((await fetchPath('https://tea.example/wp-json/wc-stripe/v1/webhook')).status).toBe(200)
  await pool.query(
    `update provider_sandbox.objects set data = jsonb_set(data, '{url}', to_jsonb($1::text)) where kind = 'webhook_endpoint'`,
    [address],
  )
  received = []
  const intentId = await buy('pm_card_visa')
  // The endpoint's events are signed with its own secret, which distinguishes them from the events of the shop's own
  // webhook.
  await until(async () => received.filter(({ body }) => body.includes(intentId)).length === 9)
  expect(foreign).toEqual([])
  listener.close()
  await pool.query(
    `update provider_sandbox.objects set data = data || '{"status":"disabled"}' where kind = 'webhook_endpoint'`,
  )
})
