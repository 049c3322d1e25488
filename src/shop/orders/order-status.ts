import type { OrderStatus } from './orders.table.ts'

/** What an order may become. `pending` waits for money; `processing` is paid and to be packed. */
export const nextStatuses = {
  pending: ['processing', 'on-hold', 'failed', 'cancelled', 'completed'],
  'on-hold': ['processing', 'completed', 'cancelled', 'refunded', 'failed'],
  processing: ['completed', 'on-hold', 'cancelled', 'refunded'],
  completed: ['processing', 'refunded'],
  failed: ['pending', 'processing', 'on-hold', 'cancelled'],
  cancelled: [],
  // Money that a bank could not take back makes it what it was.
  refunded: ['processing', 'completed'],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

export const canTransition = (from: OrderStatus, to: OrderStatus): boolean =>
  (nextStatuses[from] as readonly OrderStatus[]).includes(to)

/** Can money still come in for it? */
export const needsPayment = (status: OrderStatus): boolean => status === 'pending' || status === 'failed'

/** Was it given up because nobody paid while its goods were kept? */
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

/** In words, for people. */
export const statusNames: Readonly<Record<OrderStatus, string>> = {
  pending: 'Pending payment',
  'on-hold': 'On hold',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  failed: 'Failed',
}
