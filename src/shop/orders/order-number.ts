import { orderNumberPlaceholder } from '../../things/messages/emails.store.ts'
import type { OrderStatus } from './orders.table.ts'

/** What the shop's people and customers call an order; null while it is not accepted. */
export type WithOrderNumber = { readonly number: number | typeof orderNumberPlaceholder | null }

/**
 * Does an order get its number by becoming this? It is accepted once its money is there, or once the shop waits for money
 * that comes another way. A card order put aside unpaid is not.
 */
export const isAcceptedStatus = (order: { readonly paymentMethod: string }, to: OrderStatus): boolean =>
  to === 'processing' ||
  to === 'completed' ||
  to === 'refunded' ||
  (to === 'on-hold' && order.paymentMethod !== 'stripe_cc')

/** 'Order #1042', or 'Your order' while it has no number: an id is never shown as one. */
export const orderName = (order: WithOrderNumber, unnumbered = 'Your order'): string =>
  order.number === null ? unnumbered : `Order #${order.number}`
