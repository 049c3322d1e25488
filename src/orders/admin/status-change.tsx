import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../accounts/permissions.ts'
import controls from '../../admin/controls.module.css'
import { useOffice } from '../../admin/office.tsx'
import { Problem } from '../../admin/states.tsx'
import type { OrderJson } from '../../rest/order-json.ts'
import { hrefs } from '../../routes.ts'
import { statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import { ownerChoices } from '../owner-choices.ts'
import styles from './status-change.module.css'

/** What the owner can make of the order by hand; not there when there is nothing to choose. */
export function StatusChange({ order }: { order: OrderJson }) {
  const { person, rest } = useOffice()
  const queries = useQueryClient()
  const [wish, setWish] = useState<OrderStatus | null>(null)
  const choices = ownerChoices({
    status: order.status,
    isCard: order.payment_method === 'stripe_cc',
    isPaid: order.date_paid !== null,
  })
  const change = useMutation({
    mutationFn: (status: OrderStatus) => rest.send<OrderJson>('PUT', hrefs.restOrder(order.id), { status }),
    onSuccess: async (changed) => {
      setWish(null)
      queries.setQueryData(['order', order.id], changed)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['orders'] }),
        queries.invalidateQueries({ queryKey: ['order-totals'] }),
        queries.invalidateQueries({ queryKey: ['order-notes', order.id] }),
      ])
    },
  })
  if (choices.length === 0 || !can(person, 'orders.write')) return null
  return (
    <section className={controls.panel} aria-labelledby="status-title">
      <h2 id="status-title">Status</h2>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (wish) change.mutate(wish)
        }}
      >
        <select
          className={controls.field}
          aria-labelledby="status-title"
          value={wish ?? order.status}
          onChange={(event) => setWish(choices.find((choice) => choice === event.target.value) ?? null)}
        >
          <option value={order.status}>{statusNames[order.status]}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {statusNames[choice]}
            </option>
          ))}
        </select>
        <button type="submit" className={controls.primary} disabled={wish === null || change.isPending}>
          {change.isPending ? 'Saving …' : 'Save'}
        </button>
      </form>
      {wish === 'cancelled' && <p className={styles.hint}>The items of this order go back into stock.</p>}
      {change.isError && <Problem error={change.error} />}
      <p className="visually-hidden" role="status">
        {change.isSuccess ? `The order is now ${statusNames[order.status]}.` : ''}
      </p>
    </section>
  )
}
