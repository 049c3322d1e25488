import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/database/connect.ts'
import { formatMoney, sumOf } from '../../platform/money/money.ts'
import { insertOrderNote, lockOrder } from '../orders/orders.store.ts'
import { findPayment } from '../orders/payments/payments.store.ts'
import {
  findRefund,
  hasFailed,
  insertOrderRefund,
  type OrderRefund,
  refundsOfOrders,
  setRetry,
} from '../orders/payments/refunds.store.ts'
import { refundParts } from '../orders/refund-parts.ts'
import type { OrderingContext } from '../risk/context.ts'
import { paymentOfOrder } from './apply-refunds.ts'
import {
  countedRefunds,
  failed,
  finishStarted,
  leftAtProvider,
  leftOf,
  type RefundOrderResult,
  type RefundProblem,
  readReversals,
} from './refund-order.ts'

type RetryRequest = {
  readonly orderId: number
  readonly id: number
  readonly refundedCents?: number | undefined
  readonly author: { readonly id: number; readonly name: string }
}

type StartedRetry =
  | { readonly ok: true; readonly refund: OrderRefund; readonly isNew: boolean }
  | { readonly ok: false; readonly problem: RefundProblem }

/** A refund of its own. The provider is read first; a second press gets the refund of the first. */
export async function retryRefund(shop: OrderingContext, request: RetryRequest): Promise<RefundOrderResult> {
  const signal = AbortSignal.timeout(shop.payments.shopperTimeoutMs)
  const stored = await findRefund(shop.db, request.orderId, request.id)
  if (!stored) return failed({ kind: 'no-such-refund' })
  const payment = stored.paymentId === null ? null : await findPayment(shop.db, stored.paymentId)
  if (!payment?.intentId) return failed({ kind: 'not-failed' })
  const isRead = stored.retryId !== null || (await readReversals(shop, payment.intentId, signal)) === 'applied'
  if (!isRead) return failed({ kind: 'unreachable' })
  const started = await shop.db.transaction((tx) => startRetry(shop, tx, request))
  if (!started.ok) return started
  if (started.isNew) return finishStarted(shop, started.refund, signal)
  const { refund } = started
  return hasFailed(refund) ? failed({ kind: 'refused', message: refund.problem }) : { ok: true, refund }
}

async function startRetry(
  shop: OrderingContext,
  tx: Tx,
  { orderId, id, refundedCents, author }: RetryRequest,
): Promise<StartedRetry> {
  const order = await lockOrder(tx, orderId)
  if (!order) return failed({ kind: 'no-such-order' })
  const before = await findRefund(tx, orderId, id)
  if (!before) return failed({ kind: 'no-such-refund' })
  const retried = before.retryId === null ? null : await findRefund(tx, orderId, before.retryId)
  if (retried) return { ok: true, refund: retried, isNew: false }
  const payment = before.paymentId === null ? null : await findPayment(tx, before.paymentId)
  if (!payment || !hasFailed(before)) return failed({ kind: 'not-failed' })

  const all = (await refundsOfOrders(tx, [orderId])).filter((refund) => !hasFailed(refund))
  if (all.some(({ status }) => status === 'starting')) return failed({ kind: 'in-progress' })
  const shownCents = sumOf(all, (one) => one.amountCents)
  if (refundedCents !== undefined && refundedCents !== shownCents)
    return failed({ kind: 'changed', refundedCents: shownCents })
  let leftCents = leftAtProvider(payment, all)
  // A payment that came too late is none of the order: only what the provider has left of it counts.
  if (order.paidAt !== null && (await paymentOfOrder(tx, order))?.id === payment.id) {
    const counted = countedRefunds(all, payment)
    const asked = refundParts(leftOf(order, counted), before.parts)
    if (!asked.ok) return failed({ kind: 'parts', problems: asked.problems })
    leftCents = Math.min(leftCents, order.totalCents - sumOf(counted, (one) => one.amountCents))
  }
  if (before.amountCents > leftCents)
    return failed({ kind: 'too-much', leftCents, refundedCents: shownCents, disputedCents: 0 })

  const { amountCents, reason, parts, paymentId, hasSucceeded } = before
  const refund = await insertOrderRefund(tx, {
    ...{ orderId, paymentId, amountCents, reason, parts, status: 'starting', createdAt: shop.now() },
    // Its pieces went back into stock when it had first succeeded.
    ...{ restocks: hasSucceeded ? false : before.restocks, hasSucceeded },
    ...{ refundedBy: author.id, author: author.name, idempotencyKey: `refund-${randomUUID()}` },
  })
  if (!refund) throw new Error('A new refund has the key of another one')
  await setRetry(tx, id, refund.id)
  const note = `The failed refund of ${formatMoney(amountCents, order.currency)} is tried again.`
  await insertOrderNote(tx, orderId, note, shop.now(), author.name)
  return { ok: true, refund, isNew: true }
}
