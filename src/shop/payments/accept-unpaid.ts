import type { Tx } from '../../platform/database/connect.ts'
import type { Intent } from '../gateways/payment-intent.ts'
import type { PaymentVerdict } from '../gateways/payment-verdict.ts'
import { isAwaitingProvider } from '../orders/order-payment.ts'
import { needsPayment } from '../orders/order-status.ts'
import { releaseFailedOrder, reserveStock } from '../orders/order-stock.ts'
import { insertOrderNote, type Order, setPaymentMethod } from '../orders/orders.store.ts'
import { findActivePayment } from '../orders/payments/payments.store.ts'
import { cancelIntentJob, releaseOrder, transitionOrder } from '../orders/transition-order.ts'
import { awaitsTransfer, enabledGateway, isProviderMethod } from '../payment-methods/payment-methods.ts'
import { releaseCouponUses } from '../pricing/coupons.store.ts'
import type { OrderingContext } from '../risk/context.ts'
import { clearOrderCart } from './order-cart.ts'
import type { PaymentResult } from './settle-payment.ts'

type AcceptedPayment = {
  readonly order: Order
  readonly cartVersion: number | null
  readonly intent: Intent
  readonly kind: 'processing' | 'authorized'
}

/** Puts the order on hold until the money arrives (`processing`) or is captured (`authorized`). */
export async function acceptUnpaid(shop: OrderingContext, tx: Tx, payment: AcceptedPayment): Promise<PaymentResult> {
  const { order, cartVersion, intent, kind } = payment
  if (order.paidAt !== null) return { kind: 'paid', order }
  if (isAwaitingProvider(order)) return { kind, order }
  if (needsPayment(order.status)) {
    const hasStock = order.holdsStock || (await reserveStock(shop, tx, order)).ok
    if (hasStock) {
      await clearOrderCart(shop, tx, order, cartVersion)
      const reason = acceptedReasons[kind](intent)
      const accepted = await transitionOrder(shop, tx, order, 'on-hold', { isAccepted: true, reason })
      if (!accepted) throw new Error(`Order ${order.id} cannot be put on hold from ${order.status}`)
      return { kind, order: accepted }
    }
  }
  if (awaitsTransfer(order)) {
    await insertOrderNote(tx, order.id, acceptedReasons[kind](intent), shop.now())
    return { kind, order: await adoptMethod(shop, tx, order, intent) }
  }
  // A payment in progress cannot be cancelled: if it succeeds, the order is fulfilled or the payment refunded.
  if (kind === 'processing') return { kind: 'undecided' }
  if (needsPayment(order.status)) await cancelSoldOut(shop, tx, order)
  await shop.jobs.enqueue(tx, cancelIntentJob, { intentId: intent.id, orderId: order.id })
  return { kind: 'refunding' }
}

/** Sets the order's payment method to the intent's, when an order awaiting a transfer is paid through the provider. */
export async function adoptMethod(shop: OrderingContext, tx: Tx, order: Order, { gatewayId }: Intent): Promise<Order> {
  const method = isProviderMethod(order.paymentMethod) ? null : enabledGateway(gatewayId ?? '', shop.settings())
  if (method === null || !isProviderMethod(method)) return order
  const paymentMethodTitle = shop.settings().gateways[method].title
  const adopted = { ...order, paymentMethod: method, paymentMethodTitle }
  const { billing } = order
  await setPaymentMethod(tx, order.id, { paymentMethod: method, paymentMethodTitle, billing }, shop.now())
  return adopted
}

const cardText = ({ card }: Intent): string => (card ? ` (${card.brand} ending in ${card.last4})` : '')
const acceptedReasons = {
  processing: (intent: Intent) => `The payment is being processed${cardText(intent)}: ${intent.chargeId ?? intent.id}.`,
  authorized: (intent: Intent) =>
    `The payment is authorized${cardText(intent)}, and can be captured for seven days: ${intent.chargeId ?? intent.id}.`,
}

export const endedUnpaid: ReadonlySet<PaymentVerdict['kind']> = new Set(['failed', 'open', 'canceled'])

/** False for an outdated response that arrives late. Call this before the intent is stored. */
export async function isNewest(tx: Tx, order: Order, intent: Intent, requestedAt: Date): Promise<boolean> {
  const payment = await findActivePayment(tx, order.id)
  // Cancellation is final, so a response that reports it is never outdated.
  return payment?.intentId === intent.id && (intent.status === 'canceled' || payment.updatedAt <= requestedAt)
}

/** Fails an accepted order, which can be paid again; cancels it if the shop voided the payment. */
export async function failAccepted(shop: OrderingContext, tx: Tx, order: Order, intent: Intent, author: string) {
  const { status, lastError, cancellationReason } = intent
  if (status === 'canceled' && cancellationReason === 'requested_by_customer') {
    await releaseOrder(shop, tx, order)
    await transitionOrder(shop, tx, order, 'cancelled', { reason: 'The payment was voided.', author })
    return
  }
  await releaseFailedOrder(shop, tx, order.id)
  const code =
    cancellationReason === 'automatic' ? 'its authorization has expired' : lastError?.declineCode || lastError?.code
  const cause = code ? ` (${code})` : ''
  await transitionOrder(shop, tx, order, 'failed', { reason: `The payment has failed${cause}.` })
}

/** Cancels an order whose stock is gone. Its payment has succeeded, so the caller must refund it. */
export async function cancelSoldOut(shop: OrderingContext, tx: Tx, order: Order): Promise<void> {
  await releaseCouponUses(tx, order.id)
  await transitionOrder(shop, tx, order, 'cancelled', {
    reason: 'Its goods were sold while it waited for its payment.',
  })
}
