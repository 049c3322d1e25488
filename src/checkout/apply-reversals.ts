import type { Tx } from '../database/connect.ts'
import { askForMails } from '../mail/ask-for-mails.ts'
import { formatMoney } from '../money/format.ts'
import { mayBecome } from '../orders/order-status.ts'
import { addNote, changeStatus, lockOrder, type Order, setRefunded } from '../orders/orders.store.ts'
import type { Payment } from '../payments/payments.store.ts'
import type { Refund } from '../payments/provider.ts'
import { beginReading, storeRefunds, takeReading } from '../payments/reversals.store.ts'
import { refundNews, refundReason } from '../payments/reversals.ts'
import type { Shop } from '../shop.ts'
import { applyDisputes } from './apply-disputes.ts'
import { putGoodsBack } from './put-goods-back.ts'

/**
 * Reads a payment's refunds and disputes back from the provider and writes them into its order: rows, notes, sums, status,
 * stock and mails. It does the same thing however often and in whatever order it is asked, whoever gave the money back.
 */
export async function applyReversals(shop: Shop, intentId: string): Promise<'applied' | 'unknown' | 'unreachable'> {
  const begun = await beginReading(shop.db, intentId)
  if (!begun) return 'unknown'
  const read = await shop.payments.provider.retrieveReversals(intentId)
  if (!read.ok) return read.problem.kind === 'unreachable' ? 'unreachable' : 'unknown'
  const { capturedCents, refunds, disputes } = read.reversals
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, begun.orderId)
    const payment = order && (await takeReading(tx, { intentId, reading: begun.reading, capturedCents }))
    if (!order || !payment) return
    const { order: now, backCents } = await applyRefunds(shop, tx, order, payment, refunds)
    // What a lost dispute leaves of a payment depends on what has gone back by then.
    await applyDisputes(shop, tx, now, { ...payment, refundedCents: backCents }, disputes)
  })
  return 'applied'
}

async function applyRefunds(
  shop: Shop,
  tx: Tx,
  order: Order,
  payment: Payment,
  reported: readonly Refund[],
): Promise<{ readonly order: Order; readonly backCents: number }> {
  const { before, refundedCents: back } = await storeRefunds(tx, payment, reported)
  // A payment that does not fit its order may have brought more than it.
  const refundedCents = Math.min(back, order.totalCents)
  // Money that came too late was never part of the order; of an order that was paid another time it is not counted.
  const isBeside = payment.status === 'canceled' && order.paidAt !== null
  const isLate = isBeside || order.paidAt === null
  if (!isBeside && refundedCents !== order.refundedCents) await setRefunded(tx, order.id, refundedCents, shop.now())
  const refunded = isBeside ? order : { ...order, refundedCents }

  const news = refundNews(before, reported)
  const said: string[] = []
  for (const { kind, refund } of news) {
    said.push(kind === 'arrived' ? arrivedText(order, refund, isLate) : failedText(refund))
    await askForMails(shop, tx, order, {
      transition: `${kind === 'arrived' ? 'refund' : 'refund-failed'}:${refund.id}`,
      templates: kind === 'arrived' ? ['order-refunded', 'shop-order-refunded'] : ['shop-refund-failed'],
      facts: { refundCents: refund.amountCents, ...(isLate ? { reason: cameLate } : {}) },
    })
  }
  const isAllBack = !isLate && back > 0 && back === payment.capturedCents
  if (isAllBack && mayBecome(order.status, 'refunded')) {
    const goods = await putGoodsBack(shop, tx, order)
    return { order: await step(shop, tx, refunded, 'refunded', [...said, goods]), backCents: back }
  }
  if (!isLate && !isAllBack && order.status === 'refunded' && news.some(({ kind }) => kind === 'failed')) {
    const goods = 'Goods that were put back are still on the shelf.'
    const to = order.completedAt ? 'completed' : 'processing'
    return { order: await step(shop, tx, refunded, to, [...said, goods]), backCents: back }
  }
  const isPart = !isLate && !isAllBack && news.some(({ kind }) => kind === 'arrived')
  if (isPart) said.push('Stock was left as it is.')
  if (said.length > 0) await addNote(tx, order.id, said.join(' '), shop.now())
  return { order: refunded, backCents: back }
}

/** Customer and shop have their mails about the refund itself, so the step brings none. */
async function step(
  shop: Shop,
  tx: Tx,
  order: Order,
  to: 'refunded' | 'completed' | 'processing',
  said: readonly string[],
): Promise<Order> {
  const why = said.filter((text) => text !== '').join(' ')
  const changed = await changeStatus(tx, order, to, shop.now(), why === '' ? {} : { why })
  return changed.ok ? { ...order, ...changed.changed } : order
}

const cameLate = 'Your payment came after the order had been cancelled and its items were back in stock.'

function arrivedText(order: Order, refund: Refund, isLate: boolean): string {
  const money = formatMoney(refund.amountCents)
  if (isLate) return `The late payment was refunded: ${money}, ${refund.id}.`
  const why = refundReason(refund.reason)
  const of = refund.amountCents < order.totalCents ? ` of ${formatMoney(order.totalCents)}` : ''
  return `${money}${of} was refunded at the payment provider (${[why, refund.id].filter((part) => part !== '').join(', ')}).`
}

const failedText = (refund: Refund): string =>
  `The refund of ${formatMoney(refund.amountCents)} failed: the bank could not take it, and the money is with the shop (${refund.id}).`
