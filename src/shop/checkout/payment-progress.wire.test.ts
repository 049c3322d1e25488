/** What becomes of a payment that is in progress or authorized, and of one that is tried in two ways. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orderedProductId as productId } from '../../../test/support/only-order.ts'
import { StoreClient } from '../../../test/support/store-client.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrderNotes } from '../orders/orders-read.store.ts'
import { payments } from '../orders/payments/payments.table.ts'
import { transitionOrderByHand } from '../orders/transition-order.ts'
import { expireOnHold } from '../payments/expire-on-hold.ts'
import { intentFor } from '../payments/order-intent.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { cancelIntent, cancelUnpaidOrders, reconcilePayments } from '../reconciliation/payment-jobs.ts'
import { openTestPayments } from './open-test-payments.ts'
import { orderPayNonce } from './order-pay/submit-order-pay.ts'

const {
  clock,
  faulty,
  STOCK,
  CONFIRM,
  ACCEPTED,
  finish,
  buyer,
  payData,
  placing,
  DECLINED,
  app,
  shop,
  db,
  jobs,
  intentId,
  onHand,
  payment,
  templates,
  theOrder,
  stripe,
  about,
  deliver,
} = await openTestPayments()

/** A sale whose payment is processing or authorized, with all events so far delivered. */
async function acceptedSale(card: string) {
  const shopper = buyer()
  await shopper.add(productId, 2)
  expect(await placing['wc-ajax checkout']?.(shopper, 'stripe_cc', card)).toBe('received')
  await deliver(await about(await intentId()))
  expect((await theOrder()).status).toBe('on-hold')
  return shopper
}
const notes = async () => (await readOrderNotes(db, (await theOrder()).id)).map(({ text }) => text)

describe('a payment in progress', () => {
  test('becomes paid by its events, in any order, once', async () => {
    const shopper = await acceptedSale('pm_card_processing')
    await shopper.add(productId, 1)
    await finish('succeeded')
    const events = await about(await intentId())
    await deliver(events.toReversed())
    await deliver(events)
    expect(await theOrder()).toMatchObject({
      status: 'processing',
      invoiceNumber: expect.any(Number),
      paidAt: expect.any(Date),
    })
    expect(await templates()).toEqual([...ACCEPTED, 'payment-received'])
    expect(await onHand()).toBe(STOCK - 2)
    // Products that were put into the cart since then remain in it.
    expect(await (await shopper.send('/cart/')).text()).toContain('woocommerce-cart-form__cart-item')
  })

  test('becomes paid by reconciliation after lost events', async () => {
    await acceptedSale('pm_card_processing')
    await finish('succeeded')
    expect(await reconcilePayments(shop)).toBe(1)
    expect((await theOrder()).status).toBe('processing')
  })

  test('fails later: the stock is released, the customer can pay again, and unpaid it is cancelled with an email', async () => {
    await acceptedSale('pm_card_processing')
    await finish('failed')
    await reconcilePayments(shop)
    expect((await theOrder()).status).toBe('failed')
    expect(await onHand()).toBe(STOCK)
    expect(await templates()).toEqual([...ACCEPTED, 'payment-failed', 'shop-payment-failed'])
    expect((await notes()).join()).toContain('The payment has failed (generic_decline).')
    await deliver(await about(await intentId()))
    expect(await cancelUnpaidOrders(shop)).toBe(0)
    expect((await theOrder()).status).toBe('failed')

    clock.later = 11 * 86_400_000
    expect(await cancelUnpaidOrders(shop)).toBe(1)
    expect((await templates()).slice(4)).toEqual(['order-cancelled', 'shop-order-cancelled'])
    expect(await onHand()).toBe(STOCK)
  })

  test('that has failed is paid with another card, and later orders of the same cart leave it alone', async () => {
    const shopper = await acceptedSale('pm_card_processing')
    const { id } = await theOrder()
    await finish('failed')
    await reconcilePayments(shop)
    await shopper.add(productId, 1)
    expect(await placing['wc-ajax checkout']?.(shopper, 'bacs', '')).toBe('received')
    const first = (await db.select().from(orders).where(eq(orders.id, id)))[0]
    expect(first?.status).toBe('failed')
    const client = new StoreClient(app)
    await client.get('/cart')
    const proof = { key: first?.orderKey, billing_email: 'ada@shop.test' }
    const paid = await client.post(`/checkout/${id}`, { ...proof, ...payData('stripe_cc', 'pm_card_visa') })
    expect([paid.status, paid.json.status]).toEqual([200, 'processing'])
    expect((await templates()).filter((template) => template === 'payment-received')).toHaveLength(1)
    expect(await onHand()).toBe(STOCK - 3)
  })

  test('waits beyond every deadline, and is refunded if its order was cancelled meanwhile', async () => {
    await acceptedSale('pm_card_processing')
    clock.later = 30 * 86_400_000
    expect([await cancelUnpaidOrders(shop), await expireOnHold(shop)]).toEqual([0, { reminded: 0, cancelled: 0 }])
    const { id } = await theOrder()
    await transitionOrderByHand(shop, { orderId: id, to: 'cancelled', author: 'Olive Owner' })
    expect(await onHand()).toBe(STOCK)
    await cancelIntent(shop, await intentId(), id)
    expect((await theOrder()).status).toBe('cancelled')
    jobs.length = 0
    await finish('succeeded')
    await reconcilePayments(shop)
    expect(jobs).toContainEqual(expect.objectContaining({ name: 'refund-late-payment' }))
    expect((await theOrder()).status).toBe('cancelled')
  })

  test('an outdated response of the provider does not fail it', async () => {
    await acceptedSale('pm_card_processing')
    const { provider: real } = shop.payments
    const retrieveIntent: typeof real.retrieveIntent = async (id, signal) => {
      const retrieved = await real.retrieveIntent(id, signal)
      // Meanwhile another request learns the current state of the payment.
      clock.later += 1000
      await settlePayment(shop, id)
      if (!retrieved.ok) return retrieved
      const lastError = { code: 'card_declined', declineCode: null, message: '' }
      return { ok: true, intent: { ...retrieved.intent, status: 'requires_payment_method', lastError } }
    }
    const slow = { ...shop, payments: { ...shop.payments, provider: { ...real, retrieveIntent } } }
    await settlePayment(slow, await intentId())
    expect((await theOrder()).status).toBe('on-hold')
  })
})

