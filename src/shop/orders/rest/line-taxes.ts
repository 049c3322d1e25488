import { allocate, sumOf } from '../../../platform/money/money.ts'
import { type AppliedTax, classesOf, compoundBases, type TaxRate, UNTAXED } from '../../pricing/tax.ts'
import { taxOn, weightOf } from '../../pricing/tax-amounts.ts'
import type { OrderFee } from '../orders.table.ts'
import type { OrderDetails } from '../orders-read.store.ts'

/*
 * An order stores its tax per part and per rate, but not per part and rate. These amounts are derived from the sums:
 * first which rates make up the tax of a class, then the cents, so that both sums hold. Where that is ambiguous, the
 * present tax table decides, which may have changed since.
 */

type TaxLine = Pick<
  OrderDetails['taxLines'][number],
  'code' | 'ratePer100k' | 'isCompound' | 'itemsTaxCents' | 'shippingTaxCents'
>
type Charge = { readonly totalCents: number; readonly taxCents: number }
type Line = Charge & Pick<OrderDetails['lines'][number], 'subtotalCents' | 'taxClass'>
export type ChargedOrder<Tax extends TaxLine = TaxLine> = {
  readonly lines: readonly Line[]
  readonly fees: readonly OrderFee[]
  readonly shippingLines: readonly Charge[]
  readonly taxLines: readonly Tax[]
}

/** The amount of one tax on one part of an order. */
export type PartTax<Tax = OrderDetails['taxLines'][number]> = {
  readonly tax: Tax
  readonly totalCents: number
  readonly subtotalCents: number
}

type Rate = Pick<AppliedTax, 'ratePer100k' | 'compoundOn'>
/** One rate for each tax line, null if it does not apply. */
type Rates = readonly (Rate | null)[]
/** Whether a tax line probably applies to a tax class; null: unknown. */
type Guess = (tax: number, taxClass: string) => boolean | null

/** The taxes on each part of an order. They add up to the part's tax, and per rate to the tax lines. */
export function orderTaxes<Tax extends TaxLine>(order: ChargedOrder<Tax>, table: readonly TaxRate[]) {
  const { lines, fees, shippingLines, taxLines } = order
  const classes = taxLines.map((tax) => classesOf(table, tax))
  const part = ({ totalCents, taxCents }: Charge, taxClass: string): Line => {
    return { totalCents, taxCents, subtotalCents: totalCents, taxClass }
  }
  // Shipping and older fees have no class, so each of them is treated as a class of its own.
  const feeParts = fees.map((fee, index) =>
    part(fee, fee.taxClass === undefined ? `fee ${index}` : (fee.taxClass ?? UNTAXED)),
  )
  const shippingParts = shippingLines.map((line, index) => part(line, `shipping ${index}`))
  const dueOf = (name: 'itemsTaxCents' | 'shippingTaxCents') => taxLines.map((tax) => tax[name])
  const itemsDue = dueOf('itemsTaxCents')
  const onItems: Guess = (tax, taxClass) => {
    // A tax line without tax on items is for shipping only: a compound tax charged without the taxes before it.
    if (itemsDue[tax] === 0) return false
    return classes[tax]?.size ? classes[tax].has(taxClass) : null
  }
  const items = splitTaxes([...lines, ...feeParts], taxLines, itemsDue, onItems)
  const shippingDue = dueOf('shippingTaxCents')
  return {
    lines: items.slice(0, lines.length),
    fees: items.slice(lines.length),
    shippingLines: splitTaxes(shippingParts, taxLines, shippingDue, (tax) => shippingDue[tax] !== 0),
  }
}

/** A part with the cents of each tax: `exact` by its rate alone, `cents` adjusted to the sums. */
type Row = Line & { readonly rates: Rates; readonly exact: readonly number[]; readonly cents: number[] }

function splitTaxes<Tax extends TaxLine>(
  parts: readonly Line[],
  taxes: readonly Tax[],
  due: readonly number[],
  guess: Guess,
): PartTax<Tax>[][] {
  const byClass = [...Map.groupBy(parts, ({ taxClass }) => taxClass)].map(([taxClass, classParts]) => {
    const guesses = taxes.map((_, tax) => guess(tax, taxClass))
    const charges = classParts.filter(({ totalCents }) => totalCents >= 0)
    return [taxClass, bestMatchingRates(charges, taxes, guesses)] as const
  })
  const ratesByClass = new Map(byClass)
  const split = parts.map((part) => {
    const rates = ratesByClass.get(part.taxClass) ?? []
    return { ...part, rates, exact: rates.map((rate) => taxOf(part.totalCents, rate)) }
  })
  // A rebate reduces all lines, so its tax is shared by the taxes of all lines.
  const taxTotals = taxes.map((_, tax) => sumOf(split, ({ exact }) => Math.max(0, exact[tax] ?? 0)))
  const rows = split.map((row) => ({ ...row, cents: centsOf(row, taxes, taxTotals) }))
  balance(rows, due)
  return rows.map(({ totalCents, subtotalCents, rates, cents }) =>
    taxes.flatMap((tax, index) => {
      const taxCents = cents[index] ?? 0
      const subtotalTax = subtotalCents === totalCents ? taxCents : taxOf(subtotalCents, rates[index])
      return taxCents === 0 && subtotalTax === 0 ? [] : [{ tax, totalCents: taxCents, subtotalCents: subtotalTax }]
    }),
  )
}

