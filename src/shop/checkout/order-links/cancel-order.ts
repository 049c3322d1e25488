import { releaseOrder, transitionOrder } from '../../orders/change-order-status.ts'
import { needsPayment } from '../../orders/order-status.ts'
import { findOrder, type Order } from '../../orders/orders.store.ts'
import { lockOrderWithCart } from '../../payments/order-cart.ts'
import { hasActiveAttempt } from '../../payments/reserve-stock.ts'
import { canStillBePaid } from '../../reconciliation/payment-jobs.ts'
import type { CheckoutContext } from '../context.ts'

export type CancelResult = 'cancelled' | 'was-cancelled' | 'too-late' | 'paying'

/**
 * A payment under way is cancelled at the provider first, and only one that can no longer succeed lets the order go
 * (docs/decisions/late-payments.md).
 */
export async function cancelOwnOrder(shop: CheckoutContext, order: Order): Promise<CancelResult> {
  const refusal = refusalOf(shop, order)
  if (refusal) return refusal
  if (await canStillBePaid(shop, order.id)) {
    const current = await findOrder(shop.db, order.id)
    return (current && refusalOf(shop, current)) ?? 'paying'
  }
  return shop.db.transaction(async (tx) => {
    const { order: current } = await lockOrderWithCart(tx, order.id)
    // It may have been paid, or be paid in another tab, since it was read.
    const problem = current ? refusalOf(shop, current) : 'too-late'
    if (!current || problem) return problem ?? 'too-late'
    await releaseOrder(shop, tx, current)
    await transitionOrder(shop, tx, current, 'cancelled', { reason: 'Order cancelled by customer.' })
    return 'cancelled'
  })
}

function refusalOf(shop: CheckoutContext, order: Order): Exclude<CancelResult, 'cancelled'> | null {
  if (order.status === 'cancelled') return 'was-cancelled'
  if (!needsPayment(order.status)) return 'too-late'
  return hasActiveAttempt(order, shop.now()) ? 'paying' : null
}
