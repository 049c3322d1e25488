import { allocate, sumOf } from '../../platform/money/money.ts'
import type { RefundPart } from './payments/payments.table.ts'

/** Pure rules for the amounts of refunds of an order's parts, in cents. */

/** A line, shipping line or fee of an order. Shipping and fees have the quantity 0. */
export type OrderPart = RefundPart & { readonly name: string }

type Charge = { readonly totalCents: number; readonly taxCents: number }
type PartsOfOrder = {
  readonly lines: readonly (Charge & { readonly id: number; readonly name: string; readonly quantity: number })[]
  readonly shippingLines: readonly (Charge & { readonly id: number; readonly title: string })[]
  readonly fees: readonly (Charge & { readonly name: string })[]
}

/** All parts of an order; their amounts and taxes add up to its total. */
export const partsOfOrder = ({ lines, shippingLines, fees }: PartsOfOrder): OrderPart[] => [
  ...lines.map((line) => partOf('line', line)),
  ...shippingLines.map(({ title, ...line }) => partOf('shipping', { ...line, name: title, quantity: 0 })),
  ...fees.map((fee, id) => partOf('fee', { ...fee, id, quantity: 0 })),
]

const partOf = (kind: OrderPart['kind'], charged: Omit<OrderPart, 'kind'>): OrderPart => {
  const { id, name, quantity, totalCents, taxCents } = charged
  return { kind, id, name, quantity, totalCents, taxCents }
}

type PartKey = Pick<RefundPart, 'kind' | 'id'>
const isSame = (one: PartKey, other: PartKey): boolean => one.kind === other.kind && one.id === other.id

export const remainingParts = (parts: readonly OrderPart[], refunded: readonly RefundPart[]): OrderPart[] =>
  parts.map((part) => {
    const partRefunds = refunded.filter((one) => isSame(one, part))
    return {
      ...part,
      quantity: part.quantity - sumOf(partRefunds, (one) => one.quantity),
      totalCents: part.totalCents - sumOf(partRefunds, (one) => one.totalCents),
      taxCents: part.taxCents - sumOf(partRefunds, (one) => one.taxCents),
    }
  })

/** A part to refund. Omitted amounts follow from the quantity; of shipping and fees all that is left is refunded. */
export type PartRequest = PartKey & {
  readonly quantity?: number | undefined
  readonly totalCents?: number | undefined
  readonly taxCents?: number | undefined
}

export type PartProblem = PartKey & {
  readonly problem: 'unknown' | 'repeated' | 'quantity' | 'amount' | 'tax'
  readonly left: OrderPart | null
}

type RefundedParts =
  | { readonly ok: true; readonly parts: readonly RefundPart[] }
  | { readonly ok: false; readonly problems: readonly PartProblem[] }

/** Computes shares of what is left, so that all refunds together are exactly what was paid, despite rounding. */
export function refundParts(left: readonly OrderPart[], requests: readonly PartRequest[]): RefundedParts {
  const problems: PartProblem[] = []
  const parts = requests.flatMap((request, index): RefundPart[] => {
    const part = left.find((one) => isSame(one, request))
    const isRepeated = requests.slice(0, index).some((one) => isSame(one, request))
    const result = part ? (isRepeated ? 'repeated' : refundOf(part, request)) : 'unknown'
    if (typeof result !== 'string') return [result]
    problems.push({ kind: request.kind, id: request.id, problem: result, left: part ?? null })
    return []
  })
  if (problems.length > 0) return { ok: false, problems }
  return {
    ok: true,
    parts: parts.filter(({ quantity, totalCents, taxCents }) => quantity + totalCents + taxCents !== 0),
  }
}

function refundOf(left: OrderPart, request: PartRequest): RefundPart | PartProblem['problem'] {
  const { kind, id } = left
  const quantity = request.quantity ?? 0
  const isCount = Number.isSafeInteger(quantity) && quantity >= 0
  if (!isCount || quantity > left.quantity) return 'quantity'
  const byQuantity = kind === 'line' ? { part: quantity, whole: left.quantity } : { part: 1, whole: 1 }
  const totalCents = request.totalCents ?? share(left.totalCents, byQuantity)
  if (!isWithin(totalCents, left.totalCents)) return 'amount'
  const byAmount = { part: totalCents, whole: left.totalCents }
  // A free part may still have tax on it, which is then shared by quantity.
  const isByAmount = request.totalCents !== undefined && left.totalCents > 0
  const taxCents = request.taxCents ?? share(left.taxCents, isByAmount ? byAmount : byQuantity)
  if (!isWithin(taxCents, left.taxCents)) return 'tax'
  return { kind, id, quantity, totalCents, taxCents }
}

/** A rebate (negative amount) can only be refunded whole. */
const isWithin = (cents: number, left: number): boolean =>
  Number.isSafeInteger(cents) && (left < 0 ? cents === left : cents >= 0 && cents <= left)

const share = (cents: number, { part, whole }: { readonly part: number; readonly whole: number }): number =>
  whole === 0 ? 0 : (allocate(cents, [part, whole - part])[0] ?? 0)

export const amountOf = (parts: readonly RefundPart[]): number =>
  sumOf(parts, (part) => part.totalCents + part.taxCents)
