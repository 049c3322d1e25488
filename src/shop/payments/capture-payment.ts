import { and, eq, isNull, lte } from 'drizzle-orm'
import { type Result, refused } from '../../platform/database/result.ts'
import { runEach } from '../../platform/jobs/run-each.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import { formatShopDay } from '../../platform/time/shop-time.ts'
import { CAPTURE_WINDOW_MS } from '../gateways/payment-verdict.ts'
import type { IntentResult } from '../gateways/provider.ts'
import { enqueueEmails } from '../orders/messages/order-messages.ts'
import { findOrderRow, insertOrderNote, lockOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { findActivePayment } from '../orders/payments/payments.store.ts'
import { payments } from '../orders/payments/payments.table.ts'
import { type TransitionResult, transitionOrderByHand } from '../orders/transition-order.ts'
import type { OrderingContext } from '../risk/context.ts'
import { type SettleResult, settlePayment } from './settle-payment.ts'

export type CaptureProblem =
  /**
   * `expired`: the order can be paid again. `unreachable`: unknown until a webhook or reconciliation reports it.
   * `other-provider`: begun under other keys of the provider.
   */
  | { readonly kind: 'no-such-order' | 'not-authorized' | 'expired' | 'unreachable' | 'other-provider' }
  | { readonly kind: 'amount'; readonly authorizedCents: number }
  | { readonly kind: 'refused'; readonly message: string }

export type CaptureResult = Result<object, CaptureProblem>

type Request = { readonly orderId: number; readonly author: string }

/** Captures the whole payment, or `amountCents` and releases the rest for good. Idempotent. */
export const capturePayment = (
  shop: OrderingContext,
  { orderId, author, amountCents }: Request & { readonly amountCents?: number | undefined },
): Promise<CaptureResult> =>
  withAuthorized(shop, { orderId, author }, async (intentId, totalCents, signal) => {
    const capturedCents = amountCents ?? totalCents
    if (capturedCents < 1 || capturedCents > totalCents) return refused({ kind: 'amount', authorizedCents: totalCents })
    const idempotencyKey = `order-${orderId}-capture-${intentId}-${capturedCents}`
    const captured = await shop.payments.provider.captureIntent(
      { intentId, amountCents: capturedCents, idempotencyKey },
      signal,
    )
    if (!captured.ok && isExpired(captured)) {
      // The provider cancels expired authorizations only later, and until then the order could not be paid again.
      const idempotencyKey = `order-${orderId}-expired-${intentId}`
      await shop.payments.provider.cancelIntent({ intentId, reason: 'abandoned', idempotencyKey }, signal)
      await readBack(shop, intentId)
      return refused({ kind: 'expired' })
    }
    return resultOf(captured, await readBack(shop, intentId, author), 'paid')
  })

export const voidPayment = (shop: OrderingContext, { orderId, author }: Request): Promise<CaptureResult> =>
  withAuthorized(shop, { orderId, author }, async (intentId, _totalCents, signal) => {
    const idempotencyKey = `order-${orderId}-void-${intentId}`
    const cancelled = await shop.payments.provider.cancelIntent(
      { intentId, reason: 'requested_by_customer', idempotencyKey },
      signal,
    )
    return resultOf(cancelled, await readBack(shop, intentId, author), 'declined')
  })

const isExpired = (result: IntentResult): boolean =>
  !result.ok && result.problem.kind === 'refused' && result.problem.error.code === 'charge_expired_for_capture'

const READ_MS = 5000

/** Has its own time limit, because the state matters even when the call before has used up its time. */
const readBack = (shop: OrderingContext, intentId: string, author = 'shop') =>
  settlePayment(shop, intentId, { signal: AbortSignal.timeout(READ_MS), author })

/** The state read back from the provider decides, not its response to the call. */
function resultOf(answer: IntentResult, settled: SettleResult, expected: 'paid' | 'declined'): CaptureResult {
  if (settled.kind === expected) return { ok: true }
  if (settled.kind === 'unreachable') return refused({ kind: 'unreachable' })
  if (answer.ok) return refused({ kind: 'not-authorized' })
  const { problem } = answer
  return refused(problem.kind === 'unreachable' ? problem : { kind: 'refused', message: problem.error.message })
}

/** Calls the provider only for payments that it reports as authorized, outside transactions and within a time limit. */
async function withAuthorized(
  shop: OrderingContext,
  { orderId, author }: Request,
  change: (intentId: string, totalCents: number, signal: AbortSignal) => Promise<CaptureResult>,
): Promise<CaptureResult> {
  const order = await findOrderRow(shop.db, orderId)
  if (!order) return refused({ kind: 'no-such-order' })
  const payment = await findActivePayment(shop.db, orderId)
  if (!payment?.intentId || order.status !== 'on-hold') return refused({ kind: 'not-authorized' })
  const signal = AbortSignal.timeout(shop.payments.shopperTimeoutMs)
  // After a double click, the first request may have captured or voided it already.
  const current = await settlePayment(shop, payment.intentId, { signal, author })
  if (current.kind === 'unreachable') return refused({ kind: 'unreachable' })
  if (current.kind === 'other-provider') return refused({ kind: 'other-provider' })
  if (current.kind !== 'authorized') return refused({ kind: 'not-authorized' })
  return change(payment.intentId, order.totalCents, signal)
}

/**
 * Changes an order's status by hand. As in WooCommerce, an authorized payment is captured when its order is processed or
 * completed, and voided when it is cancelled; if that fails, the status stays.
 */
export async function changeStatusAndPayment(
  shop: OrderingContext,
  change: Parameters<typeof transitionOrderByHand>[1],
): Promise<TransitionResult | CaptureResult> {
  const byStatus = { processing: capturePayment, completed: capturePayment, cancelled: voidPayment } as const
  const move = change.to in byStatus ? byStatus[change.to as keyof typeof byStatus] : null
  const payment = move && (await findActivePayment(shop.db, change.orderId))
  if (move && payment?.status === 'requires_capture') {
    const moved = await move(shop, change)
    const mayMove = change.to === 'cancelled' ? ['not-authorized', 'other-provider'] : ['not-authorized']
    if (!moved.ok && !mayMove.includes(moved.problem.kind)) return moved
  }
  return transitionOrderByHand(shop, change)
}

const REMIND_BEFORE_MS = 2 * DAY_MS

export async function remindOfCaptures(shop: OrderingContext): Promise<number> {
  const now = shop.now()
  const isDue = and(
    eq(payments.status, 'requires_capture'),
    eq(payments.provider, shop.payments.provider.name),
    isNull(payments.captureRemindedAt),
    lte(payments.authorizedAt, new Date(now.getTime() - CAPTURE_WINDOW_MS + REMIND_BEFORE_MS)),
  )
  const duePayments = await shop.db
    .select({ id: payments.id, orderId: payments.orderId })
    .from(payments)
    .innerJoin(orders, and(eq(orders.id, payments.orderId), eq(orders.status, 'on-hold')))
    .where(isDue)
    .limit(200)
  await runEach(duePayments, ({ id, orderId }) =>
    shop.db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      const [payment] = await tx
        .update(payments)
        .set({ captureRemindedAt: now })
        .where(and(eq(payments.id, id), isDue))
        .returning({ authorizedAt: payments.authorizedAt })
      if (!order || !payment?.authorizedAt) return
      const until = new Date(payment.authorizedAt.getTime() + CAPTURE_WINDOW_MS)
      const text = `The authorization of the payment ends on ${formatShopDay(until)}; capture it before.`
      await insertOrderNote(tx, orderId, text, now)
      await enqueueEmails(shop, tx, order, {
        transition: `capture-due:${id}`,
        templates: ['shop-capture-due'],
        data: { until: until.toISOString() },
      })
    }),
  )
  return duePayments.length
}
