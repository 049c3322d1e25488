import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { Chart } from '../../../platform/admin/chart/chart.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { SaveButton } from '../../../platform/admin/files/save-button.tsx'
import { Pager, Tabs } from '../../../platform/admin/list/list-controls.tsx'
import { EmptyState, QueryState, ScreenHeader, useRest, WaitingPanel } from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { presets } from '../range.ts'
import { type ReportKind, type ReportName, reportKinds, reportNames } from '../report-kinds.ts'
import type { ReportJson } from '../rest/report-shape.ts'
import { numberOf, seriesOf, Tiles } from './figures.tsx'
import { intervalName, type ReportState, rangeName, useReportState } from './report-state.ts'
import { ReportTable, Viewed } from './report-table.tsx'
import styles from './reports.module.css'

const PER_PAGE = 25

/** The screen of all reports: range, comparison, charts and table. */
export function ReportScreen() {
  const { report: reportParam } = useParams()
  const report = reportNames.find((name) => name === reportParam) ?? 'revenue'
  const kind: ReportKind = reportKinds[report]
  const { state, searchWith, change } = useReportState()
  const { after, before, compare, interval, page } = state
  const reportQuery = { report, after, before, compare, interval }
  const href = hrefs.restAnalytics({ ...reportQuery, offset: (page - 1) * PER_PAGE, limit: PER_PAGE })
  const isValid = after <= before
  const query = useRest<ReportJson>([paths.restAnalytics, href], href, {
    placeholderData: keepPreviousData,
    enabled: isValid,
  })
  const data = query.data?.report === report ? query.data : undefined
  return (
    <>
      <ScreenHeader key={report} title={kind.title} />
      <Tabs
        label="Reports"
        current={report}
        tabs={reportNames.map((name) => ({
          key: name,
          label: reportKinds[name].title,
          to: (name === 'revenue' ? paths.adminReports : hrefs.adminReport(name)) + searchWith({}),
        }))}
      />
      <div className={styles.tools}>
        <RangeTools state={state} report={report} change={change} />
        <SaveButton
          label="Export CSV"
          href={hrefs.restAnalyticsCsv(reportQuery)}
          name={`${report}-${after}-to-${before}.csv`}
        />
      </div>
      {!isValid && <p role="alert">The first day is after the last one.</p>}
      {isValid && <QueryState query={{ ...query, isPending: !data && !query.error }} placeholder={<WaitingPanel />} />}
      {data && (
        <div aria-busy={query.isPlaceholderData}>
          <Report report={report} kind={kind} data={data} />
          {kind.rowTitle && (
            <Pager
              page={page}
              pages={Math.ceil(data.total_rows / PER_PAGE)}
              total={data.total_rows}
              size={PER_PAGE}
              itemsLabel={data.total_rows === 1 ? 'row' : 'rows'}
              hrefOf={(to) => searchWith({ paged: String(to) }) || '?'}
              labels={['Previous', 'Next']}
            />
          )}
          <Viewed products={data.viewed} />
        </div>
      )}
      <p className="visually-hidden" role="status">
        {data && !query.isPlaceholderData ? `${kind.title}, ${rangeName(data)}` : ''}
      </p>
    </>
  )
}

function Report({ report, kind, data }: { report: ReportName; kind: ReportKind; data: ReportJson }) {
  const series = useMemo(() => kind.charts.map(seriesOf), [kind])
  const rows = useMemo(
    () =>
      data.intervals.map(({ start, previous, ...figures }) => ({
        key: start,
        label: intervalName(start, data.interval),
        values: kind.charts.map((column) => numberOf(figures, column)),
        before: previous && kind.charts.map((column) => numberOf(previous, column)),
      })),
    [data, kind],
  )
  if (report !== 'stock' && data.totals.orders === 0 && data.totals.refunds === '0.00' && data.total_rows === 0)
    return (
      <EmptyState title="No orders in this period">
        <p>As soon as one is accepted, it is counted here. {rangeName(data)}.</p>
      </EmptyState>
    )
  return (
    <>
      {!data.is_current && (
        <p className={styles.note} role="status">
          The totals of many days are being calculated, and some are still missing here. Look again in a minute.
        </p>
      )}
      {kind.charts.length > 0 && (
        <section className={controls.panel} aria-label="Summary">
          <Tiles totals={data.totals} columns={kind.rowTitle ? kind.charts : kind.columns} />
          <Chart
            title={rangeName(data)}
            rowTitle={intervalTitles[data.interval]}
            series={series}
            rows={rows}
            isTableElsewhere={!kind.rowTitle}
          />
          {data.compared && <p className={styles.note}>Dashed, and ‘before’: {rangeName(data.compared)}.</p>}
        </section>
      )}
      <ReportTable report={report} kind={kind} data={data} />
      {kind.note && <p className={styles.note}>{kind.note}</p>}
    </>
  )
}

const intervalTitles = { day: 'Day', week: 'Week', month: 'Month', quarter: 'Quarter', year: 'Year' } as const

const compareTitles = {
  none: 'Compared with nothing',
  previous_period: 'With the period before',
  previous_week: 'With the week before',
  previous_year: 'With the year before',
} as const

type ToolsProps = {
  readonly state: ReportState
  readonly report: ReportName
  readonly change: (changes: Readonly<Record<string, string>>) => void
}

function RangeTools({ state, report, change }: ToolsProps) {
  const day = (name: 'after' | 'before', label: string) => (
    <label className={controls.day}>
      {label}
      <input
        type="date"
        required
        value={state[name]}
        onChange={({ target }) => target.value !== '' && change({ [name]: target.value })}
      />
    </label>
  )
  return (
    <>
      <Choice
        label="Time"
        value={state.preset}
        options={presets}
        onChange={(range) =>
          change({
            range,
            interval: '',
            after: range === 'custom' ? state.after : '',
            before: range === 'custom' ? state.before : '',
          })
        }
      />
      {state.preset === 'custom' && day('after', 'From')}
      {state.preset === 'custom' && day('before', 'to')}
      {report !== 'stock' && (
        <>
          <Choice
            label="Comparison"
            value={state.compare}
            options={compareTitles}
            onChange={(compare) => change({ compare })}
          />
          <Choice
            label="By"
            value={state.interval}
            options={intervalTitles}
            onChange={(interval) => change({ interval })}
          />
        </>
      )}
    </>
  )
}

type ChoiceProps = {
  readonly label: string
  readonly value: string
  readonly options: Readonly<Record<string, string>>
  readonly onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    {Object.entries(options).map(([option, text]) => (
      <option key={option} value={option}>
        {text}
      </option>
    ))}
  </select>
)
