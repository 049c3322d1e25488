import { type Currency, priceString, shopCurrency } from './money.ts'

const formatters = new Map<Currency, Intl.NumberFormat>()

function formatterFor(currency: Currency): Intl.NumberFormat {
  const cached = formatters.get(currency)
  if (cached) return cached
  const formatter = new Intl.NumberFormat('en-CA', { style: 'currency', currency })
  formatters.set(currency, formatter)
  return formatter
}

/** '$12.50' for 1250, '$1,234.50' for 123450, 'US$12.50' in another dollar: en-CA format (shop.md §1). */
export function formatMoney(cents: number, currency: Currency = shopCurrency): string {
  return formatterFor(currency).format(priceString(cents) as Intl.StringNumericLiteral)
}

/** WooCommerce's price markup in Canadian dollars, for its scripts and themes. */
export function woocommercePriceHtml(cents: number): string {
  const [whole = '0', decimals = '00'] = priceString(Math.abs(cents)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const symbol = '<span class="woocommerce-Price-currencySymbol" translate="no">&#36;</span>'
  const sign = cents < 0 ? '-' : ''
  return `<span class="woocommerce-Price-amount amount"><bdi>${sign}${symbol}${grouped}.${decimals}</bdi></span>`
}
