import type { Tx } from '../../platform/database/connect.ts'
import { formatMoney } from '../../platform/money/money.ts'
import { formatShopDay } from '../../platform/time/shop-time.ts'
import { enqueueEmails } from '../orders/messages/order-messages.ts'
import { canTransition } from '../orders/order-status.ts'
import { changeStatus, insertOrderNote, lockOrder, type Order, setRefunded } from '../orders/orders.store.ts'
import type { OrderStatus } from '../orders/orders.table.ts'
import type { Payment } from '../payments/payments.store.ts'
import type { Dispute, Refund } from '../payments/provider.ts'
import {
  applyReversalSync,
  disputesOf,
  setOrderStatusBefore,
  startReversalSync,
  storeDisputes,
  storeRefunds,
} from '../payments/reversals.store.ts'
import {
  type DisputeChange,
  disputeChanges,
  disputeReason,
  isClosed,
  isInquiry,
  type RefundChange,
  refundChanges,
  refundReason,
} from '../payments/reversals.ts'
import type { CheckoutContext } from './context.ts'
import { restockOrder } from './reserve-stock.ts'

/**
 * Retrieves a payment's refunds and disputes from the provider and applies them to its order: rows, notes, totals,
 * status, stock and emails. Idempotent, whatever order events arrive in and wherever a refund was made.
 */
export async function applyReversals(shop: CheckoutContext, intentId: string) {
  const sync = await startReversalSync(shop.db, intentId)
  if (!sync) return 'unknown'
  const retrieved = await shop.payments.provider.retrieveReversals(intentId)
  if (!retrieved.ok) return retrieved.problem.kind === 'unreachable' ? 'unreachable' : 'unknown'
  const { capturedCents, refunds, disputes } = retrieved.reversals
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, sync.orderId)
    const payment = order && (await applyReversalSync(tx, { intentId, syncNumber: sync.syncNumber, capturedCents }))
    if (!order || !payment) return
    const { before, refundedCents } = await storeRefunds(tx, payment, refunds)
    const updatedPayment = { ...payment, refundedCents }
    const updatedOrder = await applyRefunds(shop, tx, order, updatedPayment, refundChanges(before, refunds))
    // The effect of a lost dispute depends on the amount refunded so far.
    const disputesBefore = await storeDisputes(tx, updatedPayment, disputes, shop.now())
    await applyDisputes(shop, tx, updatedOrder, updatedPayment, disputeChanges(disputesBefore, disputes))
  })
  return 'applied'
}

async function applyRefunds(shop: CheckoutContext, tx: Tx, order: Order, payment: Payment, changes: RefundChange[]) {
  // A payment that does not match its order may be larger than the order.
  const refundedCents = Math.min(payment.refundedCents, order.totalCents)
  // A late payment was never part of the order, so its refund does not count if the order was paid by another payment.
  const isOutsideOrder = payment.status === 'canceled' && order.paidAt !== null
  const isLatePayment = isOutsideOrder || order.paidAt === null
  if (!isOutsideOrder && refundedCents !== order.refundedCents)
    await setRefunded(tx, order.id, refundedCents, shop.now())
  const updatedOrder = isOutsideOrder ? order : { ...order, refundedCents }

  const notes: string[] = []
  for (const { kind, refund } of changes) {
    const hasSucceeded = kind === 'succeeded'
    notes.push(hasSucceeded ? refundedText(order, refund, isLatePayment) : failedText(refund))
    await enqueueEmails(shop, tx, order, {
      transition: `${hasSucceeded ? 'refund' : 'refund-failed'}:${refund.id}`,
      templates: hasSucceeded ? ['order-refunded', 'shop-order-refunded'] : ['shop-refund-failed'],
      data: { refundCents: refund.amountCents, ...(isLatePayment ? { reason: latePaymentReason } : {}) },
    })
  }
  const changeTo = (to: OrderStatus, restockNote: string) =>
    changeOrderStatus(shop, tx, updatedOrder, to, ...notes, restockNote)
  const isFullyRefunded = payment.refundedCents > 0 && payment.refundedCents === payment.capturedCents
  if (!isLatePayment) {
    if (isFullyRefunded && canTransition(order.status, 'refunded'))
      return changeTo('refunded', await restockOrder(shop, tx, order))
    const hasFailure = changes.some(({ kind }) => kind === 'failed')
    if (!isFullyRefunded && order.status === 'refunded' && hasFailure)
      return changeTo(order.completedAt ? 'completed' : 'processing', 'Restocked items stay in stock.')
    if (!isFullyRefunded && changes.some(({ kind }) => kind === 'succeeded')) notes.push('Stock was left as it is.')
  }
  if (notes.length > 0) await insertOrderNote(tx, order.id, notes.join(' '), shop.now())
  return updatedOrder
}

/**
 * Applies a payment's disputes to its locked order. While a dispute is open, an unfulfilled order is on hold; won or
 * withdrawn, it gets its previous status back; lost, it is not fulfilled. A completed order keeps its status and gets
 * notes and emails only.
 */
