import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { ErrorState } from '../../../platform/admin/states.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { allowedStatuses } from '../allowed-statuses.ts'
import { statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import type { OrderJson } from '../rest/order-json.ts'
import styles from './status-change.module.css'

/** Changes the status manually; not rendered when no other status is allowed. */
export function StatusChange({ order }: { order: OrderJson }) {
  const { user, rest } = useAdminContext()
  const queries = useQueryClient()
  const [selected, setSelected] = useState<OrderStatus | null>(null)
  const statuses = allowedStatuses({
    status: order.status,
    isCard: order.payment_method === 'stripe_cc',
    isPaid: order.date_paid !== null,
  })
  const change = useMutation({
    mutationFn: (status: OrderStatus) => rest.send<OrderJson>('PUT', hrefs.restOrder(order.id), { status }),
    onSuccess: async (changed) => {
      setSelected(null)
      queries.setQueryData(['order', order.id], changed)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['orders'] }),
        queries.invalidateQueries({ queryKey: ['order-totals'] }),
        queries.invalidateQueries({ queryKey: ['order-notes', order.id] }),
      ])
    },
  })
  if (statuses.length === 0 || !can(user, 'orders.write')) return null
  return (
    <section className={controls.panel} aria-labelledby="status-title">
      <h2 id="status-title">Status</h2>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (selected) change.mutate(selected)
        }}
      >
        <select
          className={controls.field}
          aria-labelledby="status-title"
          value={selected ?? order.status}
          onChange={(event) => setSelected(statuses.find((status) => status === event.target.value) ?? null)}
        >
          <option value={order.status}>{statusNames[order.status]}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {statusNames[status]}
            </option>
          ))}
        </select>
        <button type="submit" className={controls.primary} disabled={selected === null || change.isPending}>
          {change.isPending ? 'Saving …' : 'Save'}
        </button>
      </form>
      {selected === 'cancelled' && <p className={styles.hint}>The items of this order go back into stock.</p>}
      {change.isError && <ErrorState error={change.error} />}
      <p className="visually-hidden" role="status">
        {change.isSuccess ? `The order is now ${statusNames[order.status]}.` : ''}
      </p>
    </section>
  )
}
