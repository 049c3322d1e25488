import { describe, expect, test } from 'vitest'
import type { PaymentMethodType, RedirectMethodType } from '../src/shop/gateways/payment-intent.ts'
import { intentOf, openTestSandbox } from './open-test-sandbox.ts'

const { origin, provider, sdk, anIntent, browserCall, countOf } = await openTestSandbox()

const payer = {
  name: 'Ada Tremblay',
  email: 'ada@example.ca',
  phone: '',
  address: { line1: '1 Kettle Lane', line2: '', city: 'Toronto', state: 'ON', postalCode: 'M5V 2T6', country: 'CA' },
}
const returnUrl = 'http://shop.test/checkout/?order_id=7'

async function confirm(type: RedirectMethodType, { amountCents = 6000, methodType = type as PaymentMethodType } = {}) {
  const created = intentOf(await provider().createIntent(anIntent({ amountCents, methodType, shipping: payer })))
  const redirect = { type, payer, returnUrl }
  return provider().confirmIntent({ intentId: created.id, redirect, idempotencyKey: `${created.id}-confirm` })
}
const answerWith = (url: string, outcome: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })

describe.each(['affirm', 'afterpay_clearpay', 'klarna'] as const)('%s', (type) => {
  test.each([
    ['accept', 'succeeded', 'succeeded', null],
    ['later', 'processing', 'pending', null],
    ['decline', 'requires_payment_method', 'failed', 'payment_method_provider_decline'],
    ['close', 'requires_payment_method', 'failed', 'payment_method_customer_decline'],
  ])('%s', async (outcome, status, redirectStatus, code) => {
    const waiting = intentOf(await confirm(type))
    expect(waiting).toMatchObject({ status: 'requires_action', methodTypes: [type], amountReceivedCents: 0 })
    const url = waiting.redirectUrl ?? ''
    expect(url).toMatch(new RegExp(`^${origin()}/v3/pay-later/`))
    const back = await answerWith(url, outcome)
    expect(back.status).toBe(303)
    expect(Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams)).toEqual({
      order_id: '7',
      payment_intent: waiting.id,
      payment_intent_client_secret: waiting.clientSecret,
      redirect_status: redirectStatus,
    })
    const ended = intentOf(await provider().retrieveIntent(waiting.id))
    expect([ended.status, ended.redirectUrl, ended.lastError?.code ?? null]).toEqual([status, null, code])
    expect(ended.failedMethodId).toBe(code === null ? null : waiting.paymentMethodId)
    // Only the first answer counts.
    await answerWith(url, outcome === 'accept' ? 'decline' : 'accept')
    expect(intentOf(await provider().retrieveIntent(waiting.id)).status).toBe(status)
    expect(await countOf('charge', waiting.id)).toBe(code === null ? 1 : 0)
    expect(await (await fetch(url)).text()).toContain('This payment has ended')
  })

  test('the charge is of this method', async () => {
    const { id, redirectUrl } = intentOf(await confirm(type))
    await answerWith(redirectUrl ?? '', 'accept')
    const { data } = await sdk().charges.list({ payment_intent: id })
    expect(data[0]?.payment_method_details).toMatchObject({ type, [type]: expect.any(Object) })
    expect(data[0]?.billing_details.email).toBe('ada@example.ca')
  })
})

describe('the page', () => {
  test('shows four payments that add up to the amount, and stands in no frame', async () => {
    const { redirectUrl } = intentOf(await confirm('afterpay_clearpay', { amountCents: 4219 }))
    const response = await fetch(redirectUrl ?? '')
    const html = await response.text()
    expect(html).toContain('$42.19')
    expect(html).toContain('$10.55, $10.55, $10.55, $10.54')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' http://shop.test;")
  })

  test('an unknown one is not found', async () => {
    expect((await fetch(`${origin()}/v3/pay-later/src_unknown`)).status).toBe(404)
    expect((await answerWith(`${origin()}/v3/pay-later/src_unknown`, 'accept')).status).toBe(404)
  })
})

describe('a refusal', () => {
  test('outside the limits', async () => {
    expect(await confirm('affirm', { amountCents: 4999 })).toMatchObject({
      problem: { kind: 'refused', error: { code: 'amount_too_small' } },
    })
    expect(await confirm('afterpay_clearpay', { amountCents: 200_001 })).toMatchObject({
      problem: { kind: 'refused', error: { code: 'amount_too_large' } },
    })
  })

  test('of a method that the payment does not allow', async () => {
    const refused = { problem: { kind: 'refused', error: { code: 'payment_intent_incompatible_payment_method' } } }
    expect(await confirm('klarna', { methodType: 'card' })).toMatchObject(refused)
    const created = intentOf(await provider().createIntent(anIntent({ methodType: 'klarna' })))
    const byCard = { intentId: created.id, paymentMethodId: 'pm_card_visa', idempotencyKey: `${created.id}-card` }
    expect(await provider().confirmIntent(byCard)).toMatchObject(refused)
  })

  test('without return address, or without the details that the method needs', async () => {
    const params = { amount: 6000, currency: 'cad', payment_method_types: ['klarna'] }
    const { id } = await sdk().paymentIntents.create(params)
    const data = { type: 'klarna' as const, billing_details: { email: 'ada@example.ca', address: { country: 'CA' } } }
    const confirmWith = (params: object) => sdk().paymentIntents.confirm(id, { payment_method_data: data, ...params })
    await expect(confirmWith({})).rejects.toMatchObject({ code: 'parameter_missing', param: 'return_url' })
    const unnamed = { type: 'klarna', billing_details: { email: 'ada@example.ca' } }
    await expect(confirmWith({ payment_method_data: unnamed, return_url: returnUrl })).rejects.toMatchObject({
      code: 'parameter_missing',
    })
  })
})

test('a browser makes such a payment method as well, and confirms with it', async () => {
  const { id, clientSecret } = intentOf(await provider().createIntent(anIntent({ methodType: 'klarna' })))
  const made = await browserCall('/v1/payment_methods', {
    type: 'klarna',
    'billing_details[email]': 'ada@example.ca',
    'billing_details[address][country]': 'CA',
  })
  expect(made.body).toMatchObject({ type: 'klarna', klarna: { dob: null } })
  const confirmed = await browserCall(`/v1/payment_intents/${id}/confirm`, {
    client_secret: clientSecret,
    payment_method: String(made.body.id),
    return_url: returnUrl,
  })
  expect(confirmed.body).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
})