async function applyDisputes(shop: CheckoutContext, tx: Tx, order: Order, payment: Payment, changes: DisputeChange[]) {
  let current = order
  for (const change of changes) {
    current = await applyDisputeChange(shop, tx, current, payment, change)
    if (change.kind === 'changed') continue
    const { id, amountCents, reason, dueAt } = change.dispute
    await enqueueEmails(shop, tx, order, {
      transition: `dispute:${id}:${change.kind}`,
      templates: [change.kind === 'opened' ? 'shop-dispute-opened' : 'shop-dispute-closed'],
      data: {
        dispute: {
          amountCents,
          reason: disputeReason(reason),
          isInquiry: isInquiry(change.dispute.status),
          isLost: change.dispute.status === 'lost',
          ...(dueAt ? { respondBy: formatShopDay(dueAt) } : {}),
        },
      },
    })
  }
}

async function applyDisputeChange(
  shop: CheckoutContext,
  tx: Tx,
  order: Order,
  payment: Payment,
  change: DisputeChange,
) {
  const { kind, dispute } = change
  const reason = disputeTexts[kind](dispute)
  const addNote = async (text = reason) => {
    await insertOrderNote(tx, order.id, text, shop.now())
    return order
  }
  if (kind === 'opened') {
    if (order.status !== 'processing') return addNote()
    await setOrderStatusBefore(tx, dispute.id, order.status)
    return changeOrderStatus(shop, tx, order, 'on-hold', reason)
  }
  if (kind === 'changed') return addNote()

  const allDisputes = await disputesOf(tx, [payment.id])
  const statusBefore = allDisputes.find((one) => one.disputeId === dispute.id)?.orderStatusBefore ?? null
  // The owner may have changed the status meanwhile, and another dispute may still be open.
  if (order.status !== 'on-hold' || statusBefore === null) return addNote()
  const openDispute = allDisputes.find((one) => one.disputeId !== dispute.id && !isClosed(one.status))
  if (openDispute) {
    await setOrderStatusBefore(tx, openDispute.disputeId, statusBefore)
    return addNote()
  }
  if (dispute.status !== 'lost') return changeOrderStatus(shop, tx, order, statusBefore, reason)
  if (dispute.amountCents < payment.capturedCents - payment.refundedCents)
    return addNote(`${reason} It is only a part of the payment: please decide what to send.`)
  return changeOrderStatus(shop, tx, order, 'cancelled', reason, await restockOrder(shop, tx, order))
}

/** Sends no status emails: refunds have emails of their own, and of a dispute the customer hears from their bank. */
async function changeOrderStatus(shop: CheckoutContext, tx: Tx, order: Order, to: OrderStatus, ...notes: string[]) {
  const reason = notes.filter((text) => text !== '').join(' ')
  const changed = await changeStatus(tx, order, to, shop.now(), { reason })
  return changed.ok ? { ...order, ...changed.changed } : order
}

const latePaymentReason = 'Your payment came after the order had been cancelled and its items were back in stock.'

function refundedText(order: Order, { id, amountCents, reason }: Refund, isLatePayment: boolean): string {
  const amount = formatMoney(amountCents)
  if (isLatePayment) return `The late payment was refunded: ${amount}, ${id}.`
  const totalText = amountCents < order.totalCents ? ` of ${formatMoney(order.totalCents)}` : ''
  const details = [refundReason(reason), id].filter((part) => part !== '').join(', ')
  return `${amount}${totalText} was refunded at the payment provider (${details}).`
}

const failedText = ({ id, amountCents }: Refund): string =>
  `The refund of ${formatMoney(amountCents)} failed: the bank could not take it, and the money is with the shop (${id}).`

const disputeTexts: Readonly<Record<DisputeChange['kind'], (dispute: Dispute) => string>> = {
  opened({ id, status, amountCents, reason, dueAt }) {
    const deadline = dueAt ? ` Answer at the payment provider by ${formatShopDay(dueAt)}.` : ''
    const summary = isInquiry(status)
      ? 'The bank of the cardholder asks about the payment of'
      : 'The payment is disputed: the bank of the cardholder has taken back'
    return `${summary} ${formatMoney(amountCents)} (${disputeReason(reason)}; ${id}).${deadline}`
  },
  changed: ({ id, status, dueAt }) =>
    status.endsWith('under_review')
      ? `The bank looks at what the shop has answered to the dispute (${id}).`
      : `The dispute needs an answer of the shop${dueAt ? ` by ${formatShopDay(dueAt)}` : ''} (${id}).`,
  closed({ id, status, amountCents }) {
    const amount = formatMoney(amountCents)
    if (status === 'lost') return `The dispute is lost: ${amount} stays with the cardholder (${id}).`
    if (status === 'won') return `The dispute is won: ${amount} stays with the shop (${id}).`
    return `The dispute is closed, and no money was taken for it (${id}).`
  },
}
