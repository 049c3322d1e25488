/** Cards that are authorized at the checkout, and captured or voided by the owner. */

import { beforeEach, describe, expect, test } from 'vitest'
import { newBuyer } from '../../../test/running/buyer.ts'
import { disturbPayments } from '../../../test/support/faulty-provider.ts'
import { onlyOrder, orderedProductId as productId } from '../../../test/support/only-order.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { defaultSettings } from '../../settings.ts'
import { captureBeforeMeta, statusesMeta } from '../orders/order-status.ts'
import { readOrderNotes } from '../orders/orders-read.store.ts'
import type { OrderJson } from '../orders/rest/order-json.ts'
import { reconcilePayments } from '../reconciliation/payment-jobs.ts'
import { remindOfCaptures } from './capture-payment.ts'

const DAY_MS = 86_400_000
const STOCK = 50
let later = 0
const { gateways } = defaultSettings
const opened = await openShop({
  settings: { gateways: { ...gateways, stripe_cc: { ...gateways.stripe_cc, capture: false } } },
  now: () => new Date(Date.now() + later),
})
const { app, shop, db, pool } = opened
const { intentId, onHand, reset, templates, theOrder } = onlyOrder(opened)
const { stripe, about, deliver } = providerEvents(opened)
const faulty = await disturbPayments(opened)
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const editor = await createSignedInUser(shop, 'editor')

beforeEach(async () => {
  later = 0
  faulty.clearFaults()
  await reset(STOCK)
})

const intent = async () => stripe.paymentIntents.retrieve(await intentId())
const notes = async () => readOrderNotes(db, (await theOrder()).id)
const state = async () => {
  const { status, paidAt } = await theOrder()
  return [status, paidAt !== null, (await intent()).status, await onHand()]
}
const AUTHORIZED = ['on-hold', false, 'requires_capture', STOCK - 2]
const CAPTURED = ['processing', true, 'succeeded', STOCK - 2]
const VOIDED = ['cancelled', false, 'canceled', STOCK]

