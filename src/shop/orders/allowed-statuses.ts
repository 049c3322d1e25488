import { nextStatuses } from './order-status.ts'
import type { OrderStatus } from './orders.table.ts'

export type StatusChangeContext = {
  readonly status: OrderStatus
  /** True when the money comes through the payment provider, who alone can say that it came or went back. */
  readonly isCard: boolean
  readonly isPaid: boolean
}

/**
 * What the owner may make of an order by hand. A card order becomes paid only by the provider's word, and paid money
 * has to go back before an order is called off.
 */
export function allowedStatuses(order: StatusChangeContext): readonly OrderStatus[] {
  // What was refunded stays so, unless the provider says that the money has come back.
  if (order.status === 'refunded') return []
  const all: readonly OrderStatus[] = nextStatuses[order.status]
  const next = order.isPaid ? all : all.filter((status) => status !== 'refunded')
  if (!order.isCard) return next
  return order.isPaid
    ? next.filter((status) => status !== 'cancelled' && status !== 'refunded')
    : next.filter((status) => status !== 'processing' && status !== 'completed')
}
