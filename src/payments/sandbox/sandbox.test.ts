import Stripe from 'stripe'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/support/database.ts'
import type { IntentResult, NewIntent, PaymentProvider } from '../provider.ts'
import { createStripeProvider } from '../stripe.ts'
import { sandboxKeys } from './keys.ts'
import { type RunningSandbox, serveSandbox } from './serve-sandbox.ts'

const keys = sandboxKeys('a secret of the installation')
const database = await freshDatabase()
const nowhere = { url: 'http://127.0.0.1:9/nobody-listens', secret: keys.webhookSecret }

async function open(): Promise<RunningSandbox> {
  return serveSandbox({
    pool: database.pool,
    host: '127.0.0.1',
    port: 0,
    shopOrigins: ['http://shop.test'],
    secretKey: keys.secretKey,
    webhook: nowhere,
  })
}

let sandbox = await open()
afterAll(() => sandbox.stop())

const provider = (secretKey = keys.secretKey): PaymentProvider =>
  createStripeProvider({ name: 'sandbox', secretKey, webhookSecret: keys.webhookSecret, apiOrigin: sandbox.origin })

/** The bare SDK, for what the shop's port leaves out. */
const sdk = () => {
  const { hostname, port } = new URL(sandbox.origin)
  return new Stripe(keys.secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
}

let orders = 100
const anIntent = (changes: Partial<NewIntent> = {}): NewIntent => {
  orders += 1
  return {
    amountCents: 4218,
    currency: 'CAD',
    orderId: orders,
    orderKey: `wc_order_${orders}`,
    cartVersion: 'cart-7:3',
    description: `Order ${orders}`,
    idempotencyKey: `order-${orders}`,
    ...changes,
  }
}

/** What the card field does: the number goes to the provider with the browser's key. */
async function cardMethod(number: string, changes: Record<string, string> = {}): Promise<string> {
  const answer = await browserCall('/v1/payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': String(new Date().getFullYear() + 3),
    'card[cvc]': number.startsWith('3') ? '1234' : '123',
    'billing_details[name]': 'Ada Tremblay',
    'billing_details[address][postal_code]': 'M5V 2T6',
    ...changes,
  })
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return String(answer.body.id)
}

