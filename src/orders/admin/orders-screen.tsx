import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useListKeys } from '../../admin/keys.tsx'
import { Pager, SearchField, type Tab, Tabs } from '../../admin/list-parts.tsx'
import { fromList, type ListState, useListState } from '../../admin/list-state.ts'
import { useOffice } from '../../admin/office.tsx'
import { ScreenHead } from '../../admin/screen-head.tsx'
import { Empty, Problem, Skeleton } from '../../admin/states.tsx'
import table from '../../admin/table.module.css'
import { amountText, timeText } from '../../admin/wire-text.ts'
import type { OrderJson } from '../../rest/order-json.ts'
import { hrefs } from '../../routes.ts'
import { EmailText } from '../../ui/email-text.tsx'
import { wireOrderNumber } from './order-name.ts'
import styles from './orders-screen.module.css'
import { StatusBadge } from './status-badge.tsx'

const SIZE = 20

type Total = { readonly slug: string; readonly name: string; readonly total: number }

/** All orders, newest first: by status, by words, page by page. */
export function OrdersScreen() {
  const { rest } = useOffice()
  const { state, hrefOf, searchFor } = useListState()
  const search = useRef<HTMLInputElement>(null)
  useListKeys(search)

  const orders = useQuery({
    queryKey: ['orders', state],
    queryFn: ({ signal }) =>
      rest.list<OrderJson>(
        hrefs.restOrders({ status: state.status, search: state.search, page: state.page, per_page: SIZE }),
        signal,
      ),
    placeholderData: keepPreviousData,
  })
  const totals = useQuery({
    queryKey: ['order-totals'],
    queryFn: ({ signal }) => rest.one<Total[]>(hrefs.restOrderTotals(), signal),
  })

  return (
    <>
      <ScreenHead title="Orders">
        <SearchField input={search} label="Search by number, email or name" value={state.search} onSearch={searchFor} />
      </ScreenHead>
      <Tabs
        label="Orders by status"
        current={state.status}
        tabs={tabsOf(totals.data, state.status, (status) => hrefOf({ status }))}
      />
      {orders.isError && <Problem error={orders.error} retry={() => void orders.refetch()} />}
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
          size={SIZE}
          things={orders.data.total === 1 ? 'order' : 'orders'}
          hrefOf={(page) => hrefOf({ page })}
        />
      )}
    </>
  )
}

/** 'All' and every status that some order is in, or that is looked at now. */
function tabsOf(totals: readonly Total[] | undefined, current: string, to: (status: string) => string): Tab[] {
  if (!totals) return [{ key: 'any', label: 'All', to: to('any') }]
  const all = totals.reduce((sum, one) => sum + one.total, 0)
  const inUse = totals.filter((one) => one.total > 0 || one.slug === current)
  return [
    { key: 'any', label: 'All', to: to('any'), count: all },
    ...inUse.map((one) => ({ key: one.slug, label: one.name, to: to(one.slug), count: one.total })),
  ]
}

function NoOrders({ state, hrefOf }: { state: ListState; hrefOf: (changes: Partial<ListState>) => string }) {
  if (state.search !== '') {
    return (
      <Empty title={`No order matches “${state.search}”`}>
        <p>Search takes an order number, an email address or a name, or a part of them.</p>
        <p>
          <Link to={hrefOf({ search: '', status: 'any' })}>Show all orders</Link>
        </p>
      </Empty>
    )
  }
  if (state.status !== 'any' || state.page > 1) {
    return (
      <Empty title="No orders here">
        <p>
          <Link to={hrefOf({ status: 'any' })}>Show all orders</Link>
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="No orders yet">
      <p>The first one will appear here as soon as someone checks out.</p>
    </Empty>
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
  const pieces = order.line_items.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <tr>
      <th scope="row" className={styles.number}>
        <Link className={table.open} to={hrefs.adminOrder(order.id)} state={fromList(search)} data-row>
          {wireOrderNumber(order)}
        </Link>
      </th>
      <td className={styles.customer}>
        {name}
        <span className={table.second}>
          <EmailText address={billing.email} />
        </span>
      </td>
      <td className={`${table.soft} ${table.nowrap} ${styles.date}`}>
        <time dateTime={`${order.date_created_gmt}Z`}>{timeText(order.date_created_gmt)}</time>
      </td>
      <td className={styles.status}>
        <StatusBadge status={order.status} />
      </td>
      <td className={`${table.end} ${table.soft} ${styles.items}`}>
        {pieces}
        <span className={styles.itemsWord}> {pieces === 1 ? 'item' : 'items'}</span>
      </td>
      <td className={`${table.end} ${styles.total}`}>{amountText(order.total)}</td>
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
