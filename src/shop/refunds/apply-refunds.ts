import type { Db, Tx } from '../../platform/database/connect.ts'
import { type Result, refused } from '../../platform/database/result.ts'
import { formatMoney } from '../../platform/money/money.ts'
import { enqueueEmails } from '../orders/messages/order-messages.ts'
import { canTransition } from '../orders/order-status.ts'
import {
  insertOrderNote,
  lockOrder,
  type Order,
  refundedFromHoldAt,
  setOrder,
  touchOrder,
} from '../orders/orders.store.ts'
import type { OrderStatus } from '../orders/orders.table.ts'
import { findActivePayment, type Payment } from '../orders/payments/payments.store.ts'
import * as store from '../orders/payments/refunds.store.ts'
import { disputesOf, setOrderStatusBefore } from '../orders/payments/reversals.store.ts'
import { isClosed } from '../orders/payments/reversals.ts'
import { isPaidOtherwise } from '../orders/refund-excess.ts'
import { transitionOrder } from '../orders/transition-order.ts'
import { restockItems, restockOrder } from '../payments/reserve-stock.ts'
import type { OrderingContext } from '../risk/context.ts'

export type CountedRefund = { readonly kind: 'succeeded' | 'failed'; readonly refund: store.OrderRefund }

/** Applies refunds to their locked order: amount, notes, status, stock and emails. */
export async function applyRefunds(
  shop: OrderingContext,
  tx: Tx,
  order: Order,
  payment: Payment | null,
  changes: readonly CountedRefund[],
): Promise<Order> {
  // A late payment was never part of the order, so its refund does not count if the order was paid by another payment.
  const isOutsideOrder =
    payment !== null && order.paidAt !== null && (payment.status === 'canceled' || isPaidOtherwise(order, payment))
  const isLatePayment = isOutsideOrder || order.paidAt === null
  const refundedCents = await refundedOf(tx, order, payment)
  if (!isOutsideOrder && refundedCents !== order.refundedCents)
    await setOrder(tx, order.id, { refundedCents, updatedAt: shop.now() })
  else if (changes.length > 0) await touchOrder(tx, order.id, shop.now())
  const updatedOrder = isOutsideOrder ? order : { ...order, refundedCents }

  const notes: string[] = []
  for (const { kind, refund } of changes) {
    const hasSucceeded = kind === 'succeeded'
    notes.push(hasSucceeded ? refundedText(order, refund, isLatePayment) : failedText(order, refund))
    const reason = isLatePayment ? latePaymentReason(order) : refund.author === '' ? '' : refund.reason
    await enqueueEmails(shop, tx, order, {
      transition: `${hasSucceeded ? 'refund' : 'refund-failed'}:${refund.refundId ?? refund.id}`,
      templates: hasSucceeded ? ['order-refunded', 'shop-order-refunded'] : ['shop-refund-failed'],
      data: {
        refundCents: refund.amountCents,
        isRefundedByHand: refund.paymentId === null,
        ...(reason === '' ? {} : { reason }),
      },
    })
  }
  const succeeded = changes.filter(({ kind }) => kind === 'succeeded').map(({ refund }) => refund)
  const author = changes.find(({ refund }) => refund.author !== '')?.refund.author
  const changeTo = (to: OrderStatus, restockNote: string) =>
    changeOrderStatus(shop, tx, updatedOrder, to, [...notes, restockNote], author)
  const isAllBack = isFullyRefunded(order, payment, refundedCents)
  if (!isLatePayment) {
    const explicit = succeeded.filter(hasStockChoice)
    if (explicit.length > 0) notes.push(await restockItems(shop, tx, order, quantitiesOf(explicit)))
    if (isAllBack && canTransition(order.status, 'refunded'))
      return changeTo('refunded', explicit.length > 0 ? '' : await restockOrder(shop, tx, order))
    const hasFailure = changes.some(({ kind }) => kind === 'failed')
    if (!isAllBack && order.status === 'refunded' && hasFailure)
      return leaveRefunded(shop, tx, { order: updatedOrder, payment, notes, author })
    if (!isAllBack && succeeded.length > 0 && explicit.length === 0) notes.push('Stock was left as it is.')
  }
  if (notes.length > 0) await insertOrderNote(tx, order.id, textOf(notes), shop.now(), author)
  return updatedOrder
}

/** A payment that does not match its order may be larger than the order. */
const refundedOf = async (tx: Tx, order: Order, payment: Payment | null): Promise<number> =>
  Math.min((payment?.refundedCents ?? 0) + (await store.refundedByHand(tx, order.id)), order.totalCents)

export function isFullyRefunded(order: Order, payment: Payment | null, refundedCents: number): boolean {
  const isWholePayment =
    payment !== null && payment.refundedCents > 0 && payment.refundedCents === payment.capturedCents
  return isWholePayment || (refundedCents > 0 && refundedCents === order.totalCents)
}

type StatusRestore = {
  readonly order: Order
  readonly payment: Payment | null
  readonly notes: readonly string[]
  readonly author: string | undefined
}

