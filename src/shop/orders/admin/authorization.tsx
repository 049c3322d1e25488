import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../../platform/admin/amount.ts'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { Badge, ErrorState, Panel, parseGmt, Time } from '../../../platform/admin/parts.tsx'
import { formatMoney, parsePrice, priceString } from '../../../platform/money/money.ts'
import { DAY_MS } from '../../../platform/time/durations.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { captureBeforeMeta } from '../order-status.ts'
import type { OrderJson } from '../rest/order-json.ts'
import styles from './authorization.module.css'
import { timeLeft } from './time-left.ts'

const SOON_MS = 2 * DAY_MS

/** Captures or voids an authorized payment; not rendered for any other. */
export function Authorization({ order }: { order: OrderJson }) {
  const { user, rest } = useAdminContext()
  const [openedAt] = useState(() => Date.now())
  const queries = useQueryClient()
  const send = async (href: string, body: object = {}) => {
    try {
      await rest.send('POST', href, body)
    } finally {
      // Also after a refusal: the order may have changed meanwhile.
      await queries.invalidateQueries({ queryKey: [paths.restOrders] })
    }
  }
  const capture = useMutation({
    mutationFn: (amount: string) => send(hrefs.restCaptureAuthorization(order.id), { amount }),
  })
  const [typed, setTyped] = useState(order.total)
  const until = order.meta_data.find(({ key }) => key === captureBeforeMeta)?.value
  if (typeof until !== 'string' || !can(user, 'orders.write')) return null
  const authorized = formatAmount(order.total, order.currency)
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
        className={styles.amount}
        onSubmit={(event) => {
          event.preventDefault()
          if (cents > 0 && cents <= totalCents) capture.mutate(priceString(cents, order.currency))
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
        <button
          type="submit"
          className={controls.primary}
          disabled={capture.isPending || cents < 1 || cents > totalCents}
        >
          {capture.isPending ? 'Capturing …' : `Capture ${formatMoney(cents, order.currency)}`}
        </button>
      </form>
      <div className={styles.buttons}>
        <ConfirmButton
          label="Void"
          question="Void the payment?"
          text="The customer is charged nothing, the order is cancelled, and its items go back into stock."
          confirmLabel="Void and cancel the order"
          run={() => send(hrefs.restCancelAuthorization(order.id))}
        />
      </div>
      {capture.isError && <ErrorState error={capture.error} />}
    </Panel>
  )
}
