import { allocate, percentOf, ratePrecision } from '../money/money.ts'
import type { AppliedTax, Place, TaxClass, TaxTable } from './tax.ts'
import { taxesFor } from './tax.ts'

/** How a shop's prices and taxes go together. */
export type TaxRules = {
  readonly taxTable: TaxTable
  /** Prices as entered hold the taxes of the shop's own place; they are taken out before anything else is worked out. */
  readonly pricesIncludeTax: boolean
  /** Tax is rounded on every line, or once for each rate on all lines together. */
  readonly roundTax: 'line' | 'subtotal'
  /** Where the shop stands. */
  readonly base: Place
}

export type TaxAmount = AppliedTax & { readonly cents: number }

/** What is taxed: an amount as the shop writes prices, of a tax class. */
export type Taxable = { readonly cents: number; readonly taxClass: TaxClass }

/** The same amount without its tax, and the taxes on it. */
export type Taxed = { readonly netCents: number; readonly taxes: readonly TaxAmount[] }

export type TaxReader = (taxClass: TaxClass) => readonly AppliedTax[]

/** Reads the table once for each class, however many lines a cart has. */
export function taxReader(table: TaxTable, to: Place | null, on: Date): TaxReader {
  const known = new Map<TaxClass, readonly AppliedTax[]>()
  return (taxClass) => {
    const taxes = known.get(taxClass) ?? taxesFor(table, to, taxClass, on)
    known.set(taxClass, taxes)
    return taxes
  }
}

/**
 * Takes out what entered prices hold and works out what is owed where the goods go. An amount that goes to the shop's
 * own place comes to exactly what was entered, whatever its tax; all cents of a rate add up to what the rate takes.
 */
export function taxAll(
  given: readonly Taxable[],
  rules: Pick<TaxRules, 'pricesIncludeTax' | 'roundTax'>,
  owed: TaxReader,
  held: TaxReader,
): Taxed[] {
  const taxed = given.map(({ cents, taxClass }) => {
    const due = owed(taxClass)
    if (!rules.pricesIncludeTax) return { netCents: cents, taxes: amountsOf(cents, due), isExact: false }
    const inside = held(taxClass)
    const netCents = withoutTax(cents, inside)
    if (!isSame(inside, due)) return { netCents, taxes: amountsOf(netCents, due), isExact: false }
    return { netCents, taxes: shared(cents - netCents, due), isExact: true }
  })
  const rounded = rules.roundTax === 'subtotal' ? roundTogether(taxed) : taxed
  return rounded.map(({ netCents, taxes }) => ({ netCents, taxes }))
}

export const taxCentsOf = ({ taxes }: Pick<Taxed, 'taxes'>): number => taxes.reduce((sum, tax) => sum + tax.cents, 0)

const amountsOf = (cents: number, taxes: readonly AppliedTax[]): TaxAmount[] =>
  taxes.map((tax) => ({ ...tax, cents: percentOf(cents, tax.ratePer100k) }))

const isSame = (some: readonly AppliedTax[], others: readonly AppliedTax[]): boolean =>
  some.length === others.length && some.every((tax, index) => tax.rateId === others[index]?.rateId)

/** `cents` divided by one and all rates, half a cent away from zero. */
function withoutTax(cents: number, inside: readonly AppliedTax[]): number {
  const rates = inside.reduce((sum, tax) => sum + tax.ratePer100k, 0)
  if (rates === 0) return cents
  // BigInt, because cents times a hundred thousand passes what a number can hold exactly.
  const [whole, part] = [BigInt(ratePrecision), BigInt(ratePrecision + rates)]
  return Number((BigInt(cents) * whole * 2n + part) / (part * 2n))
}

const shared = (cents: number, taxes: readonly AppliedTax[]): TaxAmount[] => {
  const parts =
    taxes.length === 0
      ? []
      : allocate(
          cents,
          taxes.map((tax) => tax.ratePer100k),
        )
  return taxes.map((tax, index) => ({ ...tax, cents: parts[index] ?? 0 }))
}

type Worked = Taxed & { readonly isExact: boolean }

/** Each rate is rounded once on all it is charged on, and its cents shared out among the lines again. */
function roundTogether(taxed: readonly Worked[]): Worked[] {
  const open = taxed.filter((one) => !one.isExact)
  const rates = new Set(open.flatMap((one) => one.taxes.map((tax) => tax.rateId)))
  const cents = new Map<Worked, Map<number, number>>(open.map((one) => [one, new Map()]))
  for (const rateId of rates) {
    const charged = open.filter((one) => one.taxes.some((tax) => tax.rateId === rateId))
    const rate = charged[0]?.taxes.find((tax) => tax.rateId === rateId)?.ratePer100k ?? 0
    const whole = charged.reduce((sum, one) => sum + one.netCents, 0)
    if (whole === 0) continue
    const parts = allocate(
      percentOf(whole, rate),
      charged.map((one) => one.netCents),
    )
    for (const [index, one] of charged.entries()) cents.get(one)?.set(rateId, parts[index] ?? 0)
  }
  return taxed.map((one) =>
    one.isExact
      ? one
      : { ...one, taxes: one.taxes.map((tax) => ({ ...tax, cents: cents.get(one)?.get(tax.rateId) ?? 0 })) },
  )
}
