import { nextStatuses } from './order-status.ts'
import type { OrderStatus } from './orders.table.ts'

export type StatusChangeContext = {
  readonly status: OrderStatus
  /** True for payments through the provider, which alone decides whether money arrived or was refunded. */
  readonly isCard: boolean
  readonly isPaid: boolean
}

/**
 * Statuses an owner may set manually. A card order becomes paid only by the provider, and a paid order has to be
 * refunded before it is cancelled.
 */
export function allowedStatuses(order: StatusChangeContext): readonly OrderStatus[] {
  // A refunded order changes only when the provider reports the money is back.
  if (order.status === 'refunded') return []
  const all: readonly OrderStatus[] = nextStatuses[order.status]
  const next = order.isPaid ? all : all.filter((status) => status !== 'refunded')
  if (!order.isCard) return next
  return order.isPaid
    ? next.filter((status) => status !== 'cancelled' && status !== 'refunded')
    : next.filter((status) => status !== 'processing' && status !== 'completed')
}
