import { findOrder, type Order } from '../orders/orders.store.ts'
import { livePaymentOf } from '../payments/payments.store.ts'
import type { Shop } from '../shop.ts'
import { settlePayment } from './settle-payment.ts'

/** The order as it stands after asking the provider: somebody who comes back may be faster than the webhook. */
export async function settleOrder(shop: Shop, order: Order): Promise<Order> {
  const payment = await livePaymentOf(shop.db, order.id)
  if (!payment?.intentId) return order
  const settled = await settlePayment(shop, payment.intentId)
  return settled.kind === 'paid' ? settled.order : ((await findOrder(shop.db, order.id)) ?? order)
}
