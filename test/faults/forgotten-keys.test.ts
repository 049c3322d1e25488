/**
 * The provider has forgotten all idempotency keys, as it does after a day: repeated commands move no money a second
 * time.
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { providerCustomerOf } from '../../src/shop/gateways/cards/provider-customer.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { paymentRefunds, payments } from '../../src/shop/orders/payments/payments.table.ts'
import { reconcilePayments, refundLatePayment } from '../../src/shop/reconciliation/payment-jobs.ts'
import { finishRefunds, refundOrder } from '../../src/shop/refunds/refund-order.ts'
import { type CheckoutPage, cardToken, newBuyer } from '../running/buyer.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'
import { openProviderLedger } from './provider-ledger.ts'
import { addProduct } from './stock.ts'

const { app, shop, db, pool, provider } = await openShop({ settings: { termsPage: null } })
const ledger = openProviderLedger(provider.url, provider.secretKey)
const tin = await addProduct(db, 100)

const forget = () => pool.query('delete from provider_sandbox.idempotency')

async function atCheckout() {
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  await buyer.add(tin)
  const page = await buyer.openCheckout()
  return (card: string) => buyer.checkout(page, { payment_method: 'stripe_cc', stripe_cc_token_key: card })
}

async function paymentOf(orderId: number | undefined) {
  const [payment] = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId ?? 0))
  if (!payment?.intentId) throw new Error('The order has no payment')
  return { ...payment, intentId: payment.intentId }
}

test('[CHK-18] a checkout that is sent again charges once', async () => {
  const pay = await atCheckout()
  const { order_id: orderId } = await pay('pm_card_visa')
  const { intentId } = await paymentOf(orderId)
  await forget()
  await pay('pm_card_visa')
  const again = await shop.payments.provider.confirmIntent({
    intentId,
    paymentMethodId: 'pm_card_visa',
    idempotencyKey: 'the same command',
  })
  expect(again).toMatchObject({ ok: false, problem: { kind: 'refused' } })
  await reconcilePayments(shop)
  expect(await ledger.charges()).toHaveLength(1)
  expect(await db.$count(orders)).toBe(1)
})

test('[PAY-19 capture] a capture that is sent again captures once', async () => {
  const pay = await atCheckout()
  const { intentId, amountCents } = await paymentOf((await pay('pm_card_authorized')).order_id)
  const capture = () =>
    shop.payments.provider.captureIntent({ intentId, amountCents, idempotencyKey: `capture-${intentId}` })
  expect(await capture()).toMatchObject({ ok: true })
  await forget()
  expect(await capture()).toMatchObject({ ok: false, problem: { kind: 'refused' } })
  expect((await ledger.charges()).filter((charge) => charge.amountCents === amountCents)).toHaveLength(2)
})

test('[PAY-13 full] a refund of a late payment that is sent again is made once', async () => {
  const pay = await atCheckout()
  const { order_id: orderId = 0 } = await pay('pm_card_visa')
  const { intentId, amountCents } = await paymentOf(orderId)
  await refundLatePayment(shop, orderId, intentId, amountCents)
  await forget()
  await refundLatePayment(shop, orderId, intentId, amountCents)
  await finishRefunds(shop)
  const [charge] = (await ledger.charges()).filter((one) => one.orderId === orderId)
  expect(charge).toMatchObject({ amountCents, refundedCents: amountCents })
})

test('[PAY-19 capture] a void that is sent again changes nothing, and what was voided is not captured', async () => {
  const pay = await atCheckout()
  const { intentId, amountCents } = await paymentOf((await pay('pm_card_authorized')).order_id)
  const cancel = () =>
    shop.payments.provider.cancelIntent({ intentId, reason: 'abandoned', idempotencyKey: `void-${intentId}` })
  expect(await cancel()).toMatchObject({ ok: true, intent: { status: 'canceled' } })
  await forget()
  expect(await cancel()).toMatchObject({ ok: false, problem: { kind: 'refused' } })
  const capture = { intentId, amountCents, idempotencyKey: `capture-${intentId}` }
  expect(await shop.payments.provider.captureIntent(capture)).toMatchObject({ ok: false })
})

test('[PAY-13 partial] a refund whose answer was lost is asked about before it is repeated', async () => {
  const pay = await atCheckout()
  const { order_id: orderId = 0 } = await pay('pm_card_visa')
  const author = { id: 0, name: 'owner' }
  const request = { orderId, amountCents: 500, reason: '', parts: [], restocks: false, isByHand: false, author }
  expect(await refundOrder(shop, request)).toMatchObject({ ok: true, refund: { status: 'succeeded' } })
  // Simulates a shop that was killed before it stored the response.
  const lost = { status: 'starting', refundId: null, createdAt: new Date(Date.now() - 3_600_000) } as const
  await db.update(paymentRefunds).set(lost).where(eq(paymentRefunds.orderId, orderId))
  await forget()
  expect(await finishRefunds(shop)).toBe(1)
  const [charge] = (await ledger.charges()).filter((one) => one.orderId === orderId)
  expect(charge?.refundedCents).toBe(500)
})

test('[PAY-12] customers, and cards that are attached and detached again, are changed once', async () => {
  const { id: userId } = await createSignedInUser(shop, 'customer')
  const [first, again] = [
    await providerCustomerOf(shop, userId),
    await forget().then(() => providerCustomerOf(shop, userId)),
  ]
  expect(again).toEqual(first)
  const { customerId } = first as Extract<typeof first, { ok: true }>
  const card = await cardToken({ providerUrl: provider.url, publishableKey: provider.publishableKey } as CheckoutPage)
  for (let times = 0; times < 2; times += 1) {
    const attach = { paymentMethodId: card, customerId, idempotencyKey: `attach-${card}-${customerId}` }
    expect(await shop.payments.cards.attachCard(attach)).toMatchObject({ ok: true, card: { customerId } })
    await forget()
  }
  const detach = () => shop.payments.cards.detachCard({ paymentMethodId: card, idempotencyKey: `detach-${card}` })
  expect(await detach()).toMatchObject({ ok: true, card: { customerId: null } })
  await forget()
  expect(await detach()).toMatchObject({ ok: false, problem: { kind: 'refused' } })
})
