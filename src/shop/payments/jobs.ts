import { defineJob, handle, schedule } from '../../platform/jobs/jobs.ts'
import { runParts } from '../../platform/jobs/run-each.ts'
import type { OrderingContext } from '../risk/context.ts'
import { saveCardOfPayment } from './apply-card-event.ts'
import { remindOfCaptures } from './capture-payment.ts'
import { expireOnHold } from './expire-on-hold.ts'
import { saveCardJob, settlePayment } from './settle-payment.ts'

export const paymentJobs = [
  handle(defineJob<{ intentId: string }>('settle-payment', 10), (shop: OrderingContext, { intentId }) =>
    settlePayment(shop, intentId),
  ),
  handle(saveCardJob, (shop: OrderingContext, { intentId }) => saveCardOfPayment(shop, intentId)),
  handle(schedule('expire-on-hold', '27 * * * *'), (shop: OrderingContext) =>
    runParts([() => expireOnHold(shop), () => remindOfCaptures(shop)]),
  ),
]
