import { priceString } from '../../platform/money/money.ts'
import { toGmtIso } from '../../platform/time/shop-time.ts'
import { type Evidence, evidenceFields } from '../gateways/refunds-and-disputes.ts'
import type { OrderDetails } from '../orders/orders-read.store.ts'
import { awaitingAnswer, type OrderDispute } from '../orders/payments/disputes.store.ts'
import { evidenceOf } from './dispute-evidence.ts'

/** A dispute with its evidence; the first draft has what the shop knows about the sale. */
export function disputeDetailsJson(dispute: OrderDispute, order: OrderDetails | null) {
  const hasDraft = Object.keys(dispute.evidence).length > 0
  const shown: Evidence = hasDraft || !order ? dispute.evidence : evidenceOf(order, order.shipments)
  return {
    id: dispute.disputeId,
    order_id: dispute.orderId,
    amount: priceString(dispute.amountCents, order?.currency),
    currency: order?.currency ?? '',
    reason: dispute.reason,
    status: dispute.status,
    due_by_gmt: dispute.dueBy ? toGmtIso(dispute.dueBy) : null,
    date_created_gmt: toGmtIso(dispute.openedAt),
    evidence: Object.fromEntries(evidenceFields.map((name) => [name, shown[name] ?? ''])) as Required<Evidence>,
    /** At the payment provider, under its names. */
    files: dispute.files,
    has_draft: hasDraft || Object.keys(dispute.files).length > 0,
    is_awaited: awaitingAnswer.includes(dispute.status) && dispute.submittedAt === null,
    submitted_gmt: dispute.submittedAt ? toGmtIso(dispute.submittedAt) : null,
  }
}

export type DisputeDetailsJson = ReturnType<typeof disputeDetailsJson>
