import { enqueueEmails } from '../orders/messages/order-messages.ts'
import { needsPayment } from '../orders/order-status.ts'
import { insertOrderNote, type Order, setPaymentMethod } from '../orders/orders.store.ts'
import { cancelStartedPayment } from '../orders/transition-order.ts'
import { awaitsTransfer, type GatewayId, offlinePayment } from '../payment-methods/payment-methods.ts'
import { acceptOffline } from '../risk/assess-payment.ts'
import type { OrderingContext } from '../risk/context.ts'
import { assessmentsOf } from '../risk/fraud.store.ts'
import { lockOrderWithCart } from './order-cart.ts'

/* Changing the payment method of an unpaid order (docs/decisions/changing-the-payment-method.md). */

type PayableOrder = Pick<Order, 'status' | 'paidAt' | 'paymentMethod' | 'totalCents'>

/** An order that costs nothing is not: no provider charges zero. */
export const isPayable = (order: PayableOrder, isChange: boolean): boolean =>
  order.totalCents > 0 && (needsPayment(order.status) || (isChange && awaitsTransfer(order)))

/** Emails the customer the new instructions. Null if the order no longer awaits payment. */
export const changeToOffline = (shop: OrderingContext, orderId: number, method: GatewayId): Promise<Order | null> =>
  shop.db.transaction(async (tx) => {
    const { order } = await lockOrderWithCart(tx, orderId)
    const offline = offlinePayment(method)
    if (!order || !offline || !awaitsTransfer(order)) return null
    if (order.paymentMethod === method) return order
    const { title } = shop.settings().gateways[method]
    const now = shop.now()
    const changed = { ...order, paymentMethod: method, paymentMethodTitle: title }
    const { paymentMethodTitle, billing } = changed
    await setPaymentMethod(tx, orderId, { paymentMethod: method, paymentMethodTitle, billing }, now)
    const text = `The customer pays otherwise: ${title} instead of ${order.paymentMethodTitle}.`
    await insertOrderNote(tx, orderId, text, now)
    const transition = `method ${method} ${now.toISOString()}`
    await enqueueEmails(shop, tx, changed, { transition, templates: ['order-confirmation'] })
    await cancelStartedPayment(shop, tx, order)
    if (offline.acceptedAs === 'on-hold') return changed
    // An order held for fraud review stays on hold.
    const [assessment] = await assessmentsOf(tx, orderId)
    return acceptOffline(shop, tx, changed, assessment ?? { action: 'off', reasons: [] })
  })
