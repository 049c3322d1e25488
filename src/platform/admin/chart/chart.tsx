import { lazy, Suspense, useMemo, useState } from 'react'
import { TableHead } from '../parts.tsx'
import styles from './chart.module.css'

const Plot = lazy(() => import('./plot.tsx').then((module) => ({ default: module.Plot })))

type Series = {
  readonly title: string
  readonly format: (value: number) => string
  /** Short format for the axis. */
  readonly short?: (value: number) => string
}
type Row = {
  readonly key: string
  readonly label: string
  readonly values: readonly number[]
  /** Values of the compared period. */
  readonly before?: readonly number[] | null
}

type ChartProps = {
  readonly title: string
  /** Heading of the rows, such as 'Day'. */
  readonly rowTitle: string
  readonly rows: readonly Row[]
  /** Each gets its own plot, because units differ. A row's `values` are in this order. */
  readonly series: readonly Series[]
  /** Omits the table, if the screen has another one of the same rows. */
  readonly isTableElsewhere?: boolean
}

const colors = ['--leaf', '--clay', '--sky'] as const

/** Plots over the same rows, and a table. A range field selects the row whose values are shown. */
export function Chart({ title, rowTitle, rows, series, isTableElsewhere = false }: ChartProps) {
  const last = rows.length - 1
  const [chosen, setChosen] = useState(last)
  const at = Math.min(chosen, last)
  const row = rows[at]
  const columns = useMemo(
    () =>
      series.map((_, index) => ({
        values: rows.map(({ values }) => values[index] ?? 0),
        before: rows.some((one) => one.before) ? rows.map((one) => one.before?.[index] ?? 0) : null,
      })),
    [rows, series],
  )
  if (!row) return null
  const valueText = ({ format }: Series, index: number) => {
    const before = row.before?.[index]
    return `${format(row.values[index] ?? 0)}${before === undefined ? '' : `, before ${format(before)}`}`
  }
  const text = series.map((one, index) => `${one.title} ${valueText(one, index)}`).join(', ')
  return (
    <figure>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title}</span>
        <span className={styles.readout}>
          <strong>{row.label}</strong> {text}
        </span>
      </figcaption>
      <div className={styles.plots}>
        {series.map((one, index) => (
          <div key={one.title} className={styles.plot} aria-hidden="true">
            <p>{one.title}</p>
            <div className={styles.canvas}>
              <Suspense>
                <Plot
                  values={columns[index]?.values ?? []}
                  before={columns[index]?.before ?? null}
                  chosen={at}
                  color={colors[index] ?? '--ink'}
                  format={one.short ?? one.format}
                />
              </Suspense>
            </div>
          </div>
        ))}
        <input
          type="range"
          className={styles.range}
          aria-label={`${title}: ${rowTitle}`}
          aria-valuetext={`${row.label}: ${text}`}
          min={0}
          max={last}
          value={at}
          onChange={(event) => setChosen(Number(event.target.value))}
          onPointerMove={({ clientX, currentTarget }) => {
            const { left, width } = currentTarget.getBoundingClientRect()
            setChosen(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * rows.length))))
          }}
        />
      </div>
      <p className={styles.axis} aria-hidden="true">
        <span>{rows[0]?.label}</span>
        <span>{rows[last]?.label}</span>
      </p>
      {!isTableElsewhere && (
        <details className={styles.figures}>
          <summary>Figures as a table</summary>
          <Figures title={title} rowTitle={rowTitle} rows={rows} series={series} />
        </details>
      )}
    </figure>
  )
}

const Figures = ({ title, rowTitle, rows, series }: ChartProps) => {
  const isCompared = rows.some(({ before }) => before)
  const titles = series.flatMap((one) => (isCompared ? [one.title, `${one.title} before`] : [one.title]))
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">{title}</caption>
        <TableHead titles={[rowTitle, ...titles]} />
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {series.flatMap(({ title: name, format }, index) => [
                <td key={name}>{format(row.values[index] ?? 0)}</td>,
                ...(isCompared ? [<td key={`${name} before`}>{format(row.before?.[index] ?? 0)}</td>] : []),
              ])}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
