import type { OrderStatus } from './orders.table.ts'

/** What an order may become. `pending` waits for money; `processing` is paid and to be packed. */
export const nextStatuses = {
  pending: ['processing', 'on-hold', 'failed', 'cancelled', 'completed'],
  'on-hold': ['processing', 'completed', 'cancelled', 'failed'],
  processing: ['completed', 'on-hold', 'cancelled', 'refunded'],
  completed: ['processing', 'refunded'],
  failed: ['pending', 'processing', 'on-hold', 'cancelled'],
  cancelled: [],
  refunded: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

export const mayBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  (nextStatuses[from] as readonly OrderStatus[]).includes(to)

/** Can money still come in for it? */
export const isOpen = (status: OrderStatus): boolean => status === 'pending' || status === 'failed'

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
