import { allocate, percentOf, ratePrecision, sumOf } from '../../platform/money/money.ts'
import type { AppliedTax, TaxClass, TaxLookup, TaxRules } from './tax.ts'

export type TaxAmount = AppliedTax & { readonly cents: number }

export type Taxable = {
  readonly cents: number
  readonly taxClass: TaxClass
  /** The amount excludes tax even if prices are entered with tax. */
  readonly isNet?: boolean
}

export type Taxed = { readonly netCents: number; readonly taxes: readonly TaxAmount[] }

/** Tax-inclusive prices keep their gross amount at the base location. `roundTax: 'subtotal'` rounds once per rate. */
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
  taxes.map((tax) => ({ ...tax, cents: taxOn(cents, tax) }))

type Shares = Pick<AppliedTax, 'ratePer100k' | 'compoundOn'>

/** A compound tax is rounded once, from the exact taxes before it. */
export function taxOn(cents: number, { ratePer100k, compoundOn = [] }: Shares): number {
  if (compoundOn.length === 0) return percentOf(cents, ratePer100k)
  const factors = [ratePer100k, ...compoundOn]
  return divideRounded(BigInt(cents) * product(factors), PRECISION ** BigInt(factors.length))
}

// BigInt, because cents times 100,000 can exceed the safe integer range.
const PRECISION = BigInt(ratePrecision)
const product = (factors: readonly number[]): bigint => factors.reduce((all, one) => all * BigInt(one), 1n)
/** Division, rounded half away from zero. */
const divideRounded = (value: bigint, by: bigint): number => Number((value * 2n + (value < 0n ? -by : by)) / (by * 2n))

const haveSameRates = (first: readonly AppliedTax[], second: readonly AppliedTax[]): boolean =>
  first.length === second.length && first.every((tax, index) => tax.rateId === second[index]?.rateId)

/** The net amount of `cents` that include these taxes. */
function withoutTax(cents: number, taxesIncluded: readonly AppliedTax[]): number {
  const isCompound = ({ compoundOn }: AppliedTax) => compoundOn !== undefined
  const simple = sumOf(taxesIncluded, (tax) => (isCompound(tax) ? 0 : tax.ratePer100k))
  const compound = taxesIncluded.filter(isCompound).map((tax) => ratePrecision + tax.ratePer100k)
  const factors = [ratePrecision + simple, ...compound]
  return divideRounded(BigInt(cents) * PRECISION ** BigInt(factors.length), product(factors))
}

/** Weight of a tax for dividing a total among taxes, as a whole number. */
export const weightOf = ({ ratePer100k, compoundOn = [] }: Shares): number =>
  Number((product([ratePer100k, ...compoundOn]) * 1000n) / PRECISION ** BigInt(compoundOn.length))

function allocateTaxes(cents: number, taxes: readonly AppliedTax[]): TaxAmount[] {
  const parts = allocate(cents, taxes.map(weightOf))
  return taxes.map((tax, index) => ({ ...tax, cents: parts[index] ?? 0 }))
}

type CalculatedTax = Taxed & { readonly isExact: boolean }

function roundPerRate(taxed: readonly CalculatedTax[]): CalculatedTax[] {
  const toRound = taxed.filter((one) => !one.isExact)
  const rates = new Set(toRound.flatMap((one) => one.taxes.map((tax) => tax.rateId)))
  const cents = new Map<CalculatedTax, Map<number, number>>(toRound.map((one) => [one, new Map()]))
  for (const rateId of rates) {
    const taxable = toRound.filter((one) => one.taxes.some((tax) => tax.rateId === rateId))
    // Goods with the same rate have the same class, and so the same taxes before a compound one.
    const rate = taxable[0]?.taxes.find((tax) => tax.rateId === rateId)
    const total = sumOf(taxable, (one) => one.netCents)
    if (!rate || total === 0) continue
    const parts = allocate(
      taxOn(total, rate),
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

/** Rates of several classes with the same code and percentage form one tax line; a compound one has its own. */
export function groupTaxes(itemTaxes: readonly TaxAmount[], shippingTaxes: readonly TaxAmount[]): TaxLine[] {
  const rows = new Map<string, TaxLine>()
  const amounts = [
    ...itemTaxes.map((tax) => ({ tax, column: 'itemsCents' as const })),
    ...shippingTaxes.map((tax) => ({ tax, column: 'shippingCents' as const })),
  ]
  for (const { tax, column } of amounts.toSorted((a, b) => a.tax.rateId - b.tax.rateId)) {
    const { cents, ...applied } = tax
    const key = `${tax.code} ${tax.ratePer100k} ${tax.compoundOn?.join() ?? 'simple'}`
    const row = rows.get(key) ?? { ...applied, itemsCents: 0, shippingCents: 0, cents: 0 }
    rows.set(key, { ...row, [column]: row[column] + cents, cents: row.cents + cents })
  }
  return [...rows.values()].toSorted((a, b) => a.priority - b.priority || a.rateId - b.rateId)
}
