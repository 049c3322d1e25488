import { percentOf } from '../../platform/money/money.ts'
import type { TaxClass } from './tax.ts'

/** Automatic cart fees: for small orders, for a payment method, or for everything. */
export type FeeRule = {
  readonly id: string
  readonly name: string
  readonly kind: 'fixed' | 'percent'
  /** Cents; for a percentage, hundredths of a percent of the item total after discounts. */
  readonly amount: number
  readonly taxClass: TaxClass
  readonly belowCents?: number
  readonly paymentMethods?: readonly string[]
}

export type Fee = { readonly id: string; readonly name: string; readonly cents: number; readonly taxClass: TaxClass }

/** The fees of a cart that is not empty, in the owner's order. Zero fees are omitted. */
export const feesFor = (rules: readonly FeeRule[], itemsCents: number, paymentMethod: string | null): Fee[] =>
  rules.flatMap((rule) => {
    if (rule.belowCents !== undefined && itemsCents >= rule.belowCents) return []
    if (rule.paymentMethods && (paymentMethod === null || !rule.paymentMethods.includes(paymentMethod))) return []
    const cents = rule.kind === 'fixed' ? rule.amount : percentOf(itemsCents, rule.amount * 10)
    return cents > 0 ? [{ id: rule.id, name: rule.name, cents, taxClass: rule.taxClass }] : []
  })
