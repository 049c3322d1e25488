import { DAY_MS } from '../../../platform/time/durations.ts'
import type { Dispute, DisputeStatus, Refund, RefundStatus } from '../../gateways/refunds-and-disputes.ts'

/** Changes in a payment’s refunds and disputes, whatever order the provider’s events arrive in. */

export const closedStatuses: readonly DisputeStatus[] = [
  'warning_closed',
  'charge_refunded',
  'won',
  'lost',
  'prevented',
]

export const isClosed = (status: DisputeStatus): boolean => closedStatuses.includes(status)
/** Statuses in which the bank has taken the money, and keeps it unless the shop wins. */
const takenStatuses: readonly DisputeStatus[] = ['needs_response', 'under_review', 'lost']
export const hasTakenMoney = (status: DisputeStatus): boolean => takenStatuses.includes(status)
/** An inquiry only asks for information about the payment; no money has moved. */
export const isInquiry = (status: DisputeStatus): boolean => status.startsWith('warning_')

export type RefundChange = { readonly kind: 'succeeded' | 'failed'; readonly refund: Refund }

export const refundChanges = (previous: ReadonlyMap<string, RefundStatus>, reported: readonly Refund[]) =>
  reported.flatMap((refund): RefundChange[] => {
    const previousStatus = previous.get(refund.id)
    if (refund.status === previousStatus) return []
    if (refund.status === 'succeeded') return [{ kind: 'succeeded', refund }]
    const hasFailed = (status: RefundStatus | undefined) => status === 'failed' || status === 'canceled'
    return hasFailed(refund.status) && !hasFailed(previousStatus) ? [{ kind: 'failed', refund }] : []
  })

export type DisputeChange = { readonly kind: 'opened' | 'changed' | 'closed'; readonly dispute: Dispute }

/** Disputes opened, changed or closed since `previous` was stored. One first seen closed counts as opened, too. */
export const disputeChanges = (previous: ReadonlyMap<string, DisputeStatus>, reported: readonly Dispute[]) =>
  reported.flatMap((dispute): DisputeChange[] => {
    const previousStatus = previous.get(dispute.id)
    if (dispute.status === previousStatus) return []
    const opened: DisputeChange[] = previousStatus === undefined ? [{ kind: 'opened', dispute }] : []
    if (isClosed(dispute.status)) return [...opened, { kind: 'closed', dispute }]
    return previousStatus === undefined ? opened : [{ kind: 'changed', dispute }]
  })

const SOON_MS = 5 * 60_000
/** How long a bank may still return a refund or reopen a dispute. */
const MAY_CHANGE_MS = 45 * DAY_MS

/** When to check for lost webhooks: soon while one is pending, daily while one may still change. Null: never. */
export function nextCheck(refunds: readonly Refund[], disputes: readonly Dispute[], now: Date): Date | null {
  const isUndecided =
    refunds.some(({ status }) => status === 'pending' || status === 'requires_action') ||
    disputes.some(({ status }) => !isClosed(status))
  if (isUndecided) return new Date(now.getTime() + SOON_MS)
  const since = now.getTime() - MAY_CHANGE_MS
  const mayStillChange = [...refunds, ...disputes].some(({ createdAt }) => createdAt.getTime() > since)
  return mayStillChange ? new Date(now.getTime() + DAY_MS) : null
}

export const isReversalEvent = (eventType: string): boolean =>
  eventType.startsWith('refund.') || eventType.startsWith('charge.refund') || eventType.startsWith('charge.dispute.')

const disputeReasons: Readonly<Record<string, string>> = {
  credit_not_processed: 'a promised refund has not come',
  duplicate: 'it was charged twice',
  fraudulent: 'the cardholder says it was somebody else',
  general: 'no reason was given',
  product_not_received: 'the goods have not arrived',
  product_unacceptable: 'the goods are not what was promised',
  subscription_canceled: 'a subscription was cancelled',
  unrecognized: 'the cardholder does not recognize it',
}

export const disputeReason = (code: string): string => disputeReasons[code] ?? code.replaceAll('_', ' ')

const refundReasons: Readonly<Record<string, string>> = {
  duplicate: 'Duplicate',
  fraudulent: 'Fraudulent',
  requested_by_customer: 'Requested by the customer',
}

export const refundReason = (code: string | null): string =>
  code === null ? '' : (refundReasons[code] ?? code.replaceAll('_', ' '))

/** The order metadata key of its disputes in the API; WooCommerce has no field for them. */
export const disputesMeta = '_samovar_disputes'

export type RefundOutcome = 'pending' | 'succeeded' | 'failed'

/** Metadata keys of a refund for values without a field in WooCommerce. */
export const refundMeta = {
  outcome: '_samovar_refund_status',
  author: '_samovar_refund_author',
  problem: '_samovar_refund_problem',
  retry: '_samovar_refund_retry',
  id: '_refund_id',
  item: '_refunded_item_id',
} as const

export const refundExcessMeta = '_samovar_refund_excess'
