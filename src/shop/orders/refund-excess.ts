import { sumOf } from '../../platform/money/money.ts'
import { isProviderMethod } from '../payment-methods/payment-methods.ts'
import type { Order } from './orders.store.ts'
import type { Payment } from './payments/payments.store.ts'
import { isRelease, type OrderRefund } from './payments/refunds.store.ts'
import type { StoredDispute } from './payments/reversals.store.ts'
import { hasTakenMoney } from './payments/reversals.ts'

type MoneyBack = { readonly refunds: readonly OrderRefund[]; readonly disputes: readonly StoredDispute[] }

export const disputedCents = (payment: Payment, disputes: readonly StoredDispute[]): number =>
  sumOf(
    disputes.filter(({ paymentId, status }) => paymentId === payment.id && hasTakenMoney(status)),
    ({ amountCents }) => amountCents,
  )

/** Cents given back beyond the payment, which concurrent disputes, refunds at the provider and by hand can exceed. */
export function refundExcessCents(
  order: Pick<Order, 'paidAt' | 'paymentMethod' | 'transactionId'>,
  payment: Payment | null,
  { refunds, disputes }: MoneyBack,
): number {
  if (payment?.status !== 'succeeded') return 0
  const isOrderPayment = order.paidAt !== null && !isPaidOtherwise(order, payment)
  const countedRefunds = refunds.filter(
    (refund) =>
      refund.status === 'succeeded' &&
      (refund.paymentId === payment.id || (refund.paymentId === null && isOrderPayment && !isRelease(refund))),
  )
  const returnedCents = sumOf(countedRefunds, ({ amountCents }) => amountCents) + disputedCents(payment, disputes)
  return Math.max(0, returnedCents - payment.capturedCents)
}

type PaymentIds = { readonly chargeId: string | null; readonly intentId: string | null }

/** The order was paid without the provider, as by transfer; this second payment, from an open page, is refunded. */
export const isPaidOtherwise = (
  { paidAt, paymentMethod, transactionId }: Pick<Order, 'paidAt' | 'paymentMethod' | 'transactionId'>,
  { chargeId, intentId }: PaymentIds,
): boolean =>
  paidAt !== null &&
  !isProviderMethod(paymentMethod) &&
  (transactionId === null || ![chargeId, intentId].includes(transactionId))
