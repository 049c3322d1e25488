import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { Badge, ErrorState, formatAmount, Panel, parseGmt, Time } from '../../../platform/admin/parts.tsx'
import { DAY_MS } from '../../../platform/time/durations.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { captureBeforeMeta } from '../order-status.ts'
import type { OrderJson } from '../rest/order-json.ts'
import styles from './authorization.module.css'

const SOON_MS = 2 * DAY_MS

/** Captures or voids an authorized payment; not rendered for any other. */
export function Authorization({ order }: { order: OrderJson }) {
  const { user, rest } = useAdminContext()
  const [openedAt] = useState(() => Date.now())
  const queries = useQueryClient()
  const send = async (href: string) => {
    try {
      await rest.send('POST', href, {})
    } finally {
      // Also after a refusal: the order may have changed meanwhile.
      await queries.invalidateQueries({ queryKey: [paths.restOrders] })
    }
  }
  const capture = useMutation({ mutationFn: () => send(hrefs.restCaptureAuthorization(order.id)) })
  const until = order.meta_data.find(({ key }) => key === captureBeforeMeta)?.value
  if (typeof until !== 'string' || !can(user, 'orders.write')) return null
  const amount = formatAmount(order.total, order.currency)
  const leftMs = parseGmt(until).getTime() - openedAt
  return (
    <Panel id="authorization" title="Authorized payment">
      <p>
        {amount} is reserved on the customer’s card. Capture it by <Time gmt={until} />; after that it is released.
      </p>
      {leftMs < SOON_MS && <Badge tone="berry">{leftMs > 0 ? 'Ends soon' : 'Has probably ended'}</Badge>}
      <div className={styles.buttons}>
        <button
          type="button"
          className={controls.primary}
          disabled={capture.isPending}
          onClick={() => capture.mutate()}
        >
          {capture.isPending ? 'Capturing …' : `Capture ${amount}`}
        </button>
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
