import type { WithPayments } from '../gateways/context.ts'
import type { ProviderName } from '../gateways/provider.ts'
import { isPaidOnDelivery, isProviderMethod } from '../payment-methods/payment-methods.ts'
import { allowedStatuses, type Delivered, isPickup } from './order-status.ts'
import type { OrderStatus } from './orders.table.ts'
import type { PaymentStatus } from './payments/payments.table.ts'

/* Server only: payment methods contain the schemas of their settings. */

type PaidOrder = { readonly paymentMethod: string }

/** Accepted once paid, or once it waits for an offline payment; an unpaid card order on hold is not. */
export const isAcceptedStatus = (order: PaidOrder, to: OrderStatus): boolean =>
  to === 'processing' ||
  to === 'completed' ||
  to === 'refunded' ||
  (to === 'on-hold' && !isProviderMethod(order.paymentMethod))

/** Pay-at-pickup orders are completed at pickup, prepaid ones when they are ready. */
export const wasPickedUp = (order: Delivered & PaidOrder): boolean =>
  isPickup(order) && isPaidOnDelivery(order.paymentMethod)

/** Whether a manual change to this status means that an offline payment has arrived. */
export const marksPaid = (order: PaidOrder, to: OrderStatus): boolean =>
  to === 'completed' || (to === 'processing' && !isPaidOnDelivery(order.paymentMethod))

/** Whether a payment was begun under other keys of the provider: the current ones can neither read nor cancel it. */
export const isOfOtherProvider = (
  { payments: { provider } }: WithPayments,
  payment: { readonly provider: ProviderName; readonly status: PaymentStatus },
): boolean => payment.provider !== provider.name && payment.status !== 'succeeded'

/** Whether a payment is in progress. */
export const hasActiveAttempt = (order: { readonly paymentAttemptsExpireAt: Date | null }, now: Date): boolean =>
  order.paymentAttemptsExpireAt !== null && order.paymentAttemptsExpireAt > now

type AcceptedOrder = PaidOrder & {
  readonly status: OrderStatus
  readonly paidAt: Date | null
  readonly invoiceNumber: number | null
}

/** Whether an accepted order waits for the provider: its payment is processed or authorized. */
export const isAwaitingProvider = (order: AcceptedOrder): boolean =>
  order.status === 'on-hold' &&
  order.paidAt === null &&
  order.invoiceNumber !== null &&
  isProviderMethod(order.paymentMethod)

type ManualOrder = AcceptedOrder & { readonly totalCents: number; readonly isAuthorized?: boolean }

/** Only the provider knows that a payment it has promised has failed. */
export const manualStatuses = (order: ManualOrder) =>
  allowedStatuses({
    status: order.status,
    isCard: isProviderMethod(order.paymentMethod) && order.isAuthorized !== true && order.totalCents > 0,
    isPaid: order.paidAt !== null && order.totalCents > 0,
  }).filter((to) => to !== 'failed' || !isAwaitingProvider(order))
