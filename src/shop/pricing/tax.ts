import { ratePrecision, sumOf } from '../../platform/money/money.ts'
import { shopDayOf } from '../../platform/time/shop-time.ts'
import { matchesPostcodes } from './match-postcode.ts'

/** Destination for pricing. Codes are upper case ('CA', 'ON'); an unknown province is ''. */
export type Region = {
  readonly country: string
  readonly state: string
  readonly postcode?: string
  readonly city?: string
}

/** Slug of a class. 'standard' is always there; the demo has 'grocery' (zero-rated tea) and 'supplement' as well. */
export type TaxClass = string

export const STANDARD: TaxClass = 'standard'
/** The class of items that are not taxable; no rate has it. */
export const UNTAXED: TaxClass = ''

export type TaxRate = {
  readonly id: number
  /** '' means every country. */
  readonly country: string
  /** '' means every province without a row of its own at the same priority. */
  readonly state: string
  /** Applies only to these: exact 'V8W 1P6', prefix 'V8*', or numeric range '90210...90299'; empty: all. */
  readonly postcodes: readonly string[]
  /** Applies only to these, in upper case; empty: all. */
  readonly cities: readonly string[]
  readonly label: string
  /** Parts per 100,000: 13 % is 13000. A later row of 0 ends a tax. */
  readonly ratePer100k: number
  /** Order on the receipt. Only one rate per priority applies. */
  readonly priority: number
  /** Applies after the other taxes, to the amount including them. */
  readonly isCompound: boolean
  readonly taxesShipping: boolean
  readonly taxClass: TaxClass
  /** Among rates of the same place and priority, the lowest applies. */
  readonly order: number
  /** First day it applies in the shop's time zone, 'YYYY-MM-DD', or ''; a later row of the same place and priority replaces it. */
  readonly from: string
}

/** A tax that applies to a sale. `code` is the public rate code, 'CA-ON-HST-1'. */
export type AppliedTax = Pick<TaxRate, 'label' | 'ratePer100k' | 'priority'> & {
  readonly rateId: number
  readonly code: string
  /** For a compound tax: the share of each tax before it, per 100,000 of an amount. */
  readonly compoundOn?: readonly number[]
}

/** The taxes due on goods of a class, or on shipping them. */
export function taxesFor(
  table: readonly TaxRate[],
  region: Region | null,
  taxClass: TaxClass,
  date: Date,
  on: 'goods' | 'shipping' = 'goods',
): AppliedTax[] {
  if (!region) return []
  const day = shopDayOf(date)
  const matching = table.filter((rate) => rate.taxClass === taxClass && rate.from <= day && appliesIn(rate, region))
  const sorted = matching.toSorted(byPrecedence)
  const active = sorted.filter(
    ({ priority, ratePer100k }, index) => priority !== sorted[index - 1]?.priority && ratePer100k > 0,
  )
  // Only now, because a rate that is not for shipping replaces the others on shipping, too.
  return compounded(active.filter(({ taxesShipping }) => on === 'goods' || taxesShipping))
}

const appliesIn = (rate: TaxRate, { country, state, postcode = '', city = '' }: Region): boolean =>
  (rate.country === '' || rate.country === country) &&
  (rate.state === '' || rate.state === state) &&
  (rate.cities.length === 0 || rate.cities.includes(city.trim().toUpperCase())) &&
  matchesPostcodes(postcode, rate.postcodes)

/** By priority. Of equal priority only the first applies, so narrower places and later rates come first. */
const byPrecedence = (a: TaxRate, b: TaxRate): number =>
  a.priority - b.priority ||
  Number(a.country === '') - Number(b.country === '') ||
  Number(a.state === '') - Number(b.state === '') ||
  b.postcodes.length - a.postcodes.length ||
  b.cities.length - a.cities.length ||
  b.from.localeCompare(a.from) ||
  a.order - b.order ||
  a.id - b.id

function compounded(rates: readonly TaxRate[]): AppliedTax[] {
  const bases = compoundBases(rates)
  return rates.map((rate, index) => {
    const { id: rateId, label, ratePer100k, priority } = rate
    const compoundOn = bases[index]
    return { rateId, code: rateCode(rate), label, ratePer100k, priority, ...(compoundOn && { compoundOn }) }
  })
}

