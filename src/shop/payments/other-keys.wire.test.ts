/** Payments begun under other keys of the provider, of another mode or account, which the current keys do not know. */

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newBuyer } from '../../../test/running/buyer.ts'
import { disturbPayments } from '../../../test/support/faulty-provider.ts'
import { onlyOrder, orderedProductId as productId } from '../../../test/support/only-order.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { defaultSettings } from '../../settings.ts'
import { orderPayNonce } from '../checkout/order-pay/submit-order-pay.ts'
import { captureBeforeMeta, statusesMeta } from '../orders/order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrderNotes } from '../orders/orders-read.store.ts'
import { payments } from '../orders/payments/payments.table.ts'
import type { OrderJson } from '../orders/rest/order-json.ts'
import { refreshPayment } from '../reconciliation/compare-payments.ts'
import { cancelIntent, cancelUnpaidOrders, reconcilePayments } from '../reconciliation/payment-jobs.ts'
import { releaseExpiredAttempts } from './expired-attempts.ts'
import { settlePayment } from './settle-payment.ts'

const STOCK = 50
const HOUR_MS = 3_600_000
let later = 0
const { gateways } = defaultSettings
const card = { ...gateways.stripe_cc, capture: false }
const opened = await openShop({
  settings: { gateways: { ...gateways, stripe_cc: card } },
  now: () => new Date(Date.now() + later),
})
const { app, shop, db } = opened
const { onHand, reset, theOrder } = onlyOrder(opened)
const faulty = await disturbPayments(opened)
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')

beforeEach(async () => {
  later = 0
  card.capture = false
  await reset(STOCK)
})

const statuses = async () => (await db.select().from(payments).orderBy(payments.id)).map(({ status }) => status)
const state = async () => [(await theOrder()).status, await onHand(), await statuses()]
const notes = async () => (await readOrderNotes(db, (await theOrder()).id)).map(({ text }) => text).join('\n')

/** Buys with a card, and then gives the shop other keys. */
async function buyUnderOtherKeys(card: string, isOther = true) {
  const shopper = newBuyer(async (path, init) => app.request(path, init))
  await shopper.add(productId, 2)
  await shopper.checkout(await shopper.openCheckout(), { payment_method: 'stripe_cc', stripe_cc_token_key: card })
  if (isOther) await useOtherKeys()
  return shopper
}
let provider: 'stripe_live' | 'sandbox' = 'stripe_live'
const useOtherKeys = () => db.update(payments).set({ provider, intentId: 'pi_of_other_keys' })
const AUTHORIZED = ['on-hold', STOCK - 2, ['requires_capture']]
const AUTHENTICATING = ['pending', STOCK - 2, ['requires_action']]

