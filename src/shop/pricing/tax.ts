import { allocate, percentOf, ratePrecision, sumOf } from '../../platform/money/money.ts'
import { toLocalIso } from '../../platform/time/shop-time.ts'

/** Destination for pricing. Codes are upper case ('CA', 'ON'); an unknown province is ''. */
export type Region = { readonly country: string; readonly state: string; readonly postcode?: string }

/** 'grocery': zero-rated basic groceries (tea leaves); 'supplement': food supplements, untaxed in some provinces. */
export type TaxClass = 'standard' | 'grocery' | 'supplement'

export type TaxRate = {
  readonly id: number
  readonly country: string
  /** '' means every province without a row of its own at the same priority. */
  readonly state: string
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

export function taxesFor(table: readonly TaxRate[], region: Region | null, taxClass: TaxClass, date: Date) {
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
const outranks = (rate: TaxRate, current: TaxRate): boolean =>
  rate.state === current.state ? rate.from > current.from : rate.state !== ''

/** 'CA-ON-HST-1', the rate code in orders; a country-wide rate has no province in it. */
const rateCode = (rate: TaxRate): string =>
  [rate.country, rate.state, rate.label.toUpperCase(), rate.priority].filter((part) => part !== '').join('-')

export function rateIdOf(table: readonly TaxRate[], code: string, date: Date): number {
  const day = shopDay(date)
  const matching = table.filter((rate) => rateCode(rate) === code && rate.from <= day)
  return matching.toSorted((a, b) => a.from.localeCompare(b.from)).at(-1)?.id ?? 0
}

/** 'ca-on-hst-1' for 'CA-ON-HST-1': suffix of the class `tax-rate-…` on a totals row. */
export const rateClassName = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9-]/g, '')

/** '13%' or '9.975%': a rate as printed in totals and receipts. */
export function ratePercent(ratePer100k: number): string {
  const thousandths = ratePer100k % 1000
  const decimals = thousandths === 0 ? '' : `.${String(thousandths).padStart(3, '0').replace(/0+$/, '')}`
  return `${(ratePer100k - thousandths) / 1000}${decimals}%`
}

const shopDay = (date: Date): string => toLocalIso(date).slice(0, 10)

export type TaxRules = {
  readonly taxTable: readonly TaxRate[]
  /** Entered prices include the taxes of the base location, which are removed before any other calculation. */
  readonly pricesIncludeTax: boolean
  readonly roundTax: 'line' | 'subtotal'
  readonly base: Region
}

export type TaxAmount = AppliedTax & { readonly cents: number }

export type Taxable = {
  readonly cents: number
  readonly taxClass: TaxClass
  /** Without tax, also where prices are entered with it. */
  readonly isNet?: boolean
}

export type Taxed = { readonly netCents: number; readonly taxes: readonly TaxAmount[] }

export type TaxLookup = (taxClass: TaxClass) => readonly AppliedTax[]

/** Looks up the tax table once per class, however many lines a cart has. */
export function createTaxLookup(table: readonly TaxRate[], region: Region | null, date: Date): TaxLookup {
  const cached = new Map<TaxClass, readonly AppliedTax[]>()
  return (taxClass) => {
    const taxes = cached.get(taxClass) ?? taxesFor(table, region, taxClass, date)
    cached.set(taxClass, taxes)
    return taxes
  }
}

/** At the base location the gross amount equals the entered price; the cents of a rate add up to its total. */
export function calculateTaxes(
  items: readonly Taxable[],
  rules: Pick<TaxRules, 'pricesIncludeTax' | 'roundTax'>,
  owedTaxes: TaxLookup,
  includedTaxes: TaxLookup,
): Taxed[] {
  const taxed = items.map(({ cents, taxClass, isNet = false }) => {
    const taxesDue = owedTaxes(taxClass)
    if (!rules.pricesIncludeTax || isNet) return { netCents: cents, taxes: taxAmounts(cents, taxesDue), isExact: false }
    const taxesIncluded = includedTaxes(taxClass)
    const netCents = withoutTax(cents, taxesIncluded)
    const isExact = haveSameRates(taxesIncluded, taxesDue)
    return {
      netCents,
      taxes: isExact ? allocateTaxes(cents - netCents, taxesDue) : taxAmounts(netCents, taxesDue),
      isExact,
    }
  })
  return rules.roundTax === 'subtotal' ? roundPerRate(taxed) : taxed
}

