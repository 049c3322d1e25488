import { Link } from 'react-router'
import table from '../../../platform/admin/list/table.module.css'
import { Badge, TableHead } from '../../../platform/admin/parts.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { ReportKind, ReportName } from '../report-kinds.ts'
import type { ReportJson } from '../rest/report-shape.ts'
import { Change, figureText, numberOf } from './figures.tsx'
import { intervalName } from './report-state.ts'
import styles from './reports.module.css'

type TableProps = { readonly report: ReportName; readonly kind: ReportKind; readonly data: ReportJson }

/** The rows of a report: its intervals, newest first, or its products, coupons and so on. */
export function ReportTable({ report, kind, data }: TableProps) {
  const rows = kind.rowTitle
    ? data.rows.map((row) => ({ ...row, start: '' }))
    : data.intervals
        .map((one) => ({ ...one, key: one.start, label: intervalName(one.start, data.interval), stock: null }))
        .toReversed()
  const isStock = report === 'stock'
  const [first] = kind.columns
  const most = Math.max(1, ...(first ? rows.map((row) => numberOf(row, first)) : []))
  const titles = [...kind.columns.map(({ label }) => label), ...(isStock ? ['On hand', 'Lasts for'] : [])]
  if (rows.length === 0) return <p className={styles.note}>Nothing of this kind in this period.</p>
  return (
    // It scrolls, so it must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} aria-label={`${kind.title}, table`} tabIndex={0}>
      <table className={table.table} data-columns>
        <caption className="visually-hidden">{kind.title}</caption>
        <TableHead titles={[kind.rowTitle ?? 'Time', ...titles]} endClass={table.end ?? ''} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className={table.title}>
                {report === 'products' ? <Link to={`${paths.adminProducts}${row.key}/`}>{row.label}</Link> : row.label}
                {kind.rowTitle && !isStock && first && (
                  <span
                    className={styles.bar}
                    aria-hidden="true"
                    style={{ inlineSize: `${(Math.max(0, numberOf(row, first)) * 100) / most}%` }}
                  />
                )}
                {row.stock?.is_low && (
                  <>
                    {' '}
                    <Badge tone="gold">To order</Badge>
                  </>
                )}
              </th>
              {kind.columns.map((column) => (
                <td key={column.key} className={table.end}>
                  {figureText(row, column)}
                  <Change figures={row} previous={row.previous} column={column} isBrief />
                </td>
              ))}
              {row.stock && (
                <>
                  <td className={table.end}>{row.stock.on_hand}</td>
                  <td className={table.end}>
                    {row.stock.days_left === null ? 'not sold' : `${row.stock.days_left} days`}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export const Viewed = ({ products }: { products: ReportJson['viewed'] }) =>
  products.length > 0 && (
    <table className={`${table.table} ${styles.viewed}`} data-columns>
      <caption className={styles.caption}>Most viewed products</caption>
      <TableHead titles={['Product', 'Page views']} endClass={table.end ?? ''} />
      <tbody>
        {products.map(({ id, name, views }) => (
          <tr key={id}>
            <th scope="row" className={table.title}>
              {name}
            </th>
            <td className={table.end}>{views}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
