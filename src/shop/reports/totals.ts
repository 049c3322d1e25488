import { sumOf } from '../../platform/money/money.ts'
import type { reportTotals } from './reports.table.ts'

/** Sums of the columns of totals, in cents. */
export type Totals = Omit<typeof reportTotals.$inferSelect, 'day' | 'kind' | 'key' | 'label'>

export const columns = [
  'orders',
  'items',
  'gross',
  'discounts',
  'fees',
  'shipping',
  'taxes',
  'returns',
  'returnedShipping',
  'returnedTaxes',
  'returnedItems',
] as const satisfies readonly (keyof Totals)[]

export const addTotals = (all: readonly Totals[]): Totals =>
  Object.fromEntries(columns.map((column) => [column, sumOf(all, (one) => one[column])])) as Totals

/** Sales of goods after discounts and refunds, without taxes and shipping. */
export const netOf = (totals: Totals): number => totals.gross - totals.discounts + totals.fees - totals.returns

export const refundsOf = (totals: Totals): number => totals.returns + totals.returnedShipping + totals.returnedTaxes

/** Total sales after refunds. */
export const totalOf = (totals: Totals): number =>
  netOf(totals) + totals.shipping - totals.returnedShipping + totals.taxes - totals.returnedTaxes
