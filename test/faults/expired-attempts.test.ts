/**
 * Stock of orders whose payment was never tried, or has no known result: the shop holds it while an attempt is running,
 * and no longer.
 */
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPaymentService } from '../../src/shop/gateways/open-payment-service.ts'
import { findOrder } from '../../src/shop/orders/orders.store.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { findActivePayment } from '../../src/shop/orders/payments/payments.store.ts'
import { releaseExpiredAttempts } from '../../src/shop/payments/expired-attempts.ts'
import { startPaymentAttempt } from '../../src/shop/payments/reserve-stock.ts'
import { settlePayment } from '../../src/shop/payments/settle-payment.ts'
import { reconcilePayments } from '../../src/shop/reconciliation/payment-jobs.ts'
import { completeAuthentication, newBuyer } from '../running/buyer.ts'
import { impatientPayments, startFaultyProvider } from '../support/faulty-provider.ts'
import { openShop } from '../support/shop.ts'
import { addProduct, stockOnHand } from './stock.ts'

const RETRIEVE = /^\/v1\/payment_intents\/\w+(\?|$)/
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
  // A new circuit breaker for each test, and enough time for every retry on a slow machine: a request that is in flight
  // when the wait ends would be answered after the faults are cleared.
  Object.assign(shop, {
    payments: impatientPayments(line, provider, 15_000),
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
    /** How many pieces have been reserved or sold since then. */
    taken: async () => before - (await stockOnHand(db, tin)),
  }
}
/**
 * Runs `ask` and delays the provider's next response about a payment until `meanwhile` is done, so that the response is
 * outdated.
 */
async function withHeldAnswer<T>(ask: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  const { promise: until, resolve: answer } = Promise.withResolvers<undefined>()
  const before = line.requests.length
  line.injectFault(RETRIEVE, { kind: 'held-response', until }, 1)
  const asked = ask()
  await expect.poll(() => line.requests.slice(before).some((request) => request.startsWith('GET'))).toBe(true)
  await meanwhile()
  answer(undefined)
  return asked
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
  // After these attempts the circuit breaker is open and sends no requests.
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
  // The state of an order while its attempt runs.
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

test('[CHK-18 takes stock] an attempt that begins while the provider is asked about the one before, and waits for the bank, keeps the stock', async () => {
  const { pay, page, taken } = await shopper()
  line.injectFault(CONFIRM, { kind: 'disconnect-before' })
  const { order_id: orderId = 0 } = await pay()
  line.clearFaults()
  later = 2.5 * MINUTE
  let redirect = ''
  const released = await withHeldAnswer(
    () => releaseExpiredAttempts(shop),
    async () => {
      const retried = await pay('pm_card_authenticationRequired')
      expect(retried).toMatchObject({ order_id: orderId, result: 'success' })
      redirect = retried.redirect ?? ''
    },
  )
  expect([released, await taken(), (await newestOrder())?.holdsStock]).toEqual([0, 1, true])
  await completeAuthentication(page, redirect)
  await reconcilePayments(shop)
  expect([await statusOf(orderId), await taken()]).toEqual(['processing', 1])
})

test('[CHK-18 takes stock] news of a declined card that come late do not take the stock from a dialog that was opened since', async () => {
  const { pay, page, taken } = await shopper()
  const declined = await pay('pm_card_chargeDeclined')
  expect([declined.result, await taken()]).toEqual(['failure', 0])
  const order = await newestOrder()
  const intentId = (await findActivePayment(db, order?.id ?? 0))?.intentId ?? ''
  let redirect = ''
  // The shop does this when it processes the provider's event about the declined card.
  const settled = await withHeldAnswer(
    () => settlePayment(shop, intentId),
    async () => {
      redirect = (await pay('pm_card_authenticationRequired')).redirect ?? ''
      expect(await taken()).toBe(1)
    },
  )
  expect([settled.kind, await taken(), (await newestOrder())?.holdsStock]).toEqual(['declined', 1, true])
  await completeAuthentication(page, redirect)
  await reconcilePayments(shop)
  expect([await statusOf(order?.id), await taken()]).toEqual(['processing', 1])
})

test('[CHK-18 takes stock] an attempt whose payment does not fit its order ends as well, unless money has moved', async () => {
  const [untried, charged] = [await shopper(), await shopper()]
  line.injectFault(CONFIRM, { kind: 'disconnect-before' })
  const { order_id: open = 0 } = await untried.pay()
  line.injectFault(CONFIRM, { kind: 'disconnect-after' })
  const { order_id: paid = 0 } = await charged.pay()
  line.clearFaults()
  const held = (await stockOnHand(db, tin)) ?? 0
  // Simulates orders that were changed after their payments were created.
  const more = { feesCents: sql`${orders.feesCents} + 100`, totalCents: sql`${orders.totalCents} + 100` }
  await db
    .update(orders)
    .set(more)
    .where(inArray(orders.id, [open, paid]))
  later = 2.5 * MINUTE
  expect([await releaseExpiredAttempts(shop), await stockOnHand(db, tin)]).toEqual([1, held + 1])
  expect((await findOrder(db, paid))?.holdsStock).toBe(true)
})