/** `compoundOn` for each tax of a sale; undefined for taxes that are not compound. */
export function compoundBases(rates: readonly Pick<TaxRate, 'ratePer100k' | 'isCompound'>[]) {
  const simple = sumOf(rates, (rate) => (rate.isCompound ? 0 : rate.ratePer100k))
  let compoundOn: readonly number[] = simple === 0 ? [] : [ratePrecision + simple]
  return rates.map(({ ratePer100k, isCompound }) => {
    if (!isCompound) return undefined
    const before = compoundOn
    compoundOn = [...before, ratePrecision + ratePer100k]
    return before
  })
}

/** 'CA-ON-HST-1', the rate code in orders; a country-wide rate has no province in it. */
const rateCode = ({ country, state, label, priority }: TaxRate): string =>
  [country, state, label.toUpperCase() || 'TAX', priority].filter((part) => part !== '').join('-')

/** The id of the rate with this code on the day of an order; 0 if it was deleted. */
export function rateIdOf(table: readonly TaxRate[], code: string, date: Date): number {
  const day = shopDayOf(date)
  const matching = table.filter((rate) => rateCode(rate) === code && rate.from <= day)
  const latest = matching.toSorted((a, b) => b.from.localeCompare(a.from) || a.order - b.order || a.id - b.id)
  return latest[0]?.id ?? 0
}

/** Tax classes of a tax line (grouped as in `groupTaxes`) according to present rates; empty if these were deleted. */
export const classesOf = (
  table: readonly TaxRate[],
  tax: Pick<AppliedTax, 'code' | 'ratePer100k'> & Pick<TaxRate, 'isCompound'>,
): ReadonlySet<TaxClass> =>
  new Set(
    table
      .filter(({ ratePer100k, isCompound }) => ratePer100k === tax.ratePer100k && isCompound === tax.isCompound)
      .flatMap((rate) => (rateCode(rate) === tax.code ? [rate.taxClass] : [])),
  )

/** 'ca-on-hst-1' for 'CA-ON-HST-1': suffix of the class `tax-rate-…` on a totals row. */
export const rateClassName = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9-]/g, '')

/** '13%' or '9.975%': a rate as printed in totals and receipts. */
export function ratePercent(ratePer100k: number): string {
  const thousandths = ratePer100k % 1000
  const decimals = thousandths === 0 ? '' : `.${String(thousandths).padStart(3, '0').replace(/0+$/, '')}`
  return `${(ratePer100k - thousandths) / 1000}${decimals}%`
}

export type TaxRules = {
  readonly taxTable: readonly TaxRate[]
  /** Entered prices include the taxes of the base location, which are removed before any other calculation. */
  readonly pricesIncludeTax: boolean
  readonly roundTax: 'line' | 'subtotal'
  /** Tax class of shipping; `inherit`, the default, means the class of the items. */
  readonly shippingTaxClass?: TaxClass
  readonly base: Region
}

export type TaxLookup = (taxClass: TaxClass) => readonly AppliedTax[]

/** Looks up the tax table once per class, however many lines a cart has. */
export function createTaxLookup(
  table: readonly TaxRate[],
  region: Region | null,
  date: Date,
  on: 'goods' | 'shipping' = 'goods',
): TaxLookup {
  const cached = new Map<TaxClass, readonly AppliedTax[]>()
  return (taxClass) => {
    const taxes = cached.get(taxClass) ?? taxesFor(table, region, taxClass, date, on)
    cached.set(taxClass, taxes)
    return taxes
  }
}

/**
 * With `inherit`, the standard class if any item has it, or without items; else the alphabetically first class of the
 * items that is taxed there, or `UNTAXED`.
 */
export function shippingClassOf(
  classes: readonly TaxClass[],
  { shippingTaxClass = 'inherit' }: Pick<TaxRules, 'shippingTaxClass'>,
  taxes: TaxLookup,
): TaxClass {
  if (shippingTaxClass !== 'inherit') return shippingTaxClass
  if (classes.length === 0 || classes.includes(STANDARD)) return STANDARD
  return classes.toSorted().find((taxClass) => taxes(taxClass).length > 0) ?? UNTAXED
}