async function placeAuthorized() {
  const shopper = newBuyer(async (path, init) => app.request(path, init))
  await shopper.add(productId, 2)
  const page = await shopper.openCheckout()
  const answer = await shopper.checkout(page, { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' })
  expect(answer.redirect).toContain('/order-received/')
  expect(await state()).toEqual(AUTHORIZED)
}

async function send(method: string, path: string, body: object = {}, who = owner) {
  const response = await app.request(path, {
    method,
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, json: (await response.json()) as { code?: string; message?: string } }
}
const change = async (action: 'capture' | 'cancel', who = owner) =>
  send('POST', `/wp-json/wc/v3/payments/orders/${(await theOrder()).id}/${action}_authorization`, {}, who)
const setStatus = async (status: string) => send('PUT', `/wp-json/wc/v3/orders/${(await theOrder()).id}`, { status })

/** Makes the authorization eight days old at the provider. */
const expire = () =>
  pool.query(`update provider_sandbox.objects set data = jsonb_set(data, '{created}', to_jsonb((data->>'created')::int - 8 * 86400))
    where data->>'object' = 'charge'`)

const CAPTURE = /\/capture$/
const CANCEL = /\/cancel$/

describe('capturing', () => {
  test('[PAY-19 authorise, capture] charges the total of the order once, and names who did it', async () => {
    await placeAuthorized()
    const { totalCents } = await theOrder()
    const answers = await Promise.all([change('capture'), change('capture')])
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
    expect(await state()).toEqual(CAPTURED)
    expect((await intent()).amount_received).toBe(totalCents)
    await deliver(await about(await intentId()))
    expect(await state()).toEqual(CAPTURED)
    expect((await notes()).filter(({ text }) => text.startsWith('Paid by card')).map(({ author }) => author)).toEqual([
      'Olive Owner',
    ])
    expect(await templates()).toEqual(['order-confirmation', 'new-order', 'payment-received'])
    expect(await change('capture')).toMatchObject({ status: 409, json: { code: 'samovar_payment_not_authorized' } })
  })

  const noAnswer = { status: 503, json: { code: 'samovar_payment_provider_unreachable' } }
  test.each<[string, () => void | Promise<unknown>, object, unknown]>([
    ['no connection', () => faulty.injectFault(CAPTURE, { kind: 'disconnect-before' }), noAnswer, AUTHORIZED],
    ['no answer', () => faulty.injectFault(CAPTURE, { kind: 'hang' }), noAnswer, AUTHORIZED],
    ['a proxy’s error page', () => faulty.injectFault(CAPTURE, { kind: 'bad-gateway' }), noAnswer, AUTHORIZED],
    ['no way to ask first', () => faulty.injectFault(/payment_intents/, { kind: 'bad-gateway' }), noAnswer, AUTHORIZED],
    [
      'captured, but the answer is lost',
      () => faulty.injectFault(CAPTURE, { kind: 'disconnect-after' }),
      { status: 200 },
      CAPTURED,
    ],
    [
      'captured at the provider before',
      async () => void (await stripe.paymentIntents.capture(await intentId())),
      { status: 409 },
      CAPTURED,
    ],
    [
      'voided at the provider before',
      async () =>
        void (await stripe.paymentIntents.cancel(await intentId(), { cancellation_reason: 'requested_by_customer' })),
      { status: 409 },
      VOIDED,
    ],
    [
      'expired',
      expire,
      { status: 409, json: { code: 'samovar_authorization_expired' } },
      ['failed', false, 'canceled', STOCK],
    ],
  ])('%s', async (_name, prepare, answer, after) => {
    await placeAuthorized()
    await prepare()
    expect(await change('capture')).toMatchObject(answer)
    faulty.clearFaults()
    expect(await state()).toEqual(after)
  })

  test('works after a time without answers, and reconciliation finds a late capture', async () => {
    await placeAuthorized()
    faulty.injectFault(CAPTURE, { kind: 'late-request', ms: 1500 }, 1)
    expect((await change('capture')).status).toBe(503)
    await expect.poll(async () => (await intent()).status, { timeout: 5000 }).toBe('succeeded')
    expect((await theOrder()).status).toBe('on-hold')
    expect(await reconcilePayments(shop)).toBe(1)
    expect(await state()).toEqual(CAPTURED)
  })
})

describe('voiding', () => {
  test('releases card and stock, and cancels the order once', async () => {
    await placeAuthorized()
    expect((await change('cancel')).status).toBe(200)
    expect(await state()).toEqual(VOIDED)
    await deliver(await about(await intentId()))
    expect(await state()).toEqual(VOIDED)
    expect(await templates()).toEqual(['order-confirmation', 'new-order', 'order-cancelled', 'shop-order-cancelled'])
    expect((await notes()).find(({ text }) => text.startsWith('The payment was voided.'))?.author).toBe('Olive Owner')
    expect((await change('cancel')).status).toBe(409)
    expect((await change('capture')).status).toBe(409)
  })

  test('without an answer the order stays as it is', async () => {
    await placeAuthorized()
    faulty.injectFault(CANCEL, { kind: 'disconnect-before' })
    expect(await change('cancel')).toMatchObject({ status: 503 })
    expect(await state()).toEqual(AUTHORIZED)
  })

  test('of capture and void at once one wins, and order and provider agree', async () => {
    await placeAuthorized()
    await Promise.all([change('capture'), change('cancel')])
    await reconcilePayments(shop)
    expect([CAPTURED, VOIDED]).toContainEqual(await state())
  })
})

describe('as in WooCommerce, a new status moves the payment', () => {
  test.each([
    ['processing', CAPTURED],
    ['completed', ['completed', ...CAPTURED.slice(1)]],
    ['cancelled', VOIDED],
  ])('%s', async (status, after) => {
    await placeAuthorized()
    expect((await setStatus(status)).status).toBe(200)
    expect(await state()).toEqual(after)
  })

  test.each(['processing', 'completed', 'cancelled'])(
    '%s is refused while the provider does not answer',
    async (to) => {
      await placeAuthorized()
      faulty.injectFault(/\/(capture|cancel)$/, { kind: 'disconnect-before' })
      expect((await setStatus(to)).status).toBe(503)
      expect(await state()).toEqual(AUTHORIZED)
    },
  )
})

test('a promised payment is not made failed by hand: only the provider knows that', async () => {
  await placeAuthorized()
  expect(await setStatus('failed')).toMatchObject({
    status: 409,
    json: { code: 'samovar_order_status_not_allowed' },
  })
  expect(await state()).toEqual(AUTHORIZED)
  expect(await templates()).toEqual(['order-confirmation', 'new-order'])
})

test('only the owner captures and voids; an unknown order has nothing to capture', async () => {
  await placeAuthorized()
  for (const action of ['capture', 'cancel'] as const) expect((await change(action, editor)).status).toBe(403)
  expect(await state()).toEqual(AUTHORIZED)
  const unknown = await send('POST', '/wp-json/wc/v3/payments/orders/999999/capture_authorization')
  expect(unknown).toMatchObject({ status: 404, json: { code: 'woocommerce_rest_shop_order_invalid_id' } })
})

test('the order says until when it can be captured, and the owner is reminded once', async () => {
  await placeAuthorized()
  const response = await app.request(`/wp-json/wc/v3/orders/${(await theOrder()).id}`, { headers: owner.headers })
  const meta = new Map(((await response.json()) as OrderJson).meta_data.map(({ key, value }) => [key, value]))
  expect(new Date(`${String(meta.get(captureBeforeMeta))}Z`).getTime()).toBeGreaterThan(Date.now() + 6.9 * DAY_MS)
  expect(String(meta.get(statusesMeta)).split(',')).toEqual(['processing', 'completed', 'cancelled'])
  expect(await remindOfCaptures(shop)).toBe(0)
  later = 5.5 * DAY_MS
  expect([await remindOfCaptures(shop), await remindOfCaptures(shop)]).toEqual([1, 0])
  expect((await templates()).filter((template) => template === 'shop-capture-due')).toHaveLength(1)
  expect(
    (await notes()).filter(({ text }) => text.startsWith('The authorization of the payment ends on')),
  ).toHaveLength(1)
})
