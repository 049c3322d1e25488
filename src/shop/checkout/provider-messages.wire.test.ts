/** The provider's webhooks about payments: accepted only when signed, stored once, applied in any order. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cardSales } from '../../../test/support/card-sales.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { openShop } from '../../../test/support/shop.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import { findOrder } from '../orders/orders.store.ts'
import { deleteAppliedEvents } from '../orders/payments/payments.store.ts'
import { paymentEvents, payments } from '../orders/payments/payments.table.ts'
import { webhookPath } from '../reconciliation/webhook.routes.ts'

const opened = await openShop()
const { app, db, enqueuedJobs: jobs } = opened
const webhooks = providerEvents(opened)
const { createSale } = await cardSales(opened, 1)

/** An order with bank authentication, whose result the shop learns only from the provider. */
async function orderAfterAuthentication(outcome: 'complete' | 'fail') {
  const { id: orderId, intentId } = await createSale('pm_card_authenticationRequired')
  const intent = await webhooks.stripe.paymentIntents.retrieve(intentId)
  const { use_stripe_sdk: question } = intent.next_action as unknown as { use_stripe_sdk: { stripe_js: string } }
  await fetch(question.stripe_js, { method: 'POST', body: new URLSearchParams({ outcome }) })
  return { orderId, intentId }
}

test('[PAY-18 succeeded, any order] a webhook alone makes the order paid, in whatever order the events arrive', async () => {
  const { orderId, intentId } = await orderAfterAuthentication('complete')
  expect(await findOrder(db, orderId)).toMatchObject({ status: 'pending', paidAt: null })
  const events = await webhooks.about(intentId)
  await webhooks.deliver(events.toReversed())
  const paid = await findOrder(db, orderId)
  expect(paid).toMatchObject({ status: 'processing', totalCents: 8020, refundedCents: 0 })
  await webhooks.deliver(events)
  expect(await findOrder(db, orderId)).toEqual(paid)
})

test('[PAY-18 failed] the order stays unpaid, with the bank’s reason', async () => {
  const { orderId, intentId } = await orderAfterAuthentication('fail')
  await webhooks.deliver(await webhooks.about(intentId))
  expect(await findOrder(db, orderId)).toMatchObject({ paidAt: null })
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, orderId))
  expect(payment).toMatchObject({ lastErrorCode: 'payment_intent_authentication_failure', capturedCents: 0 })
})

test('[PAY-18 verified, recorded once] an unsigned event is not stored; a signed one is stored and retrieved once', async () => {
  const { intentId } = await orderAfterAuthentication('complete')
  const [event] = await webhooks.about(intentId)
  if (!event) throw new Error('The provider has no message')
  const storedEvents = () => db.select().from(paymentEvents).where(eq(paymentEvents.eventId, event.id))
  const forged = await app.request(webhookPath, {
    method: 'POST',
    body: JSON.stringify(event),
    headers: { 'Stripe-Signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
  })
  expect([forged.status, await storedEvents()]).toEqual([401, []])
  jobs.length = 0
  expect([await webhooks.send(event), await webhooks.send(event)]).toEqual([200, 200])
  expect(await storedEvents()).toHaveLength(1)
  expect(jobs.filter(({ name }) => name === 'payment-event')).toEqual([
    { name: 'payment-event', data: { eventId: event.id } },
  ])
  expect((await db.execute(sql`select 1 from payment_events where event_id = ${event.id}`)).rows).toHaveLength(1)
})

test('events older than half a year are deleted, unless they could not be applied', async () => {
  const now = new Date()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const event = (eventId: string, days: number, isApplied = true) => {
    const receivedAt = daysAgo(days)
    return { eventId, type: 'charge.updated', payload: {}, receivedAt, appliedAt: isApplied ? receivedAt : null }
  }
  await db.delete(paymentEvents)
  await db.insert(paymentEvents).values([event('old', 181), event('failed', 181, false), event('new', 179)])
  expect(await deleteAppliedEvents(db, now)).toBe(1)
  const kept = await db.select({ id: paymentEvents.eventId }).from(paymentEvents).orderBy(paymentEvents.id)
  expect(kept).toEqual([{ id: 'failed' }, { id: 'new' }])
})
