import { and, eq, inArray, isNull, lt, ne, notExists } from 'drizzle-orm'
import { runEach } from '../../platform/jobs/run-each.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import { resultForJob, unreachable } from '../gateways/provider.ts'
import { needsPayment } from '../orders/order-status.ts'
import { expiredUnpaidOrders, insertOrderNote, isSettled } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import * as store from '../orders/payments/payments.store.ts'
import { payments } from '../orders/payments/payments.table.ts'
import { markRefundFailed } from '../orders/payments/reversals.store.ts'
import { isReversalEvent } from '../orders/payments/reversals.ts'
import { releaseOrder, transitionOrder } from '../orders/transition-order.ts'
import { applyCardEvent } from '../payments/apply-card-event.ts'
import { releaseFreeOrder } from '../payments/expire-on-hold.ts'
import { lockOrderWithCart } from '../payments/order-cart.ts'
import { endOtherProviderPayment, lateRefundKey, type SettleResult, settlePayment } from '../payments/settle-payment.ts'
import { applyReversals } from '../refunds/apply-reversals.ts'
import type { OrderingContext } from '../risk/context.ts'

/** An event's content is not trusted: an unsettled payment is retrieved. Each payment causes three events. */
export async function applyPaymentEvent(shop: OrderingContext, eventId: string): Promise<void> {
  const event = await store.claimEvent(shop.db, eventId)
  if (!event) return
  try {
    await applyToPayment(shop, event)
  } catch (error) {
    await store.markEventFailed(shop.db, eventId, error instanceof Error ? error.message : 'An unknown error')
    throw error
  }
  await applyCardEvent(shop, event)
  await store.markEventApplied(shop.db, eventId, shop.now())
}

async function applyToPayment(shop: OrderingContext, { intentId, type }: store.PaymentEvent): Promise<void> {
  if (!intentId) return
  const isOpen = !(await isSettled(shop.db, intentId))
  if (isOpen && (await settlePayment(shop, intentId)).kind === 'unreachable') throw unreachable()
  if (isReversalEvent(type) && (await applyReversals(shop, intentId)) === 'unreachable') throw unreachable()
}

/** Settles payments left open by lost webhooks or crashes. Returns the number of orders that turned out to be paid. */
export async function reconcilePayments(shop: OrderingContext, batchSize = 200): Promise<number> {
  let paid = 0
  const unsettled = await store.unsettledPayments(shop.db, shop.payments.provider.name, batchSize)
  await runEach(unsettled, async ({ intentId }) => {
    if ((await settleOrPutBehind(shop, intentId)) === 'paid') paid += 1
  })
  return paid
}

/** One that cannot be read or applied with the current keys does not keep the next run from the others. */
async function settleOrPutBehind(shop: OrderingContext, intentId: string): Promise<SettleResult['kind']> {
  const putBehind = () => store.touchUnsettledPayment(shop.db, intentId, shop.now())
  try {
    const { kind } = await settlePayment(shop, intentId)
    // Only these: a response that is still on its way to a shopper would be outdated by a later time.
    if (kind === 'other-provider' || kind === 'unknown-order') await putBehind()
    return kind
  } catch (error) {
    await putBehind()
    throw error
  }
}

/** Ends the holds of unpaid orders. Returns how many were cancelled; those that cost nothing wait for the staff. */
export async function cancelUnpaidOrders(shop: OrderingContext): Promise<number> {
  let cancelled = 0
  await runEach(await expiredUnpaidOrders(shop.db, shop.now()), async (orderId) => {
    if (!(await canStillBePaid(shop, orderId)) && (await endHold(shop, orderId))) cancelled += 1
  })
  return cancelled
}

