/** Amounts as whole cents with one rounding rule. A cent is the smallest unit of a currency, such as a yen. */

export type Currency = string

/** Currency of catalogue prices, and of every amount without its own currency. */
export const shopCurrency: Currency = 'CAD'

/** Currencies whose smallest unit is not a hundredth (ISO 4217). */
export const unusualDigits: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  JOD: 3,
  KWD: 3,
  OMR: 3,
  TND: 3,
}

/** Decimals of a currency: 2 for dollars, 0 for yen, 3 for dinars. */
export const fractionDigits = (currency: Currency): number => unusualDigits[currency] ?? 2

/** The unit of rates: 13 % is 13000. */
export const ratePrecision = 100_000

/** The largest amount for which the functions below are exact: 100 billion dollars. */
export const maxCents = 10_000_000_000_000

/** The largest rate for which the functions below are exact: 500 %. */
const maxRate = 500_000

export function assertCents(cents: number, what = 'amount'): void {
  if (!Number.isInteger(cents) || Math.abs(cents) > maxCents) {
    throw new RangeError(`${what} must be whole cents up to ${maxCents}, got ${cents}`)
  }
}

/** Per 100,000 (13 % is 13000); half a cent rounds away from zero, so that a refund mirrors its sale. */
export function percentOf(cents: number, ratePer100k: number): number {
  assertCents(cents)
  if (!Number.isInteger(ratePer100k) || ratePer100k < 0 || ratePer100k > maxRate) {
    throw new RangeError(`rate must be whole parts per 100,000 from 0 to ${maxRate}, got ${ratePer100k}`)
  }
  const magnitude = Math.abs(cents)
  const remainder = magnitude % ratePrecision
  // Quotient and remainder are multiplied separately, so that each product is an exact integer.
  const remainderParts = remainder * ratePer100k + ratePrecision / 2
  const share =
    ((magnitude - remainder) / ratePrecision) * ratePer100k +
    (remainderParts - (remainderParts % ratePrecision)) / ratePrecision
  return cents < 0 && share !== 0 ? -share : share
}

/** Splits by weight. Remaining cents go to the parts with the largest remainders, the earlier one first. */
export function allocate(cents: number, weights: readonly number[]): number[] {
  assertCents(cents)
  for (const weight of weights) {
    if (!Number.isSafeInteger(weight) || weight < 0)
      throw new RangeError(`a weight must be a whole number, got ${weight}`)
  }
  const totalWeight = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (totalWeight === 0n) {
    if (cents === 0) return weights.map(() => 0)
    throw new RangeError('an amount cannot be split when every weight is 0')
  }

  // BigInt, because cents times weight can exceed the safe integer range.
  const magnitude = BigInt(Math.abs(cents))
  const shares = weights.map((weight, index) => {
    const product = magnitude * BigInt(weight)
    return { index, cents: Number(product / totalWeight), remainder: product % totalWeight }
  })
  let leftover = Math.abs(cents) - shares.reduce((sum, share) => sum + share.cents, 0)
  const largestRemainderFirst = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const share of largestRemainderFirst) {
    if (leftover === 0) break
    share.cents += 1
    leftover -= 1
  }
  return shares.map((share) => (cents < 0 && share.cents !== 0 ? -share.cents : share.cents))
}

export const sumOf = <Item>(items: readonly Item[], amount: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0)

/** Parses a price: '12', '12.5' or '12.50', with as many decimals as the currency has. Anything else is null. */
export function parsePrice(text: unknown, currency: Currency = shopCurrency): number | null {
  if (typeof text !== 'string' || text.length > 20) return null
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  const [digits, decimals] = [fractionDigits(currency), match?.[2] ?? '']
  if (!match || decimals.length > digits) return null
  const cents = Number(match[1] + decimals.padEnd(digits, '0'))
  return cents <= maxCents ? cents : null
}

/** An amount read as hundredths, in the smallest unit of its currency; null if it has more decimals than the currency. */
export function fromHundredths(hundredths: number, currency: Currency): number | null {
  const digits = fractionDigits(currency)
  const cents = digits < 2 ? hundredths / 10 ** (2 - digits) : hundredths * 10 ** (digits - 2)
  return Number.isInteger(cents) ? cents : null
}

/** '12.50' for 1250, '1250' in yen: plain decimal for JSON, forms and feeds. */
export function priceString(cents: number, currency: Currency = shopCurrency): string {
  assertCents(cents)
  const decimals = fractionDigits(currency)
  const digits = String(Math.abs(cents)).padStart(decimals + 1, '0')
  const sign = cents < 0 ? '-' : ''
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const formats: Partial<Record<Currency, Intl.NumberFormat>> = {}

function formatOf(currency: Currency): Intl.NumberFormat {
  const digits = fractionDigits(currency)
  return (formats[currency] ??= new Intl.NumberFormat('en-CA', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }))
}

/** '$12.50' for 1250, '$1,234.50' for 123450, 'US$12.50' in another dollar: en-CA format (shop.md §1). */
export const formatMoney = (cents: number, currency: Currency = shopCurrency): string =>
  formatOf(currency).format(priceString(cents, currency) as Intl.StringNumericLiteral)

const names: Partial<Record<Currency, string>> = {}

/** 'euros', 'Japanese yen': the name of a currency, as after an amount. */
export const currencyName = (currency: Currency): string =>
  (names[currency] ??=
    new Intl.NumberFormat('en-CA', { style: 'currency', currency, currencyDisplay: 'name' })
      .formatToParts(2)
      .find(({ type }) => type === 'currency')?.value ?? currency)

const prefixes: Partial<Record<Currency, string>> = {}

/** The symbol before an amount: '$', '€', 'US$', or 'CHF' and a space. */
export const currencyPrefix = (currency: Currency): string =>
  (prefixes[currency] ??= formatOf(currency)
    .formatToParts(0)
    .flatMap(({ type, value }) => (type === 'currency' || type === 'literal' ? value : []))
    .join(''))

/** '1,234.50' for 123450 and -123450. */
export function groupedDigits(cents: number, currency: Currency = shopCurrency): string {
  const [whole = '', decimals] = priceString(Math.abs(cents), currency).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** WooCommerce's price markup, for its scripts and themes. */
export function woocommercePriceHtml(cents: number, currency: Currency = shopCurrency): string {
  const prefix = currencyPrefix(currency).replaceAll('$', '&#36;')
  const symbol = `<span class="woocommerce-Price-currencySymbol" translate="no">${prefix}</span>`
  const sign = cents < 0 ? '-' : ''
  return `<span class="woocommerce-Price-amount amount"><bdi>${sign}${symbol}${groupedDigits(cents, currency)}</bdi></span>`
}
