import { useState } from 'react'
import { useMay } from '../../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../../platform/admin/amount.ts'
import { Button, Fact, Panel, parseGmt, QueryState, Skeleton, Time, useRest } from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { DisputeStatus } from '../../gateways/refunds-and-disputes.ts'
import { disputesOf, timeLeft } from '../../orders/admin/order-label.tsx'
import styles from '../../orders/admin/order-panels.module.css'
import { ordersWrite } from '../../orders/capabilities.ts'
import { disputeReason, isClosed } from '../../orders/payments/reversals.ts'
import type { DisputeJson, OrderJson } from '../../orders/rest/order-json.ts'
import type { DisputeDetailsJson } from '../dispute-json.ts'
import { EvidenceForm } from './evidence-form.tsx'

const statusTexts: Readonly<Record<DisputeStatus, string>> = {
  warning_needs_response: 'Inquiry: waiting for your answer',
  warning_under_review: 'Inquiry: the bank is reviewing your answer',
  warning_closed: 'Closed, no money was taken',
  needs_response: 'Waiting for your answer',
  under_review: 'The bank is reviewing your answer',
  charge_refunded: 'Closed, the payment was refunded',
  won: 'Won, the money is yours',
  lost: 'Lost, the money is gone',
  prevented: 'Closed before money was taken',
}

export function Disputes({ order }: { order: OrderJson }) {
  const disputes = disputesOf(order)
  if (disputes.length === 0) return null
  return (
    <div className={styles.wide}>
      <Panel id="disputes" title={disputes.length === 1 ? 'Dispute' : 'Disputes'}>
        {disputes.map((dispute) => (
          <DisputeItem key={dispute.id} dispute={dispute} order={order} />
        ))}
      </Panel>
    </div>
  )
}

type DisputeItemProps = { readonly dispute: DisputeJson; readonly order: OrderJson }

function DisputeItem({ dispute: { id, status, amount, reason, due_by_gmt }, order }: DisputeItemProps) {
  const mayWrite = useMay(ordersWrite)
  const [openedAt] = useState(() => Date.now())
  const [isOpen, setIsOpen] = useState(false)
  const details = useRest<DisputeDetailsJson>([paths.restOrders, order.id, 'disputes', id], hrefs.restDispute(id))
  const isOpenDispute = !isClosed(status)
  const leftMs = due_by_gmt === null ? 0 : parseGmt(due_by_gmt).getTime() - openedAt
  const deadline =
    due_by_gmt === null ? (
      'the bank’s deadline'
    ) : (
      <>
        <Time gmt={due_by_gmt} /> ({leftMs > 0 ? `${timeLeft(leftMs)} left` : 'the deadline has passed'})
      </>
    )
  const { data } = details
  const isSent = data?.submitted_gmt !== null && data?.submitted_gmt !== undefined && status.endsWith('needs_response')
  return (
    <>
      <dl className={styles.facts}>
        <Fact label="State">{isSent ? 'Your answer is on its way to the bank' : statusTexts[status]}</Fact>
        <Fact label="Amount">
          {formatAmount(amount, order.currency)}: {disputeReason(reason)}
        </Fact>
        <Fact label="Answer by">
          {due_by_gmt !== null && isOpenDispute && status.endsWith('needs_response') ? deadline : ''}
        </Fact>
        <Fact label="Dispute" className={styles.code}>
          {id}
        </Fact>
      </dl>
      {isOpenDispute && <QueryState query={details} placeholder={<Skeleton width="50%" />} />}
      {data?.is_awaited &&
        mayWrite &&
        (isOpen ? (
          <EvidenceForm dispute={data} deadline={deadline} onClose={() => setIsOpen(false)} />
        ) : (
          <p className={styles.action}>
            <Button
              kind="primary"
              label={data.has_draft ? 'Continue the answer' : 'Answer the dispute'}
              onClick={() => setIsOpen(true)}
            />
          </p>
        ))}
    </>
  )
}
