import { Hono } from 'hono'
import Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import {
  claimEvent,
  findActivePayment,
  insertEvent,
  markEventApplied,
  type Payment,
  startPayment,
  storeIntent,
  unsettledPayments,
} from '../orders/payments/payments.store.ts'
import { webhookPath, webhookRoutes } from '../reconciliation/webhook.routes.ts'
import type { Intent } from './payment-intent.ts'
import { createStripeProvider } from './stripe/stripe.ts'
import type { ProviderEvent } from './stripe/stripe-objects.ts'

const { db, pool } = await createTestDatabase()
const now = new Date('2026-03-01T12:00:00Z')
const later = new Date('2026-03-01T12:05:00Z')

let orderId = 0
beforeEach(async () => {
  const created = await pool.query<{ id: number }>(
    `insert into orders (order_key, items_subtotal_cents, items_total_cents, shipping_cents, tax_cents, total_cents,
       billing, shipping, payment_method, payment_method_title)
     values (gen_random_uuid()::text, 4218, 4218, 0, 0, 4218, '{}', '{}', 'stripe_cc', 'Card') returning id`,
  )
  orderId = created.rows[0]?.id ?? 0
})

const start = (): Promise<Payment> =>
  startPayment(db, { orderId, provider: 'sandbox', amountCents: 4218, currency: 'CAD', cartVersion: '3', now })
const report = (intent: Intent, at = now) => storeIntent(db, { orderId, intent, now: at })
const livePayment = () => findActivePayment(db, orderId)
const anIntent = (changes: Partial<Intent> = {}): Intent => ({
  id: `pi_of_${orderId}`,
  clientSecret: 'secret',
  status: 'requires_payment_method',
  amountCents: 4218,
  amountReceivedCents: 0,
  currency: 'CAD',
  createdAt: new Date('2026-11-20T12:00:00Z'),
  orderId,
  orderKey: 'wc_order_x',
  cartVersion: '3',
  paymentMethodId: null,
  customerId: null,
  chargeId: null,
  card: null,
  lastError: null,
  ...changes,
})

describe('payments of an order', () => {
  test('ten concurrent starts share one payment', async () => {
    const started = await Promise.all(Array.from({ length: 10 }, () => start()))
    expect(new Set(started.map(({ id, idempotencyKey }) => `${id} ${idempotencyKey}`)).size).toBe(1)
    expect(started[0]).toMatchObject({ status: 'starting', intentId: null })
  })

  test('a cancelled payment allows another one with its own idempotency key', async () => {
    const first = await start()
    await report(anIntent({ status: 'canceled' }))
    expect(await livePayment()).toBeNull()
    const second = await start()
    expect(second.id).not.toBe(first.id)
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
  })

  test('a late report of a cancelled payment does not affect the next one', async () => {
    await start()
    await report(anIntent({ status: 'canceled' }))
    const second = await start()
    await report(anIntent({ status: 'canceled' }), later)
    expect(second).toEqual({ ...(await livePayment()), isKnownCard: false })
  })

  test('the provider’s report is stored: state, charge, card, decline reason', async () => {
    await start()
    const lastError = { code: 'card_declined', declineCode: 'insufficient_funds', message: 'Too little.' }
    const card = {
      brand: 'visa',
      last4: '9995',
      expMonth: 12,
      expYear: 2030,
      fingerprint: 'fp_1',
      country: 'US',
      postalCheck: null,
    }
    await report(anIntent({ lastError, card }), later)
    expect(await livePayment()).toMatchObject({
      intentId: `pi_of_${orderId}`,
      status: 'requires_payment_method',
      cardBrand: 'visa',
      cardLast4: '9995',
      lastErrorCode: 'insufficient_funds',
      lastErrorMessage: 'Too little.',
      updatedAt: later,
    })
  })

  test('a late report does not reopen a paid payment', async () => {
    await start()
    await report(anIntent({ status: 'succeeded', chargeId: 'ch_1' }))
    await report(anIntent({ status: 'requires_action' }), later)
    expect(await livePayment()).toMatchObject({ status: 'succeeded', chargeId: 'ch_1', updatedAt: now })
  })

  test('an intent of another payment is not stored', async () => {
    await start()
    await report(anIntent())
    await report(anIntent({ id: 'pi_foreign', status: 'succeeded' }), later)
    expect(await livePayment()).toMatchObject({ intentId: `pi_of_${orderId}`, status: 'requires_payment_method' })
  })

  test('only intents without a final state are reconciled', async () => {
    const isReconciled = async () =>
      (await unsettledPayments(db, 'sandbox', 200)).some((payment) => payment.orderId === orderId)
    await start()
    expect(await isReconciled()).toBe(false)
    await report(anIntent({ status: 'processing' }))
    expect(await isReconciled()).toBe(true)
    await report(anIntent({ status: 'succeeded' }))
    expect(await isReconciled()).toBe(false)
  })
})