/** Cancels the payment, so that no money arrives after the stock is released. True if it is paid or unknown. */
export async function canStillBePaid(shop: OrderingContext, orderId: number): Promise<boolean> {
  const payment = await store.findActivePayment(shop.db, orderId)
  if (!payment?.intentId) return false
  const { intentId } = payment
  // Settled first, because cancelling would void an authorized payment whose order was not accepted yet.
  const current = await settlePayment(shop, intentId)
  if (current.kind === 'unreachable' || current.kind === 'processing' || current.kind === 'authorized') return true
  if (current.kind === 'other-provider') {
    await endOtherProviderPayment(shop, current.payment)
    return false
  }
  const cancellation = await shop.payments.provider.cancelIntent({
    intentId,
    reason: 'abandoned',
    // A new key each time: the response of an earlier run would be outdated.
    idempotencyKey: `hold-${orderId}-${intentId}-${shop.now().getTime()}`,
  })
  if (!cancellation.ok && cancellation.problem.kind === 'unreachable') return true
  const settled = await settlePayment(shop, intentId)
  const isNotPaid = settled.kind === 'declined' || settled.kind === 'mismatch'
  return !(isNotPaid && settled.intent?.status === 'canceled')
}

/** True if the order was cancelled. */
const endHold = async (shop: OrderingContext, orderId: number): Promise<boolean> =>
  shop.db.transaction(async (tx) => {
    const { order } = await lockOrderWithCart(tx, orderId)
    if (!order || !needsPayment(order.status)) return false
    // A new payment attempt may have extended the hold, and the owner may have made the order free.
    if (order.holdExpiresAt === null || order.holdExpiresAt > shop.now()) return false
    if (order.totalCents === 0) {
      if (order.holdsStock) await releaseFreeOrder(shop, tx, orderId)
      return false
    }
    const reason = 'It was not paid in time, and its items are back in stock.'
    await releaseOrder(shop, tx, order)
    await transitionOrder(shop, tx, order, 'cancelled', { reason })
    return true
  })

/** Cancels a payment at the provider after its order was cancelled. If it has succeeded, it is settled instead. */
export async function cancelIntent(shop: OrderingContext, intentId: string, orderId: number): Promise<void> {
  const idempotencyKey = `order-${orderId}-cancel-${intentId}`
  resultForJob(await shop.payments.provider.cancelIntent({ intentId, reason: 'abandoned', idempotencyKey }))
  const settled = await settlePayment(shop, intentId)
  if (settled.kind === 'other-provider') await endOtherProviderPayment(shop, settled.payment)
}

export async function refundLatePayment(shop: OrderingContext, orderId: number, intentId: string, amountCents: number) {
  const idempotencyKey = lateRefundKey(orderId, intentId)
  const reason = 'requested_by_customer'
  const refund = { intentId, amountCents, reason, idempotencyKey } as const
  const refunded = resultForJob(await shop.payments.provider.refund(refund))
  if ((await applyReversals(shop, intentId)) === 'unreachable') throw unreachable()
  if (refunded) return
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    // It was already refunded at the provider.
    if (await markRefundFailed(tx, idempotencyKey))
      await insertOrderNote(tx, orderId, 'The late payment could not be refunded; please look at it.', now)
  })
}

const BATCH_SIZE = 1000

/** Deletes orders left by declined cards after a day (docs/decisions/card-testing-limits.md). Returns the number. */
export async function deleteAbandonedOrders({ db, now }: OrderingContext): Promise<number> {
  const cutoff = new Date(now().getTime() - DAY_MS)
  const openPayments = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orders.id), ne(payments.status, 'canceled')))
  return db.transaction(async (tx) => {
    const abandoned = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          eq(orders.status, 'cancelled'),
          isNull(orders.invoiceNumber),
          isNull(orders.paidAt),
          inArray(orders.createdVia, ['checkout', 'store-api']),
          lt(orders.updatedAt, cutoff),
          notExists(openPayments),
        ),
      )
      .orderBy(orders.id)
      .limit(BATCH_SIZE)
      .for('update', { skipLocked: true })
    const ids = abandoned.map(({ id }) => id)
    if (ids.length === 0) return 0
    await tx.delete(payments).where(inArray(payments.orderId, ids))
    await tx.delete(orders).where(inArray(orders.id, ids))
    return ids.length
  })
}
