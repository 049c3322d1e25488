import { useNavigate, useParams } from 'react-router'
import controls from '../../../platform/admin/controls.module.css'
import { useListHref } from '../../../platform/admin/list-controls.tsx'
import { Badge, formatTime, QueryState, ScreenHeader, Skeleton, Time, useRest } from '../../../platform/admin/parts.tsx'
import { useShortcuts } from '../../../platform/admin/shortcuts.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { OrderJson } from '../rest/order-json.ts'
import { OrderNotes, SendOrderEmail, StatusChange } from './order-actions.tsx'
import { Addresses, CustomerNote, Disputes, isDisputed, Payment, Visit } from './order-details.tsx'
import { OrderLines } from './order-lines.tsx'
import styles from './order-screen.module.css'
import { orderLabel, StatusBadge } from './orders-screen.tsx'

/** An order: items, totals, addresses, payment and history. */
export function OrderScreen() {
  const id = Number(useParams().order)
  const navigate = useNavigate()
  const up = useListHref(hrefs.adminOrders())
  useShortcuts((key) => {
    if (key === 'u') void navigate(up)
    else if (key === 'n') document.getElementById('new-note')?.focus()
    else return false
    return true
  })
  const query = useRest<OrderJson>(['order', id], hrefs.restOrder(id))
  const order = query.data

  return (
    <>
      <ScreenHeader title={order ? orderLabel(order) : 'Order'} backLink={{ to: up, label: 'Orders' }}>
        {order && <StatusBadge status={order.status} />}
        {order && isDisputed(order) && <Badge tone="berry">Disputed</Badge>}
      </ScreenHeader>
      <QueryState query={query} placeholder={<OrderSkeleton />} />
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

const OrderSkeleton = () => (
  <div className={styles.columns} aria-busy="true">
    <div className={styles.main}>
      <WaitingPanel widths={['70%', '55%', '60%', '40%']} />
    </div>
    <div className={styles.side}>
      <WaitingPanel widths={['80%', '60%', '70%']} />
    </div>
  </div>
)

const WaitingPanel = ({ widths }: { widths: readonly string[] }) => (
  <div className={`${controls.panel} ${styles.waiting}`}>
    {widths.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)
