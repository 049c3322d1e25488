import { formatMoney } from '../../../platform/money/money.ts'
import { Amount } from '../../../platform/ui/amount.tsx'
import type { PriceRange } from '../product.ts'

/**
 * A price in WooCommerce's markup (html-notes.md): regular price struck out next to the sale price, or a range.
 * Screen-reader text is separate from the visible text.
 */
export function Price({ range }: { range: PriceRange }) {
  const { minCents, maxCents, regularMinCents, regularMaxCents, isSale } = range
  if (minCents !== maxCents) {
    return (
      <>
        <span aria-hidden="true">
          <Amount cents={minCents} />
        </span>{' '}
        <span aria-hidden="true">–</span>{' '}
        <span aria-hidden="true">
          <Amount cents={maxCents} />
        </span>
        <span className="screen-reader-text">
          Price range: {formatMoney(minCents)} through {formatMoney(maxCents)}
        </span>
      </>
    )
  }
  if (!isSale || regularMinCents !== regularMaxCents) return <Amount cents={minCents} />
  return (
    <>
      <del aria-hidden="true">
        <Amount cents={regularMinCents} />
      </del>{' '}
      <span className="screen-reader-text">Original price was: {formatMoney(regularMinCents)}.</span>
      <ins aria-hidden="true">
        <Amount cents={minCents} />
      </ins>
      <span className="screen-reader-text">Current price is: {formatMoney(minCents)}.</span>
    </>
  )
}
