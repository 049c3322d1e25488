import type { orderNumberPlaceholder } from '../../things/messages/emails.store.ts'
import type { OrderStatus } from './orders.table.ts'

/** The order number shown to staff and customers; null until the order is accepted. */
export type WithOrderNumber = { readonly number: number | typeof orderNumberPlaceholder | null }

/**
 * Whether this transition assigns the order number. An order is accepted once it is paid, or once it waits for an
 * offline payment. An unpaid card order put on hold is not accepted.
 */
export const isAcceptedStatus = (order: { readonly paymentMethod: string }, to: OrderStatus): boolean =>
  to === 'processing' ||
  to === 'completed' ||
  to === 'refunded' ||
  (to === 'on-hold' && order.paymentMethod !== 'stripe_cc')

/** 'Order #1042', or 'Your order' without a number: an id is never shown as a number. */
export const orderName = (order: WithOrderNumber, unnumbered = 'Your order'): string =>
  order.number === null ? unnumbered : `Order #${order.number}`