async function browserCall(path: string, fields: Record<string, string> | null, key = keys.publishableKey) {
  const response = await fetch(`${sandbox.origin}${path}`, {
    method: fields ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${key}` },
    ...(fields ? { body: new URLSearchParams(fields) } : {}),
  })
  const body = (await response.json()) as Record<string, unknown> & { error?: Record<string, unknown> }
  return { status: response.status, body }
}

async function pay(number: string, changes: Partial<NewIntent> = {}): Promise<IntentResult> {
  const request = anIntent(changes)
  const created = await provider().createIntent(request)
  if (!created.ok) return created
  return provider().confirmIntent({
    intentId: created.intent.id,
    paymentMethodId: await cardMethod(number),
    idempotencyKey: `${request.idempotencyKey}-confirm`,
  })
}

async function countOf(kind: string, intentId: string): Promise<number> {
  const found = await database.pool.query(
    `select 1 from provider_sandbox.objects where kind = $1 and data->>'payment_intent' = $2`,
    [kind, intentId],
  )
  return found.rowCount ?? 0
}

function intentOf(result: IntentResult) {
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  return result.intent
}

describe('paying', () => {
  test('[PAY-02] a good card pays, and the paid intent carries order, amount and card', async () => {
    const request = anIntent()
    const created = intentOf(await provider().createIntent(request))
    expect(created).toMatchObject({ status: 'requires_payment_method', amountReceivedCents: 0, chargeId: null })

    const paymentMethodId = await cardMethod('4242 4242 4242 4242')
    const paid = intentOf(
      await provider().confirmIntent({ intentId: created.id, paymentMethodId, idempotencyKey: 'good-card' }),
    )
    expect(paid).toMatchObject({
      id: created.id,
      status: 'succeeded',
      amountCents: 4218,
      amountReceivedCents: 4218,
      currency: 'CAD',
      orderId: request.orderId,
      orderKey: request.orderKey,
      cartVersion: 'cart-7:3',
      paymentMethodId,
      card: { brand: 'visa', last4: '4242', expMonth: 12 },
      lastError: null,
    })
    expect(paid.chargeId).toMatch(/^ch_/)
    expect(intentOf(await provider().retrieveIntent(created.id))).toEqual(paid)
  })

  test.each([
    ['5555555555554444', 'mastercard'],
    ['378282246310005', 'amex'],
  ])('the card %s is a %s and pays', async (number, brand) => {
    expect(intentOf(await pay(number)).card?.brand).toBe(brand)
  })

  test.each([
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', null],
    ['4100000000000019', 'card_declined', 'fraudulent'],
  ])('the card %s is refused as %s, and no money moves', async (number, code, declineCode) => {
    const refused = await pay(number)
    if (refused.ok || refused.problem.kind !== 'declined') throw new Error('The card should have been declined')
    expect(refused.problem.error).toMatchObject({ code, declineCode })
    const { intent } = refused.problem
    expect(intent).toMatchObject({ status: 'requires_payment_method', amountReceivedCents: 0, paymentMethodId: null })
    const now = intentOf(await provider().retrieveIntent(intent?.id ?? ''))
    expect(now).toMatchObject({
      amountReceivedCents: 0,
      lastError: { code, declineCode },
      card: { last4: number.slice(-4) },
    })
  })

  test('another card can be tried after a decline, on the same intent', async () => {
    const refused = await pay('4000000000009995')
    if (refused.ok || refused.problem.kind !== 'declined') throw new Error('The card should have been declined')
    const intentId = refused.problem.intent?.id ?? ''
    const paid = await provider().confirmIntent({
      intentId,
      paymentMethodId: await cardMethod('4242424242424242'),
      idempotencyKey: 'second-try',
    })
    expect(intentOf(paid)).toMatchObject({ status: 'succeeded', lastError: null })
    expect(await countOf('charge', intentId)).toBe(2)
  })

  test('a paid intent is neither confirmed nor cancelled again', async () => {
    const paid = intentOf(await pay('4242424242424242'))
    const again = await provider().confirmIntent({ intentId: paid.id, idempotencyKey: 'again' })
    const cancelled = await provider().cancelIntent({ intentId: paid.id, reason: 'abandoned', idempotencyKey: 'stop' })
    for (const answer of [again, cancelled]) {
      expect(answer).toMatchObject({
        ok: false,
        problem: {
          kind: 'refused',
          error: { code: 'payment_intent_unexpected_state' },
          intent: { id: paid.id, status: 'succeeded' },
        },
      })
    }
    expect(await countOf('charge', paid.id)).toBe(1)
  })

  test('a cancelled intent takes no money', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const request = { intentId: created.id, reason: 'abandoned' as const, idempotencyKey: 'cancel-it' }
    expect(intentOf(await provider().cancelIntent(request)).status).toBe('canceled')
    const late = await provider().confirmIntent({
      intentId: created.id,
      paymentMethodId: 'pm_card_visa',
      idempotencyKey: 'late',
    })
    expect(late).toMatchObject({ ok: false, problem: { kind: 'refused' } })
    expect(await countOf('charge', created.id)).toBe(0)
  })

  test('an unknown intent, a made-up payment method and a tiny amount are refused as values', async () => {
    expect(await provider().retrieveIntent('pi_unknown')).toMatchObject({
      ok: false,
      problem: { kind: 'refused', error: { code: 'resource_missing' } },
    })
    const created = intentOf(await provider().createIntent(anIntent()))
    const forged = { intentId: created.id, paymentMethodId: 'pm_forged', idempotencyKey: 'forged' }
    expect(await provider().confirmIntent(forged)).toMatchObject({ ok: false, problem: { kind: 'refused' } })
    expect(await provider().createIntent(anIntent({ amountCents: 49 }))).toMatchObject({
      ok: false,
      problem: { kind: 'refused', error: { code: 'amount_too_small' } },
    })
  })

  test('money set aside is captured later, in part if wished', async () => {
    const held = await sdk().paymentIntents.create({
      amount: 5000,
      currency: 'cad',
      capture_method: 'manual',
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 5000, amount_received: 0 })
    const captured = await sdk().paymentIntents.capture(held.id, { amount_to_capture: 3000 })
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 3000 })
    await expect(sdk().paymentIntents.capture(held.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  test('objects come expanded when asked, and carry charges in the pinned version only', async () => {
    const paid = intentOf(await pay('4242424242424242'))
    const latest = await sdk().paymentIntents.retrieve(paid.id, { expand: ['latest_charge', 'payment_method'] })
    expect(latest).toMatchObject({
      latest_charge: { id: paid.chargeId, amount: 4218, payment_method_details: { card: { last4: '4242' } } },
      payment_method: { id: paid.paymentMethodId, billing_details: { name: 'Ada Tremblay' } },
    })
    expect(latest).not.toHaveProperty('charges')
    const pinned = await sdk().paymentIntents.retrieve(paid.id, {}, { apiVersion: '2022-08-01' })
    expect(pinned).toHaveProperty('charges.data.0.id', paid.chargeId)
    await expect(sdk().paymentIntents.retrieve(paid.id, { expand: ['review_notes'] })).rejects.toThrow(
      'cannot be expanded',
    )
  })
})

describe('extra authentication', () => {
  async function challenged(): Promise<{ id: string; clientSecret: string; url: string }> {
    const waiting = intentOf(await pay('4000002500003155'))
    expect(waiting).toMatchObject({ status: 'requires_action', amountReceivedCents: 0, chargeId: null })
    const { next_action } = await sdk().paymentIntents.retrieve(waiting.id)
    const url = (next_action?.use_stripe_sdk as { stripe_js: string }).stripe_js
    return { ...waiting, url }
  }
  const answerWith = (url: string, outcome: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }) })

  test('the payment waits, and is taken once the shopper has confirmed', async () => {
    const { id, url } = await challenged()
    expect((await answerWith(url, 'complete')).status).toBe(200)
    expect(intentOf(await provider().retrieveIntent(id))).toMatchObject({
      status: 'succeeded',
      amountReceivedCents: 4218,
    })
    await answerWith(url, 'complete')
    await answerWith(url, 'fail')
    expect(intentOf(await provider().retrieveIntent(id)).status).toBe('succeeded')
    expect(await countOf('charge', id)).toBe(1)
  })

  test.each(['fail', 'cancel'])('an answer "%s" leaves the order unpaid and the intent open', async (outcome) => {
    const { id, url } = await challenged()
    await answerWith(url, outcome)
    expect(intentOf(await provider().retrieveIntent(id))).toMatchObject({
      status: 'requires_payment_method',
      amountReceivedCents: 0,
      lastError: { code: 'payment_intent_authentication_failure' },
    })
    expect(await countOf('charge', id)).toBe(0)
  })

  test('an unknown authentication is not found', async () => {
    expect((await answerWith(`${sandbox.origin}/v3/three-d-secure/src_unknown`, 'complete')).status).toBe(404)
  })

  test('without the script the shopper comes back to the return address', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const waiting = await sdk().paymentIntents.confirm(created.id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'http://shop.test/checkout/?order_id=7',
    })
    const url = waiting.next_action?.redirect_to_url?.url ?? ''
    expect(await (await fetch(url)).text()).toContain('$42.18')
    const back = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
      redirect: 'manual',
    })
    const location = new URL(back.headers.get('location') ?? '')
    expect(back.status).toBe(303)
    expect(location.origin + location.pathname).toBe('http://shop.test/checkout/')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      order_id: '7',
      payment_intent: created.id,
      payment_intent_client_secret: created.clientSecret,
      redirect_status: 'succeeded',
    })
  })

  test('a card kept with authentication needs no second one', async () => {
    const customer = await provider().createCustomer({
      email: 'ada@example.ca',
      name: 'Ada Tremblay',
      shopCustomerId: 7,
      idempotencyKey: 'customer-7',
    })
    if (!customer.ok) throw new Error('no customer')
    const setUp = await provider().createSetupIntent({ customerId: customer.customerId, idempotencyKey: 'setup-7' })
    if (!setUp.ok) throw new Error('no setup intent')
    const paymentMethodId = await cardMethod('4000002500003155')
    const confirmed = await browserCall(`/v1/setup_intents/${setUp.setupIntent.id}/confirm`, {
      client_secret: setUp.setupIntent.clientSecret,
      payment_method: paymentMethodId,
    })
    const action = confirmed.body.next_action as { use_stripe_sdk: { stripe_js: string } }
    await answerWith(action.use_stripe_sdk.stripe_js, 'complete')
    expect(await provider().retrieveSetupIntent(setUp.setupIntent.id)).toMatchObject({
      ok: true,
      setupIntent: { status: 'succeeded', paymentMethodId },
    })
    expect(await provider().retrievePaymentMethod(paymentMethodId)).toMatchObject({
      ok: true,
      paymentMethod: { customerId: customer.customerId, card: { last4: '3155' } },
    })
    const request = anIntent({ customerId: customer.customerId, paymentMethodId })
    const created = intentOf(await provider().createIntent(request))
    const paid = await provider().confirmIntent({ intentId: created.id, idempotencyKey: 'kept-card' })
    expect(intentOf(paid).status).toBe('succeeded')
  })
})

describe('asking twice', () => {
  test('ten creations at once with one key make one intent', async () => {
    const request = anIntent()
    const answers = await Promise.all(Array.from({ length: 10 }, () => provider().createIntent(request)))
    expect(new Set(answers.map((answer) => intentOf(answer).id)).size).toBe(1)
  })

  test('ten confirmations at once with one key take the money once', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const paymentMethodId = await cardMethod('4242424242424242')
    const request = { intentId: created.id, paymentMethodId, idempotencyKey: 'ten-at-once' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => provider().confirmIntent(request)))
    expect(answers.map((answer) => intentOf(answer).status)).toEqual(Array(10).fill('succeeded'))
    expect(await countOf('charge', created.id)).toBe(1)
  })

  test('ten confirmations at once with ten keys take the money once', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const paymentMethodId = await cardMethod('4242424242424242')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        provider().confirmIntent({ intentId: created.id, paymentMethodId, idempotencyKey: `one-of-ten-${at}` }),
      ),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await countOf('charge', created.id)).toBe(1)
  })

  test('a decline is repeated word for word, without a second attempt', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const paymentMethodId = await cardMethod('4000000000009995')
    const request = { intentId: created.id, paymentMethodId, idempotencyKey: 'declined-once' }
    const first = await provider().confirmIntent(request)
    expect(await provider().confirmIntent(request)).toEqual(first)
    expect(await countOf('charge', created.id)).toBe(1)
  })

  test('the same key with another body is a mistake of the caller: it throws and changes nothing', async () => {
    const request = anIntent()
    const created = intentOf(await provider().createIntent(request))
    await expect(provider().createIntent({ ...request, amountCents: 1 + request.amountCents })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
    expect(intentOf(await provider().retrieveIntent(created.id)).amountCents).toBe(request.amountCents)
  })
})

describe('refunds', () => {
  const back = (intentId: string, amountCents: number, idempotencyKey: string) =>
    provider().refund({ intentId, amountCents, reason: 'requested_by_customer', idempotencyKey })

  test('a part, then the rest, then nothing more', async () => {
    const { id } = intentOf(await pay('4242424242424242'))
    expect(await back(id, 1000, `${id}-a`)).toMatchObject({
      ok: true,
      refund: { intentId: id, amountCents: 1000, currency: 'CAD', status: 'succeeded' },
    })
    expect(await back(id, 3219, `${id}-b`)).toMatchObject({ ok: false, problem: { kind: 'refused' } })
    expect(await back(id, 3218, `${id}-c`)).toMatchObject({ ok: true, refund: { amountCents: 3218 } })
    expect(await back(id, 1, `${id}-d`)).toMatchObject({
      ok: false,
      problem: { kind: 'refused', error: { code: 'charge_already_refunded' } },
    })
    expect(await countOf('refund', id)).toBe(2)
  })

  test('two full refunds at once give the money back once', async () => {
    const { id } = intentOf(await pay('4242424242424242'))
    const answers = await Promise.all([back(id, 4218, `${id}-x`), back(id, 4218, `${id}-y`)])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await countOf('refund', id)).toBe(1)
  })

  test('an unpaid intent has nothing to give back', async () => {
    const { id } = intentOf(await provider().createIntent(anIntent()))
    expect(await back(id, 100, `${id}-z`)).toMatchObject({ ok: false, problem: { kind: 'refused' } })
  })
})

describe('keys and rights', () => {
  test('a browser key makes payment methods and, with the client secret, reads and confirms an intent; no more', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const path = `/v1/payment_intents/${created.id}`
    expect((await browserCall(path, null)).status).toBe(400)
    expect((await browserCall(`${path}?client_secret=${created.id}_secret_guess`, null)).status).toBe(404)
    const seen = await browserCall(`${path}?client_secret=${created.clientSecret}`, null)
    expect(seen.body).toMatchObject({ id: created.id, status: 'requires_payment_method' })
    expect(seen.body).not.toHaveProperty('metadata')
    expect(seen.body).not.toHaveProperty('charges')

    for (const forbidden of ['/v1/refunds', '/v1/customers', '/v1/payment_intents', `${path}/cancel`]) {
      expect(await browserCall(forbidden, {})).toMatchObject({
        status: 403,
        body: { error: { code: 'secret_key_required' } },
      })
    }
    const payment_method = await cardMethod('4242424242424242')
    const confirmed = await browserCall(`${path}/confirm`, { client_secret: created.clientSecret, payment_method })
    expect(confirmed.body).toMatchObject({ status: 'succeeded' })
  })

  test('a server cannot send a card number', async () => {
    const sent = await browserCall(
      '/v1/payment_methods',
      { type: 'card', 'card[number]': '4242424242424242' },
      keys.secretKey,
    )
    expect(sent.status).toBe(402)
  })

  test('no key, a foreign key and a misspelt parameter are surprises', async () => {
    expect((await fetch(`${sandbox.origin}/v1/payment_intents`)).status).toBe(401)
    await expect(provider('sk_live_not_for_the_sandbox').retrieveIntent('pi_1')).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    })
    await expect(sdk().rawRequest('POST', '/v1/payment_intents', { amonut: 100 })).rejects.toMatchObject({
      code: 'parameter_unknown',
    })
  })

  test('every key pair has an account of its own', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const other = sandboxKeys('another installation')
    expect(await provider(other.secretKey).retrieveIntent(created.id)).toMatchObject({
      ok: false,
      problem: { kind: 'refused', error: { code: 'resource_missing' } },
    })
  })

  test('nothing of a card number is kept but its last digits', async () => {
    await cardMethod('5555555555554444')
    const kept = await database.pool.query(
      `select 1 from provider_sandbox.objects where data::text || hidden::text like '%55555555%'`,
    )
    const answers = await database.pool.query(
      `select 1 from provider_sandbox.idempotency where response like '%55555555%'`,
    )
    expect([kept.rowCount, answers.rowCount]).toEqual([0, 0])
  })
})

describe('cards as typed', () => {
  const year = String(new Date().getFullYear())
  test.each([
    ['a digit wrong', '4242424242424241', {}, 'incorrect_number'],
    ['too short', '4242', {}, 'invalid_number'],
    ['month 13', '4242424242424242', { 'card[exp_month]': '13' }, 'invalid_expiry_month'],
    ['last year', '4242424242424242', { 'card[exp_year]': String(Number(year) - 1) }, 'invalid_expiry_year'],
    ['two-digit code', '4242424242424242', { 'card[cvc]': '12' }, 'invalid_cvc'],
    ['a real card', '4539578763621486', {}, 'card_declined'],
  ])('%s is refused', async (_, number, changes, code) => {
    const answer = await browserCall('/v1/payment_methods', {
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': year,
      'card[cvc]': '123',
      ...changes,
    })
    expect(answer).toMatchObject({ status: 402, body: { error: { type: 'card_error', code } } })
  })
})

describe('trouble', () => {
  async function control(setting: Record<string, unknown>, key = keys.secretKey): Promise<number> {
    const response = await fetch(`${sandbox.origin}/sandbox/control`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(setting),
    })
    return response.status
  }

  test('a lost answer is fetched again with the same key: one charge', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const paymentMethodId = await cardMethod('4242424242424242')
    await control({ failNext: 1, failWhen: 'after' })
    const paid = await provider().confirmIntent({
      intentId: created.id,
      paymentMethodId,
      idempotencyKey: 'lost-answer',
    })
    expect(intentOf(paid).status).toBe('succeeded')
    expect(await countOf('charge', created.id)).toBe(1)
  })

  test('a provider that does not answer is a value, and asking later succeeds once', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const paymentMethodId = await cardMethod('4242424242424242')
    const request = { intentId: created.id, paymentMethodId, idempotencyKey: 'out-of-reach' }
    await control({ failNext: 3, failWhen: 'after' })
    expect(await provider().confirmIntent(request)).toEqual({ ok: false, problem: { kind: 'unreachable' } })
    expect(intentOf(await provider().confirmIntent(request)).status).toBe('succeeded')
    expect(await countOf('charge', created.id)).toBe(1)

    const unplugged = createStripeProvider({
      name: 'sandbox',
      secretKey: keys.secretKey,
      webhookSecret: keys.webhookSecret,
      apiOrigin: 'http://127.0.0.1:9',
    })
    expect(await unplugged.retrieveIntent(created.id)).toEqual({ ok: false, problem: { kind: 'unreachable' } })
  })

  test('a slow provider is given up after the time allowed', async () => {
    const hasty = createStripeProvider({
      name: 'sandbox',
      secretKey: keys.secretKey,
      webhookSecret: keys.webhookSecret,
      apiOrigin: sandbox.origin,
      timeoutMs: 50,
    })
    await control({ latencyMs: 400 })
    expect(await hasty.retrieveIntent('pi_slow')).toEqual({ ok: false, problem: { kind: 'unreachable' } })
    await control({ latencyMs: 0 })
  })

  test('only the secret key may cause trouble', async () => {
    expect(await control({ failNext: 1 }, keys.publishableKey)).toBe(403)
  })

  test('a restarted sandbox remembers intents, money taken and answers given', async () => {
    const request = anIntent()
    const created = intentOf(await provider().createIntent(request))
    const confirm = {
      intentId: created.id,
      paymentMethodId: await cardMethod('4242424242424242'),
      idempotencyKey: 'kept',
    }
    const paid = intentOf(await provider().confirmIntent(confirm))
    await sandbox.stop()
    sandbox = await open()
    expect(intentOf(await provider().retrieveIntent(created.id))).toEqual(paid)
    expect(intentOf(await provider().createIntent(request)).id).toBe(created.id)
    expect(intentOf(await provider().confirmIntent(confirm))).toEqual(paid)
    expect(await countOf('charge', created.id)).toBe(1)
  })
})
