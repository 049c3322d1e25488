import { defineJob, handle, schedule } from '../../platform/jobs/jobs.ts'
import { runParts } from '../../platform/jobs/run-each.ts'
import { compareChangedPayments } from '../orders/payments/order-payments.store.ts'
import { deleteAppliedEvents } from '../orders/payments/payments.store.ts'
import { cancelIntentJob } from '../orders/transition-order.ts'
import { releaseExpiredAttempts } from '../payments/expired-attempts.ts'
import { refundLatePaymentJob } from '../payments/settle-payment.ts'
import type { OrderingContext } from '../risk/context.ts'
import { findReversals } from './find-reversals.ts'
import * as jobs from './payment-jobs.ts'

export const paymentEventJob = defineJob<{ eventId: string }>('payment-event', 10)

export const reconciliationJobs = [
  handle(paymentEventJob, (shop: OrderingContext, { eventId }) => jobs.applyPaymentEvent(shop, eventId)),
  handle(cancelIntentJob, (shop: OrderingContext, { intentId, orderId }) => jobs.cancelIntent(shop, intentId, orderId)),
  handle(refundLatePaymentJob, (shop: OrderingContext, { orderId, intentId, amountCents }) =>
    jobs.refundLatePayment(shop, orderId, intentId, amountCents),
  ),
  handle(schedule('find-reversals', '* * * * *', 30), findReversals),
  handle(schedule('compare-payments', '* * * * *'), ({ db }: OrderingContext) => compareChangedPayments(db)),
  handle(schedule('cancel-unpaid', '* * * * *'), (shop: OrderingContext) =>
    runParts([() => releaseExpiredAttempts(shop), () => jobs.cancelUnpaidOrders(shop)]),
  ),
  handle(schedule('drop-abandoned-orders', '37 * * * *'), jobs.deleteAbandonedOrders),
  handle(schedule('drop-payment-events', '51 9 * * *'), ({ db, now }: OrderingContext) =>
    deleteAppliedEvents(db, now()),
  ),
]