const taxOf = (cents: number, rate: Rate | null | undefined): number => (rate ? taxOn(cents, rate) : 0)

function centsOf(row: Omit<Row, 'cents'>, taxes: readonly TaxLine[], taxTotals: readonly number[]): number[] {
  const { totalCents, taxCents, rates, exact } = row
  if (totalCents >= 0 && sumOf(exact, Number) === taxCents) return [...exact]
  const rateWeights = rates.map((rate) => (rate ? weightOf(rate) : 0))
  const choices = [totalCents < 0 ? taxTotals : [], rateWeights, taxes.map(({ ratePer100k }) => ratePer100k)]
  const weights = choices.find((some) => some.some((weight) => weight > 0))
  return taxCents === 0 || !weights ? taxes.map(() => 0) : allocate(taxCents, weights)
}

/** With more taxes than this there are too many combinations to try. */
const MAX_TRIED = 8

/** The combination of rates that explains the tax of these parts: of those within rounding, nearest to the guesses. */
function bestMatchingRates(
  parts: readonly Line[],
  taxes: readonly TaxLine[],
  guesses: readonly (boolean | null)[],
): Rates {
  const [net, paid] = [sumOf(parts, (part) => part.totalCents), sumOf(parts, (part) => part.taxCents)]
  const sets = taxes.length > MAX_TRIED ? [] : Array.from({ length: 2 ** taxes.length }, (_, bits) => bits)
  const tried = sets.map((bits) => {
    const isIn = (tax: number) => (bits & (1 << tax)) !== 0
    const rates = ratesOf(taxes, isIn)
    const error = Math.abs(paid - sumOf(rates, (rate) => taxOf(net, rate)))
    const rounding = parts.length * rates.filter(Boolean).length
    const distance = guesses.filter((guess, tax) => guess !== null && guess !== isIn(tax)).length
    return { rates, order: [Math.max(0, error - rounding), distance, error] }
  })
  const [best] = tried.toSorted(
    ({ order: a }, { order: b }) => a.map((one, index) => one - (b[index] ?? 0)).find((one) => one !== 0) ?? 0,
  )
  return best?.rates ?? ratesOf(taxes, (tax) => guesses[tax] !== false)
}

function ratesOf(taxes: readonly TaxLine[], isIn: (tax: number) => boolean): Rates {
  const bases = compoundBases(taxes.map((tax, index) => (isIn(index) ? tax : { ...tax, ratePer100k: 0 })))
  return taxes.map(({ ratePer100k }, index) => {
    const compoundOn = bases[index]
    return isIn(index) ? { ratePer100k, ...(compoundOn && { compoundOn }) } : null
  })
}

/** Moves cents of a row from one tax to another until each tax has what is due. */
function balance(all: readonly Row[], due: readonly number[]): void {
  const rows = all.filter(({ taxCents }) => taxCents !== 0)
  const centsAt = ({ cents }: Row, tax: number) => cents[tax] ?? 0
  const excess = (row: Row, tax: number) => centsAt(row, tax) - (row.exact[tax] ?? 0)
  for (;;) {
    const missing = due.map((cents, tax) => cents - sumOf(rows, (row) => centsAt(row, tax)))
    const [from, to] = [missing.findIndex((cents) => cents < 0), missing.findIndex((cents) => cents > 0)]
    if (from < 0 || to < 0 || rows.length === 0) return
    const step = Math.ceil(Math.min(-(missing[from] ?? 0), missing[to] ?? 0) / (2 * rows.length))
    // Prefers rows to which both taxes apply and which deviate least, else the row with the most cents of the tax.
    const candidates = rows.filter((row) =>
      row.totalCents < 0 ? centsAt(row, to) <= -step : row.rates[from] && row.rates[to] && centsAt(row, from) >= step,
    )
    const gain = (row: Row) => excess(row, from) - excess(row, to)
    const [row] =
      candidates.length > 0
        ? candidates.toSorted((a, b) => gain(b) - gain(a))
        : rows.toSorted((a, b) => Math.abs(centsAt(b, from)) - Math.abs(centsAt(a, from)))
    if (!row) return
    row.cents[from] = centsAt(row, from) - step
    row.cents[to] = centsAt(row, to) + step
  }
}