describe('an authorized payment', () => {
  test('names its charge and the time for capturing, and is paid once it is captured', async () => {
    await acceptedSale('pm_card_authorized')
    const { chargeId } = (await payment()) ?? {}
    expect((await notes()).join()).toContain(`can be captured for seven days: ${chargeId}.`)
    await stripe.paymentIntents.capture(await intentId())
    await deliver(await about(await intentId()))
    expect(await theOrder()).toMatchObject({ status: 'processing', transactionId: chargeId })
    expect(await templates()).toEqual([...ACCEPTED, 'payment-received'])
  })

  test('is voided when its order is cancelled', async () => {
    await acceptedSale('pm_card_authorized')
    const { id } = await theOrder()
    jobs.length = 0
    await transitionOrderByHand(shop, { orderId: id, to: 'cancelled', author: 'Olive Owner' })
    expect(jobs).toContainEqual({ name: 'cancel-intent', data: { intentId: await intentId(), orderId: id } })
    await cancelIntent(shop, await intentId(), id)
    expect((await stripe.paymentIntents.retrieve(await intentId())).status).toBe('canceled')
    expect([(await theOrder()).status, await onHand()]).toEqual(['cancelled', STOCK])
    await deliver(await about(await intentId()))
    expect(await theOrder()).toMatchObject({ status: 'cancelled', refundedCents: 0 })
  })

  test('that has expired uncaptured fails its order', async () => {
    await acceptedSale('pm_card_authorized')
    await stripe.paymentIntents.cancel(await intentId())
    await deliver(await about(await intentId()))
    expect([(await theOrder()).status, await onHand()]).toEqual(['failed', STOCK])
  })

  test('is accepted, not voided, by the job that cancels unpaid orders', async () => {
    const shopper = buyer()
    await shopper.add(productId, 2)
    faulty.injectFault(CONFIRM, { kind: 'disconnect-after' }, 1)
    await placing['wc-ajax checkout']?.(shopper, 'stripe_cc', 'pm_card_authorized')
    clock.later = 3 * 3_600_000
    expect(await cancelUnpaidOrders(shop)).toBe(0)
    expect(await theOrder()).toMatchObject({ status: 'on-hold' })
  })
})

test('[OPAY-01] an order whose first intent was made but never answered can be paid in another way', async () => {
  const shopper = buyer()
  await shopper.add(productId, 2)
  faulty.injectFault(/\/payment_intents$/, { kind: 'disconnect-after' })
  expect(await placing['wc-ajax checkout']?.(shopper, 'stripe_cc', 'pm_card_visa')).toBe('error')
  faulty.clearFaults()
  const { id, orderKey } = await theOrder()
  const nonce = orderPayNonce(shop, (await theOrder()) as Parameters<typeof orderPayNonce>[1])
  const response = await shopper.post(`/checkout/order-pay/${id}/?pay_for_order=true&key=${orderKey}`, {
    woocommerce_pay: '1',
    'woocommerce-pay-nonce': nonce,
    payment_method: 'stripe_googlepay',
    stripe_googlepay_token_key: 'pm_card_visa',
  })
  expect(response.status).toBe(303)
  expect(await theOrder()).toMatchObject({ status: 'processing', paymentMethod: 'stripe_googlepay' })
  const { data } = await stripe.paymentIntents.list({ limit: 2 })
  expect(data.map(({ status, metadata }) => [status, metadata.gateway_id])).toEqual([
    ['succeeded', 'stripe_googlepay'],
    ['requires_payment_method', 'stripe_cc'],
  ])
})

test('[CHK-18] two ways to pay sent at once charge once', async () => {
  const shopper = buyer()
  await shopper.add(productId, 2)
  await placing['wc-ajax checkout']?.(shopper, 'stripe_cc', DECLINED)
  await db.delete(payments)
  const order = (await theOrder()) as Parameters<typeof intentFor>[0]['order']
  const source = { paymentMethodId: 'pm_card_visa', userId: null, isSaved: false, wantsSaving: false }
  const signal = AbortSignal.timeout(20_000)
  const [card, wallet] = await Promise.all(
    ['stripe_cc', 'stripe_googlepay'].map((paymentMethod) =>
      intentFor({ shop, order: { ...order, paymentMethod }, source, signal }),
    ),
  )
  const ids = [card, wallet].map((result) => (result?.ok ? result.intent.id : ''))
  expect(ids).toEqual([await intentId(), await intentId()])
})
