import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import controls from '../../admin/controls.module.css'
import { Tabs } from '../../admin/list-parts.tsx'
import { useOffice } from '../../admin/office.tsx'
import { ScreenHead } from '../../admin/screen-head.tsx'
import { Empty, Problem, Skeleton } from '../../admin/states.tsx'
import table from '../../admin/table.module.css'
import { amountText } from '../../admin/wire-text.ts'
import type { AttributionJson } from '../../rest/attribution.routes.ts'
import { hrefs } from '../../routes.ts'
import styles from './attribution-screen.module.css'

const periods = [
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
  { days: 365, label: 'Last year' },
] as const
const USUAL_DAYS = 30

/** Where orders came from, as a chart and as the table behind it (ATTR-03). */
export function AttributionScreen() {
  const { rest } = useOffice()
  const [params] = useSearchParams()
  const days = periods.find((period) => String(period.days) === params.get('days'))?.days ?? USUAL_DAYS
  const report = useQuery({
    queryKey: ['order-attribution', days],
    queryFn: ({ signal }) => rest.one<AttributionJson>(hrefs.restAttribution({ days }), signal),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ScreenHead title="Where orders come from" />
      <Tabs
        label="Time"
        current={String(days)}
        tabs={periods.map((period) => ({
          key: String(period.days),
          label: period.label,
          to: period.days === USUAL_DAYS ? '?' : `?days=${period.days}`,
        }))}
      />
      {report.isError && <Problem error={report.error} retry={() => void report.refetch()} />}
      {report.isPending && <Waiting />}
      {report.data && report.data.orders > 0 && <Report report={report.data} isBusy={report.isPlaceholderData} />}
      {report.data?.orders === 0 && (
        <Empty title="No orders in this time">
          <p>As soon as one is accepted, it is counted here by the link, search or site that its buyer came from.</p>
        </Empty>
      )}
      <p className="visually-hidden" role="status">
        {report.data && !report.isPlaceholderData ? ordersText(report.data.orders) : ''}
      </p>
    </>
  )
}

const ordersText = (orders: number): string => `${orders} ${orders === 1 ? 'order' : 'orders'}`

const percentOf = (part: number, whole: number): string => `${Math.round((part * 100) / whole)}%`

function Report({ report, isBusy }: { report: AttributionJson; isBusy: boolean }) {
  return (
    <div className={isBusy ? table.busy : undefined} aria-busy={isBusy}>
      <Chart report={report} />
      <table className={table.table}>
        <caption className={styles.caption}>
          {ordersText(report.orders)}, {amountText(report.net_sales)} after refunds
        </caption>
        <thead>
          <tr>
            <th scope="col">Origin</th>
            <th scope="col" className={table.end}>
              Orders
            </th>
            <th scope="col" className={table.end}>
              Share
            </th>
            <th scope="col" className={table.end}>
              Net sales
            </th>
          </tr>
        </thead>
        <tbody>
          {report.origins.map((one) => (
            <tr key={one.origin}>
              <th scope="row" className={styles.origin}>
                {one.origin}
              </th>
              <td className={`${table.end} ${styles.orders}`}>
                {one.orders}
                <span className={styles.word}> {one.orders === 1 ? 'order' : 'orders'}</span>
              </td>
              <td className={`${table.end} ${table.soft} ${styles.share}`}>{percentOf(one.orders, report.orders)}</td>
              <td className={`${table.end} ${styles.sales}`}>{amountText(one.net_sales)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>
        An origin is what the buyer’s browser told: a campaign in the link, a search engine, another site, or none of
        them. ‘Unknown’ are orders whose browser told nothing.
      </p>
    </div>
  )
}

const ROW = 34
const LABELS = 220
const WIDTH = 900

/** Bars of orders by origin. Everything in it stands in the table below, which is what a screen reader is given. */
function Chart({ report }: { report: AttributionJson }) {
  const most = Math.max(...report.origins.map((one) => one.orders))
  const height = report.origins.length * ROW
  const [first] = report.origins
  return (
    <figure className={`${controls.panel} ${styles.chart}`}>
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={`Chart of orders by origin. Most came from ${first?.origin ?? ''}: ${first?.orders ?? 0} of ${report.orders}. The table below has all figures.`}
      >
        {report.origins.map((one, index) => {
          const width = Math.max(2, ((WIDTH - LABELS - 60) * one.orders) / most)
          const middle = index * ROW + ROW / 2
          return (
            <g key={one.origin} data-origin={one.origin} data-orders={one.orders}>
              <text x={LABELS - 12} y={middle} className={styles.label}>
                {shortened(one.origin)}
              </text>
              <rect x={LABELS} y={middle - 10} width={width} height={20} rx={3} className={styles.bar} />
              <text x={LABELS + width + 8} y={middle} className={styles.figure}>
                {one.orders}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}

const LONGEST_LABEL = 26
/** The table has the whole of it. */
const shortened = (text: string): string =>
  text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1).trimEnd()}…` : text

function Waiting() {
  return (
    <div className={`${controls.panel} ${styles.waiting}`} aria-hidden="true">
      {['80%', '55%', '40%', '25%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
