import type { Order } from '../orders.store.ts'

/** Which changes of items an order allows (docs/decisions/orders-by-hand.md): none, all, or all that keep the total. */
export function editingOf(order: Pick<Order, 'status' | 'paidAt'>): 'none' | 'all' | 'same-total' {
  if (order.status === 'pending') return 'all'
  if (order.status !== 'on-hold' && order.status !== 'processing') return 'none'
  return order.paidAt === null ? 'all' : 'same-total'
}
