import { formatShopDay } from '../../../../platform/time/shop-time.ts'
import { Amount } from '../../../../platform/ui/amount.tsx'
import { Submit } from '../../../../platform/ui/buttons.tsx'
import { Pagination } from '../../../../platform/ui/pagination.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { orderName, statusNames } from '../../../../shop/orders/order-status.ts'
import type { OrderDetails } from '../../../../shop/orders/orders-read.store.ts'
import account from './account.module.css'
import { TableHead } from './account-frame.tsx'
import { OrderActions, type OrderLinks } from './order-page.tsx'
import styles from './orders.module.css'
import { NoOrders } from './overview-page.tsx'

type OrdersPageProps = {
  readonly orders: readonly OrderDetails[]
  readonly page: number
  readonly pages: number
  readonly search: string
  readonly links: OrderLinks
}

export function OrdersPage({ orders, page, pages, search, links }: OrdersPageProps) {
  if (orders.length === 0 && search === '') return <NoOrders />
  return (
    <>
      <form className={`not-printed ${account.search}`} role="search" action={paths.accountOrders}>
        <label htmlFor="order-search" className="screen-reader-text">
          {searched}
        </label>
        <input id="order-search" type="search" name="search" placeholder={searched} defaultValue={search} />
        <Submit variant="secondary" label="Search" />
      </form>
      {orders.length === 0 ? (
        <p role="status">
          No order matches “{search}”. <a href={paths.accountOrders}>Show all</a>
        </p>
      ) : (
        <Orders orders={orders} links={links} />
      )}
      <Pagination page={page} pages={pages} label="Pages of orders" hrefOf={(to) => hrefs.accountOrders(to, search)} />
    </>
  )
}

const searched = 'Order number or product'

const columns = [
  ['order-number', 'Order', undefined],
  ['order-date', 'Date', styles.date],
  ['order-status', 'Status', styles.status],
  ['order-total', 'Total', styles.total],
  ['order-actions', 'Actions', styles.orderActions],
] as const

const cell = 'woocommerce-orders-table__cell woocommerce-orders-table__cell-'

const Orders = ({ orders, links }: Pick<OrdersPageProps, 'orders' | 'links'>) => (
  <table
    className={`woocommerce-orders-table woocommerce-MyAccount-orders shop_table shop_table_responsive my_account_orders account-orders-table ${styles.table} ${styles.orders}`}
  >
    <caption className="screen-reader-text">Your orders, newest first</caption>
    <TableHead columns={columns} classOf={(name) => `woocommerce-orders-table__header-${name}`} />
    <tbody>
      {orders.map((order) => (
        <Row key={order.id} order={order} links={links} />
      ))}
    </tbody>
  </table>
)

function Row({ order, links }: { order: OrderDetails; links: OrderLinks }) {
  const name = orderName(order)
  const cells = {
    'order-date': <time dateTime={order.createdAt.toISOString()}>{formatShopDay(order.createdAt)}</time>,
    'order-status': statusNames[order.status],
    'order-total': <OrderTotal order={order} />,
    'order-actions': <OrderActions order={order} name={name} links={links} hasView />,
  }
  return (
    <tr className={`woocommerce-orders-table__row woocommerce-orders-table__row--status-${order.status} order`}>
      <th scope="row" className={`${cell}order-number`} data-title="Order">
        <a href={hrefs.viewOrder(order.id)}>{name}</a>
      </th>
      {columns.slice(1).map(([column, title, className]) => (
        <td key={column} className={`${cell}${column} ${className ?? ''}`} data-title={title}>
          {cells[column as keyof typeof cells]}
        </td>
      ))}
    </tr>
  )
}

function OrderTotal({ order: { totalCents, refundedCents, currency, lines } }: { order: OrderDetails }) {
  const itemCount = lines.reduce((sum, line) => sum + line.quantity, 0)
  const items = itemCount === 1 ? ' for 1 item' : ` for ${itemCount} items`
  const total = <Amount cents={totalCents} currency={currency} />
  if (refundedCents === 0)
    return (
      <>
        {total}
        {items}
      </>
    )
  return (
    <>
      <del aria-hidden="true">{total}</del>{' '}
      <ins>
        <Amount cents={totalCents - refundedCents} currency={currency} />
        <span className="screen-reader-text"> after a refund</span>
      </ins>
      {items}
    </>
  )
}
