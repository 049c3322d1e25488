/** Stock held during payment: with an expiry, for one shopper, and never sold twice. The clock is fake. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { defaultSettings } from '../../src/settings.ts'
import { findOrder } from '../../src/shop/orders/orders.store.ts'
import { transitionOrderByHand } from '../../src/shop/orders/transition-order.ts'
import { startPaymentAttempt } from '../../src/shop/payments/reserve-stock.ts'
import {
  cancelIntent,
  cancelUnpaidOrders,
  deleteAbandonedOrders,
  reconcilePayments,
  refundLatePayment,
} from '../../src/shop/reconciliation/payment-jobs.ts'
import {
  type Buyer,
  type CheckoutPage,
  cards,
  cardToken,
  completeAuthentication,
  type Fields,
  newBuyer,
  type SendRequest,
} from '../running/buyer.ts'
import { openShop } from '../support/shop.ts'
import { openProviderLedger } from './provider-ledger.ts'
import { addProduct, setStockOnHand, stockOnHand, sumOfMovements } from './stock.ts'

let now = new Date('2026-11-20T12:00:00Z')
const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const { gateways } = defaultSettings
const { app, shop, db, enqueuedJobs, provider } = await openShop({
  now: () => now,
  settings: { holdStockMinutes: 30, gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } } },
})

const providerLedger = openProviderLedger(provider.url, provider.secretKey)
const ask: SendRequest = async (path, init) => app.request(path, init)

type Ready = { readonly buyer: Buyer; readonly page: CheckoutPage }

async function atCheckout(tin: number, quantity = 1): Promise<Ready> {
  const buyer = newBuyer(ask)
  await buyer.add(tin, quantity)
  return { buyer, page: await buyer.openCheckout() }
}

const pay = async ({ buyer, page }: Ready, card: string = cards.good, more: Fields = {}) =>
  buyer.checkout(page, { ...more, stripe_cc_token_key: await cardToken(page, card) })

async function ordersOf(tin: number) {
  const { rows } = await db.execute<{
    id: number
    status: string
    number: number | null
    is_paid: boolean
    holds_stock: boolean
    key: string
  }>(sql`
    select o.id, o.status, o.invoice_number as number, o.paid_at is not null as is_paid, o.holds_stock, o.order_key as key
      from orders o join order_lines l on l.order_id = o.id where l.product_id = ${tin} order by o.id`)
  return rows
}

const chargesOf = async (orderId: number) =>
  (await providerLedger.charges()).filter(
    (charge) => charge.orderId === orderId && charge.refundedCents < charge.amountCents,
  )

/**
 * Makes the next provider calls fail: `before` the provider carries them out, or `after`, when only the response is
 * lost.
 */
const trouble = (failNext: number, failWhen: 'before' | 'after') =>
  fetch(`${provider.url}/sandbox/control`, {
    method: 'POST',
    headers: { authorization: `Bearer ${provider.secretKey}` },
    body: JSON.stringify({ latencyMs: 0, failNext, failWhen }),
  })

test('[CHK-18] orders left by declined cards are deleted after a day, and nothing that was sold', async () => {
  const tin = await addProduct(db, 9)
  const refused = await atCheckout(tin)
  const waiting = await atCheckout(tin)
  const sold = await atCheckout(tin)
  expect((await pay(refused, cards.declined)).result).toBe('failure')
  expect((await pay(sold)).result).toBe('success')
  expect((await waiting.buyer.checkout(waiting.page, { payment_method: 'bacs' })).result).toBe('success')
  const called = await atCheckout(tin)
  const accepted = await called.buyer.checkout(called.page, { payment_method: 'bacs' })
  await transitionOrderByHand(shop, { orderId: accepted.order_id ?? 0, to: 'cancelled', author: 'owner' })

  later(31)
  expect(await cancelUnpaidOrders(shop)).toBe(1)
  expect(await deleteAbandonedOrders(shop)).toBe(0)
  later(24 * 60 + 1)
  expect(await deleteAbandonedOrders(shop)).toBe(1)
  expect((await ordersOf(tin)).map(({ status }) => status)).toEqual(['processing', 'on-hold', 'cancelled'])
  expect([await stockOnHand(db, tin), await sumOfMovements(db, tin)]).toEqual([7, 7])

  // The shopper submits an old tab after the cart was emptied: no order is left to continue with.
  await db.execute(sql`delete from cart_lines where product_id = ${tin}`)
  expect((await pay(refused, cards.good)).result).toBe('failure')
  expect(await ordersOf(tin)).toHaveLength(3)
})

