import { useState } from 'react'
import styles from './chart.module.css'
import { TableHead } from './parts.tsx'

type Series = { readonly title: string; readonly format: (value: number) => string }
type Row = { readonly key: string; readonly label: string; readonly values: readonly number[] }

type ChartProps = {
  readonly title: string
  /** What a row is: 'Day'. */
  readonly rowTitle: string
  readonly rows: readonly Row[]
  /** One chart each, because their units differ. `values` of a row are in this order. */
  readonly series: readonly Series[]
}

/** Bar charts over the same rows, and a table. A range field over the bars chooses the row whose figures are shown. */
export function Chart({ title, rowTitle, rows, series }: ChartProps) {
  const last = rows.length - 1
  const [chosen, setChosen] = useState(last)
  const at = Math.min(chosen, last)
  const row = rows[at]
  if (!row) return null
  const text = series.map(({ title: name, format }, index) => `${name} ${format(row.values[index] ?? 0)}`).join(', ')
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
          <Plot key={one.title} series={one} values={rows.map(({ values }) => values[index] ?? 0)} chosen={at} />
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
      <details className={styles.figures}>
        <summary>Figures as a table</summary>
        <Figures title={title} rowTitle={rowTitle} rows={rows} series={series} />
      </details>
    </figure>
  )
}

const GAP = 0.15

function Plot({ series, values, chosen }: { series: Series; values: readonly number[]; chosen: number }) {
  const max = Math.max(...values, 0)
  return (
    <div className={styles.plot} aria-hidden="true">
      <p>
        {series.title} <span>up to {series.format(max)}</span>
      </p>
      <svg viewBox={`0 0 ${values.length} 100`} preserveAspectRatio="none">
        <title>{series.title}</title>
        {values.map((value, index) => {
          // A value that is not zero is seen.
          const height = max === 0 || value <= 0 ? 0 : Math.max(2, (value / max) * 100)
          return (
            <rect
              // The place is what a bar is.
              key={index}
              data-value={value}
              data-chosen={index === chosen ? '' : undefined}
              x={index + GAP}
              y={100 - height}
              width={1 - 2 * GAP}
              height={height}
            />
          )
        })}
      </svg>
    </div>
  )
}

const Figures = ({ title, rowTitle, rows, series }: ChartProps) => (
  <table className={styles.table}>
    <caption className="visually-hidden">{title}</caption>
    <TableHead titles={[rowTitle, ...series.map((one) => one.title)]} />
    <tbody>
      {rows.toReversed().map((row) => (
        <tr key={row.key}>
          <th scope="row">{row.label}</th>
          {series.map((one, index) => (
            <td key={one.title}>{one.format(row.values[index] ?? 0)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
