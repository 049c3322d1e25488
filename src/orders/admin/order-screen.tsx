import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import controls from '../../admin/controls.module.css'
import { useKeys } from '../../admin/keys.tsx'
import { useUp } from '../../admin/list-state.ts'
import { useOffice } from '../../admin/office.tsx'
import { ScreenHead } from '../../admin/screen-head.tsx'
import { Problem, Skeleton } from '../../admin/states.tsx'
import { timeText } from '../../admin/wire-text.ts'
import type { OrderJson } from '../../rest/order-json.ts'
import { hrefs } from '../../routes.ts'
import { Disputes, isDisputed } from './order-disputes.tsx'
import { Addresses, CustomerNote, Payment, Visit } from './order-facts.tsx'
import { OrderLines } from './order-lines.tsx'
import { wireOrderName } from './order-name.ts'
import { OrderNotes } from './order-notes.tsx'
import styles from './order-screen.module.css'
import { SendDetails } from './send-details.tsx'
import badge from './status-badge.module.css'
import { StatusBadge } from './status-badge.tsx'
import { StatusChange } from './status-change.tsx'

/** One order: what was bought, what it came to, where it goes, how it was paid, and what has happened since. */
export function OrderScreen() {
  const id = Number(useParams().order)
  const { rest } = useOffice()
  const navigate = useNavigate()
  const up = useUp(hrefs.adminOrders())
  useKeys((key) => {
    if (key === 'u') void navigate(up)
    else if (key === 'n') document.getElementById('new-note')?.focus()
    else return false
    return true
  })
  const query = useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => rest.one<OrderJson>(hrefs.restOrder(id), signal),
  })
  const order = query.data

  return (
    <>
      <ScreenHead title={order ? wireOrderName(order) : 'Order'} up={{ to: up, label: 'Orders' }}>
        {order && <StatusBadge status={order.status} />}
        {order && isDisputed(order) && <span className={`${badge.badge} ${badge.failed}`}>Disputed</span>}
      </ScreenHead>
      {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <OrderSkeleton />}
      {order && (
        <>
          <p className={styles.when}>
            Placed <time dateTime={`${order.date_created_gmt}Z`}>{timeText(order.date_created_gmt)}</time>
            {order.date_paid_gmt ? ` · paid ${timeText(order.date_paid_gmt)}` : ' · not paid'}
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
              <SendDetails order={order} />
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
