import { formatMoney, parsePrice, priceString } from '../../../platform/money/money.ts'
import { cardText } from '../../orders/admin/order-details.tsx'
import { centsOf } from '../../orders/admin/order-label.tsx'
import type { RefundPart } from '../../orders/payments/payments.table.ts'
import { type RefundOutcome, refundMeta } from '../../orders/payments/reversals.ts'
import { type OrderPart, type PartRequest, partsOfOrder, remainingParts } from '../../orders/refund-parts.ts'
import type { OrderJson } from '../../orders/rest/order-json.ts'
import type { RefundJson } from '../../orders/rest/refund-json.ts'

type WithMeta = { readonly meta_data: readonly { readonly key: string; readonly value: unknown }[] }
type RefundItem = WithMeta & { readonly quantity?: number; readonly total: string; readonly total_tax: string }

/** The shop's own metadata, which is text. */
function metaOf(item: WithMeta, key: string): string {
  const value = item.meta_data.find((meta) => meta.key === key)?.value
  return typeof value === 'string' ? value : ''
}

export const outcomeOf = (refund: RefundJson): RefundOutcome => metaOf(refund, refundMeta.outcome) as RefundOutcome

export const authorOf = (refund: RefundJson): string => metaOf(refund, refundMeta.author)
export const problemOf = (refund: RefundJson): string => metaOf(refund, refundMeta.problem)
export const isRetried = (refund: RefundJson): boolean => metaOf(refund, refundMeta.retry) !== ''
export const providerIdOf = (refund: RefundJson): string => metaOf(refund, refundMeta.id)

export function partsOf(refund: RefundJson, order: OrderJson): RefundPart[] {
  const part = (kind: RefundPart['kind'], item: RefundItem) => {
    const id = Number(metaOf(item, refundMeta.item))
    return {
      kind,
      id: kind === 'fee' ? id - order.id * 100 : id,
      quantity: Math.abs(item.quantity ?? 0),
      totalCents: -centsOf(item.total, order.currency),
      taxCents: -centsOf(item.total_tax, order.currency),
    }
  }
  return [
    ...refund.line_items.map((item) => part('line', item)),
    ...refund.shipping_lines.map((item) => part('shipping', item)),
    ...refund.fee_lines.map((item) => part('fee', item)),
  ]
}

export function partsLeft(order: OrderJson, refunds: readonly RefundJson[]): OrderPart[] {
  const inCents = <Item extends { readonly total: string; readonly total_tax: string }>(item: Item) => ({
    ...item,
    totalCents: centsOf(item.total, order.currency),
    taxCents: centsOf(item.total_tax, order.currency),
  })
  const parts = partsOfOrder({
    lines: order.line_items.map(inCents),
    shippingLines: order.shipping_lines.map((item) => ({ ...inCents(item), title: item.method_title })),
    fees: order.fee_lines.map(inCents),
  })
  const countedRefunds = refunds.filter((refund) => outcomeOf(refund) !== 'failed')
  const refunded = countedRefunds.flatMap((refund) => partsOf(refund, order))
  return remainingParts(parts, refunded)
}

export const refundedCents = (refunds: readonly RefundJson[], { currency }: OrderJson): number =>
  refunds.reduce((sum, refund) => sum + (outcomeOf(refund) === 'failed' ? 0 : centsOf(refund.amount, currency)), 0)

export type Typed = { readonly quantity: string; readonly amount: string }
export const untouched: Typed = { quantity: '', amount: '' }
export const keyOf = ({ kind, id }: Pick<OrderPart, 'kind' | 'id'>): string => `${kind}-${id}`

/** Empty if nothing was entered. Invalid amounts become NaN, which validation refuses; a rebate is refunded whole. */
export function requestOf(part: OrderPart, { quantity, amount }: Typed, currency: string): PartRequest[] {
  const { kind, id, totalCents } = part
  const pieces = quantity.trim() === '' ? 0 : Number(quantity)
  if (totalCents < 0 && amount.trim() === priceString(totalCents, currency)) return [{ kind, id }]
  const cents = amount.trim() === '' ? undefined : (parsePrice(amount.trim(), currency) ?? Number.NaN)
  if (pieces === 0 && cents === undefined) return []
  return [{ kind, id, quantity: pieces, totalCents: cents }]
}

export const allOf = ({ kind, quantity, totalCents }: OrderPart, currency: string): Typed =>
  kind === 'line' && quantity > 0
    ? { quantity: String(quantity), amount: '' }
    : { quantity: '', amount: priceString(totalCents, currency) }

export const bodyOf = ({ kind, id, quantity, totalCents }: PartRequest, order: OrderJson) => ({
  id: kind === 'fee' ? order.id * 100 + id : id,
  quantity: (kind === 'line' && quantity) || undefined,
  refund_total: totalCents === undefined ? undefined : priceString(totalCents, order.currency),
})

export function whereText(order: OrderJson, isByHand: boolean): string {
  if (isByHand) return `is recorded; no money moves. The order was paid by ${order.payment_method_title}.`
  const card = cardText(order)
  return `goes back to ${card === '' ? order.payment_method_title : card}, tax included.`
}

type RefundQuestion = { readonly cents: number; readonly isByHand: boolean; readonly restocked: number }

export function questionText(order: OrderJson, { cents, isByHand, restocked }: RefundQuestion): string {
  const stock =
    restocked === 0
      ? 'Stock stays as it is.'
      : restocked === 1
        ? '1 piece goes back into stock.'
        : `${restocked} pieces go back into stock.`
  return `${formatMoney(cents, order.currency)} ${whereText(order, isByHand)} ${stock} The customer is told by email. A refund cannot be taken back.`
}
