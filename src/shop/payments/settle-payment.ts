import type { Tx } from '../../platform/database/connect.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { formatMoney } from '../../platform/money/money.ts'
import type { Intent, PaymentError } from '../gateways/payment-intent.ts'
import { paymentVerdict } from '../gateways/payment-verdict.ts'
import { isUnknownPayment } from '../gateways/provider.ts'
import { hasActiveAttempt, isAwaitingProvider, isOfOtherProvider } from '../orders/order-payment.ts'
import { needsPayment } from '../orders/order-status.ts'
import { releaseStock, reserveStock } from '../orders/order-stock.ts'
import { findOrder, insertOrderNote, type Order, setOrder } from '../orders/orders.store.ts'
import * as store from '../orders/payments/payments.store.ts'
import { insertOrderRefund, releaseKeyPrefix } from '../orders/payments/refunds.store.ts'
import { insertRefund } from '../orders/payments/reversals.store.ts'
import { isPaidOtherwise } from '../orders/refund-excess.ts'
import { transitionOrder } from '../orders/transition-order.ts'
import { providerPayment } from '../payment-methods/payment-methods.ts'
import { holdForReview } from '../risk/assess-payment.ts'
import type { OrderingContext } from '../risk/context.ts'
import * as unpaid from './accept-unpaid.ts'
import { isPayable } from './change-payment.ts'
import { clearOrderCart, lockOrderWithCart } from './order-cart.ts'

export const saveCardJob = defineJob<{ intentId: string }>('save-card', 10)
export const refundLatePaymentJob = defineJob<{ orderId: number; intentId: string; amountCents: number }>(
  'refund-late-payment',
  20,
)

export type PaymentResult =
  | { readonly kind: 'paid'; readonly order: Order }
  /** Accepted by the provider, and so is the order by the shop: the money arrives or is captured later. */
  | { readonly kind: 'processing' | 'authorized'; readonly order: Order }
  | { readonly kind: 'needs-action'; readonly intent: Intent }
  /** Nothing was charged, and nothing is pending. `error` has the provider's reason, if any. */
  | { readonly kind: 'declined'; readonly error: PaymentError | null; readonly intent?: Intent }
  | { readonly kind: 'undecided' }
  /** Paid for an order that was cancelled. */
  | { readonly kind: 'refunding' }
  /** The payment does not match the order: it is not counted, and needs a manual check. */
  | { readonly kind: 'mismatch'; readonly intent?: Intent }

export type SettleResult =
  | PaymentResult
  | { readonly kind: 'unknown-order' }
  | { readonly kind: 'unreachable' }
  /** Begun under other keys of the provider: the current keys can neither read nor cancel it. */
  | { readonly kind: 'other-provider'; readonly payment: store.Payment }

/** Retrieves a payment and applies it to its order; idempotent. `author` is who captured or voided it. */
export async function settlePayment(
  shop: OrderingContext,
  intentId: string,
  { signal, author }: { readonly signal?: AbortSignal; readonly author?: string } = {},
): Promise<SettleResult> {
  const requestedAt = shop.now()
  const retrieved = await shop.payments.provider.retrieveIntent(intentId, signal)
  if (retrieved.ok) return applyIntent(shop, retrieved.intent, requestedAt, author)
  const payment = await store.findPaymentByIntent(shop.db, intentId)
  if (!payment || payment.status === 'succeeded') return { kind: 'unreachable' }
  // Payments are stored with the mode of their keys; those of another account of the same mode are unknown to this one.
  const isOther = isOfOtherProvider(shop, payment) || isUnknownPayment(retrieved)
  return isOther ? { kind: 'other-provider', payment } : { kind: 'unreachable' }
}

/** Only where its order ends or is paid again: the former keys may come back. */
export async function endOtherProviderPayment({ db, now }: OrderingContext, payment: store.Payment): Promise<void> {
  const { id, orderId, intentId } = payment
  const isEnded = await store.endPayment(db, id, now())
  const text = `The payment ${intentId} was begun under other keys of the payment provider. The shop no longer follows it.`
  if (isEnded && intentId) await insertOrderNote(db, orderId, text, now())
}

