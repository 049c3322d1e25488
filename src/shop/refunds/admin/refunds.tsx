import { useState } from 'react'
import { useMay } from '../../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../../platform/admin/amount.ts'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import {
  awaited,
  Badge,
  Button,
  ErrorState,
  Panel,
  QueryState,
  Skeleton,
  Time,
  type Tone,
  useRest,
} from '../../../platform/admin/parts.tsx'
import { useSend } from '../../../platform/admin/resource.ts'
import { priceString } from '../../../platform/money/money.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { centsOf } from '../../orders/admin/order-label.tsx'
import { ordersWrite } from '../../orders/capabilities.ts'
import { type RefundOutcome, refundExcessMeta } from '../../orders/payments/reversals.ts'
import type { OrderJson } from '../../orders/rest/order-json.ts'
import type { RefundJson } from '../../orders/rest/refund-json.ts'
import { authorOf, isRetried, outcomeOf, problemOf, providerIdOf, refundedCents } from './order-refunds.ts'
import { RefundForm } from './refund-form.tsx'
import styles from './refunds.module.css'

/** Refunds of an order are listed on one screen, without pagination; no order is expected to have more. */
const MAX_REFUNDS = 100

const refundsKey = (orderId: number) => [paths.restOrders, orderId, 'refunds']

export function Refunds({ order }: { order: OrderJson }) {
  const mayWrite = useMay(ordersWrite)
  const [isOpen, setIsOpen] = useState(false)
  const href = hrefs.restRefunds(order.id, { status: 'any', per_page: MAX_REFUNDS })
  const refunds = useRest<RefundJson[]>(refundsKey(order.id), href, awaited)
  const make = useSend(
    (rest, body: object) => rest.send<RefundJson>('POST', hrefs.restRefunds(order.id), body),
    [paths.restOrders],
    { onSuccess: () => setIsOpen(false) },
  )
  const refundList = refunds.data ?? []
  const refunded_amount = priceString(refundedCents(refundList, order), order.currency)
  const retry = useSend(
    (rest, id: number) => rest.send<RefundJson>('POST', hrefs.restRefundRetry(order.id, id), { refunded_amount }),
    [paths.restOrders],
    { onMutate: () => make.reset() },
  )
  const isPaid = order.date_paid_gmt !== null
  const excess = order.meta_data.find(({ key }) => key === refundExcessMeta)?.value
  // An unpaid order can have refunds, because a payment that arrives too late is refunded.
  if (!isPaid && refundList.length === 0) return null
  const leftCents = centsOf(order.total, order.currency) - refundedCents(refundList, order)
  const mayRefund = isPaid && mayWrite && refunds.data !== undefined && leftCents > 0
  return (
    <Panel id="refunds" title="Refunds">
      <QueryState query={refunds} placeholder={<Skeleton width="60%" />} />
      {typeof excess === 'string' && (
        <p className={styles.problem}>
          {`More has gone back than was paid: ${formatAmount(excess, order.currency)} too much. Delete a refund that was recorded by mistake, or write to the customer.`}
        </p>
      )}
      {refunds.data?.length === 0 && !isOpen && <p className={styles.none}>Nothing was refunded.</p>}
      {refundList.length > 0 && (
        <ul className={styles.list}>
          {refundList.map((refund) => (
            <RefundItem
              key={refund.id}
              refund={refund}
              order={order}
              mayWrite={mayWrite}
              // The result is shown below the list, because a refund that was retried loses its button.
              onRetry={() => retry.mutateAsync(refund.id).catch(() => undefined)}
            />
          ))}
        </ul>
      )}
      {mayRefund &&
        (isOpen ? (
          <RefundForm
            order={order}
            refunds={refundList}
            leftCents={leftCents}
            isSending={make.isPending}
            onSend={(body) => make.mutateAsync(body).catch(() => undefined)}
            onCancel={() => {
              make.reset()
              setIsOpen(false)
            }}
          >
            {make.isError && <ErrorState error={make.error} />}
          </RefundForm>
        ) : (
          <Button
            label={refundList.length > 0 ? 'Refund more' : 'Refund'}
            onClick={() => {
              make.reset()
              retry.reset()
              setIsOpen(true)
            }}
          />
        ))}
      <p className={styles.result} role="status">
        {retry.isSuccess
          ? resultText(retry.data, order)
          : make.isSuccess && !isOpen
            ? resultText(make.data, order)
            : ''}
      </p>
      {retry.isError && (
        <div className={styles.retried}>
          <ErrorState error={retry.error} />
        </div>
      )}
    </Panel>
  )
}

