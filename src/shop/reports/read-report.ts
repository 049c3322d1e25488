import type { Db } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { originText } from '../tracking/origin.ts'
import { type ViewedProduct, viewedProducts } from '../tracking/product-views.store.ts'
import {
  type Comparison,
  comparedRange,
  comparedWith,
  daysIn,
  type Interval,
  intervalStart,
  intervalsOf,
  type Range,
} from './range.ts'
import { type RowsQuery, type RowTotals, readDays, readRows, readSameRows, readStock } from './read-totals.store.ts'
import { refreshTotals } from './refresh-totals.store.ts'
import type { ReportName } from './report-kinds.ts'
import { addTotals, columns, type Totals } from './totals.ts'

export type ReportShop = Pick<Platform, 'db' | 'now'> & WithSettings<SiteSettings & InventorySettings>

export type ReportQuery = Range &
  Pick<RowsQuery, 'orderby' | 'order' | 'limit' | 'offset'> & {
    readonly report: ReportName
    readonly compare: Comparison
    readonly interval: Interval
    readonly level: 'low' | ''
  }

type Compared = { readonly totals: Totals; readonly previous: Totals | null }
type Row = Compared & {
  readonly key: string
  readonly label: string
  readonly stock: { readonly onHand: number; readonly isLow: boolean; readonly daysLeft: number | null } | null
}

export type Report = {
  readonly compared: Range | null
  readonly isCurrent: boolean
  readonly totals: Compared
  readonly intervals: readonly (Compared & { readonly start: string })[]
  readonly rows: readonly Row[]
  readonly totalRows: number
  readonly viewed: readonly ViewedProduct[]
}

const MAX_VIEWED = 10

/** Refreshes the totals of the range where they are outdated, and adds them up. */
export async function readReport({ db, settings }: ReportShop, query: ReportQuery, untilMs = 5000): Promise<Report> {
  const compared = comparedRange(query, query.compare)
  const { timeZone, lowStockThreshold } = settings()
  const until = performance.now() + untilMs
  let isCurrent = true
  for (const days of compared ? [query, compared] : [query])
    isCurrent &&= await refreshTotals(db, { timeZone, days, untilMs: until - performance.now() })
  const [current, previous] = [
    await intervalTotals(db, query, query, (day) => day),
    compared && (await intervalTotals(db, compared, query, (day) => comparedWith(day, query, query.compare))),
  ]
  const starts = intervalsOf(query, query.interval)
  const { rows, totalRows } = await readReportRows(db, query, compared, lowStockThreshold)
  return {
    compared,
    isCurrent,
    totals: { totals: addTotals(current), previous: previous && addTotals(previous) },
    intervals: starts.map((start, index) => ({
      start,
      totals: current[index] ?? addTotals([]),
      previous: previous && (previous[index] ?? addTotals([])),
    })),
    rows,
    totalRows,
    viewed: query.report === 'sources' ? await viewedProducts(db, query, MAX_VIEWED) : [],
  }
}

/** Totals per interval of a query. `placeOf` maps a day to the day of the query's range that it counts for. */
async function intervalTotals(db: Db, days: Range, query: ReportQuery, placeOf: (day: string) => string) {
  const { interval } = query
  const byStart = Map.groupBy(await readDays(db, days), ([day]) => intervalStart(placeOf(day), interval))
  return intervalsOf(query, interval).map((start) => addTotals((byStart.get(start) ?? []).map(([, totals]) => totals)))
}

const kinds = {
  products: 'product',
  categories: 'category',
  coupons: 'coupon',
  taxes: 'tax',
  customers: 'customer',
} as const

