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
  /** First day it applies, 'YYYY-MM-DD'; a later row of the same region and priority replaces it. */
  readonly from: string
}

export type TaxTable = {
  /** Time zone of `from`. */
  readonly timeZone: string
  readonly rates: readonly TaxRate[]
}

/** A tax that applies to a sale. `code` is the public rate code, 'CA-ON-HST-1'. */
export type AppliedTax = {
  readonly rateId: number
  readonly code: string
  readonly label: string
  readonly ratePer100k: number
  readonly priority: number
}

/** The taxes on goods of `taxClass` sent to `region` on the day of `date`, in receipt order. */
export function taxesFor(table: TaxTable, region: Region | null, taxClass: TaxClass, date: Date): AppliedTax[] {
  if (!region) return []
  const day = dayIn(table.timeZone, date)
  const activeRates = new Map<number, TaxRate>()
  for (const rate of table.rates) {
    if (rate.country !== region.country || (rate.state !== '' && rate.state !== region.state)) continue
    if (rate.from > day || !rate.classes.includes(taxClass)) continue
    const current = activeRates.get(rate.priority)
    if (!current || outranks(rate, current)) activeRates.set(rate.priority, rate)
  }
  return [...activeRates.values()]
    .filter((rate) => rate.ratePer100k > 0)
    .toSorted((a, b) => a.priority - b.priority)
    .map((rate) => ({
      rateId: rate.id,
      code: rateCode(rate),
      label: rate.label,
      ratePer100k: rate.ratePer100k,
      priority: rate.priority,
    }))
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
export function rateIdOf(table: TaxTable, code: string, date: Date): number {
  const day = dayIn(table.timeZone, date)
  const matching = table.rates.filter((rate) => rateCode(rate) === code && rate.from <= day)
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

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day, 'YYYY-MM-DD', in `timeZone`. */
function dayIn(timeZone: string, date: Date): string {
  const format =
    dayFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(timeZone, format)
  const parts = Object.fromEntries(format.formatToParts(date).map((part) => [part.type, part.value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}
