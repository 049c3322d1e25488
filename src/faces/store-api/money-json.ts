import { convertPrice, type Exchange } from '../../platform/money/exchange.ts'
import { type Currency, currencyPrefix, fractionDigits, shopCurrency } from '../../platform/money/money.ts'
import type { Prices } from '../../shop/catalog/price-html.ts'
import { type ProductPrices, priceAt } from '../../shop/catalog/product.ts'

/** Amounts in this API are cents as text. */
export const minorUnits = (cents: number): string => String(cents)

const toCurrencyFields = (currency: Currency) => ({
  currency_code: currency,
  currency_symbol: currencyPrefix(currency).trim(),
  currency_minor_unit: fractionDigits(currency),
  currency_decimal_separator: '.',
  currency_thousand_separator: ',',
  currency_prefix: currencyPrefix(currency),
  currency_suffix: '',
})

const fieldsByCurrency = new Map<Currency, ReturnType<typeof toCurrencyFields>>()

export function currencyFields(currency: Currency = shopCurrency) {
  const fields = fieldsByCurrency.get(currency) ?? toCurrencyFields(currency)
  fieldsByCurrency.set(currency, fields)
  return fields
}

export function pricesOf(prices: ProductPrices, now: Date, exchange: Exchange | null = null): Prices | null {
  const { cents, isSale } = priceAt(prices, now)
  if (cents === null) return null
  const regularCents = prices.regularPriceCents ?? cents
  return toCurrency(
    { currency: shopCurrency, currentCents: cents, regularCents, isOnSale: isSale, range: null },
    exchange,
  )
}

export function toCurrency(prices: Prices, exchange: Exchange | null): Prices {
  if (exchange === null) return prices
  const { range } = prices
  const convert = (cents: number) => convertPrice(cents, exchange)
  return {
    ...prices,
    currency: exchange.currency,
    currentCents: convert(prices.currentCents),
    regularCents: convert(prices.regularCents),
    range: range && { minCents: convert(range.minCents), maxCents: convert(range.maxCents) },
  }
}

/** A missing price is 0; `is_purchasable` tells the difference. */
export function pricesJson(prices: Prices | null) {
  const current = minorUnits(prices?.currentCents ?? 0)
  return {
    price: current,
    regular_price: minorUnits(prices?.regularCents ?? 0),
    sale_price: current,
    price_range: prices?.range
      ? { min_amount: minorUnits(prices.range.minCents), max_amount: minorUnits(prices.range.maxCents) }
      : null,
    ...currencyFields(prices?.currency),
  }
}

/** Raw prices of cart lines have six decimals in every currency. */
export function linePricesJson(prices: Prices | null) {
  const json = pricesJson(prices)
  const zeros = '0'.repeat(6 - json.currency_minor_unit)
  const toSixDecimals = (amount: string) => (amount === '0' ? '0' : amount + zeros)
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
