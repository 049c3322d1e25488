import { formatMoney } from '../../../platform/money/money.ts'

/* Pay-later messages (shop.md §5, "Buy-now-pay-later"), for server and browser. */

/** Totals that a provider accepts in one currency, in cents. */
export type TotalLimits = {
  readonly minCents: number
  /** Null: no maximum. */
  readonly maxCents: number | null
}

export type LimitsByCurrency = Readonly<Record<string, TotalLimits>>

/** Data by which a page decides whether a method is available, for example in a `data-pay-later` attribute. */
export type PayLaterTerms = {
  readonly name: string
  readonly instalments: number | null
  readonly limits: TotalLimits
  readonly hidesIneligible: boolean
  readonly currency: string
}

/** The limits in this currency; both are 0 when the currency is unknown. */
export const limitsIn = (limits: LimitsByCurrency, currency: string): TotalLimits =>
  (Object.hasOwn(limits, currency) ? limits[currency] : undefined) ?? { minCents: 0, maxCents: 0 }

/** Whether a total lies between minimum and maximum; never for 0. */
export const isEligible = (cents: number, { minCents, maxCents }: TotalLimits): boolean =>
  cents > 0 && cents >= minCents && (maxCents === null || cents <= maxCents)

/** Whether no total is eligible: the currency is unknown, or the maximum is below the minimum. */
const isEmpty = ({ minCents, maxCents }: TotalLimits): boolean => maxCents !== null && maxCents < Math.max(minCents, 1)

/** '4 payments of $12.50 with Afterpay.', or the limits for an amount outside them; '' for nothing to say. */
export function payLaterText(terms: PayLaterTerms, cents: number): string {
  const { name, instalments, limits, hidesIneligible, currency } = terms
  if (isEligible(cents, limits))
    return instalments === null
      ? `Pay later or over time with ${name}.`
      : `${planText(instalments, cents, currency)} with ${name}.`
  if (hidesIneligible || isEmpty(limits)) return ''
  const limitText = (limit: number): string => formatMoney(limit, currency).replace(/\.00$/, '')
  const min = limitText(limits.minCents)
  if (limits.maxCents === null) return `${name} is available for orders from ${min}.`
  return `${name} is available for orders from ${min} to ${limitText(limits.maxCents)}.`
}

/** The text on a product card; without an amount if variations have different prices. */
export function payLaterCardText(terms: PayLaterTerms, minCents: number, maxCents: number): string {
  const { name, instalments, limits } = terms
  return minCents === maxCents || instalments === null || !isEligible(minCents, limits)
    ? payLaterText(terms, minCents)
    : `Pay in ${instalments} payments with ${name}.`
}

/** Product types without messages: sold by another shop, or only as the products of a group. */
export const excludedProductTypes: readonly string[] = ['external', 'grouped']

/** '4 payments of $19.49 (the last is $19.48)': rounded shares that add up, as Afterpay splits. */
export function planText(instalments: number, cents: number, currency: string): string {
  const each = Math.round(cents / instalments)
  const last = cents - each * (instalments - 1)
  const exception = last === each ? '' : ` (the last is ${formatMoney(last, currency)})`
  return `${instalments} payments of ${formatMoney(each, currency)}${exception}`
}
