import { isPaidOnDelivery, isProviderMethod } from '../payment-methods/payment-methods.ts'
import { allowedStatuses, type Delivered, isPickup } from './order-status.ts'
import type { OrderStatus } from './orders.table.ts'

/*
 * What depends on how an order is paid. Browser code does not import this file: payment methods contain the schemas of
 * their settings.
 */

type PaidOrder = { readonly paymentMethod: string }

/**
 * Whether this transition assigns the invoice number. An order is accepted once it is paid, or once it waits for an
 * offline payment. An unpaid card order put on hold is not accepted.
 */
export const isAcceptedStatus = (order: PaidOrder, to: OrderStatus): boolean =>
  to === 'processing' ||
  to === 'completed' ||
  to === 'refunded' ||
  (to === 'on-hold' && !isProviderMethod(order.paymentMethod))

/**
 * Whether a completed order has been picked up: pay-at-pickup orders are completed at pickup, prepaid ones when they
 * are ready.
 */
export const wasPickedUp = (order: Delivered & PaidOrder): boolean =>
  isPickup(order) && isPaidOnDelivery(order.paymentMethod)

/** Whether a manual change to this status says that an offline payment has arrived. */
export const marksPaid = (order: PaidOrder, to: OrderStatus): boolean =>
  to === 'completed' || (to === 'processing' && !isPaidOnDelivery(order.paymentMethod))

type ManualOrder = PaidOrder & {
  readonly status: OrderStatus
  readonly paidAt: Date | null
  /** Its payment can be captured, which happens when the order is processed. */
  readonly isAuthorized?: boolean
}

/** Statuses that an owner may give this order. */
export const manualStatuses = (order: ManualOrder) =>
  allowedStatuses({
    status: order.status,
    isCard: isProviderMethod(order.paymentMethod) && order.isAuthorized !== true,
    isPaid: order.paidAt !== null,
  })
