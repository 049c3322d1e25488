import { isOpen } from '../orders/order-status.ts'
import { findOrder, type Order } from '../orders/orders.store.ts'
import { isBeingChecked, livePaymentOf } from '../payments/payments.store.ts'
import type { Shop } from '../shop.ts'
import { settlePayment } from './settle-payment.ts'

/** A page shows what is known rather than wait longer for news of a payment. */
const PAGE_WAIT_MS = 5000

/** The order as it stands after asking the provider: somebody who comes back may be faster than the webhook. */
export async function settleOrder(shop: Shop, order: Order): Promise<Order> {
  const payment = await livePaymentOf(shop.db, order.id)
  if (!payment?.intentId) return order
  const signal = AbortSignal.timeout(Math.min(PAGE_WAIT_MS, shop.payments.shopperWaitMs))
  const settled = await settlePayment(shop, payment.intentId, signal)
  return settled.kind === 'paid' ? settled.order : ((await findOrder(shop.db, order.id)) ?? order)
}

/** The same, and whether nobody knows yet what came of asking for its money. */
export async function settleAndLook(
  shop: Shop,
  order: Order,
): Promise<{ readonly order: Order; readonly isChecking: boolean }> {
  const settled = await settleOrder(shop, order)
  return { order: settled, isChecking: isOpen(settled.status) && (await isBeingChecked(shop.db, order.id)) }
}
