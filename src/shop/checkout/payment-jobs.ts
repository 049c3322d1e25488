import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { expiredUnpaidOrders, insertOrderNote, isSettled, orderNeedsPayment } from '../orders/orders.store.ts'
import type { WithPayments } from '../payments/context.ts'
import { claimEvent, findActivePayment, markEventApplied, unsettledPayments } from '../payments/payments.store.ts'
import { markRefundFailed } from '../payments/reversals.store.ts'
import { isReversalEvent } from '../payments/reversals.ts'
import { applyReversals } from './apply-reversals.ts'
import { cancelUnpaidOrder } from './cancel-unpaid-order.ts'
import type { OrderingSettings, SettlementContext } from './context.ts'
import { lateRefundKey, lockOrderWithCart, settlePayment } from './settle-payment.ts'

/**
 * Applies a stored webhook event. Its content is not trusted: the payment is retrieved from the provider, unless it is
 * settled already. That saves API calls, because each payment causes three events.
 */
export async function applyPaymentEvent(shop: SettlementContext, eventId: string): Promise<void> {
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
 * Retrieves every payment without a final state, after lost webhooks or crashes. Returns the number of orders that
 * turned out to be paid.
 */
export async function reconcilePayments(shop: SettlementContext): Promise<number> {
  let paid = 0
  for (const { intentId } of await unsettledPayments(shop.db)) {
    const settled = await settlePayment(shop, intentId)
    if (settled.kind === 'paid') paid += 1
  }
  return paid
}

/** Cancels unpaid orders whose hold has expired and releases their stock. Returns the number cancelled. */
export async function cancelUnpaidOrders(shop: SettlementContext): Promise<number> {
  let cancelled = 0
  for (const orderId of await expiredUnpaidOrders(shop.db, shop.now())) {
    if ((await canStillBePaid(shop, orderId)) === 'no' && (await cancelIfUnpaid(shop, orderId))) cancelled += 1
  }
  return cancelled
}

/**
 * Cancels an order's payment at the provider, so that no money arrives after its stock was released. 'yes' when the
 * payment has succeeded, is pending, or its state is unknown: the order is checked again in the next run.
 */
async function canStillBePaid(shop: SettlementContext, orderId: number): Promise<'yes' | 'no'> {
  const payment = await findActivePayment(shop.db, orderId)
  if (!payment?.intentId) return 'no'
  const { intentId } = payment
  const cancellation = await shop.payments.provider.cancelIntent({
    intentId,
    reason: 'abandoned',
    // A new key each time: the response of an earlier run would be outdated.
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
    // A new payment attempt may have extended the hold.
    if (!order || !orderNeedsPayment(order) || order.holdExpiresAt === null || order.holdExpiresAt > shop.now())
      return false
    await cancelUnpaidOrder(shop, tx, order, 'It was not paid in time, and its items are back in stock.')
    return true
  })
}

/**
 * Cancels a payment at the provider after its order was cancelled. If it succeeded meanwhile, it is settled instead.
 */
export async function cancelIntent(shop: SettlementContext, intentId: string, orderId: number): Promise<void> {
  const cancelled = await shop.payments.provider.cancelIntent({
    intentId,
    reason: 'abandoned',
    idempotencyKey: `order-${orderId}-cancel-${intentId}`,
  })
  if (!cancelled.ok && cancelled.problem.kind === 'unreachable')
    throw new Error('The payment provider could not be reached')
  await settlePayment(shop, intentId)
}

/** Refunds a payment that arrived for a cancelled order. */
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
    // It was already refunded at the provider.
    if (await markRefundFailed(tx, idempotencyKey))
      await insertOrderNote(tx, orderId, 'The late payment could not be refunded; please look at it.', now)
  })
}
