import { lockCart } from '../cart/cart.store.ts'
import { addNote, findOrder, lockOrder, orderIsOpen, unpaidSince } from '../orders/orders.store.ts'
import { eventToApply, markEventApplied, recordRefund, unsettledPayments } from '../payments/payments.store.ts'
import type { Shop } from '../shop.ts'
import { abandon } from './place-order.ts'
import { settlePayment } from './settle-payment.ts'

/** An order that has waited this long for its money gives its stock back. */
const UNPAID_MINUTES = 60

/** Applies one stored message of the provider. What it says is not believed: the payment is read back. */
export async function applyPaymentEvent(shop: Shop, eventId: string): Promise<void> {
  const event = await eventToApply(shop.db, eventId)
  if (!event) return
  if (event.intentId) {
    const settled = await settlePayment(shop, event.intentId)
    if (settled.kind === 'unreachable') throw new Error('The payment provider could not be reached')
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

/** Cancels orders nobody has paid and puts their stock back, unless the money turns out to be there. */
export async function cancelUnpaid(shop: Shop): Promise<number> {
  const due = await unpaidSince(shop.db, new Date(shop.now().getTime() - UNPAID_MINUTES * 60_000))
  for (const orderId of due) {
    await shop.db.transaction(async (tx) => {
      const seen = await findOrder(tx, orderId)
      if (seen?.cartId) await lockCart(tx, seen.cartId, shop.now())
      const order = await lockOrder(tx, orderId)
      if (order && orderIsOpen(order)) await abandon(shop, tx, order, shop.now())
    })
  }
  return due.length
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
  const idempotencyKey = `order-${orderId}-late-refund-${intentId}`
  const reason = 'requested_by_customer'
  const refunded = await shop.payments.provider.refund({ intentId, amountCents, reason, idempotencyKey })
  if (!refunded.ok && refunded.problem.kind === 'unreachable')
    throw new Error('The payment provider could not be reached')
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    if (refunded.ok) await recordRefund(tx, { intentId, refund: refunded.refund, idempotencyKey, reason, now })
    const text = refunded.ok
      ? 'The late payment was refunded.'
      : 'The late payment could not be refunded; please look at it.'
    await addNote(tx, orderId, text, now)
  })
}