test('[CHK-18] the last tin, not paid in time, can be bought by another shopper; the first is notified on return', async () => {
  const tin = await addProduct(db, 1)
  const first = await atCheckout(tin)
  const second = newBuyer(ask)
  expect((await pay(first, cards.requiresAuthentication)).redirect).toMatch(/^#response=/)
  expect(await stockOnHand(db, tin)).toBe(0)
  expect((await second.add(tin)).error).toBe(true)

  later(29)
  expect(await cancelUnpaidOrders(shop)).toBe(0)
  later(2)
  expect(await cancelUnpaidOrders(shop)).toBe(1)
  expect(await stockOnHand(db, tin)).toBe(1)
  const [order] = await ordersOf(tin)
  expect(order).toMatchObject({ status: 'cancelled', number: null })

  const page = await (await first.buyer.send(`/checkout/order-received/${order?.id}/?key=${order?.key}`)).text()
  expect(page).toContain('not paid in time')
  const checkout = await (await first.buyer.send('/checkout/')).text()
  expect(checkout).toContain('not paid in time')

  await second.add(tin)
  const paid = await pay({ buyer: second, page: await second.openCheckout() })
  expect(paid.result).toBe('success')
  const late = await pay(first)
  expect(late.result).toBe('failure')
  expect(late.messages).toMatch(/not in stock/)
  expect(await ordersOf(tin)).toMatchObject([{ status: 'cancelled' }, { status: 'processing', is_paid: true }])
  expect(await stockOnHand(db, tin)).toBe(0)
  expect(await sumOfMovements(db, tin)).toBe(0)
})

test('[CHK-18] a declined card reserves nothing: the next attempt reserves the stock again, or reports a shortfall and charges nothing', async () => {
  const tin = await addProduct(db, 3)
  const first = await atCheckout(tin, 3)
  expect((await pay(first, cards.declined)).result).toBe('failure')
  expect([await stockOnHand(db, tin), await sumOfMovements(db, tin)]).toEqual([3, 3])
  expect((await pay(first, cards.declined)).result).toBe('failure')
  expect((await pay(first)).result).toBe('success')
  expect(await ordersOf(tin)).toMatchObject([{ status: 'processing', is_paid: true, holds_stock: true }])
  expect([await stockOnHand(db, tin), await sumOfMovements(db, tin)]).toEqual([0, 0])

  const other = await addProduct(db, 3)
  const slow = await atCheckout(other, 2)
  const quick = await atCheckout(other, 2)
  expect((await pay(slow, cards.declined)).result).toBe('failure')
  expect((await pay(quick)).result).toBe('success')
  const short = await pay(slow)
  expect(short.result).toBe('failure')
  expect(short.messages).toContain('(1 available)')
  const [waiting] = await ordersOf(other)
  expect(await chargesOf(waiting?.id ?? 0)).toEqual([])
  // The owner restocks, and the same shopper tries again.
  await setStockOnHand(db, other, 5)
  expect((await pay(slow)).result).toBe('success')
  expect(await ordersOf(other)).toMatchObject([{ is_paid: true }, { is_paid: true }])
  expect([await stockOnHand(db, other), await sumOfMovements(db, other)]).toEqual([3, 3])
})

test('[CHK-18] a card unknown to the provider reserves nothing, like a declined one', async () => {
  const tin = await addProduct(db, 4)
  const ready = await atCheckout(tin, 4)
  const unknown = () => ready.buyer.checkout(ready.page, { stripe_cc_token_key: 'pm_made_up' })
  expect((await unknown()).result).toBe('failure')
  expect(await stockOnHand(db, tin)).toBe(4)
  expect((await unknown()).result).toBe('failure')
  expect(await stockOnHand(db, tin)).toBe(4)
  expect((await pay(ready)).result).toBe('success')
  expect([await stockOnHand(db, tin), await sumOfMovements(db, tin)]).toEqual([0, 0])
})

test('[CHK-18] many concurrent attempts of one cart, all declined: nothing is reserved after the last one', async () => {
  for (const card of [cards.declined, cards.insufficientFunds]) {
    const tin = await addProduct(db, 4)
    const ready = await atCheckout(tin, 4)
    const tokens = await Promise.all(Array.from({ length: 6 }, () => cardToken(ready.page, card)))
    const made = ['pm_made_up_1', 'pm_made_up_2']
    await Promise.all(
      [...tokens, ...made].map((token) => ready.buyer.checkout(ready.page, { stripe_cc_token_key: token })),
    )
    expect([await stockOnHand(db, tin), await sumOfMovements(db, tin)]).toEqual([4, 4])
    expect((await ordersOf(tin)).filter(({ status }) => status === 'pending')).toMatchObject([{ holds_stock: false }])
  }
})

test('[CHK-18] of two attempts in progress the first one to end releases nothing, whichever it is', async () => {
  for (const first of [0, 1]) {
    const tin = await addProduct(db, 1)
    const ready = await atCheckout(tin)
    await pay(ready, cards.declined)
    const order = await findOrder(db, (await ordersOf(tin))[0]?.id ?? 0)
    if (!order) throw new Error('The order is gone')
    const tries = [await startPaymentAttempt(shop, order, false), await startPaymentAttempt(shop, order, false)]
    expect(await stockOnHand(db, tin)).toBe(0)
    for (const [index, left] of [
      [first, 0],
      [1 - first, 1],
    ] as const) {
      const one = tries[index]
      if (one?.ok) await one.finish('declined')
      expect(await stockOnHand(db, tin)).toBe(left)
    }
  }
})

test('[CHK-18] an attempt with an unknown result keeps its stock reserved, whatever the result of another', async () => {
  const tin = await addProduct(db, 1)
  const ready = await atCheckout(tin)
  await pay(ready, cards.declined)
  const order = await findOrder(db, (await ordersOf(tin))[0]?.id ?? 0)
  if (!order) throw new Error('The order is gone')
  const [lost, other] = [await startPaymentAttempt(shop, order, false), await startPaymentAttempt(shop, order, false)]
  if (lost.ok) await lost.finish('unknown')
  if (other.ok) await other.finish('declined')
  expect(await stockOnHand(db, tin)).toBe(0)
  // The hold has expired by now and no longer counts.
  later(3)
  await pay(ready, cards.declined)
  expect(await stockOnHand(db, tin)).toBe(1)
})

test('[CHK-18] after a declined card an order changes to bank transfer with its stock, or reports that it is gone', async () => {
  const tin = await addProduct(db, 2)
  const first = await atCheckout(tin, 2)
  expect((await pay(first, cards.declined)).result).toBe('failure')
  const second = await atCheckout(tin, 1)
  expect((await pay(second)).result).toBe('success')
  const none = await first.buyer.checkout(first.page, { payment_method: 'bacs' })
  expect([none.result, await stockOnHand(db, tin)]).toEqual(['failure', 1])
  await setStockOnHand(db, tin, 2)
  expect((await first.buyer.checkout(first.page, { payment_method: 'bacs' })).result).toBe('success')
  expect(await stockOnHand(db, tin)).toBe(0)
})

test('[CHK-18] a card declined after authentication reserves nothing either', async () => {
  const tin = await addProduct(db, 1)
  const ready = await atCheckout(tin)
  const enqueuedJobs = await pay(ready, cards.requiresAuthentication)
  expect(await stockOnHand(db, tin)).toBe(0)
  await completeAuthentication(ready.page, enqueuedJobs.redirect ?? '', 'fail')
  await reconcilePayments(shop)
  expect(await stockOnHand(db, tin)).toBe(1)
  expect((await pay(ready)).result).toBe('success')
  expect([await stockOnHand(db, tin), await sumOfMovements(db, tin)]).toEqual([0, 0])
})

test('[CHK-18] two concurrent attempts, one card declined and one valid: paid once, with its stock', async () => {
  for (let round = 0; round < 4; round += 1) {
    const tin = await addProduct(db, 1)
    const ready = await atCheckout(tin)
    const results = await Promise.all([pay(ready, cards.declined), pay(ready)])
    await reconcilePayments(shop)
    await doLater()
    const orders = await ordersOf(tin)
    const paid = orders.filter((order) => order.is_paid)
    expect(paid.length).toBe(results.some(({ result }) => result === 'success') ? 1 : 0)
    expect(await stockOnHand(db, tin)).toBe(1 - orders.filter((o) => o.status !== 'cancelled' && o.holds_stock).length)
    for (const order of orders) expect(await chargesOf(order.id)).toHaveLength(order.is_paid ? 1 : 0)
  }
})

test('[CHK-18] the last tin is not sold out for the shopper who is paying for it', async () => {
  const tin = await addProduct(db, 1)
  const ready = await atCheckout(tin)
  expect((await pay(ready, cards.declined)).result).toBe('failure')
  // Another address makes another cart version: the first order is cancelled, and the second order reserves its tin.
  expect((await pay(ready, cards.good, { billing_address_1: '2 Kettle Lane' })).result).toBe('success')
  expect(await ordersOf(tin)).toMatchObject([{ status: 'cancelled' }, { status: 'processing', is_paid: true }])
  expect(await stockOnHand(db, tin)).toBe(0)
})

test('[CHK-18] the same cart can be ordered again after its hold has expired: one accepted order, paid once', async () => {
  const tin = await addProduct(db, 5)
  const ready = await atCheckout(tin, 2)
  await pay(ready, cards.declined)
  later(31)
  await cancelUnpaidOrders(shop)
  const again = await pay(ready)
  expect(again.result).toBe('success')
  expect(await ordersOf(tin)).toMatchObject([{ status: 'cancelled' }, { id: again.order_id, status: 'processing' }])
  expect(await chargesOf(again.order_id ?? 0)).toHaveLength(1)
  expect(await stockOnHand(db, tin)).toBe(3)
})

test('[CHK-18] authentication after the hold has expired charges nothing: the intent was cancelled first', async () => {
  const tin = await addProduct(db, 1)
  const ready = await atCheckout(tin)
  const enqueuedJobs = await pay(ready, cards.requiresAuthentication)
  expect(enqueuedJobs.redirect).toMatch(/^#response=/)
  later(31)
  expect(await cancelUnpaidOrders(shop)).toBe(1)
  await completeAuthentication(ready.page, enqueuedJobs.redirect ?? '')
  const [order] = await ordersOf(tin)
  expect(order).toMatchObject({ status: 'cancelled', is_paid: false })
  expect(await chargesOf(order?.id ?? 0)).toEqual([])
  expect(await stockOnHand(db, tin)).toBe(1)
})

test('[CHK-18] a payment in time whose webhook was lost makes the order paid, not cancelled', async () => {
  const tin = await addProduct(db, 1)
  const ready = await atCheckout(tin)
  const enqueuedJobs = await pay(ready, cards.requiresAuthentication)
  await completeAuthentication(ready.page, enqueuedJobs.redirect ?? '')
  later(31)
  expect(await cancelUnpaidOrders(shop)).toBe(0)
  expect(await ordersOf(tin)).toMatchObject([{ status: 'processing', is_paid: true }])
  expect(await stockOnHand(db, tin)).toBe(0)
})

test('[CHK-18] without a response from the provider the result is unknown, and the stock stays reserved', async () => {
  const tin = await addProduct(db, 1)
  const ready = await atCheckout(tin)
  await pay(ready, cards.requiresAuthentication)
  later(31)
  await trouble(3, 'before')
  expect(await cancelUnpaidOrders(shop)).toBe(0)
  expect(await ordersOf(tin)).toMatchObject([{ status: 'pending' }])
  expect(await stockOnHand(db, tin)).toBe(0)
  await trouble(0, 'before')
  expect(await cancelUnpaidOrders(shop)).toBe(1)
  expect(await stockOnHand(db, tin)).toBe(1)
})

test('[CHK-18] an attempt shortly before the hold expires gets time for authentication, but not indefinitely', async () => {
  const tin = await addProduct(db, 1)
  const ready = await atCheckout(tin)
  await pay(ready, cards.declined)
  later(25)
  await pay(ready, cards.declined)
  later(10)
  expect(await cancelUnpaidOrders(shop)).toBe(0)
  for (let tries = 0; tries < 4; tries += 1) {
    await pay(ready, cards.declined)
    later(10)
  }
  expect(await cancelUnpaidOrders(shop)).toBe(1)
  expect(await stockOnHand(db, tin)).toBe(1)
})

test('[CHK-18] an expiring hold, a late payment and a second buyer at the same moment: sold once, and only the buyer pays', async () => {
  for (let round = 0; round < 4; round += 1) {
    const tin = await addProduct(db, 1)
    const first = await atCheckout(tin)
    // In every second round the order's stock has already been released.
    await pay(first, round % 2 === 0 ? cards.requiresAuthentication : cards.declined)
    later(31)
    const token = await cardToken(first.page)
    const second = newBuyer(ask)
    const [, , bought] = await Promise.all([
      cancelUnpaidOrders(shop),
      first.buyer.checkout(first.page, { stripe_cc_token_key: token }),
      second.add(tin).then(async (added) => {
        if (added.error) return null
        return pay({ buyer: second, page: await second.openCheckout() })
      }),
    ])
    await doLater()
    const orders = await ordersOf(tin)
    const holding = orders.filter((order) => order.status !== 'cancelled' && order.holds_stock)
    expect(holding.length).toBeLessThanOrEqual(1)
    if (bought?.result === 'success') expect(holding).toMatchObject([{ id: bought.order_id, is_paid: true }])
    expect(await stockOnHand(db, tin)).toBe(1 - holding.length)
    for (const order of orders) expect(await chargesOf(order.id)).toHaveLength(order.is_paid ? 1 : 0)
  }
})

test('[CHK-18] an order paid by bank transfer does not count as an expired card order when the owner cancels it', async () => {
  const tin = await addProduct(db, 3)
  const ready = await atCheckout(tin, 2)
  const placed = await ready.buyer.checkout(ready.page, { payment_method: 'bacs' })
  expect(placed.result, placed.messages).toBe('success')
  later(60 * 24 * 30)
  await cancelUnpaidOrders(shop)
  expect(await ordersOf(tin)).toMatchObject([{ status: 'on-hold' }])
  expect(await stockOnHand(db, tin)).toBe(1)
  await transitionOrderByHand(shop, { orderId: placed.order_id ?? 0, to: 'cancelled', author: 'Olive Owner' })
  expect(await stockOnHand(db, tin)).toBe(3)
})

/** Runs the jobs queued so far. */
async function doLater(): Promise<void> {
  for (let job = enqueuedJobs.shift(); job; job = enqueuedJobs.shift()) {
    const data = job.data as { intentId: string; orderId: number; amountCents: number }
    if (job.name === 'cancel-intent') await cancelIntent(shop, data.intentId, data.orderId)
    if (job.name === 'refund-late-payment') await refundLatePayment(shop, data.orderId, data.intentId, data.amountCents)
  }
}
