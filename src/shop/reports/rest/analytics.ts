import { z } from 'zod'
import { csvLine } from '../../../platform/csv.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { shopDayOf } from '../../../platform/time/shop-time.ts'
import { paths } from '../../../platform/web/routes.ts'
import { ordersRead } from '../../orders/capabilities.ts'
import { addDays, comparisons, daysIn, intervals, isDay, MAX_DAYS, usualInterval } from '../range.ts'
import { type Report, type ReportQuery, type ReportShop, readReport } from '../read-report.ts'
import { orders as orderings } from '../read-totals.store.ts'
import { type ReportKind, reportKinds, reportNames } from '../report-kinds.ts'
import type { Totals } from '../totals.ts'
import { figuresOf, type ReportJson, reportShape, totalsOutdated } from './report-shape.ts'

const day = z
  .string()
  .meta({ format: 'date' })
  .refine(isDay, { message: '{name} must be a day, as 2026-11-20.', params: { code: 'rest_invalid_date' } })
  .optional()

const rangeFields = {
  report: z.enum(reportNames).default('revenue'),
  after: day.describe('First day, in the time zone of the shop. 29 days before the last day by default.'),
  before: day.describe('Last day, in the time zone of the shop. Today by default.'),
  compare: z.enum(comparisons).default('none').describe('Period whose figures are returned as `previous`.'),
  interval: z
    .enum(intervals)
    .optional()
    .describe('Interval of the figures. Depends on the length of the range by default.'),
  level: z.enum(['', 'low']).default('').describe('`low` limits the stock report to products with low stock.'),
  orderby: z.enum(Object.keys(orderings) as [keyof typeof orderings]).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
}

/** Maximum rows of a CSV file, as more are of no use in a spreadsheet. */
const MAX_CSV_ROWS = 50_000
/** Longer than a screen waits, because a file must be complete, and shorter than proxies do. */
const CSV_UNTIL_MS = 20_000

const queryFields = z.object({
  ...rangeFields,
  offset: z.int().min(0).max(1_000_000).default(0).describe('Number of rows to skip.'),
  limit: z.int().min(1).max(100).default(25).describe('Maximum number of rows.'),
})
type Query = z.output<z.ZodObject<typeof rangeFields>>

function parseRange(shop: ReportShop, query: Query, window: { limit: number; offset: number }): ReportQuery | null {
  const before = query.before ?? shopDayOf(shop.now())
  const range = { after: query.after ?? addDays(before, -29), before }
  if (range.after > range.before || daysIn(range) > MAX_DAYS) return null
  const [first] = reportKinds[query.report].columns
  const orderby = query.orderby ?? (first.key in orderings ? (first.key as keyof typeof orderings) : 'orders')
  const { limit, offset } = window
  return { ...query, ...range, limit, offset, interval: query.interval ?? usualInterval(range), orderby }
}

const badRange = invalidFields({ after: `after must be before, and at most ${MAX_DAYS} days before, the last day.` })

const comparedJson = ({ totals, previous }: { totals: Totals; previous: Totals | null }) => ({
  ...figuresOf(totals),
  previous: previous && figuresOf(previous),
})

const reportJson = ({ report, after, before, compare, interval }: ReportQuery, result: Report): ReportJson => ({
  report,
  after,
  before,
  compare,
  interval,
  compared: result.compared,
  is_current: result.isCurrent,
  totals: comparedJson(result.totals),
  intervals: result.intervals.map((one) => ({ start: one.start, ...comparedJson(one) })),
  rows: result.rows.map(({ key, label, stock, ...one }) => ({
    key,
    label,
    ...comparedJson(one),
    stock: stock && { on_hand: stock.onHand, is_low: stock.isLow, days_left: stock.daysLeft },
  })),
  total_rows: result.totalRows,
  viewed: [...result.viewed],
})

function reportCsv(json: ReportJson, kind: ReportKind): string {
  const previous = json.compared ? kind.columns.map(({ label }) => `${label} (${json.compare.replace('_', ' ')})`) : []
  const stock = json.report === 'stock' ? ['On hand', 'Days left'] : []
  const heads = [kind.rowTitle ?? 'From', ...kind.columns.map(({ label }) => label), ...previous, ...stock]
  const tableRows = kind.rowTitle ? json.rows : json.intervals.map((one) => ({ ...one, label: one.start, stock: null }))
  const rows = tableRows.map((row) => [
    row.label,
    ...kind.columns.map(({ key }) => row[key]),
    ...(json.compared ? kind.columns.map(({ key }) => row.previous?.[key] ?? '') : []),
    ...(row.stock ? [row.stock.on_hand, row.stock.days_left ?? ''] : []),
  ])
  return `\uFEFF${[heads, ...rows].map((cells) => csvLine(cells.map(String))).join('')}`
}

export const analyticsCalls = [
  defineCall({
    summary:
      'Retrieves a report of a date range, by interval and by product, category, coupon, tax, customer or origin',
    method: 'GET',
    path: paths.restAnalytics,
    capability: ordersRead,
    action: 'list',
    query: queryFields,
    response: reportShape,
    async handler(shop: ReportShop, { query }) {
      const reportQuery = parseRange(shop, query, query)
      return reportQuery ? { json: reportJson(reportQuery, await readReport(shop, reportQuery)) } : badRange
    },
  }),
  defineCall({
    summary: 'Exports the table of a report as CSV',
    method: 'GET',
    path: paths.restAnalyticsCsv,
    capability: ordersRead,
    action: 'list',
    returnsFile: true,
    query: z.object(rangeFields),
    async handler(shop: ReportShop, { query }) {
      const reportQuery = parseRange(shop, query, { limit: MAX_CSV_ROWS, offset: 0 })
      if (!reportQuery) return badRange
      const report = await readReport(shop, reportQuery, CSV_UNTIL_MS)
      if (!report.isCurrent) return totalsOutdated
      const json = reportJson(reportQuery, report)
      const name = `${reportQuery.report}-${reportQuery.after}-to-${reportQuery.before}.csv`
      const body = new TextEncoder().encode(reportCsv(json, reportKinds[reportQuery.report]))
      return { download: { name, type: 'text/csv; charset=UTF-8', body } }
    },
  }),
]
