import { type Currency, formatMoney, fractionDigits, maxCents, shopCurrency } from './money.ts'

/** Multiples to which converted prices are rounded up, in units of the currency. */
export const priceRoundings = ['none', '0.05', '0.10', '0.25', '0.50', '1.00', '5.00', '10.00'] as const
/** Added to a rounded price: rounding to '1.00' and adding '-0.01' gives prices such as 12.99. */
export const priceCharms = ['0.00', '-0.01', '-0.05'] as const

/** Converts amounts of the shop's currency to another currency. */
export type Exchange = {
  readonly currency: Currency
  /** Units of the currency per unit of the shop's, as decimal text: '0.6712'. */
  readonly rate: string
  readonly rounding: (typeof priceRoundings)[number]
  readonly charm: (typeof priceCharms)[number]
  /** Whether orders are charged in it; otherwise prices are approximate, and the shop's currency is charged. */
  readonly isCharged: boolean
}

export type Fraction = readonly [bigint, bigint]

const decimalPattern = /^(\d{1,6})(?:\.(\d{1,10}))?$/

/** Whether the text is a rate above 0, with at most 6 digits and 10 decimals. */
export const isRate = (text: string): boolean => decimalPattern.test(text) && /[1-9]/.test(text)

function fractionOf(decimal: string): Fraction {
  const [, whole = '', fraction = ''] = decimalPattern.exec(decimal) ?? []
  if (whole === '') throw new RangeError(`not a decimal: ${decimal}`)
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
}

const power = (digits: number): bigint => 10n ** BigInt(digits)

/** Smallest units of the currency per unit of the shop's: [134, 2] for 0.67 euros, [1085, 10] for 108.5 yen. */
export function unitsPerShopUnit({ rate, currency }: Pick<Exchange, 'rate' | 'currency'>): Fraction {
  const [numerator, denominator] = fractionOf(rate)
  return [numerator * power(fractionDigits(currency)), denominator]
}

/** The quotient of positive numbers, half rounded up. */
const divideRounded = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

/** Limited to the largest amount, so that a high rate cannot break a page. */
function toCents(magnitude: bigint, isNegative: boolean): number {
  const cents = magnitude > BigInt(maxCents) ? maxCents : Number(magnitude)
  return isNegative && cents !== 0 ? -cents : cents
}

/** Not rounded to multiples, for costs and thresholds; half a unit rounds away from zero. Null: the same amount. */
export function convert(cents: number, exchange: Exchange | null): number {
  if (exchange === null) return cents
  const [numerator, denominator] = unitsPerShopUnit(exchange)
  const shopUnit = power(fractionDigits(shopCurrency))
  return toCents(divideRounded(BigInt(Math.abs(cents)) * numerator, shopUnit * denominator), cents < 0)
}

/** Currency of an order or total, and its exchange rate. */
export type AtRate = { readonly currency: Currency; readonly exchangeRate: string }

/** Currency and rate of amounts converted with an exchange; undefined: the shop's currency. */
export const atRate = (exchange: Exchange | undefined): AtRate => ({
  currency: exchange?.currency ?? shopCurrency,
  exchangeRate: exchange?.rate ?? '1',
})

/** Converts an order's or total's `cents` to the shop's currency, half a cent rounded away from zero. */
export function toShopCurrency(cents: number, { currency, exchangeRate }: AtRate): number {
  if (currency === shopCurrency) return cents
  const [numerator, denominator] = unitsPerShopUnit({ currency, rate: exchangeRate })
  const shopUnit = power(fractionDigits(shopCurrency))
  return toCents(divideRounded(BigInt(Math.abs(cents)) * denominator * shopUnit, numerator), cents < 0)
}

/** '-0.05' in smallest units of a currency with these decimals; 0 if it has no such unit. */
function unitsOf(decimal: string, digits: number): bigint {
  const [numerator, denominator] = fractionOf(decimal.replace('-', ''))
  const units = (numerator * power(digits)) / denominator
  return decimal.startsWith('-') ? -units : units
}

/** The same at a current rate, for amounts that visitors enter. */
export const fromExchange = (cents: number, { currency, rate }: Exchange): number =>
  toShopCurrency(cents, { currency, exchangeRate: rate })

/** The exchange at which an order was placed, without rounding to multiples; null for the shop's currency. */
export const exchangeOf = ({ currency, exchangeRate: rate }: AtRate): Exchange | null =>
  currency === shopCurrency ? null : { currency, rate, rounding: 'none', charm: '0.00', isCharged: true }

/**
 * A catalogue price in another currency: converted, rounded up to the owner's multiple, then with the charm added. Free
 * stays free, and any other price is at least one unit.
 */
export function convertPrice(cents: number, exchange: Exchange | null): number {
  if (exchange === null || cents === 0) return cents
  const digits = fractionDigits(exchange.currency)
  const step = exchange.rounding === 'none' ? 0n : unitsOf(exchange.rounding, digits)
  const converted = BigInt(convert(cents, exchange))
  const rounded = step > 1n ? ((converted + step - 1n) / step) * step : converted
  const price = rounded + unitsOf(exchange.charm, digits)
  return toCents(price < 1n ? 1n : price, false)
}

/** A cost or a threshold as text: '€12.50', or 'approx. US$12.50' if orders are not charged in it. */
export function costText(cents: number, exchange: Exchange | null): string {
  const amount = formatMoney(convert(cents, exchange), exchange?.currency ?? shopCurrency)
  return exchange === null || exchange.isCharged ? amount : `approx. ${amount}`
}
