import { addNote, orderIsOpen, ordersPastHold } from '../orders/orders.store.ts'
import {
  eventToApply,
  isSettled,
  livePaymentOf,
  markEventApplied,
  unsettledPayments,
} from '../payments/payments.store.ts'
import { markRefundRefused } from '../payments/reversals.store.ts'
import { isAboutReversal } from '../payments/reversals.ts'
import type { Shop } from '../shop.ts'
import { applyReversals } from './apply-reversals.ts'
import { giveUp } from './give-up.ts'
import { lateRefundKey, lockOrderWithCart, settlePayment } from './settle-payment.ts'

/**
 * Applies one stored message of the provider. What it says is not believed: the payment is read back, unless the checkout
 * has had its money already. Three messages come of each payment, and the provider counts questions.
 */
export async function applyPaymentEvent(shop: Shop, eventId: string): Promise<void> {
  const event = await eventToApply(shop.db, eventId)
  if (!event) return
  if (event.intentId && !(await isSettled(shop.db, event.intentId))) {
    const settled = await settlePayment(shop, event.intentId)
    if (settled.kind === 'unreachable') throw new Error('The payment provider could not be reached')
  }
  if (event.intentId && isAboutReversal(event.type)) {
    const applied = await applyReversals(shop, event.intentId)
    if (applied === 'unreachable') throw new Error('The payment provider could not be reached')
  }
  await markEventApplied(shop.db, eventId, shop.now())
}

/**
 * Asks the provider about every payment that has no end yet: what a lost webhook or a killed process left behind.
 * Returns how many orders turned out to be paid.
 */
export async function reconcile(shop: Shop): Promise<number> {
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
export async function cancelUnpaid(shop: Shop): Promise<number> {
  let cancelled = 0
  for (const orderId of await ordersPastHold(shop.db, shop.now())) {
    if ((await canStillBePaid(shop, orderId)) === 'no' && (await letGo(shop, orderId))) cancelled += 1
  }
  return cancelled
}

/**
 * Stops an order's payment at the provider, so that no money comes once the goods are somebody else's. 'yes' when the
 * money came first or is on its way, or when nobody can say: the order is then looked at again with the next round.
 */
async function canStillBePaid(shop: Shop, orderId: number): Promise<'yes' | 'no'> {
  const payment = await livePaymentOf(shop.db, orderId)
  if (!payment?.intentId) return 'no'
  const { intentId } = payment
  const stopped = await shop.payments.provider.cancelIntent({
    intentId,
    reason: 'abandoned',
    // A new key each time: an answer of an earlier round says nothing about now.
    idempotencyKey: `hold-${orderId}-${intentId}-${shop.now().getTime()}`,
  })
  if (!stopped.ok && stopped.problem.kind === 'unreachable') return 'yes'
  const settled = await settlePayment(shop, intentId)
  const isOver = settled.kind === 'not-paid' || settled.kind === 'mismatch'
  return isOver && settled.intent.status === 'canceled' ? 'no' : 'yes'
}

async function letGo(shop: Shop, orderId: number): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const { order } = await lockOrderWithCart(tx, orderId)
    // Somebody may have begun to pay anew, and with it the goods are kept longer.
    if (!order || !orderIsOpen(order) || order.heldUntil === null || order.heldUntil > shop.now()) return false
    await giveUp(shop, tx, order, 'It was not paid in time, and its items are back in stock.')
    return true
  })
}

/** Calls a payment off at the provider after its order was given up. One that was paid meanwhile is dealt with as such. */
export async function cancelIntent(shop: Shop, intentId: string, orderId: number): Promise<void> {
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
  shop: Shop,
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
    if (await markRefundRefused(tx, idempotencyKey))
      await addNote(tx, orderId, 'The late payment could not be refunded; please look at it.', now)
  })
}
