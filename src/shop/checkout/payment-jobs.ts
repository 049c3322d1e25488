import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { expiredUnpaidOrders, insertOrderNote, orderNeedsPayment } from '../orders/orders.store.ts'
import type { WithPayments } from '../payments/context.ts'
import {
  claimEvent,
  findActivePayment,
  isSettled,
  markEventApplied,
  unsettledPayments,
} from '../payments/payments.store.ts'
import { markRefundFailed } from '../payments/reversals.store.ts'
import { isReversalEvent } from '../payments/reversals.ts'
import { applyReversals } from './apply-reversals.ts'
import { cancelUnpaidOrder } from './cancel-unpaid-order.ts'
import type { OrderingSettings } from './context.ts'
import { lateRefundKey, lockOrderWithCart, settlePayment } from './settle-payment.ts'

/**
 * Applies one stored message of the provider. What it says is not believed: the payment is read back, unless the checkout
 * has had its money already. Three messages come of each payment, and the provider counts questions.
 */
export async function applyPaymentEvent(
  shop: Pick<Platform, 'db' | 'jobs' | 'log' | 'now' | 'secret'> & WithPayments & WithSettings<OrderingSettings>,
  eventId: string,
): Promise<void> {
  const event = await claimEvent(shop.db, eventId)
  if (!event) return
  if (event.intentId && !(await isSettled(shop.db, event.intentId))) {
    const settled = await settlePayment(shop, event.intentId)
    if (settled.kind === 'unreachable') throw new Error('The payment provider could not be reached')
  }
  if (event.intentId && isReversalEvent(event.type)) {
    const applied = await applyReversals(shop, event.intentId)
    if (applied === 'unreachable') throw new Error('The payment provider could not be reached')
  }
  await markEventApplied(shop.db, eventId, shop.now())
}

/**
 * Asks the provider about every payment that has no end yet: what a lost webhook or a killed process left behind.
 * Returns how many orders turned out to be paid.
 */
export async function reconcilePayments(
  shop: Pick<Platform, 'db' | 'jobs' | 'log' | 'now' | 'secret'> & WithPayments & WithSettings<OrderingSettings>,
): Promise<number> {
  let paid = 0
  for (const { intentId } of await unsettledPayments(shop.db)) {
    const settled = await settlePayment(shop, intentId)
    if (settled.kind === 'paid') paid += 1
  }
  return paid
}

/**
 * Cancels orders nobody has paid in the time their goods were kept, and puts the goods back on the shelf. Returns how
 * many were cancelled.
 */
export async function cancelUnpaidOrders(
  shop: Pick<Platform, 'db' | 'jobs' | 'log' | 'now' | 'secret'> & WithPayments & WithSettings<OrderingSettings>,
): Promise<number> {
  let cancelled = 0
  for (const orderId of await expiredUnpaidOrders(shop.db, shop.now())) {
    if ((await canStillBePaid(shop, orderId)) === 'no' && (await cancelIfUnpaid(shop, orderId))) cancelled += 1
  }
  return cancelled
}

/**
 * Stops an order's payment at the provider, so that no money comes once the goods are somebody else's. 'yes' when the
 * money came first or is on its way, or when nobody can say: the order is then looked at again with the next round.
 */
async function canStillBePaid(
  shop: Pick<Platform, 'db' | 'jobs' | 'log' | 'now' | 'secret'> & WithPayments & WithSettings<OrderingSettings>,
  orderId: number,
): Promise<'yes' | 'no'> {
  const payment = await findActivePayment(shop.db, orderId)
  if (!payment?.intentId) return 'no'
  const { intentId } = payment
  const cancellation = await shop.payments.provider.cancelIntent({
    intentId,
    reason: 'abandoned',
    // A new key each time: an answer of an earlier round says nothing about now.
    idempotencyKey: `hold-${orderId}-${intentId}-${shop.now().getTime()}`,
  })
  if (!cancellation.ok && cancellation.problem.kind === 'unreachable') return 'yes'
  const settled = await settlePayment(shop, intentId)
  const isNotPaid = settled.kind === 'not-paid' || settled.kind === 'mismatch'
  return isNotPaid && settled.intent.status === 'canceled' ? 'no' : 'yes'
}

async function cancelIfUnpaid(
  shop: Pick<Platform, 'db' | 'jobs' | 'now'> & WithSettings<InventorySettings>,
  orderId: number,
): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const { order } = await lockOrderWithCart(tx, orderId)
    // Somebody may have begun to pay anew, and with it the goods are kept longer.
    if (!order || !orderNeedsPayment(order) || order.holdExpiresAt === null || order.holdExpiresAt > shop.now())
      return false
    await cancelUnpaidOrder(shop, tx, order, 'It was not paid in time, and its items are back in stock.')
    return true
  })
}

/** Calls a payment off at the provider after its order was given up. One that was paid meanwhile is dealt with as such. */
export async function cancelIntent(
  shop: Pick<Platform, 'db' | 'jobs' | 'log' | 'now' | 'secret'> & WithPayments & WithSettings<OrderingSettings>,
  intentId: string,
  orderId: number,
): Promise<void> {
  const cancelled = await shop.payments.provider.cancelIntent({
    intentId,
    reason: 'abandoned',
    idempotencyKey: `order-${orderId}-cancel-${intentId}`,
  })
  if (!cancelled.ok && cancelled.problem.kind === 'unreachable')
    throw new Error('The payment provider could not be reached')
  await settlePayment(shop, intentId)
}

/** Gives back money that came for an order that no longer stands. */
export async function refundLatePayment(
  shop: Pick<Platform, 'db' | 'jobs' | 'now'> & WithPayments & WithSettings<OrderingSettings>,
  orderId: number,
  intentId: string,
  amountCents: number,
): Promise<void> {
  const idempotencyKey = lateRefundKey(orderId, intentId)
  const reason = 'requested_by_customer'
  const refunded = await shop.payments.provider.refund({ intentId, amountCents, reason, idempotencyKey })
  if (!refunded.ok && refunded.problem.kind === 'unreachable')
    throw new Error('The payment provider could not be reached')
  if ((await applyReversals(shop, intentId)) === 'unreachable')
    throw new Error('The payment provider could not be reached')
  if (refunded.ok) return
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    // Somebody who gave it back at the provider was faster.
    if (await markRefundFailed(tx, idempotencyKey))
      await insertOrderNote(tx, orderId, 'The late payment could not be refunded; please look at it.', now)
  })
}