/** Restores the status after a failed refund: to be shipped, unless it was, was held, or a dispute is open or lost. */
export async function leaveRefunded(shop: OrderingContext, tx: Tx, { order, payment, notes, author }: StatusRestore) {
  const change = (to: OrderStatus, text: string) => changeOrderStatus(shop, tx, order, to, [...notes, text], author)
  const stockNote = 'Restocked items stay in stock.'
  const disputes = payment ? await disputesOf(tx, [payment.id]) : []
  const heldUntil = await refundedFromHoldAt(tx, order.id)
  // Held by hand or for review, not by a dispute that has ended meanwhile or decides itself.
  const isHeld =
    heldUntil !== null &&
    !disputes.some((one) => one.orderStatusBefore !== null && (one.closedAt === null || one.closedAt >= heldUntil))
  if (order.completedAt) return change(isHeld ? 'on-hold' : 'completed', stockNote)
  const open = disputes.find(({ status }) => !isClosed(status))
  if (open) {
    await setOrderStatusBefore(tx, open.disputeId, isHeld ? null : 'processing')
    return change('on-hold', `${stockNote} A dispute is open.`)
  }
  const lost = disputes.find(({ status }) => status === 'lost')
  if (!payment || !lost) return change(isHeld ? 'on-hold' : 'processing', stockNote)
  return isWholeDispute(lost, payment)
    ? change('cancelled', await restockOrder(shop, tx, order))
    : change('on-hold', PARTLY_LOST)
}

export const isWholeDispute = ({ amountCents }: { readonly amountCents: number }, payment: Payment): boolean =>
  amountCents >= payment.capturedCents - payment.refundedCents

export const PARTLY_LOST = 'It is only a part of the payment: please decide what to send.'

/** Whether the refund itself decides which items are restocked; otherwise the settings do. */
const hasStockChoice = ({ restocks, parts }: store.OrderRefund): boolean =>
  restocks !== null && (!restocks || parts.some(({ quantity }) => quantity > 0))

function quantitiesOf(refunds: readonly store.OrderRefund[]): ReadonlyMap<number, number> {
  const pieces = new Map<number, number>()
  for (const { restocks, parts } of refunds)
    for (const { kind, id, quantity } of parts)
      if (restocks && kind === 'line') pieces.set(id, (pieces.get(id) ?? 0) + quantity)
  return pieces
}

const textOf = (notes: readonly string[]): string => notes.filter((text) => text !== '').join(' ')

/** Sends no status emails: refunds have their own, and the bank informs the customer about a dispute. */
export async function changeOrderStatus(
  shop: OrderingContext,
  tx: Tx,
  order: Order,
  to: OrderStatus,
  notes: readonly string[],
  author = 'shop',
): Promise<Order> {
  const change = { reason: textOf(notes), author, isSilent: true } as const
  return (await transitionOrder(shop, tx, order, to, change)) ?? order
}

const latePaymentReason = ({ paidAt }: Order): string =>
  paidAt === null
    ? 'Your payment came after the order had been cancelled and its items were back in stock.'
    : 'Your order was paid already, so this second payment goes back to you.'

function refundedText(order: Order, refund: store.OrderRefund, isLatePayment: boolean): string {
  const { amountCents, reason, refundId, author, paymentId, parts } = refund
  const amount = formatMoney(amountCents, order.currency)
  if (isLatePayment) return `The late payment was refunded: ${amount}, ${refundId}.`
  const totalText = amountCents < order.totalCents ? ` of ${formatMoney(order.totalCents, order.currency)}` : ''
  const where = author === '' ? ' at the payment provider' : paymentId === null ? ' by hand' : ''
  const details = [reason, itemsText(order, parts), refundId ?? ''].filter((part) => part !== '').join(', ')
  return `${amount}${totalText} was refunded${where}${details === '' ? '' : ` (${details})`}.`
}

const itemsText = ({ lines }: Order, parts: store.OrderRefund['parts']): string =>
  parts
    .flatMap(({ kind, id, quantity }) => {
      const line = kind === 'line' && quantity > 0 ? lines.find((one) => one.id === id) : undefined
      return line ? [`${quantity} × ${line.name}`] : []
    })
    .join(', ')

const failedText = ({ currency }: Order, { amountCents, refundId }: store.OrderRefund): string =>
  `The refund of ${formatMoney(amountCents, currency)} failed: the bank could not take it, and the money is with the shop (${refundId}).`

/** Null if the order was paid otherwise, even if a second payment came through the provider. */
export async function paymentOfOrder(db: Db | Tx, order: Order): Promise<Payment | null> {
  const active = await findActivePayment(db, order.id)
  return active?.status === 'succeeded' && !isPaidOtherwise(order, active) ? active : null
}

type DeleteRefundResult = Result<{ refund: store.OrderRefund }, 'no-such-order' | 'no-such-refund' | 'money-moved'>

export async function removeRefund(
  shop: OrderingContext,
  { orderId, id, author }: { readonly orderId: number; readonly id: number; readonly author: string },
): Promise<DeleteRefundResult> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return refused('no-such-order')
    const refund = await store.findRefund(tx, orderId, id)
    if (!refund) return refused('no-such-refund')
    const isByHand = refund.paymentId === null && !store.isRelease(refund)
    if (!isByHand && !store.hasFailed(refund)) return refused('money-moved')
    await store.deleteRefund(tx, id)
    const note = `The refund of ${formatMoney(refund.amountCents, order.currency)} was deleted.`
    if (store.hasFailed(refund)) {
      await insertOrderNote(tx, orderId, note, shop.now(), author)
      return { ok: true, refund }
    }
    const payment = await paymentOfOrder(tx, order)
    const refundedCents = await refundedOf(tx, order, payment)
    await setOrder(tx, orderId, { refundedCents, updatedAt: shop.now() })
    if (order.status === 'refunded' && !isFullyRefunded(order, payment, refundedCents))
      await leaveRefunded(shop, tx, { order, payment, notes: [note], author })
    else await insertOrderNote(tx, orderId, note, shop.now(), author)
    return { ok: true, refund }
  })
}