describe('webhook events', () => {
  const anEvent = (id: string): ProviderEvent => ({
    id,
    type: 'payment_intent.succeeded',
    createdAt: now,
    intentId: 'pi_1',
    payload: { id },
  })

  test('[PAY-18] an event is stored once and applied once', async () => {
    expect(await insertEvent(db, anEvent('evt_once'), now)).toBe(true)
    expect(await insertEvent(db, anEvent('evt_once'), later)).toBe(false)
    expect(await claimEvent(db, 'evt_once')).toMatchObject({ intentId: 'pi_1', receivedAt: now, attempts: 1 })
    await markEventApplied(db, 'evt_once', later)
    expect(await claimEvent(db, 'evt_once')).toBeNull()
    expect(await claimEvent(db, 'evt_unknown')).toBeNull()
  })
})

describe('the webhook route', () => {
  const webhookSecret = 'whsec_of_the_test'
  const provider = createStripeProvider({
    name: 'sandbox',
    secretKey: 'sk_test_of_the_webhook_test',
    webhookSecret,
    now: () => now,
  })
  let enqueued: string[] = []
  beforeEach(() => {
    enqueued = []
  })
  const app = new Hono().route(
    '/',
    webhookRoutes({
      db,
      provider,
      now: () => now,
      enqueue: async (_tx, eventId) => {
        enqueued.push(eventId)
      },
    }),
  )

  const body = (id: string) =>
    JSON.stringify({
      id,
      object: 'event',
      created: 1_772_366_000,
      type: 'charge.refunded',
      data: { object: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' } },
    })
  const sign = (payload: string, secret = webhookSecret, at = now) =>
    new Stripe('sk_test_x').webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(at.getTime() / 1000),
    })
  const post = (payload: string, signature: string | null) =>
    app.request(webhookPath, {
      method: 'POST',
      body: payload,
      headers: signature === null ? {} : { 'Stripe-Signature': signature },
    })
  const storedEvents = async (id: string) =>
    (await pool.query(`select type, intent_id from payment_events where event_id = $1`, [id])).rows

  test('[PAY-18] a signed event is stored, queued once and acknowledged, also when repeated', async () => {
    const payload = body('evt_signed')
    for (const _ of [1, 2]) {
      const response = await post(payload, sign(payload))
      expect([response.status, await response.json()]).toEqual([200, []])
    }
    expect(await storedEvents('evt_signed')).toEqual([{ type: 'charge.refunded', intent_id: 'pi_1' }])
    expect(enqueued).toEqual(['evt_signed'])
  })

  test.each([
    ['without a signature', null],
    ['with an empty one', ''],
    ['with nonsense', 't=1,v1=00'],
    ['signed with another secret', sign(body('evt_forged'), 'whsec_other')],
    ['signed for another body', sign(body('evt_other'))],
    ['signed too long ago', sign(body('evt_forged'), webhookSecret, new Date(now.getTime() - 601_000))],
    ['signed in the future', sign(body('evt_forged'), webhookSecret, new Date(now.getTime() + 601_000))],
    ['signed next year', sign(body('evt_forged'), webhookSecret, new Date('2027-03-01T12:00:00Z'))],
    [
      'dated ahead with letters behind',
      sign(body('evt_forged'), webhookSecret, new Date('2027-03-01')).replace(',', 'x,'),
    ],
    ['dated twice, the second time ahead', `t=1,${sign(body('evt_forged'), webhookSecret, new Date('2027-03-01'))}`],
  ])('[PAY-18] an event %s is refused and not stored', async (_, signature) => {
    const response = await post(body('evt_forged'), signature)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'webhook-error', data: { status: 401 } })
    expect(await storedEvents('evt_forged')).toEqual([])
    expect(enqueued).toEqual([])
  })

  test.each(['', ' ', '{"id":', 'null', '[]', '"evt_1"', '{}', '{"id":"evt_x","created":1,"type":"x","data":{}}'])(
    '[PAY-18] a signed body that is no event is refused and not stored: %j',
    async (payload) => {
      enqueued.length = 0
      const response = await post(payload, sign(payload))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'webhook-error', data: { status: 400 } })
      expect(enqueued).toEqual([])
    },
  )

  test.each([
    ['U+0000 in its id', { id: 'evt_\0' }],
    ['an id that no index holds', { id: `evt_${'x'.repeat(300)}` }],
    ['U+0000 in its type', { id: 'evt_nul', type: 'charge.\0' }],
    ['U+0000 in its payment', { id: 'evt_nul', data: { object: { object: 'charge', payment_intent: 'pi_\0' } } }],
    ['half a character in its id', { id: 'evt_\ud800' }],
    ['half a character in its type', { id: 'evt_nul', type: 'charge.\udc00' }],
    [
      'half a character in its payment',
      { id: 'evt_nul', data: { object: { object: 'charge', payment_intent: '\ud800' } } },
    ],
    ['a payment that is no text', { id: 'evt_nul', data: { object: { object: 'payment_intent', id: 7 } } }],
  ])('[PAY-18 verified] a signed event with %s is refused, and nothing is stored', async (_, changes) => {
    enqueued.length = 0
    const before = (await pool.query('select 1 from payment_events')).rowCount
    const payload = JSON.stringify({ ...JSON.parse(body('evt_nul')), ...changes })
    const response = await post(payload, sign(payload))
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'webhook-error' }])
    expect((await pool.query('select 1 from payment_events')).rowCount).toBe(before)
    expect(enqueued).toEqual([])
  })

  test('[PAY-18 recorded once] U+0000 elsewhere in an event is left out', async () => {
    const event = JSON.parse(body('evt_nul_inside'))
    event.data.object.metadata = { 'a\0b': 'x', note: 'left\0out' }
    const payload = JSON.stringify(event)
    expect((await post(payload, sign(payload))).status).toBe(200)
    const { rows } = await pool.query(`select payload from payment_events where event_id = 'evt_nul_inside'`)
    expect(rows[0].payload.data.object.metadata).toEqual({ note: 'leftout' })
  })

  test('[PAY-18 recorded once] half a character elsewhere in an event is replaced, in names as well', async () => {
    const event = JSON.parse(body('evt_half_inside'))
    event.data.object.metadata = { 'a\ud800b': 'x', note: 'half \udfff', list: [{ '\udc00': 1 }], tea: '🍵' }
    const payload = JSON.stringify(event)
    expect((await post(payload, sign(payload))).status).toBe(200)
    const { rows } = await pool.query(`select payload from payment_events where event_id = 'evt_half_inside'`)
    expect(rows[0].payload.data.object.metadata).toEqual({
      'a\ufffdb': 'x',
      note: 'half \ufffd',
      list: [{ '\ufffd': 1 }],
      tea: '🍵',
    })
  })

  test('[PAY-18 recorded once] of an event about a card, which belongs to no payment, only the id of the card is stored', async () => {
    const event = JSON.parse(body('evt_card'))
    const card = { id: 'pm_1', object: 'payment_method', billing_details: { name: 'Ada Leaf', email: 'ada@shop.test' } }
    const payload = JSON.stringify({ ...event, type: 'payment_method.detached', data: { object: card } })
    expect((await post(payload, sign(payload))).status).toBe(200)
    const { rows } = await pool.query(`select type, payload from payment_events where event_id = 'evt_card'`)
    expect(rows).toEqual([{ type: 'payment_method.detached', payload: { data: { object: { id: 'pm_1' } } } }])
  })

  test('[PAY-18] an empty body is refused as such, whatever its signature', async () => {
    for (const signature of [null, 't=1,v1=00']) expect((await post('', signature)).status).toBe(400)
  })

  test.each([-599, 0, 599])(
    '[PAY-18] clocks may differ: an event signed %i s from now is accepted',
    async (seconds) => {
      const payload = body(`evt_clock_${seconds}`)
      const signature = sign(payload, webhookSecret, new Date(now.getTime() + seconds * 1000))
      expect((await post(payload, signature)).status).toBe(200)
    },
  )

  test('a body above the size limit is refused before it is read', async () => {
    const payload = JSON.stringify({ id: 'evt_huge', padding: 'x'.repeat(300 * 1024) })
    expect((await post(payload, sign(payload))).status).toBe(413)
    expect(await storedEvents('evt_huge')).toEqual([])
  })

  test('[PAY-18] nothing is stored when the job cannot be queued, so that the provider repeats the event', async () => {
    const failing = new Hono()
      .onError((_, c) => c.text('later', 500))
      .route(
        '/',
        webhookRoutes({ db, provider, now: () => now, enqueue: () => Promise.reject(new Error('queue is down')) }),
      )
    const payload = body('evt_unqueued')
    const response = await failing.request(webhookPath, {
      method: 'POST',
      body: payload,
      headers: { 'Stripe-Signature': sign(payload) },
    })
    expect(response.status).toBe(500)
    expect(await storedEvents('evt_unqueued')).toEqual([])
  })
})
