import { formatAmount } from '../../../platform/admin/amount.ts'
import { formatMoney, shopCurrency } from '../../../platform/money/money.ts'
import type { Column } from '../report-kinds.ts'
import type { Figures } from '../rest/report-shape.ts'
import styles from './reports.module.css'

const counts = new Intl.NumberFormat('en-CA')
const compact = { notation: 'compact', maximumFractionDigits: 1 } as const
const shortCounts = new Intl.NumberFormat('en-CA', compact)
const shortMoney = new Intl.NumberFormat('en-CA', { ...compact, style: 'currency', currency: shopCurrency })

const formatCents = (cents: number) => formatMoney(cents, shopCurrency)
const formatCount = (count: number) => counts.format(count)
const shortCents = (cents: number) => shortMoney.format(cents / 100)
const shortCount = (count: number) => shortCounts.format(count)

/** A figure as an integer; amounts in cents. */
export const numberOf = (figures: Figures, { key, isMoney }: Column): number =>
  isMoney ? Math.round(Number(figures[key]) * 100) : Number(figures[key])

export const seriesOf = ({ label, isMoney }: Column) =>
  isMoney
    ? { title: label, format: formatCents, short: shortCents }
    : { title: label, format: formatCount, short: shortCount }

export const figureText = (figures: Figures, { key, isMoney }: Column): string =>
  isMoney ? formatAmount(String(figures[key])) : formatCount(Number(figures[key]))

type ChangeProps = {
  readonly figures: Figures
  readonly previous: Figures | null
  readonly column: Column
  /** Renders nothing if nothing has changed. */
  readonly isBrief?: boolean
}

/** The difference of a figure to the comparison period. */
export function Change({ figures, previous, column, isBrief = false }: ChangeProps) {
  if (!previous) return null
  const [now, before] = [numberOf(figures, column), numberOf(previous, column)]
  const was = `was ${figureText(previous, column)}`
  if (isBrief && now === before) return null
  if (before === 0) return <span className={styles.change}>{now === 0 ? 'as before' : was}</span>
  const percent = Math.round(((now - before) * 100) / Math.abs(before))
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return (
    <span className={styles.change}>
      <strong>{`${sign}${Math.abs(percent)}%`}</strong> {was}
    </span>
  )
}

type Compared = Figures & { readonly previous: Figures | null }

/** The figures of a range, each with its comparison. */
export const Tiles = ({ totals, columns }: { totals: Compared; columns: readonly Column[] }) => (
  <dl className={styles.tiles}>
    {columns.map((column) => (
      <div key={column.key}>
        <dt>{column.label}</dt>
        <dd>
          {figureText(totals, column)} <Change figures={totals} previous={totals.previous} column={column} />
        </dd>
      </div>
    ))}
  </dl>
)
