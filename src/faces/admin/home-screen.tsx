import { useEffect, useMemo } from 'react'
import { Link } from 'react-router'
import { useAdminContext, useMay } from '../../platform/admin/admin-context.tsx'
import { Chart } from '../../platform/admin/chart/chart.tsx'
import controls from '../../platform/admin/controls.module.css'
import { LoadTogether } from '../../platform/admin/form/load-together.tsx'
import { awaited, EmptyState, QueryState, ScreenHeader, Skeleton, useRest } from '../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { ordersRead } from '../../shop/orders/capabilities.ts'
import { statusNames } from '../../shop/orders/order-status.ts'
import { figureText, numberOf, seriesOf, Tiles } from '../../shop/reports/admin/figures.tsx'
import { intervalName, shopToday } from '../../shop/reports/admin/report-state.ts'
import { addDays } from '../../shop/reports/range.ts'
import { reportKinds } from '../../shop/reports/report-kinds.ts'
import type { ReportJson } from '../../shop/reports/rest/report-shape.ts'
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
      You are signed in as an editor. You manage <Link to={hrefs.adminComments()}>reviews and comments</Link> and choose
      how the shop looks in its <Link to={paths.adminSettings}>settings</Link>. <a href={paths.home}>View the shop</a>
    </p>
  </EmptyState>
)

/** Refetched whenever an order changes. */
const useReport = (query: Record<string, string | number>, options?: typeof awaited) =>
  useRest<ReportJson>([paths.restOrders, 'report', query], hrefs.restAnalytics(query), options)

const [totalSales, , orders] = reportKinds.revenue.charts
const [, averageOrder] = reportKinds.orders.charts
const [items] = reportKinds.products.charts

const Overview = () => (
  <>
    <Counts />
    <LoadTogether placeholder={<LoadingChart />}>
      <Today />
      <ToDoList />
      <LastDays />
    </LoadTogether>
  </>
)

function Today() {
  const today = shopToday()
  const day = useReport({ report: 'revenue', after: today, before: today, compare: 'previous_week' }, awaited)
  return (
    <section className={`${controls.panel} ${styles.today}`} aria-labelledby="today-title">
      <h2 id="today-title">Today, compared with the same day last week</h2>
      <QueryState query={day} placeholder={<Skeleton width="60%" />} />
      {day.data && <Tiles totals={day.data.totals} columns={[totalSales, orders, items, averageOrder]} />}
    </section>
  )
}

function LastDays() {
  const today = shopToday()
  const sales = useReport({ report: 'revenue', after: addDays(today, -29), before: today, interval: 'day' })
  return (
    <section className={controls.panel} aria-label="Sales">
      <QueryState query={sales} placeholder={<LoadingChart />} />
      {sales.data && <Sales sales={sales.data} />}
    </section>
  )
}

type Total = { readonly slug: string; readonly total: number }

function Counts() {
  const totals = useRest<Total[]>([paths.restOrders, 'totals'], paths.restOrderTotals)
  const stock = useReport({ report: 'stock', level: 'low', limit: 1 })
  const openOrders = (['processing', 'on-hold'] as const).map((status) => ({
    to: hrefs.adminOrders({ status }),
    label: `Orders: ${statusNames[status].toLowerCase()}`,
    count: totals.data?.find(({ slug }) => slug === status)?.total,
  }))
  const lowStock = { to: hrefs.adminReport('stock'), label: 'Stock: to order', count: stock.data?.total_rows }
  const reviews = { to: hrefs.adminComments(), label: 'Reviews: waiting', count: useCommentCounts().data?.pending }
  return (
    <ul className={styles.open}>
      {[...openOrders, lowStock, reviews].map(({ to, label, count }) => (
        <li key={to} className={controls.panel}>
          <Link to={to}>
            <strong>{count ?? '…'}</strong> {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const charts = [totalSales, orders]
const series = charts.map(seriesOf)

function Sales({ sales: { totals, intervals } }: { sales: ReportJson }) {
  const rows = useMemo(
    () =>
      intervals.map((figures) => ({
        key: figures.start,
        label: intervalName(figures.start, 'day'),
        values: charts.map((column) => numberOf(figures, column)),
      })),
    [intervals],
  )
  if (totals.orders === 0)
    return (
      <EmptyState title="No orders in the last 30 days">
        <p>Orders and revenue of each day will appear here.</p>
      </EmptyState>
    )
  return (
    <>
      <Chart title="Last 30 days" rowTitle="Day" series={series} rows={rows} />
      <p className={styles.total}>
        {totals.orders} {totals.orders === 1 ? 'order' : 'orders'}, {figureText(totals, totalSales)} after refunds.{' '}
        <Link to={paths.adminReports}>All reports</Link> ·{' '}
        <Link to={hrefs.adminReport('sources')}>Where they came from</Link>
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

/** Opens the home page in the page builder. Requests from outside the back office are redirected by the server. */
export function HomePageScreen() {
  useEffect(() => location.replace(paths.adminHomePage), [])
  return null
}
