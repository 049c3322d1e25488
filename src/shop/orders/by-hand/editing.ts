import type { Order } from '../orders.store.ts'

/** What is open to change of its items (docs/decisions/orders-by-hand.md): nothing, everything, or all but the total. */
export function editingOf(order: Pick<Order, 'status' | 'paidAt'>): 'none' | 'all' | 'same-total' {
  if (order.status === 'pending') return 'all'
  if (order.status !== 'on-hold' && order.status !== 'processing') return 'none'
  return order.paidAt === null ? 'all' : 'same-total'
}
