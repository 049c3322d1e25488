/** Stock of orders whose payment was never tried, or without a known result: it is held while something is under way, and no longer. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { releaseExpiredAttempts } from '../../src/shop/checkout/expired-attempts.ts'
import { reconcilePayments } from '../../src/shop/checkout/payment-jobs.ts'
import { startPaymentAttempt } from '../../src/shop/checkout/reserve-stock.ts'
import { findOrder } from '../../src/shop/orders/orders.store.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { openPaymentService } from '../../src/shop/payments/open-payment-service.ts'
import { completeAuthentication, newBuyer } from '../running/buyer.ts'
import { startFaultyProvider } from '../support/faulty-provider.ts'
import { openShop } from '../support/shop.ts'
import { addProduct, stockOnHand } from './stock.ts'

const CONFIRM = /^\/v1\/payment_intents\/\w+\/confirm/
const CREATE = /^\/v1\/payment_intents$/
const MINUTE = 60_000

let later = 0
const { app, shop, db, provider } = await openShop({
  settings: { termsPage: null },
  now: () => new Date(Date.now() + later),
})
const line = await startFaultyProvider(provider.url)
afterAll(() => line.stop())

let tin: number
beforeAll(async () => {
  tin = await addProduct(db, 1000)
})
beforeEach(() => {
  later = 0
  line.clearFaults()
  // A breaker of its own for each test, and time for every retry.
  Object.assign(shop, {
    payments: openPaymentService({ keys: provider, sandboxOrigin: line.url, shopperTimeoutMs: 4000 }),
  })
})

async function shopper() {
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  await buyer.add(tin)
  const page = await buyer.openCheckout()
  const before = await stockOnHand(db, tin)
  return {
    page,
    pay: (card = 'pm_card_visa') => buyer.checkout(page, { payment_method: 'stripe_cc', stripe_cc_token_key: card }),
    /** How many pieces are held or sold since. */
    taken: async () => before - (await stockOnHand(db, tin)),
  }
}
const statusOf = async (orderId = 0) => (await findOrder(db, orderId))?.status
const newestOrder = async () => {
  const all = await db.select().from(orders)
  return all.toSorted((a, b) => b.id - a.id)[0]
}

test('[CHK-18 takes stock] a card that could not be tried holds nothing, and the next attempt gets its stock again', async () => {
  const { pay, taken } = await shopper()
  line.injectFault(CREATE, { kind: 'server-error' })
  const failed = await pay()
  expect([failed.result, failed.messages]).toEqual([
    'failure',
    expect.stringContaining('can’t reach our payment provider'),
  ])
  expect([(await newestOrder())?.status, await taken()]).toEqual(['pending', 0])
  line.clearFaults()
  const paid = await pay()
  expect([paid.result, await statusOf(paid.order_id), await taken()]).toEqual(['success', 'processing', 1])
})

test('[CHK-18 takes stock] of two attempts the one that could not be tried leaves the stock to the other', async () => {
  const { pay, page, taken } = await shopper()
  const started = await pay('pm_card_authenticationRequired')
  expect(await taken()).toBe(1)
  line.injectFault(/v1/, { kind: 'server-error' })
  // Until the circuit breaker sends nothing any more.
  for (let count = 0; count < 4; count += 1) await pay('pm_card_mastercard')
  later = 3 * MINUTE
  await releaseExpiredAttempts(shop)
  expect(await taken()).toBe(1)
  line.clearFaults()
  await completeAuthentication(page, started.redirect ?? '')
  Object.assign(shop, { payments: openPaymentService({ keys: provider, sandboxOrigin: line.url }) })
  await reconcilePayments(shop)
  expect([await statusOf(started.order_id), await taken()]).toEqual(['processing', 1])
})

test('[CHK-18 takes stock] an unknown result holds the stock for two minutes, and no longer once the provider knows of no attempt', async () => {
  const { pay, taken } = await shopper()
  line.injectFault(CONFIRM, { kind: 'disconnect-before' })
  const unknown = await pay()
  line.clearFaults()
  const { order_id: orderId = 0 } = unknown
  expect([await statusOf(orderId), await taken()]).toEqual(['pending', 1])
  later = MINUTE
  await reconcilePayments(shop)
  expect([await releaseExpiredAttempts(shop), await taken()]).toEqual([0, 1])
  later = 2 * MINUTE + 30_000
  await Promise.all([releaseExpiredAttempts(shop), releaseExpiredAttempts(shop)])
  expect([await statusOf(orderId), await taken()]).toEqual(['pending', 0])
  const paid = await pay()
  expect([paid.order_id, await statusOf(orderId), await taken()]).toEqual([orderId, 'processing', 1])
})

test('[CHK-18 takes stock] it stays while the bank waits for the shopper, while nobody can be asked, and for what was paid', async () => {
  const [authenticating, silent, charged] = [await shopper(), await shopper(), await shopper()]
  line.injectFault(CONFIRM, { kind: 'disconnect-after' })
  const waiting = await authenticating.pay('pm_card_authenticationRequired')
  const paid = await charged.pay()
  line.injectFault(CONFIRM, { kind: 'disconnect-before' })
  const unknown = await silent.pay()
  const held = (await stockOnHand(db, tin)) ?? 0
  line.injectFault(/v1/, { kind: 'server-error' })
  later = 3 * MINUTE
  expect(await releaseExpiredAttempts(shop)).toBe(0)
  expect(await stockOnHand(db, tin)).toBe(held)
  line.clearFaults()
  Object.assign(shop, { payments: openPaymentService({ keys: provider, sandboxOrigin: line.url }) })
  expect(await releaseExpiredAttempts(shop)).toBe(1)
  expect(await stockOnHand(db, tin)).toBe(held + 1)
  expect([await statusOf(waiting.order_id), await statusOf(paid.order_id), await statusOf(unknown.order_id)]).toEqual([
    'pending',
    'processing',
    'pending',
  ])
  await completeAuthentication(authenticating.page, waiting.redirect ?? '').catch(() => undefined)
})

test('[CHK-18 takes stock] a process that ends within an attempt leaves no stock behind', async () => {
  const { pay, taken } = await shopper()
  line.injectFault(CREATE, { kind: 'server-error' })
  await pay()
  const order = await newestOrder()
  // As it is while the attempt runs.
  const found = await findOrder(db, order?.id ?? 0)
  if (!found) throw new Error('There is no order')
  expect((await startPaymentAttempt(shop, found, false)).ok).toBe(true)
  expect(await taken()).toBe(1)
  later = MINUTE
  expect(await releaseExpiredAttempts(shop)).toBe(0)
  later = 3 * MINUTE
  expect([await releaseExpiredAttempts(shop), await taken()]).toEqual([1, 0])
  const [row] = await db.select().from(orders).where(eq(orders.id, found.id))
  expect(row).toMatchObject({ activePaymentAttempts: 0, paymentAttemptsExpireAt: null, holdsStock: false })
})
