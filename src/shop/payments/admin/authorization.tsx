import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAdminContext, useMay } from '../../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../../platform/admin/amount.ts'
import { ConfirmButton, ConfirmDialog } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { Badge, Button, Panel, parseGmt, Time } from '../../../platform/admin/parts.tsx'
import { formatMoney, parsePrice, priceString } from '../../../platform/money/money.ts'
import { paths } from '../../../platform/web/routes.ts'
import { captureBefore, captureQuestion, isOfOtherKeys, SOON_MS, timeLeft } from '../../orders/admin/order-label.tsx'
import styles from '../../orders/admin/order-panels.module.css'
import { ordersWrite } from '../../orders/capabilities.ts'
import type { OrderJson } from '../../orders/rest/order-json.ts'

export function Authorization({ order }: { order: OrderJson }) {
  const { rest } = useAdminContext()
  const [openedAt] = useState(() => Date.now())
  const queries = useQueryClient()
  const send = async (action: 'capture' | 'cancel', body: object = {}) => {
    try {
      await rest.send('POST', `/wp-json/wc/v3/payments/orders/${order.id}/${action}_authorization`, body)
    } finally {
      // Also after a refusal, because the order may have changed.
      await queries.invalidateQueries({ queryKey: [paths.restOrders] })
    }
  }
  const question = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState(order.total)
  const until = captureBefore(order)
  const authorized = formatAmount(order.total, order.currency)
  if (!useMay(ordersWrite)) return null
  if (isOfOtherKeys(order))
    return (
      <Panel id="authorization" title="Authorized payment">
        <p>
          {authorized} was reserved on the customer’s card under other keys of the payment provider than the shop has
          now. It can be captured or voided only with those keys, or in the account that they belong to. Cancelling this
          order does not void it.
        </p>
      </Panel>
    )
  if (until === null) return null
  const cents = parsePrice(typed.trim(), order.currency) ?? 0
  const totalCents = parsePrice(order.total, order.currency) ?? 0
  const isPart = cents > 0 && cents < totalCents
  const leftMs = parseGmt(until).getTime() - openedAt
  return (
    <Panel id="authorization" title="Authorized payment">
      <p>
        {authorized} is reserved on the customer’s card. Capture it by <Time gmt={until} />
        {leftMs > 0 && ` (${timeLeft(leftMs)} left)`}; after that it is released.
      </p>
      {leftMs < SOON_MS && <Badge tone="berry">{leftMs > 0 ? 'Ends soon' : 'Has probably ended'}</Badge>}
      <form
        className={styles.capture}
        onSubmit={(event) => {
          event.preventDefault()
          if (cents > 0 && cents <= totalCents) question.current?.showModal()
        }}
      >
        <label htmlFor="capture-amount">Amount to capture</label>
        <input
          id="capture-amount"
          className={controls.field}
          inputMode="decimal"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p role="status">
          {cents > totalCents
            ? `At most ${authorized} can be captured.`
            : isPart
              ? `The other ${formatMoney(totalCents - cents, order.currency)} is released for good, and counts as refunded.`
              : ''}
        </p>
        <Button type="submit" kind="primary" disabled={cents < 1 || cents > totalCents}>
          Capture {formatMoney(cents, order.currency)}
        </Button>
      </form>
      <ConfirmDialog
        dialog={question}
        {...captureQuestion(order, cents)}
        run={() => send('capture', { amount: priceString(cents, order.currency) })}
      />
      <div className={styles.void}>
        <ConfirmButton
          label="Void"
          question={`Void the payment of ${authorized}?`}
          text={`The customer is charged nothing: the ${authorized} reserved on the card is released for good. The order is cancelled, its items go back into stock, and the customer is told by email.`}
          confirmLabel="Void and cancel the order"
          run={() => send('cancel')}
        />
      </div>
    </Panel>
  )
}
