import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createTestDatabase } from '../test/support/database.ts'
import { sandboxKeys } from './keys.ts'
import { serveSandbox } from './serve-sandbox.ts'

const keys = sandboxKeys('switches')
const { pool } = await createTestDatabase()
let clock = new Date('2026-03-01T12:00:00.500Z')
/** Types of events in the order in which the shop received them. */
let received: string[] = []
const shop = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  received.push(
    Stripe.webhooks.constructEvent(body, String(request.headers['stripe-signature']), keys.webhookSecret, 1e9).type,
  )
  response.end('[]')
}).listen(0, '127.0.0.1')
await once(shop, 'listening')
const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`
const sandbox = await serveSandbox({
  pool,
  host: '127.0.0.1',
  port: 0,
  shopOrigins: ['http://shop.test'],
  secretKey: keys.secretKey,
  webhook: { url, secret: keys.webhookSecret },
  now: () => clock,
})
afterAll(async () => {
  await sandbox.stop()
  shop.close()
  shop.closeAllConnections()
})
afterEach(() => control({}))

const bearer = { Authorization: `Bearer ${keys.secretKey}` }
async function control(webhooks: Record<string, unknown>): Promise<unknown> {
  const body = JSON.stringify({ webhooks })
  const response = await fetch(`${sandbox.origin}/sandbox/control`, { method: 'POST', headers: bearer, body })
  expect(response.status).toBe(200)
  return response.json()
}

/** Pays once, advances the clock by `ms`, and returns the events that have arrived. */
async function eventsOfPayment(ms = 0): Promise<string[]> {
  received = []
  await fetch(`${sandbox.origin}/v1/payment_intents`, {
    method: 'POST',
    headers: bearer,
    body: new URLSearchParams({ amount: '4218', currency: 'cad', payment_method: 'pm_card_visa', confirm: 'true' }),
  })
  await pass(ms)
  return received
}

async function pass(ms: number): Promise<void> {
  clock = new Date(clock.getTime() + ms)
  await sandbox.deliverDue()
  // `deliverDue` does not wait for a delivery that was already running.
  await new Promise((resolve) => setTimeout(resolve, 150))
}

const all = ['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded']

test('[PAY-18 verified] without switches every event arrives once', async () => {
  expect((await eventsOfPayment()).toSorted()).toEqual(all)
})

test('delayed events arrive when the delay is over', async () => {
  await control({ delayMs: 5000 })
  expect(await eventsOfPayment(4000)).toEqual([])
  await pass(1000)
  expect(received.toSorted()).toEqual(all)
})

test('the next events are dropped, or all of some types', async () => {
  await control({ dropNext: 2 })
  expect(await eventsOfPayment()).toHaveLength(1)
  expect(await eventsOfPayment()).toHaveLength(3)
  await control({ dropNext: 'all', dropTypes: ['payment_intent.succeeded'] })
  expect((await eventsOfPayment()).toSorted()).toEqual(['charge.succeeded', 'payment_intent.created'])
  await pass(86_400_000)
  expect(received).toHaveLength(2)
})

test('duplicated events arrive as often as told', async () => {
  await control({ duplicates: 2 })
  expect((await eventsOfPayment()).toSorted()).toEqual(all.flatMap((type) => [type, type, type]))
})

test('reordered events are held and arrive newest first', async () => {
  await control({ reorderMs: 1000 })
  expect(await eventsOfPayment()).toEqual([])
  await pass(1000)
  expect(received).toEqual(['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created'])
})

test('a nonsensical setting is none', async () => {
  expect(
    await control({ delayMs: -1, dropNext: 'some', dropTypes: 'x', duplicates: 1.5, reorderMs: null }),
  ).toMatchObject({
    webhooks: { delayMs: 0, dropNext: 0, dropTypes: [], duplicates: 0, reorderMs: 0 },
  })
})

type PageRequest = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }
const page = (init: PageRequest = {}, path = '/sandbox') =>
  fetch(sandbox.origin + path, {
    redirect: 'manual',
    ...init,
    headers: { Authorization: `Basic ${btoa(`anyone:${keys.secretKey}`)}`, ...init.headers },
  })
const submit = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  page({ method: 'POST', body: new URLSearchParams(fields), headers })

test('the control page shows payments and events with their deliveries, sends again, and sets the switches', async () => {
  await control({ dropNext: 'all' })
  await eventsOfPayment()
  const html = await (await page()).text()
  expect(html).toContain('dropped by a switch')
  expect(html).toContain('$42.18')
  expect(html).toContain('call_issuer')
  const event = /value="resend (evt_\w+)"/.exec(html)?.[1] ?? ''
  expect((await submit({ action: `resend ${event}` })).status).toBe(303)
  await pass(0)
  expect(received).toHaveLength(1)

  expect((await submit({ action: 'switches', delayMs: '7', dropTypes: 'a, b', decline: 'call_issuer' })).status).toBe(
    303,
  )
  const settings = await (await fetch(`${sandbox.origin}/sandbox/control`, { headers: bearer })).json()
  expect(settings).toMatchObject({
    webhooks: { delayMs: 7, dropNext: 0, dropTypes: ['a', 'b'] },
    decline: { on: 'charge', code: 'card_declined', declineCode: 'call_issuer' },
  })
})

test('a decline that does not exist is refused, and no switch changes', async () => {
  await control({ delayMs: 3 })
  const refused = await submit({ action: 'switches', delayMs: '7', decline: 'constructor' })
  expect([refused.status, (await refused.text()).includes('There is no such decline.')]).toEqual([400, true])
  const settings = await (await fetch(`${sandbox.origin}/sandbox/control`, { headers: bearer })).json()
  expect(settings).toMatchObject({ webhooks: { delayMs: 3 } })
})

test('the events are there as JSON, and an event is sent again by its id', async () => {
  await eventsOfPayment()
  const { events } = (await (await page({}, '/sandbox/events')).json()) as { events: { id: string; type: string }[] }
  expect(
    events
      .slice(0, 3)
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(all)
  received = []
  const resent = await page({ method: 'POST' }, `/sandbox/events/${events[0]?.id}/resend`)
  expect(await resent.json()).toEqual({ sent: true })
  await pass(0)
  expect(received).toEqual([events[0]?.type])
  expect((await page({ method: 'POST' }, '/sandbox/events/evt_none/resend')).status).toBe(404)
})

test('a payment that is being processed succeeds from the page; another cannot, and the page says why', async () => {
  const body = new URLSearchParams({
    amount: '4218',
    currency: 'cad',
    payment_method: 'pm_card_processing',
    confirm: 'true',
  })
  const made = await fetch(`${sandbox.origin}/v1/payment_intents`, { method: 'POST', headers: bearer, body })
  const { id } = (await made.json()) as { id: string }
  expect((await submit({ action: `succeeded ${id}` })).status).toBe(303)
  const again = await submit({ action: `succeeded ${id}` })
  expect([again.status, (await again.text()).includes('role="alert"')]).toEqual([400, true])
  expect((await submit({ action: `dispute ${id}` })).status).toBe(303)
})

test('the control page needs the secret key, and no form of another site works', async () => {
  for (const path of ['/sandbox', '/sandbox/events', '/sandbox/events/evt_1/resend']) {
    for (const key of [keys.publishableKey, 'sk_test_other', '']) {
      const headers = { Authorization: `Basic ${btoa(`x:${key}`)}` }
      const response = await page({ method: path.endsWith('resend') ? 'POST' : 'GET', headers }, path)
      expect([path, response.status]).toEqual([path, 401])
      expect(response.headers.get('www-authenticate')).toContain('Basic')
    }
  }
  const foreign = await submit({ action: 'switches', delayMs: '9' }, { Origin: 'http://elsewhere.test' })
  expect(foreign.status).toBe(403)
})
