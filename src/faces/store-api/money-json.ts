import { formatMoney, woocommercePriceHtml } from '../../platform/money/money.ts'
import { type ProductPrices, priceAt } from '../../shop/catalog/product.ts'

/** Amounts in this API are cents as text. */
export const minorUnits = (cents: number): string => String(cents)

/** Currency format, repeated beside every amount. */
export const currencyFields = {
  currency_code: 'CAD',
  currency_symbol: '$',
  currency_minor_unit: 2,
  currency_decimal_separator: '.',
  currency_thousand_separator: ',',
  currency_prefix: '$',
  currency_suffix: '',
} as const

export type Prices = {
  readonly currentCents: number
  readonly regularCents: number
  readonly isOnSale: boolean
  /** From the cheapest to the most expensive variation, if they differ. */
  readonly range: { readonly minCents: number; readonly maxCents: number } | null
}

export function pricesOf(prices: ProductPrices, now: Date): Prices | null {
  const { cents, isSale } = priceAt(prices, now)
  if (cents === null) return null
  return { currentCents: cents, regularCents: prices.regularPriceCents ?? cents, isOnSale: isSale, range: null }
}

/** No price is 0; `is_purchasable` tells the difference. */
export function pricesJson(prices: Prices | null) {
  const current = minorUnits(prices?.currentCents ?? 0)
  return {
    price: current,
    regular_price: minorUnits(prices?.regularCents ?? 0),
    sale_price: current,
    price_range: prices?.range
      ? { min_amount: minorUnits(prices.range.minCents), max_amount: minorUnits(prices.range.maxCents) }
      : null,
    ...currencyFields,
  }
}

/** Prices of cart lines have four more digits. */
export function linePricesJson(prices: Prices | null) {
  const json = pricesJson(prices)
  const toSixDecimals = (amount: string) => (amount === '0' ? '0' : `${amount}0000`)
  return {
    ...json,
    raw_prices: {
      precision: 6,
      price: toSixDecimals(json.price),
      regular_price: toSixDecimals(json.regular_price),
      sale_price: toSixDecimals(json.sale_price),
    },
  }
}

/** The price markup of themes, including screen reader text. */
export function priceHtml(prices: Prices | null): string {
  if (!prices) return ''
  const html = woocommercePriceHtml
  if (prices.range) {
    const { minCents, maxCents } = prices.range
    return (
      `<span aria-hidden="true">${html(minCents)} – ${html(maxCents)}</span>` +
      `<span class="screen-reader-text">Price range: ${formatMoney(minCents)} through ${formatMoney(maxCents)}</span>`
    )
  }
  if (!prices.isOnSale) return html(prices.currentCents)
  return (
    `<del aria-hidden="true">${html(prices.regularCents)}</del>` +
    `<span class="screen-reader-text">Original price was: ${formatMoney(prices.regularCents)}.</span>` +
    `<ins aria-hidden="true">${html(prices.currentCents)}</ins>` +
    `<span class="screen-reader-text">Current price is: ${formatMoney(prices.currentCents)}.</span>`
  )
}