/** Whether no money has moved, nor will by itself. */
export const isUncharged = (intent: Intent | undefined): boolean =>
  ['requires_payment_method', 'requires_confirmation', 'canceled'].includes(intent?.status ?? '')

/** Only a final state is applied without reading it again, because a repeated request may get an outdated response. */
export async function applyIntent(
  shop: OrderingContext,
  intent: Intent,
  requestedAt = shop.now(),
  author = 'shop',
): Promise<Exclude<SettleResult, { kind: 'unreachable' | 'other-provider' }>> {
  const { orderId } = intent
  if (orderId === null) return { kind: 'unknown-order' }
  const now = shop.now()
  return shop.db.transaction(async (tx) => {
    const { order, cartVersion } = await lockOrderWithCart(tx, orderId)
    // Other shops with the same account, or this one before a new setup, have orders with the same number.
    if (!order || order.orderKey !== intent.orderKey) return { kind: 'unknown-order' }
    const verdict = paymentVerdict(intent, order)
    const hasEndedUnpaid =
      unpaid.endedUnpaid.has(verdict.kind) && (await unpaid.isNewest(tx, order, intent, requestedAt))
    await store.storeIntent(tx, { orderId, intent, now })
    switch (verdict.kind) {
      case 'mismatch':
        // It was declined or cancelled, and the order changed since, which needs no manual check.
        if (isUncharged(intent)) return { kind: 'mismatch', intent }
        await insertOrderNote(
          tx,
          orderId,
          `A payment of the provider does not fit this order (${verdict.field}); it was not counted: ${intent.id}.`,
          now,
        )
        shop.log.error({ orderId, intentId: intent.id, what: verdict.field }, 'a payment does not fit its order')
        return { kind: 'mismatch', intent }
      case 'requires-action':
        return { kind: 'needs-action', intent }
      case 'processing':
      case 'authorized':
        if (intent.savesCard && verdict.kind === 'authorized' && isPayable(order, true))
          await shop.jobs.enqueue(tx, saveCardJob, { intentId: intent.id })
        return unpaid.acceptUnpaid(shop, tx, { order, cartVersion, intent, kind: verdict.kind })
      case 'failed':
      case 'open':
      case 'canceled':
        if (hasEndedUnpaid && isAwaitingProvider(order)) await unpaid.failAccepted(shop, tx, order, intent, author)
        else if (hasEndedUnpaid) await releaseAfterDecline(shop, tx, order, intent)
        return { kind: 'declined', intent, error: intent.lastError }
      case 'paid':
        break
    }
    const isSecond =
      isPaidOtherwise(order, { chargeId: intent.chargeId, intentId: intent.id }) ||
      (order.paidAt !== null && (await isPaidByAnother(tx, intent, orderId)))
    if (order.paidAt !== null && !isSecond) return { kind: 'paid', order }
    const canBePaid = !isSecond && (needsPayment(order.status) || order.status === 'on-hold')
    if (!canBePaid || !(await ensureStock(shop, tx, order))) {
      // The order was cancelled, paid otherwise, or its stock is gone after the hold expired: refund the payment.
      const amountCents = intent.amountReceivedCents
      const idempotencyKey = lateRefundKey(orderId, intent.id)
      const refund = { orderId, intentId: intent.id, amountCents, reason: 'Late payment', idempotencyKey, now }
      if (await insertRefund(tx, refund)) {
        const reasonText = isSecond
          ? 'Paid a second time through the provider'
          : canBePaid
            ? 'Paid when its goods were somebody else’s'
            : `Paid after it was ${order.status}`
        await insertOrderNote(tx, orderId, `${reasonText}; the payment is being refunded.`, now)
        await shop.jobs.enqueue(tx, refundLatePaymentJob, { orderId, intentId: intent.id, amountCents })
      }
      return { kind: 'refunding' }
    }
    if (intent.savesCard) await shop.jobs.enqueue(tx, saveCardJob, { intentId: intent.id })
    await clearOrderCart(shop, tx, order, cartVersion)
    const adopted = await unpaid.adoptMethod(shop, tx, order, intent)
    const { order: captured, note } = await recordRelease(shop, tx, adopted, intent)
    const text = providerPayment(adopted.paymentMethod)?.notes.paid(intent.card) ?? 'Paid through the payment provider.'
    const paid = await transitionOrder(shop, tx, captured, 'processing', {
      paid: { transactionId: intent.chargeId ?? intent.id },
      author,
      reason: note === '' ? text : `${text} ${note}`,
    })
    if (!paid) throw new Error(`Order ${orderId} is paid, but cannot become so from ${order.status}`)
    return { kind: 'paid', order: await holdForReview(shop, tx, paid, intent.card) }
  })
}