export const taxCentsOf = ({ taxes }: Pick<Taxed, 'taxes'>): number => sumOf(taxes, (tax) => tax.cents)

const taxAmounts = (cents: number, taxes: readonly AppliedTax[]): TaxAmount[] =>
  taxes.map((tax) => ({ ...tax, cents: percentOf(cents, tax.ratePer100k) }))

const haveSameRates = (first: readonly AppliedTax[], second: readonly AppliedTax[]): boolean =>
  first.length === second.length && first.every((tax, index) => tax.rateId === second[index]?.rateId)

/** `cents` divided by one plus all rates, rounded half away from zero. */
function withoutTax(cents: number, taxesIncluded: readonly AppliedTax[]): number {
  const rates = sumOf(taxesIncluded, (tax) => tax.ratePer100k)
  if (rates === 0) return cents
  // BigInt, because cents times 100,000 can exceed the safe integer range.
  const [total, part] = [BigInt(ratePrecision), BigInt(ratePrecision + rates)]
  return Number((BigInt(cents) * total * 2n + part) / (part * 2n))
}

function allocateTaxes(cents: number, taxes: readonly AppliedTax[]): TaxAmount[] {
  const rates = taxes.map((tax) => tax.ratePer100k)
  const parts = allocate(cents, rates)
  return taxes.map((tax, index) => ({ ...tax, cents: parts[index] ?? 0 }))
}

type CalculatedTax = Taxed & { readonly isExact: boolean }

function roundPerRate(taxed: readonly CalculatedTax[]): CalculatedTax[] {
  const toRound = taxed.filter((one) => !one.isExact)
  const rates = new Set(toRound.flatMap((one) => one.taxes.map((tax) => tax.rateId)))
  const cents = new Map<CalculatedTax, Map<number, number>>(toRound.map((one) => [one, new Map()]))
  for (const rateId of rates) {
    const taxable = toRound.filter((one) => one.taxes.some((tax) => tax.rateId === rateId))
    const rate = taxable[0]?.taxes.find((tax) => tax.rateId === rateId)?.ratePer100k ?? 0
    const total = sumOf(taxable, (one) => one.netCents)
    if (total === 0) continue
    const parts = allocate(
      percentOf(total, rate),
      taxable.map((one) => one.netCents),
    )
    for (const [index, one] of taxable.entries()) cents.get(one)?.set(rateId, parts[index] ?? 0)
  }
  return taxed.map((one) =>
    one.isExact
      ? one
      : { ...one, taxes: one.taxes.map((tax) => ({ ...tax, cents: cents.get(one)?.get(tax.rateId) ?? 0 })) },
  )
}

type TaxLine = AppliedTax & {
  readonly itemsCents: number
  readonly shippingCents: number
  readonly cents: number
}

export function groupTaxes(itemTaxes: readonly TaxAmount[], shippingTaxes: readonly TaxAmount[]): TaxLine[] {
  const rows = new Map<number, TaxLine>()
  const add = ({ cents, ...applied }: TaxAmount, column: 'itemsCents' | 'shippingCents') => {
    const row = rows.get(applied.rateId) ?? { ...applied, itemsCents: 0, shippingCents: 0, cents: 0 }
    rows.set(applied.rateId, { ...row, [column]: row[column] + cents, cents: row.cents + cents })
  }
  for (const tax of itemTaxes) add(tax, 'itemsCents')
  for (const tax of shippingTaxes) add(tax, 'shippingCents')
  return [...rows.values()].toSorted((a, b) => a.priority - b.priority)
}
