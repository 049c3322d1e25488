import type { AppliedTax, TaxAmount } from './tax.ts'

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