/** Its payment was ended because other keys did not know it, the order was paid again, and the former keys came back. */
async function isPaidByAnother(tx: Tx, intent: Intent, orderId: number): Promise<boolean> {
  const active = await store.findActivePayment(tx, orderId)
  return active?.status === 'succeeded' && active.intentId !== intent.id
}

export const lateRefundKey = (orderId: number, intentId: string): string => `order-${orderId}-late-refund-${intentId}`

async function releaseAfterDecline(shop: OrderingContext, tx: Tx, order: Order, { status, lastError }: Intent) {
  const isDeclined = status === 'requires_payment_method' && lastError !== null
  if (isDeclined && needsPayment(order.status) && order.holdsStock && !hasActiveAttempt(order, shop.now()))
    await releaseStock(shop, tx, order.id)
}

async function ensureStock(shop: OrderingContext, tx: Tx, order: Order): Promise<boolean> {
  if (order.holdsStock || (await reserveStock(shop, tx, order)).ok) return true
  await unpaid.cancelSoldOut(shop, tx, order)
  return false
}

/** After this time a page shows the known state rather than wait longer for the provider. */
const PAGE_WAIT_MS = 5000

export const settleOrder = async (shop: OrderingContext, order: Order): Promise<Order> =>
  (await settleActive(shop, order)).order

async function settleActive(shop: OrderingContext, order: Order) {
  const payment = await store.findActivePayment(shop.db, order.id)
  if (!payment?.intentId) return { order, isFollowed: payment !== null }
  const signal = AbortSignal.timeout(Math.min(PAGE_WAIT_MS, shop.payments.shopperTimeoutMs))
  const settled = await settlePayment(shop, payment.intentId, { signal })
  const isFollowed = settled.kind !== 'other-provider'
  if ('order' in settled) return { order: settled.order, isFollowed }
  return { order: (await findOrder(shop.db, order.id)) ?? order, isFollowed }
}

async function isOutcomePending(shop: OrderingContext, orderId: number): Promise<boolean> {
  const payment = await store.findActivePayment(shop.db, orderId)
  return payment !== null && (payment.unansweredAt !== null || payment.status === 'processing')
}

export async function settleAndCheck(shop: OrderingContext, order: Order) {
  if (!needsPayment(order.status)) return { order, isChecking: false }
  const { order: settled, isFollowed } = await settleActive(shop, order)
  return {
    order: settled,
    isChecking: isFollowed && needsPayment(settled.status) && (await isOutcomePending(shop, order.id)),
  }
}

/* The uncaptured rest of a partial capture is recorded as a refund (docs/decisions/partial-capture.md). */

export async function recordRelease(
  shop: Pick<OrderingContext, 'now'>,
  tx: Tx,
  order: Order,
  { id, amountReceivedCents }: Intent,
): Promise<{ readonly order: Order; readonly note: string }> {
  const releasedCents = order.totalCents - amountReceivedCents
  if (releasedCents <= 0) return { order, note: '' }
  const release = await insertOrderRefund(tx, {
    orderId: order.id,
    amountCents: releasedCents,
    status: 'succeeded',
    reason: 'Not captured',
    idempotencyKey: `${releaseKeyPrefix}${id}`,
    restocks: false,
    createdAt: shop.now(),
  })
  const note = `${formatMoney(amountReceivedCents, order.currency)} of ${formatMoney(order.totalCents, order.currency)} was captured; the rest was released.`
  if (!release) return { order, note }
  const refundedCents = order.refundedCents + releasedCents
  await setOrder(tx, order.id, { refundedCents, updatedAt: shop.now() })
  return { order: { ...order, refundedCents }, note }
}
