import type { Tx } from '../../platform/database/connect.ts'
import { formatMoney } from '../../platform/money/money.ts'
import { formatShopDay } from '../../platform/time/shop-time.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { enqueueEmails } from '../orders/emails/enqueue-emails.ts'
import { changeStatus, insertOrderNote, type Order } from '../orders/orders.store.ts'
import type { OrderStatus } from '../orders/orders.table.ts'
import type { OrderSettings } from '../orders/settings.ts'
import type { Payment } from '../payments/payments.store.ts'
import type { Dispute } from '../payments/provider.ts'
import { disputesOf, setOrderStatusBefore, storeDisputes } from '../payments/reversals.store.ts'
import { type DisputeChange, disputeChanges, disputeReason, isClosed, isInquiry } from '../payments/reversals.ts'
import type { OrderingSettings } from './context.ts'
import { restockOrder } from './restock-order.ts'

/**
 * Applies a payment's disputes to its locked order. While a dispute is open, an unfulfilled order is on hold; won or
 * withdrawn, it gets its previous status back; lost, it is not fulfilled. A completed order keeps its status and gets
 * notes and emails only.
 */
export async function applyDisputes(
  shop: Pick<Platform, 'jobs' | 'now'> & WithSettings<OrderingSettings>,
  tx: Tx,
  order: Order,
  payment: Payment,
  disputes: readonly Dispute[],
): Promise<void> {
  const previous = await storeDisputes(tx, payment, disputes, shop.now())
  let current = order
  for (const change of disputeChanges(previous, disputes)) {
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
  shop: Pick<Platform, 'now'> & WithSettings<InventorySettings & OrderSettings>,
  tx: Tx,
  order: Order,
  payment: Payment,
  { kind, dispute }: DisputeChange,
): Promise<Order> {
  if (kind === 'opened') {
    const reason = openedText(dispute)
    if (order.status !== 'processing') return addOrderNote(shop, tx, order, reason)
    await setOrderStatusBefore(tx, dispute.id, order.status)
    return changeOrderStatus(shop, tx, order, 'on-hold', reason)
  }
  if (kind === 'changed') return addOrderNote(shop, tx, order, changedText(dispute))

  const allDisputes = await disputesOf(tx, [payment.id])
  const statusBefore = allDisputes.find((one) => one.disputeId === dispute.id)?.orderStatusBefore ?? null
  const reason = closedText(dispute)
  // The owner may have changed the status meanwhile, and another dispute may still be open.
  if (order.status !== 'on-hold' || statusBefore === null) return addOrderNote(shop, tx, order, reason)
  const openDispute = allDisputes.find((one) => one.disputeId !== dispute.id && !isClosed(one.status))
  if (openDispute) {
    await setOrderStatusBefore(tx, openDispute.disputeId, statusBefore)
    return addOrderNote(shop, tx, order, reason)
  }
  if (dispute.status !== 'lost') return changeOrderStatus(shop, tx, order, statusBefore, reason)
  if (dispute.amountCents < payment.capturedCents - payment.refundedCents)
    return addOrderNote(shop, tx, order, `${reason} It is only a part of the payment: please decide what to send.`)
  const restockNote = await restockOrder(shop, tx, order)
  return changeOrderStatus(shop, tx, order, 'cancelled', [reason, restockNote].filter((text) => text !== '').join(' '))
}

async function addOrderNote(shop: Pick<Platform, 'now'>, tx: Tx, order: Order, text: string): Promise<Order> {
  await insertOrderNote(tx, order.id, text, shop.now())
  return order
}

/** Sends no customer email: their bank informs them about a dispute. */
async function changeOrderStatus(
  shop: Pick<Platform, 'now'>,
  tx: Tx,
  order: Order,
  to: OrderStatus,
  reason: string,
): Promise<Order> {
  const changed = await changeStatus(tx, order, to, shop.now(), { reason })
  return changed.ok ? { ...order, ...changed.changed } : addOrderNote(shop, tx, order, reason)
}

function openedText(dispute: Dispute): string {
  const amount = formatMoney(dispute.amountCents)
  const deadline = dispute.dueAt ? ` Answer at the payment provider by ${formatShopDay(dispute.dueAt)}.` : ''
  const summary = isInquiry(dispute.status)
    ? `The bank of the cardholder asks about the payment of ${amount}`
    : `The payment is disputed: the bank of the cardholder has taken back ${amount}`
  return `${summary} (${disputeReason(dispute.reason)}; ${dispute.id}).${deadline}`
}

const changedText = (dispute: Dispute): string =>
  dispute.status.endsWith('under_review')
    ? `The bank looks at what the shop has answered to the dispute (${dispute.id}).`
    : `The dispute needs an answer of the shop${dispute.dueAt ? ` by ${formatShopDay(dispute.dueAt)}` : ''} (${dispute.id}).`

function closedText(dispute: Dispute): string {
  const amount = formatMoney(dispute.amountCents)
  if (dispute.status === 'lost') return `The dispute is lost: ${amount} stays with the cardholder (${dispute.id}).`
  if (dispute.status === 'won') return `The dispute is won: ${amount} stays with the shop (${dispute.id}).`
  return `The dispute is closed, and no money was taken for it (${dispute.id}).`
}
