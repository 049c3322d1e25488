import { useMutation, useQueryClient } from '@tanstack/react-query'
import { can } from '../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { ErrorState } from '../../../platform/admin/states.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { OrderJson } from '../rest/order-json.ts'

/** Emails the order to the customer: payment instructions while it is unpaid, otherwise the confirmation again. */
export function SendOrderEmail({ order }: { order: OrderJson }) {
  const { user, rest } = useAdminContext()
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => rest.send<{ message: string }>('POST', hrefs.restOrderDetails(order.id), {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['order-notes', order.id] }),
  })
  if (!can(user, 'orders.write') || order.status === 'cancelled') return null
  return (
    <section className={controls.panel} aria-labelledby="details-mail-title">
      <h2 id="details-mail-title">Mail</h2>
      <button type="button" className={controls.button} disabled={send.isPending} onClick={() => send.mutate()}>
        {order.needs_payment ? 'Send a payment request' : 'Send the order details again'}
      </button>
      <p role="status">{send.isSuccess ? `On its way to ${order.billing.email}.` : ''}</p>
      {send.isError && <ErrorState error={send.error} />}
    </section>
  )
}
