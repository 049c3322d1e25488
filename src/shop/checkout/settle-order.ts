import { needsPayment } from '../orders/order-status.ts'
import { findOrder, type Order } from '../orders/orders.store.ts'
import { findActivePayment, isOutcomePending } from '../payments/payments.store.ts'
import type { SettlementContext } from './context.ts'
import { settlePayment } from './settle-payment.ts'

/** A page shows the known state rather than wait longer for the provider. */
const PAGE_WAIT_MS = 5000

/** The order after retrieving its payment from the provider: the shopper may return before the webhook arrives. */
export async function settleOrder(shop: SettlementContext, order: Order): Promise<Order> {
  const payment = await findActivePayment(shop.db, order.id)
  if (!payment?.intentId) return order
  const signal = AbortSignal.timeout(Math.min(PAGE_WAIT_MS, shop.payments.shopperTimeoutMs))
  const settled = await settlePayment(shop, payment.intentId, signal)
  return settled.kind === 'paid' ? settled.order : ((await findOrder(shop.db, order.id)) ?? order)
}

/** The same, and whether the result of a payment attempt is still unknown. */
export async function settleAndCheck(
  shop: SettlementContext,
  order: Order,
): Promise<{ readonly order: Order; readonly isChecking: boolean }> {
  const settled = await settleOrder(shop, order)
  return { order: settled, isChecking: needsPayment(settled.status) && (await isOutcomePending(shop.db, order.id)) }
}