async function readReportRows(db: Db, query: ReportQuery, compared: Range | null, lowStock: number) {
  const { report } = query
  if (report === 'revenue' || report === 'orders') return { rows: [], totalRows: 0 }
  if (report === 'stock') return stockRows(db, query, lowStock)
  if (report === 'sources') return originRows(db, query, compared)
  const kind = kinds[report]
  const { rows, total } = await readRows(db, query, { ...query, kind })
  const before =
    compared &&
    (await readSameRows(
      db,
      compared,
      kind,
      rows.map(({ key }) => key),
    ))
  return { rows: rows.map((row) => rowOf(row, labelOf(report, row), before)), totalRows: total }
}

const rowOf = (row: RowTotals, label: string, before: ReadonlyMap<string, Totals> | null): Row => {
  const { key, ...totals } = row
  return { key, label, totals, previous: before && (before.get(key) ?? addTotals([])), stock: null }
}

const customerNames = new Map([
  ['new', 'New customers'],
  ['returning', 'Returning customers'],
  ['unknown', 'Unknown customers (no email address, or erased)'],
])

function labelOf(report: keyof typeof kinds, { key, label }: RowTotals): string {
  if (report === 'customers') return customerNames.get(key) ?? key
  if (report === 'taxes') return `${label} ${Number(key.split(' ').at(-1)) / 1000}%`
  return label === '' ? key : label
}

async function stockRows(db: Db, query: ReportQuery, lowStock: number) {
  const { rows, total } = await readStock(db, query, { ...query, lowStock })
  const days = daysIn(query)
  return {
    totalRows: total,
    rows: rows.map(({ key, label, onHand, isLow, sold }) => ({
      key,
      label,
      totals: { ...addTotals([]), items: sold },
      previous: null,
      stock: { onHand, isLow, daysLeft: sold > 0 ? Math.floor((onHand * days) / sold) : null },
    })),
  }
}

/** Origins shown. Links can name arbitrary sources, so rarer ones are combined. */
const MAX_ORIGINS = 12
const READ_ORIGINS = 1000

async function originRows(db: Db, query: ReportQuery, compared: Range | null) {
  const before = compared && (await origins(db, compared))
  const sorted = [...(await origins(db, query))].toSorted(
    ([a, x], [b, y]) => y.orders - x.orders || y.gross - x.gross || a.localeCompare(b, 'en-CA'),
  )
  const row = (key: string, totals: Totals, previous: Totals | undefined): Row => {
    return { key, label: key, totals, previous: before && (previous ?? addTotals([])), stock: null }
  }
  const topOrigins = sorted.slice(0, MAX_ORIGINS)
  const rows = topOrigins.map(([origin, totals]) => row(origin, totals, before?.get(origin)))
  if (sorted.length > MAX_ORIGINS) {
    const isOther = ([origin]: readonly [string, Totals]) => !topOrigins.some(([one]) => one === origin)
    const sumOfOthers = (all: readonly (readonly [string, Totals])[]) =>
      addTotals(all.filter(isOther).map(([, totals]) => totals))
    rows.push(row('All others', sumOfOthers(sorted), sumOfOthers([...(before ?? [])])))
  }
  return { rows, totalRows: rows.length }
}

/** Totals by origin name; sources beyond `READ_ORIGINS` are combined. */
async function origins(db: Db, range: Range): Promise<ReadonlyMap<string, Totals>> {
  const page = { orderby: 'orders', order: 'desc', limit: READ_ORIGINS, offset: 0 } as const
  const { rows, total } = await readRows(db, range, { ...page, kind: 'origin' })
  const named = Map.groupBy(rows, ({ key }) => {
    const [type = '', ...source] = key.split(' ')
    return originText({ source_type: type, utm_source: source.join(' ') })
  })
  const found = new Map([...named].map(([origin, all]) => [origin, addTotals(all)]))
  if (total <= READ_ORIGINS) return found
  const [all, known] = [addTotals([...(await readDays(db, range)).values()]), addTotals(rows)]
  const rest = columns.map((column) => [column, all[column] - known[column]])
  return found.set('Rare sources', Object.fromEntries(rest) as Totals)
}
