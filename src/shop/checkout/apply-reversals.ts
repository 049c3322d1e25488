import type { Tx } from '../../platform/database/connect.ts'
import { formatMoney } from '../../platform/money/money.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { enqueueEmails } from '../orders/emails/enqueue-emails.ts'
import { canTransition } from '../orders/order-status.ts'
import { changeStatus, insertOrderNote, lockOrder, type Order, setRefunded } from '../orders/orders.store.ts'
import type { WithPayments } from '../payments/context.ts'
import type { Payment } from '../payments/payments.store.ts'
import type { Refund } from '../payments/provider.ts'
import { applyReversalSync, startReversalSync, storeRefunds } from '../payments/reversals.store.ts'
import { refundChanges, refundReason } from '../payments/reversals.ts'
import { applyDisputes } from './apply-disputes.ts'
import type { OrderingSettings } from './context.ts'
import { restockOrder } from './restock-order.ts'

/**
 * Retrieves a payment's refunds and disputes from the provider and applies them to its order: rows, notes, totals,
 * status, stock and emails. Idempotent, whatever order events arrive in and wherever a refund was made.
 */
export async function applyReversals(
  shop: Pick<Platform, 'db' | 'jobs' | 'now'> & WithPayments & WithSettings<OrderingSettings>,
  intentId: string,
): Promise<'applied' | 'unknown' | 'unreachable'> {
  const sync = await startReversalSync(shop.db, intentId)
  if (!sync) return 'unknown'
  const retrieved = await shop.payments.provider.retrieveReversals(intentId)
  if (!retrieved.ok) return retrieved.problem.kind === 'unreachable' ? 'unreachable' : 'unknown'
  const { capturedCents, refunds, disputes } = retrieved.reversals
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, sync.orderId)
    const payment = order && (await applyReversalSync(tx, { intentId, syncNumber: sync.syncNumber, capturedCents }))
    if (!order || !payment) return
    const { order: updatedOrder, refundedCents } = await applyRefunds(shop, tx, order, payment, refunds)
    // The effect of a lost dispute depends on the amount refunded so far.
    await applyDisputes(shop, tx, updatedOrder, { ...payment, refundedCents }, disputes)
  })
  return 'applied'
}

async function applyRefunds(
  shop: Pick<Platform, 'jobs' | 'now'> & WithSettings<OrderingSettings>,
  tx: Tx,
  order: Order,
  payment: Payment,
  refunds: readonly Refund[],
): Promise<{ readonly order: Order; readonly refundedCents: number }> {
  const { before: previous, refundedCents: reportedRefundedCents } = await storeRefunds(tx, payment, refunds)
  // A payment that does not match its order may be larger than the order.
  const refundedCents = Math.min(reportedRefundedCents, order.totalCents)
  // A late payment was never part of the order, so its refund does not count if the order was paid by another payment.
  const isOutsideOrder = payment.status === 'canceled' && order.paidAt !== null
  const isLatePayment = isOutsideOrder || order.paidAt === null
  if (!isOutsideOrder && refundedCents !== order.refundedCents)
    await setRefunded(tx, order.id, refundedCents, shop.now())
  const updatedOrder = isOutsideOrder ? order : { ...order, refundedCents }

  const changes = refundChanges(previous, refunds)
  const notes: string[] = []
  for (const { kind, refund } of changes) {
    notes.push(kind === 'succeeded' ? arrivedText(order, refund, isLatePayment) : failedText(refund))
    await enqueueEmails(shop, tx, order, {
      transition: `${kind === 'succeeded' ? 'refund' : 'refund-failed'}:${refund.id}`,
      templates: kind === 'succeeded' ? ['order-refunded', 'shop-order-refunded'] : ['shop-refund-failed'],
      data: { refundCents: refund.amountCents, ...(isLatePayment ? { reason: latePaymentReason } : {}) },
    })
  }
  const isFullyRefunded = !isLatePayment && reportedRefundedCents > 0 && reportedRefundedCents === payment.capturedCents
  if (isFullyRefunded && canTransition(order.status, 'refunded')) {
    const restockNote = await restockOrder(shop, tx, order)
    return {
      order: await changeOrderStatus(shop, tx, updatedOrder, 'refunded', [...notes, restockNote]),
      refundedCents: reportedRefundedCents,
    }
  }
  if (
    !isLatePayment &&
    !isFullyRefunded &&
    order.status === 'refunded' &&
    changes.some(({ kind }) => kind === 'failed')
  ) {
    const restockNote = 'Restocked items stay in stock.'
    const to = order.completedAt ? 'completed' : 'processing'
    return {
      order: await changeOrderStatus(shop, tx, updatedOrder, to, [...notes, restockNote]),
      refundedCents: reportedRefundedCents,
    }
  }
  const isPartialRefund = !isLatePayment && !isFullyRefunded && changes.some(({ kind }) => kind === 'succeeded')
  if (isPartialRefund) notes.push('Stock was left as it is.')
  if (notes.length > 0) await insertOrderNote(tx, order.id, notes.join(' '), shop.now())
  return { order: updatedOrder, refundedCents: reportedRefundedCents }
}

/** Sends no status emails: customer and shop get refund emails instead. */
async function changeOrderStatus(
  shop: Pick<Platform, 'now'>,
  tx: Tx,
  order: Order,
  to: 'refunded' | 'completed' | 'processing',
  notes: readonly string[],
): Promise<Order> {
  const reason = notes.filter((text) => text !== '').join(' ')
  const changed = await changeStatus(tx, order, to, shop.now(), reason === '' ? {} : { reason })
  return changed.ok ? { ...order, ...changed.changed } : order
}

const latePaymentReason = 'Your payment came after the order had been cancelled and its items were back in stock.'

function arrivedText(order: Order, refund: Refund, isLatePayment: boolean): string {
  const amount = formatMoney(refund.amountCents)
  if (isLatePayment) return `The late payment was refunded: ${amount}, ${refund.id}.`
  const reason = refundReason(refund.reason)
  const totalText = refund.amountCents < order.totalCents ? ` of ${formatMoney(order.totalCents)}` : ''
  return `${amount}${totalText} was refunded at the payment provider (${[reason, refund.id].filter((part) => part !== '').join(', ')}).`
}

const failedText = (refund: Refund): string =>
  `The refund of ${formatMoney(refund.amountCents)} failed: the bank could not take it, and the money is with the shop (${refund.id}).`
