/** Every webhook is lost: a running shop finds out without them, within a minute, what happens to its payments. */
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { findOrder } from '../../src/shop/orders/orders.store.ts'
import { payments } from '../../src/shop/orders/payments/payments.table.ts'
import { completeAuthentication, newBuyer } from '../running/buyer.ts'
import { openInProcessShop } from './in-process-shop.ts'
import { addProduct } from './stock.ts'

const { db, sendRequest, providerUrl, secretKey, ledger } = await openInProcessShop()
const LIMIT_MS = 60_000

async function buy(productId: number, card: string) {
  const buyer = newBuyer(sendRequest)
  await buyer.add(productId)
  const page = await buyer.openCheckout()
  const answer = await buyer.checkout(page, { payment_method: 'stripe_cc', stripe_cc_token_key: card })
  return { page, orderId: answer.order_id ?? 0, redirect: answer.redirect ?? '' }
}

test('[PAY-18] [CHK-18] with all webhooks dropped a paid intent is a paid order within 60 s, and a refund and a dispute are known', {
  timeout: 120_000,
}, async () => {
  const dropped = await fetch(`${providerUrl}/sandbox/control`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secretKey}` },
    body: JSON.stringify({ webhooks: { dropNext: 'all' } }),
  })
  expect(dropped.status).toBe(200)
  const tin = await addProduct(db, 100)
  const { hostname, port } = new URL(providerUrl)
  const stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
  const [refunded, disputed] = [await buy(tin, 'pm_card_visa'), await buy(tin, 'pm_card_visa')]
  const intentOf = async ({ orderId }: { orderId: number }) =>
    (await db.select().from(payments).where(eq(payments.orderId, orderId)))[0]?.intentId ?? ''
  await stripe.refunds.create({ payment_intent: await intentOf(refunded) })
  const disputeOf = { payment_intent: await intentOf(disputed) }
  await stripe.rawRequest('POST', '/v1/test_helpers/disputes', disputeOf)
  const reversedAt = Date.now()
  const sold: { orderId: number; paidAt: number }[] = []
  // Payments at different moments, so that some of them have just missed a run of the job.
  for (let count = 0; count < 3; count += 1) {
    const { page, orderId, redirect } = await buy(tin, 'pm_card_authenticationRequired')
    await completeAuthentication(page, redirect)
    sold.push({ orderId, paidAt: Date.now() })
    await pause(5000)
  }
  for (const { orderId, paidAt } of sold) {
    while ((await findOrder(db, orderId))?.paidAt === null) {
      expect(Date.now() - paidAt).toBeLessThan(LIMIT_MS)
      await pause(500)
    }
  }
  const statusOf = async ({ orderId }: { orderId: number }) => (await findOrder(db, orderId))?.status
  while ((await statusOf(refunded)) !== 'refunded' || (await statusOf(disputed)) !== 'on-hold') {
    expect(Date.now() - reversedAt).toBeLessThan(LIMIT_MS)
    await pause(500)
  }
  expect((await ledger.charges()).map(({ orderId }) => orderId).toSorted()).toEqual(
    [refunded, disputed, ...sold].map(({ orderId }) => orderId).toSorted(),
  )
})
