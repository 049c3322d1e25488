import type { OrderStatus } from './orders.table.ts'

/** Allowed status transitions. `pending` waits for payment; `processing` is paid and awaits fulfilment. */
export const nextStatuses = {
  pending: ['processing', 'on-hold', 'failed', 'cancelled', 'completed'],
  'on-hold': ['processing', 'completed', 'cancelled', 'refunded', 'failed'],
  processing: ['completed', 'on-hold', 'cancelled', 'refunded'],
  completed: ['processing', 'refunded'],
  failed: ['pending', 'processing', 'on-hold', 'cancelled'],
  cancelled: [],
  // A failed refund restores the status.
  refunded: ['processing', 'completed'],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

export const canTransition = (from: OrderStatus, to: OrderStatus): boolean =>
  (nextStatuses[from] as readonly OrderStatus[]).includes(to)

/** Whether the order can still be paid. */
export const needsPayment = (status: OrderStatus): boolean => status === 'pending' || status === 'failed'

/** Whether the order was cancelled because it was not paid while its stock was held. */
export const isExpiredUnpaid = (order: {
  readonly status: OrderStatus
  readonly number: number | null
  readonly holdExpiresAt: Date | null
  readonly updatedAt: Date
}): boolean =>
  order.status === 'cancelled' &&
  order.number === null &&
  order.holdExpiresAt !== null &&
  order.holdExpiresAt.getTime() <= order.updatedAt.getTime()

/** Display names. */
export const statusNames: Readonly<Record<OrderStatus, string>> = {
  pending: 'Pending payment',
  'on-hold': 'On hold',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  failed: 'Failed',
}
