import { Link, useParams } from 'react-router'
import { useMay } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { LoadTogether } from '../../../platform/admin/form/load-together.tsx'
import { useListHref } from '../../../platform/admin/list/list-state.ts'
import {
  Badge,
  formatTime,
  QueryState,
  ScreenHeader,
  Time,
  useRest,
  WaitingPanel,
} from '../../../platform/admin/parts.tsx'
import { useShortcuts } from '../../../platform/admin/shortcuts.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { CustomerLink } from '../../../shop/customers/admin/customer-link.tsx'
import { Disputes } from '../../../shop/disputes/admin/disputes.tsx'
import { OrderNotes, SendOrderEmail, StatusChange } from '../../../shop/orders/admin/order-actions.tsx'
import { Addresses, CustomerNote, Payment, Visit } from '../../../shop/orders/admin/order-details.tsx'
import * as labels from '../../../shop/orders/admin/order-label.tsx'
import { OrderLines } from '../../../shop/orders/admin/order-lines.tsx'
import styles from '../../../shop/orders/admin/order-panels.module.css'
import { PackingSlip } from '../../../shop/orders/admin/order-papers.tsx'
import { PaidOutside } from '../../../shop/orders/admin/paid-outside.tsx'
import { Shipments } from '../../../shop/orders/admin/shipments.tsx'
import { ordersWrite } from '../../../shop/orders/capabilities.ts'
import type { OrderJson } from '../../../shop/orders/rest/order-json.ts'
import { Authorization } from '../../../shop/payments/admin/authorization.tsx'
import { Refunds } from '../../../shop/refunds/admin/refunds.tsx'
import { FraudCheck } from '../../../shop/risk/admin/fraud-check.tsx'

export function OrderScreen() {
  const id = Number(useParams().order)
  const backLink = { to: useListHref(hrefs.adminOrders()), label: 'Orders' }
  useShortcuts((key) => {
    if (key === 'n') document.getElementById('new-note')?.focus()
    return key === 'n'
  })
  const query = useRest<OrderJson>([labels.orders.rest, id], hrefs.restOrder(id))
  const order = query.data
  const mayEdit = useMay(ordersWrite) && order && (order.is_editable || labels.coreStatusOf(order) === 'processing')

  return (
    <>
      <ScreenHeader title={order ? `Order #${order.number}` : 'Order'} backLink={backLink}>
        {order && <labels.OrderBadge order={order} />}
        {order && labels.isDisputed(order) && <Badge tone="berry">Disputed</Badge>}
        {order && <PackingSlip order={order} />}
        {order && mayEdit && (
          <Link className={controls.button} to={hrefs.adminOrderItems(order.id)}>
            Edit
          </Link>
        )}
      </ScreenHeader>
      <QueryState query={query} backLink={backLink} placeholder={<OrderSkeleton />} />
      {order && (
        <LoadTogether placeholder={<OrderSkeleton />}>
          <p className={styles.when}>
            Placed <Time gmt={order.date_created_gmt} />
            {order.date_paid_gmt ? ` · paid ${formatTime(order.date_paid_gmt)}` : ' · not paid'}
            {hasInvoice(order) && (
              <>
                {' · '}
                <a href={hrefs.invoice(order.id)}>Invoice (PDF)</a>
              </>
            )}
          </p>
          <Disputes order={order} />
          <div className={styles.columns}>
            <div className={styles.column}>
              <OrderLines order={order} />
              <Shipments order={order} />
              <Refunds order={order} />
              <CustomerNote order={order} />
              <OrderNotes orderId={order.id} />
            </div>
            <div className={styles.column}>
              <FraudCheck orderId={order.id} />
              <Authorization order={order} />
              <StatusChange order={order} />
              <PaidOutside order={order} />
              <SendOrderEmail order={order} />
              <Addresses
                order={order}
                account={order.customer_id === 0 ? 'Bought as a guest' : <CustomerLink id={order.customer_id} />}
              />
              <Payment order={order} />
              <Visit order={order} />
            </div>
          </div>
        </LoadTogether>
      )}
    </>
  )
}

/** The same rule as `isInvoiced`: an accepted order, unless it was cancelled before it was paid. */
const hasInvoice = (order: OrderJson): boolean =>
  labels.invoiceNumberOf(order) !== '' &&
  (order.date_paid_gmt !== null || !['cancelled', 'failed', 'pending'].includes(labels.coreStatusOf(order)))

const OrderSkeleton = () => (
  <div className={styles.columns} aria-busy="true">
    <div className={styles.column}>
      <WaitingPanel widths={['70%', '55%', '60%', '40%']} />
    </div>
    <div className={styles.column}>
      <WaitingPanel widths={['80%', '60%', '70%']} />
    </div>
  </div>
)
