/** Authorized payments of which the owner captures only a part. */

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { newBuyer } from '../../../test/running/buyer.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { defaultSettings } from '../../settings.ts'
import { findOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrderNotes } from '../orders/orders-read.store.ts'
import { paymentRefunds, payments } from '../orders/payments/payments.table.ts'
import { reconcilePayments } from '../reconciliation/payment-jobs.ts'

const { gateways } = defaultSettings
const opened = await openShop({
  settings: { gateways: { ...gateways, stripe_cc: { ...gateways.stripe_cc, capture: false } } },
})
const { app, shop, db, pool } = opened
const { stripe, about, deliver } = providerEvents(opened)
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')

beforeEach(() => pool.query('truncate orders, payments, payment_refunds, emails, stock_movements, rate_limits cascade'))

const theOrder = async () => {
  const [row] = await db.select().from(orders)
  const order = row && (await findOrder(db, row.id))
  if (!order) throw new Error('No order was placed')
  return order
}
const payment = async () => (await db.select().from(payments))[0]
const intentId = async () => (await payment())?.intentId ?? ''
const price = (cents: number) => (cents / 100).toFixed(2)

async function placeAuthorized() {
  const shopper = newBuyer(async (path, init) => app.request(path, init))
  await shopper.add(referenceIds.simple, 2)
  const page = await shopper.openCheckout()
  await shopper.checkout(page, { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' })
  expect(await theOrder()).toMatchObject({ status: 'on-hold', paidAt: null })
}

async function send(path: string, body: object) {
  const response = await app.request(`/wp-json/wc/v3/${path}`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, json: (await response.json()) as Awaited<ReturnType<Response['json']>> }
}
const capture = async (amount: string) =>
  send(`payments/orders/${(await theOrder()).id}/capture_authorization`, { amount })

describe('a part of an authorized payment is captured', () => {
  test('[PAY-19 capture] the order is paid with it, and the rest is released and counts as refunded', async () => {
    await placeAuthorized()
    const { totalCents } = await theOrder()
    expect((await capture('100.00')).status).toBe(200)
    const intent = await stripe.paymentIntents.retrieve(await intentId())
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 10_000, amount_capturable: 0 })
    const order = await theOrder()
    expect(order).toMatchObject({ status: 'processing', totalCents, refundedCents: totalCents - 10_000 })
    expect(order.paidAt).not.toBeNull()
    await deliver(await about(await intentId()))
    expect(await theOrder()).toMatchObject({ status: 'processing', refundedCents: totalCents - 10_000 })
    expect(await payment()).toMatchObject({ capturedCents: 10_000, refundedCents: 0 })
    const texts = (await readOrderNotes(db, order.id)).map(({ text }) => text).join(' ')
    expect(texts).toContain(`$100.00 of $${price(totalCents)} was captured; the rest was released.`)

    // Only the captured amount can be refunded, and the record of the release remains.
    const refunds = `orders/${order.id}/refunds`
    expect((await send(refunds, { amount: '100.01' })).status).toBe(400)
    expect((await send(refunds, { amount: '100.00' })).status).toBe(201)
    expect(await theOrder()).toMatchObject({ status: 'refunded', refundedCents: totalCents })
    const [release] = await db.select().from(paymentRefunds).where(eq(paymentRefunds.reason, 'Not captured'))
    const deleted = await app.request(`/wp-json/wc/v3/${refunds}/${release?.id}`, {
      method: 'DELETE',
      headers: owner.headers,
    })
    expect(deleted.status).toBe(409)
  })

  test('[PAY-19 capture] at the provider: the shop finds it', async () => {
    await placeAuthorized()
    const { totalCents } = await theOrder()
    await stripe.paymentIntents.capture(await intentId(), { amount_to_capture: 2500 })
    expect(await reconcilePayments(shop)).toBe(1)
    expect(await theOrder()).toMatchObject({ status: 'processing', refundedCents: totalCents - 2500 })
  })

  test.each(['0', '-1', '0.001', '99999.00', 'all'])('[PAY-19 capture] %s is refused', async (amount) => {
    await placeAuthorized()
    expect((await capture(amount)).status).toBe(400)
    expect(await theOrder()).toMatchObject({ status: 'on-hold', paidAt: null, refundedCents: 0 })
    expect((await stripe.paymentIntents.retrieve(await intentId())).status).toBe('requires_capture')
  })

  test('[PAY-19 capture] two amounts at once: one is captured, and order and provider agree', async () => {
    await placeAuthorized()
    const { totalCents } = await theOrder()
    await Promise.all([capture('50.00'), capture('70.00')])
    await deliver(await about(await intentId()))
    const received = (await stripe.paymentIntents.retrieve(await intentId())).amount_received
    expect([5000, 7000]).toContain(received)
    expect(await theOrder()).toMatchObject({ status: 'processing', refundedCents: totalCents - received })
    expect(await db.select().from(paymentRefunds)).toHaveLength(1)
  })
})
