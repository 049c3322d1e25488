import type { Tx } from '../database/connect.ts'
import { askForMails } from '../mail/ask-for-mails.ts'
import { formatMoney } from '../money/format.ts'
import { addNote, changeStatus, type Order } from '../orders/orders.store.ts'
import type { OrderStatus } from '../orders/orders.table.ts'
import type { Payment } from '../payments/payments.store.ts'
import type { Dispute } from '../payments/provider.ts'
import { disputesOf, setHeldStatus, storeDisputes } from '../payments/reversals.store.ts'
import { type DisputeNews, disputeNews, disputeReason, isClosed, isInquiry } from '../payments/reversals.ts'
import { shopDay } from '../settings/shop-time.ts'
import type { Shop } from '../shop.ts'
import { putGoodsBack } from './put-goods-back.ts'

/**
 * Writes a payment's disputes into its locked order. While one is open, an order that is still to be sent is on hold; won
 * or dropped, it goes on; lost, nothing is sent. An order that was sent stays what it is: its notes and mails tell the rest.
 */
export async function applyDisputes(
  shop: Shop,
  tx: Tx,
  order: Order,
  payment: Payment,
  reported: readonly Dispute[],
): Promise<void> {
  const before = await storeDisputes(tx, payment, reported, shop.now())
  let current = order
  for (const news of disputeNews(before, reported)) {
    current = await applyNews(shop, tx, current, payment, news)
    if (news.kind === 'changed') continue
    const { id, amountCents, reason, dueBy } = news.dispute
    await askForMails(shop, tx, order, {
      transition: `dispute:${id}:${news.kind}`,
      templates: [news.kind === 'opened' ? 'shop-dispute-opened' : 'shop-dispute-closed'],
      facts: {
        dispute: {
          cents: amountCents,
          reason: disputeReason(reason),
          isInquiry: isInquiry(news.dispute.status),
          isLost: news.dispute.status === 'lost',
          ...(dueBy ? { answerBy: shopDay(dueBy) } : {}),
        },
      },
    })
  }
}

async function applyNews(
  shop: Shop,
  tx: Tx,
  order: Order,
  payment: Payment,
  { kind, dispute }: DisputeNews,
): Promise<Order> {
  if (kind === 'opened') {
    const why = openedText(dispute)
    if (order.status !== 'processing') return note(shop, tx, order, why)
    await setHeldStatus(tx, dispute.id, order.status)
    return step(shop, tx, order, 'on-hold', why)
  }
  if (kind === 'changed') return note(shop, tx, order, changedText(dispute))

  const all = await disputesOf(tx, [payment.id])
  const statusBefore = all.find((one) => one.disputeId === dispute.id)?.statusBefore ?? null
  const why = closedText(dispute)
  // Somebody may have decided otherwise meanwhile, and another dispute may go on.
  if (order.status !== 'on-hold' || statusBefore === null) return note(shop, tx, order, why)
  const open = all.find((one) => one.disputeId !== dispute.id && !isClosed(one.status))
  if (open) {
    await setHeldStatus(tx, open.disputeId, statusBefore)
    return note(shop, tx, order, why)
  }
  if (dispute.status !== 'lost') return step(shop, tx, order, statusBefore, why)
  if (dispute.amountCents < payment.capturedCents - payment.refundedCents)
    return note(shop, tx, order, `${why} It is only a part of the payment: please decide what to send.`)
  const goods = await putGoodsBack(shop, tx, order)
  return step(shop, tx, order, 'cancelled', [why, goods].filter((text) => text !== '').join(' '))
}

async function note(shop: Shop, tx: Tx, order: Order, text: string): Promise<Order> {
  await addNote(tx, order.id, text, shop.now())
  return order
}

/** Customers are not written to: their bank speaks with them. */
async function step(shop: Shop, tx: Tx, order: Order, to: OrderStatus, why: string): Promise<Order> {
  const changed = await changeStatus(tx, order, to, shop.now(), { why })
  return changed.ok ? { ...order, ...changed.changed } : note(shop, tx, order, why)
}

function openedText(dispute: Dispute): string {
  const money = formatMoney(dispute.amountCents)
  const answer = dispute.dueBy ? ` Answer at the payment provider by ${shopDay(dispute.dueBy)}.` : ''
  const what = isInquiry(dispute.status)
    ? `The bank of the cardholder asks about the payment of ${money}`
    : `The payment is disputed: the bank of the cardholder has taken back ${money}`
  return `${what} (${disputeReason(dispute.reason)}; ${dispute.id}).${answer}`
}

const changedText = (dispute: Dispute): string =>
  dispute.status.endsWith('under_review')
    ? `The bank looks at what the shop has answered to the dispute (${dispute.id}).`
    : `The dispute needs an answer of the shop${dispute.dueBy ? ` by ${shopDay(dispute.dueBy)}` : ''} (${dispute.id}).`

function closedText(dispute: Dispute): string {
  const money = formatMoney(dispute.amountCents)
  if (dispute.status === 'lost') return `The dispute is lost: ${money} stays with the cardholder (${dispute.id}).`
  if (dispute.status === 'won') return `The dispute is won: ${money} stays with the shop (${dispute.id}).`
  return `The dispute is closed, and no money was taken for it (${dispute.id}).`
}