function resultText(refund: RefundJson, { currency }: OrderJson): string {
  const amount = formatAmount(refund.amount, currency)
  return outcomeOf(refund) === 'pending'
    ? `${amount} is on its way: the result will be shown here.`
    : refund.refunded_payment
      ? `${amount} was refunded.`
      : `A refund of ${amount} was recorded.`
}

const outcomes: Readonly<Record<RefundOutcome, readonly [text: string, tone: Tone | undefined]>> = {
  pending: ['Pending', 'gold'],
  succeeded: ['Done', 'leaf'],
  failed: ['Failed', 'berry'],
}

type RefundItemProps = {
  readonly refund: RefundJson
  readonly order: OrderJson
  readonly mayWrite: boolean
  readonly onRetry: () => Promise<unknown>
}

function RefundItem({ refund, order, mayWrite, onRetry }: RefundItemProps) {
  const outcome = outcomeOf(refund)
  const amount = formatAmount(refund.amount, order.currency)
  const [text, tone] = outcomes[outcome]
  const href = hrefs.restRefund(order.id, refund.id)
  const remove = useSend((rest) => rest.send('DELETE', href, { force: true }), [paths.restOrders])
  const isRelease = !refund.refunded_payment && authorOf(refund) === ''
  const isDeletable = outcome === 'failed' || (!refund.refunded_payment && !isRelease)
  const by = authorOf(refund) === '' ? (isRelease ? '' : 'at the payment provider') : `by ${authorOf(refund)}`
  const items = refund.line_items.filter(({ quantity }) => quantity < 0)
  return (
    <li>
      <div className={styles.head}>
        <strong>{amount}</strong>
        <Badge tone={tone}>{text}</Badge>
        {!refund.refunded_payment && !isRelease && <span className={styles.soft}>recorded only</span>}
      </div>
      {refund.reason !== '' && <p>{refund.reason}</p>}
      {items.length > 0 && (
        <p className={styles.soft}>{items.map(({ name, quantity }) => `${-quantity} × ${name}`).join(', ')}</p>
      )}
      {outcome === 'failed' && (
        <p className={styles.problem}>
          {problemOf(refund) || 'The bank could not take it.'} The money is with the shop.
          {isRetried(refund) && ' It was tried again.'}
        </p>
      )}
      <p className={styles.soft}>
        <Time gmt={refund.date_created_gmt} /> {by} {providerIdOf(refund)}
      </p>
      {mayWrite && isDeletable && (
        <div className={styles.head}>
          {outcome === 'failed' && !isRetried(refund) && (
            <ConfirmButton
              label="Try again"
              question={`Refund ${amount} again?`}
              text={`The payment provider is asked again to refund ${amount}. Items that are back in stock are not added again.`}
              confirmLabel={`Refund ${amount}`}
              cancelLabel="Cancel"
              run={onRetry}
            />
          )}
          <Button
            disabled={remove.isPending}
            aria-label={`Delete the ${outcome === 'failed' ? 'failed ' : ''}refund of ${amount}`}
            onClick={() => remove.mutate()}
          >
            Delete
          </Button>
        </div>
      )}
      {remove.isError && <ErrorState error={remove.error} />}
    </li>
  )
}
