import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../../platform/admin/amount.ts'
import controls from '../../../platform/admin/controls.module.css'
import { Tabs } from '../../../platform/admin/list/list-controls.tsx'
import table from '../../../platform/admin/list/table.module.css'
import { EmptyState, QueryState, ScreenHeader, Skeleton, TableHead } from '../../../platform/admin/parts.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { AttributionJson } from '../rest/orders.ts'
import styles from './attribution-screen.module.css'

const periods = [
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
  { days: 365, label: 'Last year' },
] as const
const DEFAULT_DAYS = 30

export function AttributionScreen() {
  const { rest } = useAdminContext()
  const [params] = useSearchParams()
  const days = periods.find((period) => String(period.days) === params.get('days'))?.days ?? DEFAULT_DAYS
  const report = useQuery({
    queryKey: ['order-attribution', days],
    queryFn: ({ signal }) => rest.get<AttributionJson>(hrefs.restAttribution({ days }), signal),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ScreenHeader title="Where orders come from" />
      <Tabs
        label="Time"
        current={String(days)}
        tabs={periods.map((period) => ({
          key: String(period.days),
          label: period.label,
          to: period.days === DEFAULT_DAYS ? '?' : `?days=${period.days}`,
        }))}
      />
      <QueryState query={report} placeholder={<LoadingChart />} />
      {report.data && report.data.orders > 0 && <Report report={report.data} isBusy={report.isPlaceholderData} />}
      {report.data?.orders === 0 && (
        <EmptyState title="No orders in this time">
          <p>As soon as one is accepted, it is counted here by the link, search or site that its buyer came from.</p>
        </EmptyState>
      )}
      {report.data && report.data.products.length > 0 && <Viewed products={report.data.products} />}
      <p className="visually-hidden" role="status">
        {report.data && !report.isPlaceholderData ? ordersText(report.data.orders) : ''}
      </p>
    </>
  )
}

const ordersText = (orders: number): string => `${orders} ${orders === 1 ? 'order' : 'orders'}`

const percentOf = (part: number, total: number): string => `${Math.round((part * 100) / total)}%`

const Report = ({ report, isBusy }: { report: AttributionJson; isBusy: boolean }) => (
  <div className={isBusy ? table.busy : undefined} aria-busy={isBusy}>
    <Chart report={report} />
    <table className={table.table}>
      <caption className={styles.caption}>
        {ordersText(report.orders)}, {formatAmount(report.net_sales)} after refunds
      </caption>
      <TableHead titles={['Origin', 'Orders', 'Share', 'Net sales']} endClass={table.end} />
      <tbody>
        {report.origins.map((row) => (
          <tr key={row.origin}>
            <th scope="row" className={styles.origin}>
              {row.origin}
            </th>
            <td className={`${table.end} ${styles.orders}`}>
              {row.orders}
              <span className={table.narrowLabel}> {row.orders === 1 ? 'order' : 'orders'}</span>
            </td>
            <td className={`${table.end} ${table.soft} ${styles.share}`}>{percentOf(row.orders, report.orders)}</td>
            <td className={`${table.end} ${styles.sales}`}>{formatAmount(row.net_sales)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className={styles.note}>
      An origin is what the buyer’s browser reported: a campaign in the link, a search engine, another site, or none of
      them. ‘Unknown’ are orders whose browser reported nothing.
    </p>
  </div>
)

const Viewed = ({ products }: { products: AttributionJson['products'] }) => (
  <table className={table.table}>
    <caption className={styles.caption}>What people looked at most</caption>
    <TableHead titles={['Product', 'Views of its page']} endClass={table.end} />
    <tbody>
      {products.map(({ id, name, views }) => (
        <tr key={id}>
          <th scope="row" className={styles.origin}>
            {name}
          </th>
          <td className={table.end}>{views}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const ROW_HEIGHT = 34
const LABEL_WIDTH = 220
const CHART_WIDTH = 900

/** Bar chart of orders by origin. Hidden from screen readers, which get the same data from the table below. */
function Chart({ report }: { report: AttributionJson }) {
  const maxOrders = Math.max(...report.origins.map((row) => row.orders))
  const height = report.origins.length * ROW_HEIGHT
  const [topOrigin] = report.origins
  return (
    <figure className={`${controls.panel} ${styles.chart}`}>
      <svg
        viewBox={`0 0 ${CHART_WIDTH} ${height}`}
        role="img"
        aria-label={`Chart of orders by origin. Most came from ${topOrigin?.origin ?? ''}: ${topOrigin?.orders ?? 0} of ${report.orders}. The table below has all figures.`}
      >
        {report.origins.map((row, index) => {
          const width = Math.max(2, ((CHART_WIDTH - LABEL_WIDTH - 60) * row.orders) / maxOrders)
          const middle = index * ROW_HEIGHT + ROW_HEIGHT / 2
          return (
            <g key={row.origin} data-origin={row.origin} data-orders={row.orders}>
              <text x={LABEL_WIDTH - 12} y={middle} className={styles.label}>
                {truncated(row.origin)}
              </text>
              <rect x={LABEL_WIDTH} y={middle - 10} width={width} height={20} rx={3} className={styles.bar} />
              <text x={LABEL_WIDTH + width + 8} y={middle} className={styles.figure}>
                {row.orders}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}

const MAX_LABEL_LENGTH = 26
const truncated = (text: string): string =>
  text.length > MAX_LABEL_LENGTH ? `${text.slice(0, MAX_LABEL_LENGTH - 1).trimEnd()}…` : text

const LoadingChart = () => (
  <div className={`${controls.panel} ${styles.waiting}`} aria-hidden="true">
    {['80%', '55%', '40%', '25%'].map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)
