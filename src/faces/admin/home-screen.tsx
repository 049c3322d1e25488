import { useEffect } from 'react'
import { Link } from 'react-router'
import { useAdminContext, useMay } from '../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../platform/admin/amount.ts'
import { Chart } from '../../platform/admin/chart.tsx'
import controls from '../../platform/admin/controls.module.css'
import { EmptyState, QueryState, ScreenHeader, Skeleton, useRest } from '../../platform/admin/parts.tsx'
import { formatMoney, parsePrice, shopCurrency } from '../../platform/money/money.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { ordersRead } from '../../shop/orders/capabilities.ts'
import { statusNames } from '../../shop/orders/order-status.ts'
import type { SalesJson } from '../../shop/orders/rest/sales.ts'
import { useCommentCounts } from '../../site/comments/admin/pending-count.tsx'
import { HomeChecklist } from '../onboarding/admin/checklist.tsx'
import styles from './home-screen.module.css'
import { ToDoList } from './orders/to-do.tsx'

export function HomeScreen() {
  const { user } = useAdminContext()
  return (
    <>
      <ScreenHeader title={`Hello, ${user.name}`} />
      <HomeChecklist />
      {useMay(ordersRead) ? <Overview /> : <EditorHome />}
    </>
  )
}

const EditorHome = () => (
  <EmptyState title="Orders and email are for the shop’s administrators">
    <p>
      You are signed in as an editor. You look after <Link to={hrefs.adminComments()}>reviews and comments</Link> and
      choose how the shop looks in its <Link to={paths.adminSettings}>settings</Link>.{' '}
      <a href={paths.home}>View the shop</a>
    </p>
  </EmptyState>
)

function Overview() {
  const sales = useRest<SalesJson>([paths.restSales], paths.restSales)
  return (
    <>
      <Counts />
      <ToDoList />
      <section className={controls.panel} aria-label="Sales">
        <QueryState query={sales} placeholder={<LoadingChart />} />
        {sales.data && <Sales sales={sales.data} />}
      </section>
    </>
  )
}

type Total = { readonly slug: string; readonly total: number }

function Counts() {
  const totals = useRest<Total[]>([paths.restOrders, 'totals'], paths.restOrderTotals)
  const orders = (['processing', 'on-hold'] as const).map((status) => ({
    to: hrefs.adminOrders({ status }),
    label: `Orders: ${statusNames[status].toLowerCase()}`,
    count: totals.data?.find(({ slug }) => slug === status)?.total,
  }))
  const reviews = { to: hrefs.adminComments(), label: 'Reviews: waiting', count: useCommentCounts()?.pending }
  return (
    <ul className={styles.open}>
      {[...orders, reviews].map(({ to, label, count }) => (
        <li key={to} className={controls.panel}>
          <Link to={to}>
            <strong>{count ?? '…'}</strong> {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const day = new Intl.DateTimeFormat('en-CA', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })

function Sales({ sales }: { sales: SalesJson }) {
  if (sales.orders === 0)
    return (
      <EmptyState title="No orders in the last 30 days">
        <p>Orders and revenue of each day will appear here.</p>
      </EmptyState>
    )
  return (
    <>
      <Chart
        title="Last 30 days"
        rowTitle="Day"
        series={[
          { title: 'Revenue', format: (cents) => formatMoney(cents, shopCurrency) },
          { title: 'Orders', format: String },
        ]}
        rows={sales.totals.map(({ date, orders, net_sales }) => ({
          key: date,
          label: day.format(new Date(date)),
          values: [parsePrice(net_sales) ?? 0, orders],
        }))}
      />
      <p className={styles.total}>
        {sales.orders} {sales.orders === 1 ? 'order' : 'orders'}, {formatAmount(sales.net_sales)} after refunds.{' '}
        <Link to={paths.adminAttribution}>Where they came from</Link>
      </p>
    </>
  )
}

const LoadingChart = () => (
  <div className={styles.waiting} aria-busy="true">
    {['30%', '100%', '100%', '40%'].map((width, index) => (
      <Skeleton key={index} width={width} />
    ))}
  </div>
)

/** Leaves the back office for the home page in the page builder, where the server sends whoever opens the address itself. */
export function HomePageScreen() {
  useEffect(() => location.replace(paths.adminHomePage), [])
  return null
}
