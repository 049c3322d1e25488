import { useMutation, useQueryClient } from '@tanstack/react-query'
import { can } from '../../accounts/permissions.ts'
import controls from '../../admin/controls.module.css'
import { useOffice } from '../../admin/office.tsx'
import { Problem } from '../../admin/states.tsx'
import type { OrderJson } from '../../rest/order-json.ts'
import { hrefs } from '../../routes.ts'

/** Sends the customer the order: how to pay it while it is unpaid, else the confirmation once more. */
export function SendDetails({ order }: { order: OrderJson }) {
  const { person, rest } = useOffice()
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => rest.send<{ message: string }>('POST', hrefs.restOrderDetails(order.id), {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['order-notes', order.id] }),
  })
  if (!can(person, 'orders.write') || order.status === 'cancelled') return null
  return (
    <section className={controls.panel} aria-labelledby="details-mail-title">
      <h2 id="details-mail-title">Mail</h2>
      <button type="button" className={controls.button} disabled={send.isPending} onClick={() => send.mutate()}>
        {order.needs_payment ? 'Send a payment request' : 'Send the order details again'}
      </button>
      <p role="status">{send.isSuccess ? `On its way to ${order.billing.email}.` : ''}</p>
      {send.isError && <Problem error={send.error} />}
    </section>
  )
}
