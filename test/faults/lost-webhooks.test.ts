/** Every webhook is lost: a running shop finds out by itself, within a minute, that its payments have succeeded. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findOrder } from '../../src/shop/orders/orders.store.ts'
import { completeAuthentication, newBuyer } from '../running/buyer.ts'
import { openInProcessShop } from './in-process-shop.ts'
import { addProduct } from './stock.ts'

const { db, sendRequest, providerUrl, secretKey, ledger } = await openInProcessShop()
const LIMIT_MS = 60_000

test('[PAY-18] [CHK-18] with all webhooks dropped a paid intent is a paid order within 60 s', {
  timeout: 120_000,
}, async () => {
  const dropped = await fetch(`${providerUrl}/sandbox/control`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secretKey}` },
    body: JSON.stringify({ webhooks: { dropNext: 'all' } }),
  })
  expect(dropped.status).toBe(200)
  const tin = await addProduct(db, 100)
  const sold: { orderId: number; paidAt: number }[] = []
  // Payments at different moments, so that some of them have just missed a run of the job.
  for (let count = 0; count < 3; count += 1) {
    const buyer = newBuyer(sendRequest)
    await buyer.add(tin)
    const page = await buyer.openCheckout()
    const answer = await buyer.checkout(page, {
      payment_method: 'stripe_cc',
      stripe_cc_token_key: 'pm_card_authenticationRequired',
    })
    await completeAuthentication(page, answer.redirect ?? '')
    sold.push({ orderId: answer.order_id ?? 0, paidAt: Date.now() })
    await pause(5000)
  }
  for (const { orderId, paidAt } of sold) {
    while ((await findOrder(db, orderId))?.paidAt === null) {
      expect(Date.now() - paidAt).toBeLessThan(LIMIT_MS)
      await pause(500)
    }
  }
  expect((await ledger.charges()).map(({ orderId }) => orderId).toSorted()).toEqual(
    sold.map(({ orderId }) => orderId).toSorted(),
  )
})
