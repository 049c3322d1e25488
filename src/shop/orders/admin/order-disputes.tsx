import controls from '../../../platform/admin/controls.module.css'
import { formatAmount } from '../../../platform/admin/format-wire.ts'
import { Time } from '../../../platform/admin/time.tsx'
import type { DisputeStatus } from '../../payments/provider.ts'
import { disputeReason, disputesMeta, isClosed } from '../../payments/reversals.ts'
import type { DisputeJson, OrderJson } from '../rest/order-json.ts'
import styles from './order-details.module.css'

const disputesOf = (order: OrderJson): readonly DisputeJson[] => {
  const value = order.meta_data.find((meta) => meta.key === disputesMeta)?.value
  return typeof value === 'object' && value !== null ? value : []
}

/** Whether the order has an open dispute. */
export const isDisputed = (order: OrderJson): boolean => disputesOf(order).some((dispute) => !isClosed(dispute.status))

const statusTexts: Readonly<Record<DisputeStatus, string>> = {
  warning_needs_response: 'The bank asks; your answer is awaited',
  warning_under_review: 'The bank asks, and looks at your answer',
  warning_closed: 'Closed, no money was taken',
  needs_response: 'Your answer is awaited',
  under_review: 'The bank looks at your answer',
  charge_refunded: 'Closed, the payment was refunded',
  won: 'Won, the money is yours',
  lost: 'Lost, the money is gone',
  prevented: 'Closed before money was taken',
}

/** The order's disputes. The owner answers them at the payment provider, not here. */
export function Disputes({ order }: { order: OrderJson }) {
  const disputes = disputesOf(order)
  if (disputes.length === 0) return null
  return (
    <section className={controls.panel} aria-labelledby="disputes-title">
      <h2 id="disputes-title">{disputes.length === 1 ? 'Dispute' : 'Disputes'}</h2>
      {disputes.map((dispute) => (
        <dl key={dispute.id} className={styles.facts}>
          <div>
            <dt>State</dt>
            <dd>{statusTexts[dispute.status]}</dd>
          </div>
          <div>
            <dt>Amount</dt>
            <dd>
              {formatAmount(dispute.amount)}: {disputeReason(dispute.reason)}
            </dd>
          </div>
          {dispute.due_by_gmt !== null && !isClosed(dispute.status) && (
            <div>
              <dt>Answer at the payment provider by</dt>
              <dd>
                <Time gmt={dispute.due_by_gmt} />
              </dd>
            </div>
          )}
          <div>
            <dt>Dispute</dt>
            <dd className={styles.code}>{dispute.id}</dd>
          </div>
        </dl>
      ))}
    </section>
  )
}
