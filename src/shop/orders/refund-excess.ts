import { sumOf } from '../../platform/money/money.ts'
import type { Order } from './orders.store.ts'
import { isPaidOtherwise } from './paid-otherwise.ts'
import type { Payment } from './payments/payments.store.ts'
import { isRelease, type OrderRefund } from './payments/refunds.store.ts'
import type { StoredDispute } from './payments/reversals.store.ts'
import { hasTaken } from './payments/reversals.ts'

type Returned = { readonly refunds: readonly OrderRefund[]; readonly disputes: readonly StoredDispute[] }

/** What disputes have taken of a payment, in cents. */
export const disputedCents = (payment: Payment, disputes: readonly StoredDispute[]): number =>
  sumOf(
    disputes.filter(({ paymentId, status }) => paymentId === payment.id && hasTaken(status)),
    ({ amountCents }) => amountCents,
  )

/**
 * How much more has gone back than a payment was, in cents: by refunds at the provider, by disputes and by hand, which
 * nothing can keep from happening at the same time.
 */
export function refundExcessCents(
  order: Pick<Order, 'paidAt' | 'paymentMethod' | 'transactionId'>,
  payment: Payment | null,
  { refunds, disputes }: Returned,
): number {
  if (payment?.status !== 'succeeded') return 0
  const isOfOrder = order.paidAt !== null && !isPaidOtherwise(order, payment)
  const counted = refunds.filter(
    (refund) =>
      refund.status === 'succeeded' &&
      (refund.paymentId === payment.id || (refund.paymentId === null && isOfOrder && !isRelease(refund))),
  )
  const returnedCents = sumOf(counted, ({ amountCents }) => amountCents) + disputedCents(payment, disputes)
  return Math.max(0, returnedCents - payment.capturedCents)
}