async function call(method: string, body: object = {}, path = '') {
  const response = await app.request(`/wp-json/wc/v3/orders/${(await theOrder()).id}${path}`, {
    method,
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.status
}

describe.each([
  ['another mode', 'stripe_live'],
  ['another account', 'sandbox'],
] as const)('of %s', (_, name) => {
  beforeEach(() => {
    provider = name
  })

  test('an authorized order is cancelled by hand, and says that its payment is no longer followed', async () => {
    await buyUnderOtherKeys('pm_card_visa')
    expect(await state()).toEqual(AUTHORIZED)
    expect(await call('PUT', { status: 'cancelled' })).toBe(200)
    await cancelIntent(shop, 'pi_of_other_keys', (await theOrder()).id)
    expect(await state()).toEqual(['cancelled', STOCK, ['canceled']])
    expect((await notes()).split('pi_of_other_keys')).toHaveLength(2)
  })

  test('[PAY-19 capture] looking at an order, or a refused capture, leaves its payment for the day the keys come back', async () => {
    await buyUnderOtherKeys('pm_card_visa', false)
    const [payment] = await db.select().from(payments)
    await useOtherKeys()
    await refreshPayment(shop, payment?.id ?? 0)
    expect(await call('PUT', { status: 'completed' })).toBe(409)
    expect(await state()).toEqual(AUTHORIZED)
    await db.update(payments).set({ provider: 'sandbox', intentId: payment?.intentId ?? '' })
    expect(await call('PUT', { status: 'completed' })).toBe(200)
    expect(await state()).toEqual(['completed', STOCK - 2, ['succeeded']])
  })

  test('an order whose money was received under other keys is not deleted', async () => {
    await buyUnderOtherKeys('pm_card_authenticationRequired')
    await db.update(payments).set({ status: 'succeeded' })
    expect(await call('PUT', { status: 'cancelled' })).toBe(200)
    expect(await call('DELETE', { force: true })).toBe(409)
    expect(await db.$count(orders)).toBe(1)
  })

  test('an order left during authentication expires, and can then be deleted', async () => {
    await buyUnderOtherKeys('pm_card_authenticationRequired')
    expect(await state()).toEqual(AUTHENTICATING)
    later = 3 * HOUR_MS
    expect(await cancelUnpaidOrders(shop)).toBe(1)
    expect(await state()).toEqual(['cancelled', STOCK, ['canceled']])
    expect(await call('DELETE', { force: true })).toBe(200)
    expect(await db.$count(orders)).toBe(0)
  })

  test('an attempt that has timed out ends, and its stock is held as long as its order’s', async () => {
    await buyUnderOtherKeys('pm_card_authenticationRequired')
    await db.update(orders).set({ activePaymentAttempts: 1, paymentAttemptsExpireAt: new Date() })
    await db.update(payments).set({ unansweredAt: new Date() })
    later = HOUR_MS / 2
    expect(await releaseExpiredAttempts(shop)).toBe(0)
    expect(await state()).toEqual(AUTHENTICATING)
    expect((await theOrder()).paymentAttemptsExpireAt).toBe(null)
    later = 3 * HOUR_MS
    expect(await cancelUnpaidOrders(shop)).toBe(1)
    expect(await state()).toEqual(['cancelled', STOCK, ['canceled']])
  })

  test('[OPAY-01] the link pays with a new payment', async () => {
    const shopper = await buyUnderOtherKeys('pm_card_authenticationRequired')
    const order = (await theOrder()) as unknown as Order
    const path = `/checkout/order-pay/${order.id}/?pay_for_order=true&key=${order.orderKey}`
    await db.update(payments).set({ unansweredAt: new Date() })
    expect(await (await app.request(path)).text()).not.toContain('still checking your last payment')
    expect(await state()).toEqual(AUTHENTICATING)
    await shopper.post(path, {
      woocommerce_pay: '1',
      'woocommerce-pay-nonce': orderPayNonce(shop, order),
      payment_method: 'stripe_cc',
      stripe_cc_token_key: 'pm_card_visa',
    })
    expect(await state()).toEqual(['on-hold', STOCK - 2, ['canceled', 'requires_capture']])
    const [, current] = await db.select().from(payments).orderBy(payments.id)
    expect(current?.provider).toBe('sandbox')
  })
})

describe('when the former keys come back', () => {
  /** Pays the former payment at the provider, as a page that was open all the time does, and settles it. */
  const payFormer = async (intentId: string) => {
    await db.update(payments).set({ intentId }).where(eq(payments.intentId, 'pi_of_other_keys'))
    const request = { intentId, paymentMethodId: 'pm_card_visa', idempotencyKey: `former-${intentId}` }
    const confirmed = await shop.payments.provider.confirmIntent(request)
    expect(confirmed.ok && confirmed.intent.status).toBe('succeeded')
    return (await settlePayment(shop, intentId)).kind
  }
  const leaveAndComeBack = async () => {
    provider = 'sandbox'
    const shopper = await buyUnderOtherKeys('pm_card_authenticationRequired', false)
    const [payment] = await db.select().from(payments)
    await useOtherKeys()
    return { shopper, intentId: payment?.intentId ?? '' }
  }
  beforeEach(() => {
    card.capture = true
  })

  test('a payment of an order that was paid again meanwhile is refunded', async () => {
    const { shopper, intentId } = await leaveAndComeBack()
    const order = (await theOrder()) as unknown as Order
    await shopper.post(`/checkout/order-pay/${order.id}/?pay_for_order=true&key=${order.orderKey}`, {
      woocommerce_pay: '1',
      'woocommerce-pay-nonce': orderPayNonce(shop, order),
      payment_method: 'stripe_cc',
      stripe_cc_token_key: 'pm_card_visa',
    })
    expect(await state()).toEqual(['processing', STOCK - 2, ['canceled', 'succeeded']])
    expect(await payFormer(intentId)).toBe('refunding')
    expect(await settlePayment(shop, intentId)).toMatchObject({ kind: 'refunding' })
    expect((await notes()).split('Paid a second time')).toHaveLength(2)
    expect((await theOrder()).status).toBe('processing')
  })

  test('a payment of an order that was cancelled meanwhile is refunded', async () => {
    const { intentId } = await leaveAndComeBack()
    later = 3 * HOUR_MS
    expect(await cancelUnpaidOrders(shop)).toBe(1)
    expect(await payFormer(intentId)).toBe('refunding')
    expect(await state()).toEqual(['cancelled', STOCK, ['canceled']])
  })

  test('a payment of an order that still waits pays it', async () => {
    const { intentId } = await leaveAndComeBack()
    expect(await payFormer(intentId)).toBe('paid')
    expect(await state()).toEqual(['processing', STOCK - 2, ['succeeded']])
  })
})

test('the items of an order left during authentication can be changed', async () => {
  provider = 'stripe_live'
  await buyUnderOtherKeys('pm_card_authenticationRequired')
  await db.update(orders).set({ activePaymentAttempts: 0, paymentAttemptsExpireAt: null })
  expect(await call('PUT', { fee_lines: [{ name: 'Gift wrap', total: '3.00' }] })).toBe(200)
})

test('an authorized order is moved to the trash', async () => {
  provider = 'stripe_live'
  await buyUnderOtherKeys('pm_card_visa')
  expect(await call('DELETE')).toBe(200)
  await cancelIntent(shop, 'pi_of_other_keys', (await theOrder()).id)
  expect(await state()).toEqual(['cancelled', STOCK, ['canceled']])
})

test('[PAY-19 capture] an order says nothing of a capture, which only the keys of its payment could make', async () => {
  provider = 'stripe_live'
  await buyUnderOtherKeys('pm_card_visa')
  const response = await app.request(`/wp-json/wc/v3/orders/${(await theOrder()).id}`, { headers: owner.headers })
  const meta = new Map(((await response.json()) as OrderJson).meta_data.map(({ key, value }) => [key, value]))
  expect([meta.get(captureBeforeMeta), meta.get(statusesMeta)]).toEqual([undefined, 'cancelled'])
  expect(await call('PUT', { status: 'completed' })).toBe(409)
})

test('[PAY-18] the job that settles payments does not ask about it', async () => {
  provider = 'stripe_live'
  await buyUnderOtherKeys('pm_card_visa')
  const before = faulty.requests.length
  expect([await reconcilePayments(shop), faulty.requests.length - before]).toEqual([0, 0])
})

test('[PAY-18] payments of another account do not keep the job that settles payments from the others', async () => {
  provider = 'sandbox'
  card.capture = true
  await buyUnderOtherKeys('pm_card_authenticationRequired')
  await buyUnderOtherKeys('pm_card_authenticationRequired', false)
  const [, known] = await db.select().from(payments).orderBy(payments.id)
  const request = { intentId: known?.intentId ?? '', paymentMethodId: 'pm_card_visa', idempotencyKey: 'left-page' }
  expect((await shop.payments.provider.confirmIntent(request)).ok).toBe(true)
  expect(await reconcilePayments(shop, 1)).toBe(0)
  expect(await reconcilePayments(shop, 1)).toBe(1)
  expect(await statuses()).toEqual(['requires_action', 'succeeded'])
})

test('a payment that cannot be applied does not keep the job that settles payments from the others', async () => {
  provider = 'sandbox'
  card.capture = true
  await buyUnderOtherKeys('pm_card_authenticationRequired', false)
  await buyUnderOtherKeys('pm_card_authenticationRequired', false)
  const [, second] = await db.select().from(payments).orderBy(payments.id)
  const request = { intentId: second?.intentId ?? '', paymentMethodId: 'pm_card_visa', idempotencyKey: 'second' }
  expect((await shop.payments.provider.confirmIntent(request)).ok).toBe(true)
  faulty.injectFault(/payment_intents/, { kind: 'forbidden' }, 1)
  await expect(reconcilePayments(shop, 1)).rejects.toThrow('does not have the permission')
  expect(await reconcilePayments(shop, 1)).toBe(1)
})

test('the job that settles payments does not make a decline outdated that it could not read itself', async () => {
  provider = 'sandbox'
  card.capture = true
  await buyUnderOtherKeys('pm_card_authenticationRequired', false)
  await db.update(orders).set({ activePaymentAttempts: 0, paymentAttemptsExpireAt: null })
  const [payment] = await db.select().from(payments)
  const intentId = payment?.intentId ?? ''
  const request = { intentId, paymentMethodId: 'pm_card_chargeDeclined', idempotencyKey: 'declined' }
  expect((await shop.payments.provider.confirmIntent(request)).ok).toBe(false)
  const answer = Promise.withResolvers<void>()
  faulty.injectFault(/payment_intents/, { kind: 'held-response', until: answer.promise }, 1)
  const settling = settlePayment(shop, intentId)
  await vi.waitFor(() => expect(faulty.isFaulty()).toBe(false))
  faulty.injectFault(/payment_intents/, { kind: 'bad-gateway' })
  expect(await reconcilePayments(shop)).toBe(0)
  faulty.clearFaults()
  answer.resolve()
  expect((await settling).kind).toBe('declined')
  expect(await state()).toEqual(['pending', STOCK, ['requires_payment_method']])
})
