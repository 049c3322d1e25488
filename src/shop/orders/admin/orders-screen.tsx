import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { formatAmount, formatTime } from '../../../platform/admin/format-wire.ts'
import { Pager, SearchField, type Tab, Tabs } from '../../../platform/admin/list-controls.tsx'
import { type ListState, listLocationState, useListState } from '../../../platform/admin/list-state.ts'
import { ScreenHeader } from '../../../platform/admin/screen-header.tsx'
import { useListShortcuts } from '../../../platform/admin/shortcuts.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../platform/admin/states.tsx'
import table from '../../../platform/admin/table.module.css'
import { EmailText } from '../../../platform/ui/email-text.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { OrderJson } from '../rest/order-json.ts'
import { orderNumberLabel } from './order-label.ts'
import styles from './orders-screen.module.css'
import { StatusBadge } from './status-badge.tsx'

const PAGE_SIZE = 20

type Total = { readonly slug: string; readonly name: string; readonly total: number }

/** The order list, newest first, with status filter, search and pagination. */
export function OrdersScreen() {
  const { rest } = useAdminContext()
  const { state, hrefOf, searchFor } = useListState()
  const search = useRef<HTMLInputElement>(null)
  useListShortcuts(search)

  const orders = useQuery({
    queryKey: ['orders', state],
    queryFn: ({ signal }) =>
      rest.list<OrderJson>(
        hrefs.restOrders({ status: state.status, search: state.search, page: state.page, per_page: PAGE_SIZE }),
        signal,
      ),
    placeholderData: keepPreviousData,
  })
  const totals = useQuery({
    queryKey: ['order-totals'],
    queryFn: ({ signal }) => rest.get<Total[]>(hrefs.restOrderTotals(), signal),
  })

  return (
    <>
      <ScreenHeader title="Orders">
        <SearchField input={search} label="Search by number, email or name" value={state.search} onSearch={searchFor} />
      </ScreenHeader>
      <Tabs
        label="Orders by status"
        current={state.status}
        tabs={tabsOf(totals.data, state.status, (status) => hrefOf({ status }))}
      />
      {orders.isError && <ErrorState error={orders.error} retry={() => void orders.refetch()} />}
      {orders.isPending && <OrderTable orders={null} isBusy />}
      {orders.data && orders.data.items.length > 0 && (
        <OrderTable orders={orders.data.items} isBusy={orders.isPlaceholderData} />
      )}
      {orders.data?.items.length === 0 && <NoOrders state={state} hrefOf={hrefOf} />}
      <p className="visually-hidden" role="status">
        {orders.data && !orders.isPlaceholderData ? `${orders.data.total} orders` : ''}
      </p>
      {orders.data && orders.data.items.length > 0 && (
        <Pager
          page={state.page}
          pages={orders.data.pages}
          total={orders.data.total}
          size={PAGE_SIZE}
          itemsLabel={orders.data.total === 1 ? 'order' : 'orders'}
          hrefOf={(page) => hrefOf({ page })}
        />
      )}
    </>
  )
}

/** 'All', every status with orders, and the selected status. */
function tabsOf(totals: readonly Total[] | undefined, current: string, to: (status: string) => string): Tab[] {
  if (!totals) return [{ key: 'any', label: 'All', to: to('any') }]
  const all = totals.reduce((sum, entry) => sum + entry.total, 0)
  const inUse = totals.filter((entry) => entry.total > 0 || entry.slug === current)
  return [
    { key: 'any', label: 'All', to: to('any'), count: all },
    ...inUse.map((entry) => ({ key: entry.slug, label: entry.name, to: to(entry.slug), count: entry.total })),
  ]
}

function NoOrders({ state, hrefOf }: { state: ListState; hrefOf: (changes: Partial<ListState>) => string }) {
  if (state.search !== '') {
    return (
      <EmptyState title={`No order matches “${state.search}”`}>
        <p>Search takes an order number, an email address or a name, or a part of them.</p>
        <p>
          <Link to={hrefOf({ search: '', status: 'any' })}>Show all orders</Link>
        </p>
      </EmptyState>
    )
  }
  if (state.status !== 'any' || state.page > 1) {
    return (
      <EmptyState title="No orders here">
        <p>
          <Link to={hrefOf({ status: 'any' })}>Show all orders</Link>
        </p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No orders yet">
      <p>The first one will appear here as soon as someone checks out.</p>
    </EmptyState>
  )
}

function OrderTable({ orders, isBusy }: { orders: readonly OrderJson[] | null; isBusy: boolean }) {
  return (
    <table className={`${table.table} ${isBusy && orders ? table.busy : ''}`} aria-busy={isBusy}>
      <caption className="visually-hidden">{orders ? 'Orders, newest first' : 'Loading orders'}</caption>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Customer</th>
          <th scope="col">Date</th>
          <th scope="col">Status</th>
          <th scope="col" className={table.end}>
            Items
          </th>
          <th scope="col" className={table.end}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {orders
          ? orders.map((order) => <Row key={order.id} order={order} />)
          : Array.from({ length: 10 }, (_, index) => <SkeletonRow key={index} />)}
      </tbody>
    </table>
  )
}

function Row({ order }: { order: OrderJson }) {
  const { search } = useLocation()
  const { billing } = order
  const name = `${billing.first_name} ${billing.last_name}`.trim()
  const itemCount = order.line_items.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <tr>
      <th scope="row" className={styles.number}>
        <Link className={table.open} to={hrefs.adminOrder(order.id)} state={listLocationState(search)} data-row>
          {orderNumberLabel(order)}
        </Link>
      </th>
      <td className={styles.customer}>
        {name}
        <span className={table.second}>
          <EmailText address={billing.email} />
        </span>
      </td>
      <td className={`${table.soft} ${table.nowrap} ${styles.date}`}>
        <time dateTime={`${order.date_created_gmt}Z`}>{formatTime(order.date_created_gmt)}</time>
      </td>
      <td className={styles.status}>
        <StatusBadge status={order.status} />
      </td>
      <td className={`${table.end} ${table.soft} ${styles.items}`}>
        {itemCount}
        <span className={styles.itemsWord}> {itemCount === 1 ? 'item' : 'items'}</span>
      </td>
      <td className={`${table.end} ${styles.total}`}>{formatAmount(order.total)}</td>
    </tr>
  )
}

function SkeletonRow() {
  return (
    <tr>
      <td className={styles.number}>
        <Skeleton width="56px" />
      </td>
      <td className={styles.customer}>
        <Skeleton width="140px" />
        <span className={table.second}>
          <Skeleton width="180px" />
        </span>
      </td>
      <td className={styles.date}>
        <Skeleton width="150px" />
      </td>
      <td className={styles.status}>
        <Skeleton width="92px" />
      </td>
      <td className={`${table.end} ${styles.items}`}>
        <Skeleton width="20px" />
      </td>
      <td className={`${table.end} ${styles.total}`}>
        <Skeleton width="64px" />
      </td>
    </tr>
  )
}
