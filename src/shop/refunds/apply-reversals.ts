import type { Tx } from '../../platform/database/connect.ts'
import { formatMoney } from '../../platform/money/money.ts'
import { formatShopDay } from '../../platform/time/shop-time.ts'
import type { Dispute } from '../gateways/refunds-and-disputes.ts'
import { enqueueEmails } from '../orders/messages/order-messages.ts'
import { insertOrderNote, lockOrder, type Order, touchOrder } from '../orders/orders.store.ts'
import type { Payment } from '../orders/payments/payments.store.ts'
import { refundsOfOrders } from '../orders/payments/refunds.store.ts'
import { setReversalsRead } from '../orders/payments/reversal-reads.store.ts'
import * as store from '../orders/payments/reversals.store.ts'
import * as rules from '../orders/payments/reversals.ts'
import { refundExcessCents } from '../orders/refund-excess.ts'
import { restockOrder } from '../payments/reserve-stock.ts'
import type { OrderingContext } from '../risk/context.ts'
import { applyRefunds, changeOrderStatus, isWholeDispute, PARTLY_LOST } from './apply-refunds.ts'

/** Applies a payment's refunds and disputes as the provider has them. Idempotent, in any order of events. */
export async function applyReversals(shop: OrderingContext, intentId: string, signal?: AbortSignal) {
  const sync = await store.startReversalSync(shop.db, intentId)
  if (!sync) return 'unknown'
  const retrieved = await shop.payments.provider.retrieveReversals(intentId, signal)
  if (!retrieved.ok) return retrieved.problem.kind === 'unreachable' ? 'unreachable' : 'unknown'
  const { capturedCents, refunds, disputes } = retrieved.reversals
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, sync.orderId)
    const payment = order && (await store.applyReversalSync(tx, intentId, sync.syncNumber, capturedCents))
    if (!order || !payment) return
    const excessBefore = await excessOf(tx, order, payment)
    const { previous, stored, refundedCents } = await store.storeRefunds(tx, payment, refunds)
    const updatedPayment = { ...payment, refundedCents }
    const changes = rules.refundChanges(previous, refunds).flatMap(({ kind, refund: { id } }) => {
      const refund = stored.find(({ refundId }) => refundId === id)
      return refund ? [{ kind, refund }] : []
    })
    const updatedOrder = await applyRefunds(shop, tx, order, updatedPayment, changes)
    // The effect of a lost dispute depends on the amount refunded so far.
    const previousDisputes = await store.storeDisputes(tx, updatedPayment, disputes, shop.now())
    const changedDisputes = rules.disputeChanges(previousDisputes, disputes)
    if (changedDisputes.length > 0) await touchOrder(tx, order.id, shop.now())
    await applyDisputes(shop, tx, updatedOrder, updatedPayment, changedDisputes)
    const excessCents = await excessOf(tx, order, payment)
    if (excessCents > excessBefore) await reportExcess(shop, tx, order, payment, excessCents)
    await setReversalsRead(tx, intentId, rules.nextCheck(refunds, disputes, shop.now()))
  })
  return 'applied'
}

const excessOf = async (tx: Tx, order: Order, payment: Payment): Promise<number> =>
  refundExcessCents(order, payment, {
    refunds: await refundsOfOrders(tx, [order.id]),
    disputes: await store.disputesOf(tx, [payment.id]),
  })

/** Reports that more was given back than paid: concurrent refunds at the provider and by hand do not see each other. */
async function reportExcess(shop: OrderingContext, tx: Tx, order: Order, payment: Payment, excessCents: number) {
  const money = (cents: number) => formatMoney(cents, payment.currency)
  const { capturedCents } = payment
  const amounts = `${money(capturedCents + excessCents)} of ${money(capturedCents)}, which is ${money(excessCents)} too much`
  await insertOrderNote(tx, order.id, `More has gone back than was paid: ${amounts}.`, shop.now())
  await enqueueEmails(shop, tx, order, {
    // Keyed by synchronization, because the same excess can occur again.
    transition: `refund-excess:${payment.id}:${payment.lastAppliedSync}`,
    templates: ['shop-refund-excess'],
    data: { refundCents: excessCents },
  })
}

/** An open dispute puts an unfulfilled order on hold; a won one restores its status; a lost one ends its fulfilment. */
async function applyDisputes(
  shop: OrderingContext,
  tx: Tx,
  order: Order,
  payment: Payment,
  changes: rules.DisputeChange[],
) {
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
          reason: rules.disputeReason(reason),
          isInquiry: rules.isInquiry(change.dispute.status),
          isLost: change.dispute.status === 'lost',
          ...(dueAt ? { respondBy: formatShopDay(dueAt) } : {}),
        },
      },
    })
  }
}

async function applyDisputeChange(
  shop: OrderingContext,
  tx: Tx,
  order: Order,
  payment: Payment,
  change: rules.DisputeChange,
) {
  const { kind, dispute } = change
  const reason = disputeTexts[kind](dispute)
  const addNote = async (text = reason) => {
    await insertOrderNote(tx, order.id, text, shop.now())
    return order
  }
  if (kind === 'opened') {
    if (order.status !== 'processing') return addNote()
    await store.setOrderStatusBefore(tx, dispute.id, order.status)
    return changeOrderStatus(shop, tx, order, 'on-hold', [reason])
  }
  if (kind === 'changed') return addNote()

  const allDisputes = await store.disputesOf(tx, [payment.id])
  const statusBefore = allDisputes.find((one) => one.disputeId === dispute.id)?.orderStatusBefore ?? null
  // The owner may have changed the status, and another dispute may still be open.
  if (order.status !== 'on-hold' || statusBefore === null) return addNote()
  const openDispute = allDisputes.find((one) => one.disputeId !== dispute.id && !rules.isClosed(one.status))
  if (openDispute) {
    await store.setOrderStatusBefore(tx, openDispute.disputeId, statusBefore)
    return addNote()
  }
  if (dispute.status !== 'lost') return changeOrderStatus(shop, tx, order, statusBefore, [reason])
  if (!isWholeDispute(dispute, payment)) return addNote(`${reason} ${PARTLY_LOST}`)
  return changeOrderStatus(shop, tx, order, 'cancelled', [reason, await restockOrder(shop, tx, order)])
}

const disputeTexts: Readonly<Record<rules.DisputeChange['kind'], (dispute: Dispute) => string>> = {
  opened({ id, status, amountCents, currency, reason, dueAt }) {
    const deadline = dueAt ? ` Answer by ${formatShopDay(dueAt)}.` : ''
    const summary = rules.isInquiry(status)
      ? 'The bank of the cardholder asks about the payment of'
      : 'The payment is disputed: the bank of the cardholder has taken back'
    return `${summary} ${formatMoney(amountCents, currency)} (${rules.disputeReason(reason)}; ${id}).${deadline}`
  },
  changed: ({ id, status, dueAt }) =>
    status.endsWith('under_review')
      ? `The bank looks at what the shop has answered to the dispute (${id}).`
      : `The dispute needs an answer of the shop${dueAt ? ` by ${formatShopDay(dueAt)}` : ''} (${id}).`,
  closed({ id, status, amountCents, currency }) {
    const amount = formatMoney(amountCents, currency)
    if (status === 'lost') return `The dispute is lost: ${amount} stays with the cardholder (${id}).`
    if (status === 'won') return `The dispute is won: ${amount} stays with the shop (${id}).`
    return `The dispute is closed, and no money was taken for it (${id}).`
  },
}
