/** The provider has forgotten all idempotency keys, as after a day: repeated commands move no money a second time. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reconcilePayments, refundLatePayment } from '../../src/shop/checkout/payment-jobs.ts'
import { finishRefunds } from '../../src/shop/checkout/refund-order.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { payments } from '../../src/shop/payments/payments.table.ts'
import { newBuyer } from '../running/buyer.ts'
import { openShop } from '../support/shop.ts'
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
