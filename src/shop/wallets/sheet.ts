import type { Currency } from '../../platform/money/money.ts'
import type { ShippingRate } from '../pricing/shipping.ts'
import type { Total } from '../pricing/total.ts'

/** One row of the sheet, in cents; discounts are negative. */
export type SheetRow = {
  readonly kind: 'product' | 'line' | 'shipping' | 'fee' | 'discount' | 'tax'
  readonly label: string
  readonly cents: number
  readonly quantity?: number
}

export type Sheet = {
  readonly currency: Currency
  readonly rows: readonly SheetRow[]
  readonly subtotalCents: number
  readonly totalCents: number
  readonly needsShipping: boolean
  /** The selected rate first, then by price. */
  readonly rates: readonly ShippingRate[]
  readonly chosenRate: ShippingRate | null
}

const lineRows = (lines: OrderAmounts['lines']): SheetRow[] =>
  lines.map(({ name, quantity, subtotalCents: cents }) => {
    const label = quantity > 1 ? `${name} X ${quantity}` : name
    return { kind: 'line', label, cents, quantity }
  })

export function sheetOfTotal(total: Total): Sheet {
  const { shippingRate, shippingRates, needsShipping } = total
  return {
    currency: total.currency,
    rows: [
      ...lineRows(total.lines),
      ...row(needsShipping && shippingRate !== null, 'shipping', 'Shipping', total.shippingCents),
      ...total.fees.map((fee) => ({ kind: 'fee' as const, label: fee.name, cents: fee.cents })),
      ...row(total.discountCents > 0, 'discount', 'Discount', -total.discountCents),
      ...row(total.taxCents > 0, 'tax', 'Tax', total.taxCents),
    ],
    subtotalCents: total.itemsSubtotalCents,
    totalCents: total.totalCents,
    needsShipping,
    rates: shippingRates.toSorted(
      (one, other) =>
        Number(other.id === shippingRate?.id) - Number(one.id === shippingRate?.id) || one.costCents - other.costCents,
    ),
    chosenRate: shippingRate,
  }
}

type OrderAmounts = {
  readonly currency: Currency
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly subtotalCents: number }[]
  readonly shippingLines: readonly { readonly totalCents: number }[]
} & Readonly<
  Record<'itemsSubtotalCents' | 'itemsTotalCents' | 'feesCents' | 'shippingCents' | 'taxCents' | 'totalCents', number>
>

/** The sheet of an order: lines at their subtotal, shipping, discount, total fees, tax. Nothing is selectable. */
export function sheetOfOrder(order: OrderAmounts): Sheet {
  const { itemsSubtotalCents, feesCents, taxCents } = order
  const discountCents = itemsSubtotalCents - order.itemsTotalCents
  return {
    currency: order.currency,
    rows: [
      ...lineRows(order.lines),
      ...row(order.shippingLines.length > 0, 'shipping', 'Shipping', order.shippingCents),
      ...row(discountCents > 0, 'discount', 'Discount', -discountCents),
      ...row(feesCents !== 0, 'fee', 'Fees', feesCents),
      ...row(taxCents > 0, 'tax', 'Tax', taxCents),
    ],
    subtotalCents: itemsSubtotalCents,
    totalCents: order.totalCents,
    needsShipping: false,
    rates: [],
    chosenRate: null,
  }
}

const row = (isShown: boolean, kind: SheetRow['kind'], label: string, cents: number): SheetRow[] =>
  isShown ? [{ kind, label, cents }] : []

/** `0:flat_rate:1`: the index of the only package, and the rate id. */
export const optionId = ({ id }: Pick<ShippingRate, 'id'>): string => `0:${id}`

export type SheetForm = {
  item(row: SheetRow, currency: Currency): object
  options(rates: readonly ShippingRate[], currency: Currency): readonly { readonly id: string }[]
  update(sheet: Sheet, country: string): Readonly<Record<string, unknown>>
}
