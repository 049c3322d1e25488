import { useContext } from 'react'
import { convertPrice, type Exchange } from '../../../platform/money/exchange.ts'
import { formatMoney, shopCurrency } from '../../../platform/money/money.ts'
import { Amount } from '../../../platform/ui/amount.tsx'
import { ExchangeContext } from '../../../platform/ui/exchange-context.ts'
import type { PriceRange } from '../product.ts'

/** In the page's currency, or in `exchange` outside of a page. In a display-only currency the price is approximate. */
export function Price({ range, exchange }: { range: PriceRange; exchange?: Exchange | null }) {
  const ofPage = useContext(ExchangeContext)
  const shown = exchange === undefined ? ofPage : exchange
  if (shown === null) return <PriceIn range={range} currency={shopCurrency} />
  const converted = {
    ...range,
    minCents: convertPrice(range.minCents, shown),
    maxCents: convertPrice(range.maxCents, shown),
    regularMinCents: convertPrice(range.regularMinCents, shown),
    regularMaxCents: convertPrice(range.regularMaxCents, shown),
  }
  return (
    <>
      {!shown.isCharged && 'approx. '}
      <PriceIn range={converted} currency={shown.currency} />
    </>
  )
}

/** In WooCommerce's markup (html-notes.md), with a text for screen readers beside the visible one. */
function PriceIn({ range, currency }: { range: PriceRange; currency: string }) {
  const { minCents, maxCents, regularMinCents, regularMaxCents, isSale } = range
  if (minCents !== maxCents) {
    return (
      <>
        <span aria-hidden="true">
          <Amount cents={minCents} currency={currency} />
        </span>{' '}
        <span aria-hidden="true">–</span>{' '}
        <span aria-hidden="true">
          <Amount cents={maxCents} currency={currency} />
        </span>
        <span className="screen-reader-text">
          Price range: {formatMoney(minCents, currency)} through {formatMoney(maxCents, currency)}
        </span>
      </>
    )
  }
  if (!isSale || regularMinCents !== regularMaxCents) return <Amount cents={minCents} currency={currency} />
  return (
    <>
      <del aria-hidden="true">
        <Amount cents={regularMinCents} currency={currency} />
      </del>{' '}
      <span className="screen-reader-text">Original price was: {formatMoney(regularMinCents, currency)}.</span>
      <ins aria-hidden="true">
        <Amount cents={minCents} currency={currency} />
      </ins>
      <span className="screen-reader-text">Current price is: {formatMoney(minCents, currency)}.</span>
    </>
  )
}
