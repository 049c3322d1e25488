import { percentOf } from '../../platform/money/money.ts'
import type { TaxClass } from './tax.ts'

/** What an owner adds to some carts: a fee for small orders, for paying at pickup, for a gift box with everything. */
export type FeeRule = {
  readonly id: string
  readonly name: string
  readonly kind: 'fixed' | 'percent'
  /** Cents; of a percentage, hundredths of a percent of the goods after discounts. */
  readonly amount: number
  readonly taxClass: TaxClass
  /** Only for goods of less than this, after discounts. */
  readonly belowCents?: number
  /** Only when one of these ways to pay is chosen. */
  readonly paymentMethods?: readonly string[]
}

export type Fee = { readonly id: string; readonly name: string; readonly cents: number; readonly taxClass: TaxClass }

/** The fees of a cart, in the owner's order. An empty cart has none, and a fee of nothing is not shown. */
export function feesFor(rules: readonly FeeRule[], itemsCents: number, paymentMethod: string | null): Fee[] {
  return rules.flatMap((rule) => {
    if (rule.belowCents !== undefined && itemsCents >= rule.belowCents) return []
    if (rule.paymentMethods && (paymentMethod === null || !rule.paymentMethods.includes(paymentMethod))) return []
    const cents = rule.kind === 'fixed' ? rule.amount : percentOf(itemsCents, rule.amount * 10)
    return cents > 0 ? [{ id: rule.id, name: rule.name, cents, taxClass: rule.taxClass }] : []
  })
}
