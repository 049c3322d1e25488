import { useQueryClient } from '@tanstack/react-query'
import { useMay } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { Button, ErrorState, Panel } from '../../../platform/admin/parts.tsx'
import { useSend } from '../../../platform/admin/resource.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { ordersWrite } from '../capabilities.ts'
import type { OrderJson } from '../rest/order-json.ts'
import styles from './order-panels.module.css'

/** Marks an unpaid order as paid by other means. */
export function PaidOutside({ order }: { readonly order: OrderJson }) {
  const queries = useQueryClient()
  const pay = useSend(
    (rest, form: FormData) =>
      rest.send<OrderJson>('PUT', hrefs.restOrder(order.id), {
        set_paid: true,
        payment_method: 'other',
        payment_method_title: form.get('method'),
        transaction_id: form.get('reference'),
      }),
    [paths.restOrders],
    { onSuccess: (paid) => queries.setQueryData([paths.restOrders, order.id], paid) },
  )
  if (!useMay(ordersWrite) || !order.needs_payment) return null
  return (
    <Panel id="outside" title="Paid outside the shop">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          pay.mutate(new FormData(event.currentTarget))
        }}
      >
        <label>
          How it was paid
          <input name="method" className={controls.field} required maxLength={100} placeholder="Cash, terminal, …" />
        </label>
        <label>
          Reference
          <input name="reference" className={controls.field} maxLength={200} />
        </label>
        <Button type="submit" label="Mark as paid" isBusy={pay.isPending} />
      </form>
      {pay.error && <ErrorState error={pay.error} />}
    </Panel>
  )
}
