import { describe, expect, test } from 'vitest'
import { intentOf, openTestSandbox } from './open-test-sandbox.ts'

const { provider, sdk, anIntent, cardMethod, pay, countOf } = await openTestSandbox()

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
    for (const response of [again, cancelled]) {
      expect(response).toMatchObject({
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

  test('a payment is processed by the bank, then succeeds or fails; it cannot be cancelled meanwhile', async () => {
    const finish = (id: string, status: string) =>
      sdk().rawRequest('POST', `/v1/test_helpers/payment_intents/${id}`, { status })
    const paid = intentOf(await pay('4000000000006108'))
    expect(paid).toMatchObject({ status: 'processing', amountReceivedCents: 0, lastError: null })
    const cancelled = await provider().cancelIntent({ intentId: paid.id, reason: 'abandoned', idempotencyKey: 'no' })
    expect(cancelled).toMatchObject({ ok: false, problem: { kind: 'refused', intent: { status: 'processing' } } })
    await finish(paid.id, 'succeeded')
    const now = intentOf(await provider().retrieveIntent(paid.id))
    expect(now).toMatchObject({ status: 'succeeded', amountReceivedCents: 4218 })

    const failed = intentOf(await pay('4000000000006108'))
    await finish(failed.id, 'failed')
    const then = intentOf(await provider().retrieveIntent(failed.id))
    expect(then).toMatchObject({ status: 'requires_payment_method', lastError: { declineCode: 'generic_decline' } })
  })

  test('a card that is only authorized is captured later, or voided', async () => {
    const held = intentOf(await pay('4000000000006207'))
    expect(held).toMatchObject({ status: 'requires_capture', amountReceivedCents: 0 })
    expect(await sdk().paymentIntents.capture(held.id)).toMatchObject({ status: 'succeeded', amount_received: 4218 })
    const other = intentOf(await pay('4000000000006207'))
    const voided = await provider().cancelIntent({ intentId: other.id, reason: 'abandoned', idempotencyKey: 'void' })
    expect(intentOf(voided).status).toBe('canceled')
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
    const responses = await Promise.all([back(id, 4218, `${id}-x`), back(id, 4218, `${id}-y`)])
    expect(responses.filter((response) => response.ok)).toHaveLength(1)
    expect(await countOf('refund', id)).toBe(1)
  })

  test('an unpaid intent has nothing to give back', async () => {
    const { id } = intentOf(await provider().createIntent(anIntent()))
    expect(await back(id, 100, `${id}-z`)).toMatchObject({ ok: false, problem: { kind: 'refused' } })
  })
})
