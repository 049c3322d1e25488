import { allocate, percentOf, ratePrecision, sumOf } from '../../platform/money/money.ts'
import { type AppliedTax, type Region, type TaxClass, type TaxRate, taxesFor } from './tax.ts'

/** Tax settings. */
export type TaxRules = {
  readonly taxTable: readonly TaxRate[]
  /** Entered prices include the taxes of the base location, which are removed before any other calculation. */
  readonly pricesIncludeTax: boolean
  /** Tax is rounded per line, or once per rate over all lines. */
  readonly roundTax: 'line' | 'subtotal'
  /** Location of the shop. */
  readonly base: Region
}

export type TaxAmount = AppliedTax & { readonly cents: number }

/** A taxable amount as entered, and its tax class. */
export type Taxable = { readonly cents: number; readonly taxClass: TaxClass }

/** The net amount and its taxes. */
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

/**
 * Removes included taxes and computes the taxes of the destination. At the base location the gross amount always equals
 * the entered price; the cents of a rate add up to its total.
 */
export function calculateTaxes(
  items: readonly Taxable[],
  rules: Pick<TaxRules, 'pricesIncludeTax' | 'roundTax'>,
  owedTaxes: TaxLookup,
  includedTaxes: TaxLookup,
): Taxed[] {
  const taxed = items.map(({ cents, taxClass }) => {
    const taxesDue = owedTaxes(taxClass)
    if (!rules.pricesIncludeTax) return { netCents: cents, taxes: taxAmounts(cents, taxesDue), isExact: false }
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

/** Rounds each rate once over all lines, then distributes its cents among them. */
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
