import { isProviderMethod } from '../gateways/payment-methods.ts'
import type { Order } from './orders.store.ts'

type PaymentIds = { readonly chargeId: string | null; readonly intentId: string | null }

/** Paid without the provider, as by transfer: this second payment was made on a page left open, and is refunded. */
export const isPaidOtherwise = (
  { paidAt, paymentMethod, transactionId }: Pick<Order, 'paidAt' | 'paymentMethod' | 'transactionId'>,
  { chargeId, intentId }: PaymentIds,
): boolean =>
  paidAt !== null &&
  !isProviderMethod(paymentMethod) &&
  (transactionId === null || ![chargeId, intentId].includes(transactionId))
