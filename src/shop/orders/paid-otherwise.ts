import { isProviderMethod } from '../payment-methods/payment-methods.ts'
import type { Order } from './orders.store.ts'

/** What a payment is known by in its order. */
type PaymentIds = { readonly chargeId: string | null; readonly intentId: string | null }

/**
 * Whether an order was paid without the provider, such as by transfer, so that this payment is a second one: it was agreed
 * to on a page left open, and is refunded.
 */
export const isPaidOtherwise = (
  { paidAt, paymentMethod, transactionId }: Pick<Order, 'paidAt' | 'paymentMethod' | 'transactionId'>,
  { chargeId, intentId }: PaymentIds,
): boolean =>
  paidAt !== null &&
  !isProviderMethod(paymentMethod) &&
  (transactionId === null || ![chargeId, intentId].includes(transactionId))
