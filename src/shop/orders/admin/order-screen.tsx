import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { Badge } from '../../../platform/admin/badge.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { formatTime } from '../../../platform/admin/format-wire.ts'
import { useListHref } from '../../../platform/admin/list-state.ts'
import { ScreenHeader } from '../../../platform/admin/screen-header.tsx'
import { useShortcuts } from '../../../platform/admin/shortcuts.tsx'
import { ErrorState, Skeleton } from '../../../platform/admin/states.tsx'
import { Time } from '../../../platform/admin/time.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { OrderJson } from '../rest/order-json.ts'
import { Addresses, CustomerNote, Payment, Visit } from './order-details.tsx'
import { Disputes, isDisputed } from './order-disputes.tsx'
import { orderLabel } from './order-label.ts'
import { OrderLines } from './order-lines.tsx'
import { OrderNotes } from './order-notes.tsx'
import styles from './order-screen.module.css'
import { SendOrderEmail } from './send-order-email.tsx'
import { StatusBadge } from './status-badge.tsx'
import { StatusChange } from './status-change.tsx'

/** An order: items, totals, addresses, payment and history. */
export function OrderScreen() {
  const id = Number(useParams().order)
  const { rest } = useAdminContext()
  const navigate = useNavigate()
  const up = useListHref(hrefs.adminOrders())
  useShortcuts((key) => {
    if (key === 'u') void navigate(up)
    else if (key === 'n') document.getElementById('new-note')?.focus()
    else return false
    return true
  })
  const query = useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => rest.get<OrderJson>(hrefs.restOrder(id), signal),
  })
  const order = query.data

  return (
    <>
      <ScreenHeader title={order ? orderLabel(order) : 'Order'} backLink={{ to: up, label: 'Orders' }}>
        {order && <StatusBadge status={order.status} />}
        {order && isDisputed(order) && <Badge tone="berry">Disputed</Badge>}
      </ScreenHeader>
      {query.isError && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <OrderSkeleton />}
      {order && (
        <>
          <p className={styles.when}>
            Placed <Time gmt={order.date_created_gmt} />
            {order.date_paid_gmt ? ` · paid ${formatTime(order.date_paid_gmt)}` : ' · not paid'}
          </p>
          <div className={styles.columns}>
            <div className={styles.main}>
              <OrderLines order={order} />
              <CustomerNote order={order} />
              <OrderNotes orderId={order.id} />
            </div>
            <div className={styles.side}>
              <Disputes order={order} />
              <StatusChange order={order} />
              <SendOrderEmail order={order} />
              <Addresses order={order} />
              <Payment order={order} />
              <Visit order={order} />
            </div>
          </div>
        </>
      )}
    </>
  )
}

function OrderSkeleton() {
  return (
    <div className={styles.columns} aria-busy="true">
      <div className={styles.main}>
        <div className={`${controls.panel} ${styles.waiting}`}>
          {['70%', '55%', '60%', '40%'].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      </div>
      <div className={styles.side}>
        <div className={`${controls.panel} ${styles.waiting}`}>
          {['80%', '60%', '70%'].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      </div>
    </div>
  )
}
