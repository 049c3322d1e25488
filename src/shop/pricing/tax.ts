import { toLocalIso } from '../../platform/time/shop-time.ts'

/** Tax rates by region and date. */

/** Destination for pricing. Codes are upper case ('CA', 'ON'); an unknown province is ''. */
export type Region = { readonly country: string; readonly state: string; readonly postcode?: string }

/**
 * 'grocery' is zero-rated basic groceries (tea leaves); 'supplement' is vitamins and food supplements, which some
 * provinces do not tax; everything else is 'standard'.
 */
export type TaxClass = 'standard' | 'grocery' | 'supplement'

export type TaxRate = {
  readonly id: number
  readonly country: string
  /** '' means every province without a row of its own at the same priority. */
  readonly state: string
  /** Label on receipts: 'HST', 'GST', 'PST', 'QST'. */
  readonly label: string
  /** Parts per 100,000: 13 % is 13000. A row of 0 ends a tax. */
  readonly ratePer100k: number
  /** Order on the receipt. Only one rate per priority applies; rates never compound. */
  readonly priority: number
  readonly classes: readonly TaxClass[]
  /** First day it applies in the shop's time zone, 'YYYY-MM-DD'; a later row of the same region and priority replaces it. */
  readonly from: string
}

/** A tax that applies to a sale. `code` is the public rate code, 'CA-ON-HST-1'. */
export type AppliedTax = Pick<TaxRate, 'label' | 'ratePer100k' | 'priority'> & {
  readonly rateId: number
  readonly code: string
}

/** The taxes on goods of `taxClass` sent to `region` on the day of `date`, in receipt order. */
export function taxesFor(
  table: readonly TaxRate[],
  region: Region | null,
  taxClass: TaxClass,
  date: Date,
): AppliedTax[] {
  if (!region) return []
  const day = shopDay(date)
  const activeRates = new Map<number, TaxRate>()
  for (const rate of table) {
    if (rate.country !== region.country || (rate.state !== '' && rate.state !== region.state)) continue
    if (rate.from > day || !rate.classes.includes(taxClass)) continue
    const current = activeRates.get(rate.priority)
    if (!current || outranks(rate, current)) activeRates.set(rate.priority, rate)
  }
  return [...activeRates.values()]
    .filter((rate) => rate.ratePer100k > 0)
    .toSorted((a, b) => a.priority - b.priority)
    .map((rate) => {
      const { id: rateId, label, ratePer100k, priority } = rate
      return { rateId, code: rateCode(rate), label, ratePer100k, priority }
    })
}

/** A province's row takes precedence over the country's; otherwise the later one applies. */
function outranks(rate: TaxRate, current: TaxRate): boolean {
  return rate.state === current.state ? rate.from > current.from : rate.state !== ''
}

/** 'CA-ON-HST-1', the rate code in orders; a country-wide rate has no province in it. */
function rateCode(rate: TaxRate): string {
  return [rate.country, rate.state, rate.label.toUpperCase(), rate.priority].filter((part) => part !== '').join('-')
}

/** The id of the rate with this code on that day; 0 if there is none. */
export function rateIdOf(table: readonly TaxRate[], code: string, date: Date): number {
  const day = shopDay(date)
  const matching = table.filter((rate) => rateCode(rate) === code && rate.from <= day)
  return matching.toSorted((a, b) => a.from.localeCompare(b.from)).at(-1)?.id ?? 0
}

/** 'ca-on-hst-1' for 'CA-ON-HST-1': suffix of the class `tax-rate-…` on a totals row. */
export function rateClassName(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z0-9-]/g, '')
}

/** '13%' or '9.975%': a rate as printed in totals and receipts. */
export function ratePercent(ratePer100k: number): string {
  const thousandths = ratePer100k % 1000
  const decimals = thousandths === 0 ? '' : `.${String(thousandths).padStart(3, '0').replace(/0+$/, '')}`
  return `${(ratePer100k - thousandths) / 1000}${decimals}%`
}

/** The shop's calendar day, 'YYYY-MM-DD'. */
const shopDay = (date: Date): string => toLocalIso(date).slice(0, 10)
