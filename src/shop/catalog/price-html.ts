import { type Currency, formatMoney, woocommercePriceHtml } from '../../platform/money/money.ts'

export type Prices = {
  readonly currency: Currency
  readonly currentCents: number
  readonly regularCents: number
  readonly isOnSale: boolean
  readonly range: { readonly minCents: number; readonly maxCents: number } | null
}

/** WooCommerce's markup of a price, a sale or a range; empty without a price. */
export function priceHtml(prices: Prices | null): string {
  if (!prices) return ''
  const html = (cents: number) => woocommercePriceHtml(cents, prices.currency)
  const money = (cents: number) => formatMoney(cents, prices.currency)
  if (prices.range) {
    const { minCents, maxCents } = prices.range
    return (
      `<span aria-hidden="true">${html(minCents)} – ${html(maxCents)}</span>` +
      `<span class="screen-reader-text">Price range: ${money(minCents)} through ${money(maxCents)}</span>`
    )
  }
  if (!prices.isOnSale) return html(prices.currentCents)
  return (
    `<del aria-hidden="true">${html(prices.regularCents)}</del>` +
    `<span class="screen-reader-text">Original price was: ${money(prices.regularCents)}.</span>` +
    `<ins aria-hidden="true">${html(prices.currentCents)}</ins>` +
    `<span class="screen-reader-text">Current price is: ${money(prices.currentCents)}.</span>`
  )
}
