import type { OrderStatus, orders } from './orders.table.ts'

/** Allowed status transitions. `pending` waits for payment; `processing` is paid and awaits fulfilment. */
export const nextStatuses = {
  pending: ['processing', 'on-hold', 'failed', 'cancelled', 'completed'],
  'on-hold': ['processing', 'completed', 'cancelled', 'refunded', 'failed'],
  processing: ['completed', 'on-hold', 'cancelled', 'refunded'],
  // An order of files only is completed once paid, and may still be held for review.
  completed: ['processing', 'on-hold', 'refunded'],
  failed: ['pending', 'processing', 'completed', 'on-hold', 'cancelled'],
  cancelled: [],
  // A refund that the bank returns restores the status, unless a dispute holds the order or has taken the money.
  refunded: ['processing', 'completed', 'on-hold', 'cancelled'],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

export const canTransition = (from: OrderStatus, to: OrderStatus): boolean =>
  (nextStatuses[from] as readonly OrderStatus[]).includes(to)

export const needsPayment = (status: OrderStatus): boolean => status === 'pending' || status === 'failed'

/** Whether the customer may order the same again: completed orders as in WooCommerce, and here also paid ones. */
export const canOrderAgain = (status: OrderStatus): boolean => status === 'completed' || status === 'processing'

/** Whether the order was cancelled because it was not paid while its stock was held. */
export const isExpiredUnpaid = (
  order: Pick<typeof orders.$inferSelect, 'status' | 'invoiceNumber' | 'holdExpiresAt' | 'updatedAt'>,
): boolean =>
  order.status === 'cancelled' &&
  order.invoiceNumber === null &&
  order.holdExpiresAt !== null &&
  order.holdExpiresAt.getTime() <= order.updatedAt.getTime()

export const statusNames: Readonly<Record<OrderStatus, string>> = {
  pending: 'Pending payment',
  'on-hold': 'On hold',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  failed: 'Failed',
}

export const statusesMeta = '_samovar_next_statuses'

export const invoiceNumberMeta = '_samovar_invoice_number'

export const exchangeRateMeta = '_wcpay_multi_currency_order_exchange_rate'

export const captureBeforeMeta = '_samovar_capture_before_gmt'

export const restocksMeta = '_samovar_restocks_refund'

type StatusChangeContext = {
  readonly status: OrderStatus
  /** True for payments through the provider, which alone decides whether money arrived. */
  readonly isCard: boolean
  readonly isPaid: boolean
}

/** Statuses to choose by hand. Only the provider marks card orders as paid; a paid order is refunded, not cancelled or failed. */
export function allowedStatuses({ status, isCard, isPaid }: StatusChangeContext): readonly OrderStatus[] {
  // A refunded order changes only when the provider reports the money is back.
  if (status === 'refunded') return []
  const all: readonly OrderStatus[] = nextStatuses[status]
  return all.filter((to) => {
    if (to === 'cancelled' || to === 'failed') return !isPaid
    if (to === 'processing' || to === 'completed') return isPaid || !isCard
    return to !== 'refunded'
  })
}

export type Delivered = { readonly shippingLines: readonly { readonly rateId: string }[] }

export const isPickup = (order: Delivered): boolean =>
  order.shippingLines.some((line) => line.rateId.startsWith('local_pickup'))

/** 'Order #1042': an order's number is its id, everywhere (docs/decisions/order-numbers.md). */
export const orderName = (order: { readonly id: number }): string => `Order #${order.id}`

/** An invoice number for people. The prefix tells it from the number of an order. */
export const invoiceNumberText = (number: number): string => `INV-${number}`

/** The number in a search: '#1042' or '1042' is an order, 'INV-1042' an invoice. */
export function searchedNumber(text: string): { readonly of: 'order' | 'invoice'; readonly number: number } | null {
  const [, prefix, digits] = /^(#|INV-)?(\d{1,9})$/i.exec(text.trim()) ?? []
  return digits === undefined
    ? null
    : { of: prefix?.toUpperCase() === 'INV-' ? 'invoice' : 'order', number: Number(digits) }
}
