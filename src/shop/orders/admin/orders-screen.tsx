import { useNavigate, useParams } from 'react-router'
import controls from '../../../platform/admin/controls.module.css'
import { useListHref } from '../../../platform/admin/list-controls.tsx'
import { type Column, ListScreen } from '../../../platform/admin/list-screen.tsx'
import {
  Badge,
  formatAmount,
  formatTime,
  QueryState,
  ScreenHeader,
  Skeleton,
  Time,
  type Tone,
  useRest,
} from '../../../platform/admin/parts.tsx'
import { useShortcuts } from '../../../platform/admin/shortcuts.tsx'
import table from '../../../platform/admin/table.module.css'
import { EmailText } from '../../../platform/ui/email-text.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import type { OrderJson } from '../rest/order-json.ts'
import { OrderNotes, SendOrderEmail, StatusChange } from './order-actions.tsx'
import { Addresses, CustomerNote, Disputes, isDisputed, Payment, Visit } from './order-details.tsx'
import { OrderLines } from './order-lines.tsx'

import screenStyles from './order-screen.module.css'

import styles from './orders-screen.module.css'

/** In the JSON `number` falls back to the id; only this meta field shows whether the order has its own number. */
const hasNumber = (order: OrderJson): boolean => order.meta_data.some((meta) => meta.key === '_order_number')

/** The order's name in the back office. */
export const orderLabel = (order: OrderJson): string =>
  hasNumber(order) ? `Order #${order.number}` : `Unpaid order (id ${order.id})`

/** The order's name in a list. */
const orderNumberLabel = (order: OrderJson): string => (hasNumber(order) ? `#${order.number}` : `id ${order.id}`)

const tones: Partial<Record<OrderStatus, Tone>> = {
  pending: 'gold',
  'on-hold': 'sky',
  processing: 'leaf',
  refunded: 'clay',
  failed: 'berry',
  cancelled: 'hollow',
}

export const StatusBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={tones[status]}>{statusNames[status]}</Badge>
)

type Total = { readonly slug: string; readonly name: string; readonly total: number }

const columns: readonly Column<OrderJson>[] = [
  { title: 'Order', className: styles.number, skeleton: ['56px'], cell: orderNumberLabel },
  { title: 'Customer', className: styles.customer, skeleton: ['140px', '180px'], cell: customerText },
  {
    title: 'Date',
    className: styles.date,
    isSoft: true,
    skeleton: ['150px'],
    cell: (order) => <Time gmt={order.date_created_gmt} />,
  },
  {
    title: 'Status',
    className: styles.status,
    skeleton: ['92px'],
    cell: (order) => <StatusBadge status={order.status} />,
  },
  { title: 'Items', className: styles.items, isNumeric: true, isSoft: true, skeleton: ['20px'], cell: itemCountText },
  {
    title: 'Total',
    className: styles.total,
    isNumeric: true,
    skeleton: ['64px'],
    cell: (order) => formatAmount(order.total),
  },
]

export function OrdersScreen() {
  const totals = useRest<Total[]>(['order-totals'], paths.restOrderTotals)
  return (
    <ListScreen
      title="Orders"
      queryKey="orders"
      searchLabel="Search by number, email or name"
      searchHint="Search takes an order number, an email address or a name, or a part of them."
      tabs={(current) => tabsOf(totals.data, current)}
      itemNames={['order', 'orders']}
      emptyText="The first one will appear here as soon as someone checks out."
      listHref={hrefs.restOrders}
      itemHref={hrefs.adminOrder}
      columns={columns}
    />
  )
}

/** 'All', every status with orders, and the selected status. */
function tabsOf(totals: readonly Total[] | undefined, current: string) {
  if (!totals) return [{ key: 'any', label: 'All' }]
  const all = totals.reduce((sum, entry) => sum + entry.total, 0)
  const inUse = totals.filter((entry) => entry.total > 0 || entry.slug === current)
  return [
    { key: 'any', label: 'All', count: all },
    ...inUse.map((entry) => ({ key: entry.slug, label: entry.name, count: entry.total })),
  ]
}

function customerText({ billing }: OrderJson) {
  return (
    <>
      {`${billing.first_name} ${billing.last_name}`.trim()}
      <span className={table.second}>
        <EmailText address={billing.email} />
      </span>
    </>
  )
}

function itemCountText(order: OrderJson) {
  const itemCount = order.line_items.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <>
      {itemCount}
      <span className={styles.itemsWord}> {itemCount === 1 ? 'item' : 'items'}</span>
    </>
  )
}

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
          <p className={screenStyles.when}>
            Placed <Time gmt={order.date_created_gmt} />
            {order.date_paid_gmt ? ` · paid ${formatTime(order.date_paid_gmt)}` : ' · not paid'}
          </p>
          <div className={screenStyles.columns}>
            <div className={screenStyles.main}>
              <OrderLines order={order} />
              <CustomerNote order={order} />
              <OrderNotes orderId={order.id} />
            </div>
            <div className={screenStyles.side}>
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
  <div className={screenStyles.columns} aria-busy="true">
    <div className={screenStyles.main}>
      <WaitingPanel widths={['70%', '55%', '60%', '40%']} />
    </div>
    <div className={screenStyles.side}>
      <WaitingPanel widths={['80%', '60%', '70%']} />
    </div>
  </div>
)

const WaitingPanel = ({ widths }: { widths: readonly string[] }) => (
  <div className={`${controls.panel} ${screenStyles.waiting}`}>
    {widths.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)
