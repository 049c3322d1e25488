import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/database/connect.ts'
import { type Result, refused } from '../../platform/database/result.ts'
import { unavailableReason } from '../../platform/database/unavailable-reason.ts'
import { runEach } from '../../platform/jobs/run-each.ts'
import { formatMoney, sumOf } from '../../platform/money/money.ts'
import { findOrder, insertOrderNote, lockOrder, type Order } from '../orders/orders.store.ts'
import { findPayment, type Payment } from '../orders/payments/payments.store.ts'
import * as store from '../orders/payments/refunds.store.ts'
import { disputesOf, markRefundFailed } from '../orders/payments/reversals.store.ts'
import { disputedCents } from '../orders/refund-excess.ts'
import * as rules from '../orders/refund-parts.ts'
import type { OrderingContext } from '../risk/context.ts'
import { applyRefunds, paymentOfOrder } from './apply-refunds.ts'
import { applyReversals } from './apply-reversals.ts'

export type RefundRequest = {
  readonly orderId: number
  readonly parts: readonly rules.PartRequest[]
  readonly amountCents: number | null
  readonly reason: string
  /** Whether items are restocked; null: according to the settings. */
  readonly restocks: boolean | null
  readonly isByHand: boolean
  /** The refunded amount that the request is based on; if it differs now, the request is refused. */
  readonly refundedCents?: number | undefined
  readonly meta?: store.OrderRefund['meta']
  readonly author: { readonly id: number; readonly name: string }
}

export type RefundProblem =
  | { readonly kind: 'no-such-order' | 'no-such-refund' | 'not-paid' | 'nothing' | 'no-provider' | 'in-progress' }
  /** `not-asked`: the provider did not report its own refunds, so no refund is recorded by hand. */
  | { readonly kind: 'not-failed' | 'unreachable' | 'not-asked' }
  /** The account of the current keys does not have this payment. */
  | { readonly kind: 'unknown-payment' }
  | { readonly kind: 'parts'; readonly problems: readonly rules.PartProblem[] }
  | { readonly kind: 'other-amount'; readonly partsCents: number }
  | ({ readonly kind: 'too-much' } & Readonly<Record<'leftCents' | 'refundedCents' | 'disputedCents', number>>)
  | { readonly kind: 'changed'; readonly refundedCents: number }
  | { readonly kind: 'refused'; readonly message: string }

/** The refund's status tells whether the money was returned; `starting`: the provider has not answered yet. */
export type RefundOrderResult = Result<{ refund: store.OrderRefund }, RefundProblem>

/** Stores the refund before requesting it, so that `finishRefunds` can repeat the request with the same key. */
export async function refundOrder(shop: OrderingContext, request: RefundRequest): Promise<RefundOrderResult> {
  const signal = AbortSignal.timeout(shop.payments.shopperTimeoutMs)
  // The provider refuses its own refunds beyond the payment, but does not know of refunds by hand.
  if (request.isByHand && !(await readPaymentBack(shop, request.orderId, signal))) return refused({ kind: 'not-asked' })
  const started = await shop.db.transaction((tx) => startRefund(shop, tx, request))
  return started.ok ? finishStarted(shop, started.refund, signal) : started
}

/** False if the provider did not answer. Payments without intent or of another provider need no answer. */
async function readPaymentBack(shop: OrderingContext, orderId: number, signal: AbortSignal): Promise<boolean> {
  const order = await findOrder(shop.db, orderId)
  const payment = order && (await paymentOfOrder(shop.db, order))
  if (!payment?.intentId || payment.provider !== shop.payments.provider.name) return true
  return (await readReversals(shop, payment.intentId, signal)) !== 'unreachable'
}

/** Applies refunds and disputes while a person waits. Refused API keys count as no answer, too. */
async function readReversals(shop: OrderingContext, intentId: string, signal: AbortSignal) {
  try {
    return await applyReversals(shop, intentId, signal)
  } catch (error) {
    if (unavailableReason(error) !== null) throw error
    shop.log.error({ err: error, intentId }, 'refunds and disputes of a payment could not be read')
    return 'unreachable'
  }
}

async function finishStarted(
  shop: OrderingContext,
  started: store.OrderRefund,
  signal: AbortSignal,
): Promise<RefundOrderResult> {
  const unfinished = await store.findUnfinishedRefund(shop.db, started.id)
  if (!unfinished) return { ok: true, refund: started }
  await finishRefund(shop, unfinished, signal)
  const refund = (await store.findRefund(shop.db, started.orderId, started.id)) ?? started
  return store.hasFailed(refund) ? refused({ kind: 'refused', message: refund.problem }) : { ok: true, refund }
}

async function startRefund(shop: OrderingContext, tx: Tx, request: RefundRequest): Promise<RefundOrderResult> {
  const order = await lockOrder(tx, request.orderId)
  if (!order) return refused({ kind: 'no-such-order' })
  if (order.paidAt === null) return refused({ kind: 'not-paid' })
  const payment = await paymentOfOrder(tx, order)
  const validRefunds = (await store.refundsOfOrders(tx, [order.id])).filter((refund) => !store.hasFailed(refund))
  const refunds = countedRefunds(validRefunds, payment)
  if (refunds.some(({ status }) => status === 'starting')) return refused({ kind: 'in-progress' })
  const refundedCents = sumOf(refunds, (one) => one.amountCents)
  const shownCents = sumOf(validRefunds, (one) => one.amountCents)
  if (request.refundedCents !== undefined && request.refundedCents !== shownCents)
    return refused({ kind: 'changed', refundedCents: shownCents })
  if (!request.isByHand && !payment?.intentId) return refused({ kind: 'no-provider' })

  const requested = rules.refundParts(partsLeft(order, refunds), request.parts)
  if (!requested.ok) return refused({ kind: 'parts', problems: requested.problems })
  const partsCents = rules.amountOf(requested.parts)
  const amountCents = request.amountCents ?? partsCents
  if (request.parts.length > 0 && amountCents !== partsCents) return refused({ kind: 'other-amount', partsCents })
  if (amountCents < 1) return refused({ kind: 'nothing' })
  const disputes = payment && request.isByHand ? await disputesOf(tx, [payment.id]) : []
  const takenCents = payment ? disputedCents(payment, disputes) : 0
  const leftCents = Math.min(
    Math.max(0, order.totalCents - refundedCents - takenCents),
    payment && !request.isByHand ? leftAtProvider(payment, refunds) : order.totalCents,
  )
  if (amountCents > leftCents) return refused({ kind: 'too-much', leftCents, refundedCents, disputedCents: takenCents })

  const refund = await store.insertOrderRefund(tx, {
    orderId: order.id,
    paymentId: request.isByHand ? null : (payment?.id ?? null),
    amountCents,
    reason: request.reason,
    parts: requested.parts,
    restocks: request.restocks,
    meta: request.meta ?? [],
    refundedBy: request.author.id,
    author: request.author.name,
    createdAt: shop.now(),
    idempotencyKey: `refund-${randomUUID()}`,
    status: request.isByHand ? 'succeeded' : 'starting',
  })
  if (!refund) throw new Error('A new refund has the key of another one')
  if (request.isByHand) await applyRefunds(shop, tx, order, payment, [{ kind: 'succeeded', refund }])
  return { ok: true, refund }
}

/** Refunds that count for the order, without those of a payment that arrived too late. */
const countedRefunds = (refunds: readonly store.OrderRefund[], payment: Payment | null): readonly store.OrderRefund[] =>
  refunds.filter(({ paymentId }) => paymentId === null || paymentId === payment?.id)

const partsLeft = (order: Order, refunds: readonly store.OrderRefund[]) =>
  rules.remainingParts(
    rules.partsOfOrder(order),
    refunds.flatMap(({ parts }) => parts),
  )

const leftAtProvider = (payment: Payment, refunds: readonly store.OrderRefund[]): number =>
  payment.capturedCents -
  sumOf(
    refunds.filter(({ paymentId }) => paymentId === payment.id),
    (one) => one.amountCents,
  )

/** Requests the refund and applies the result as read back. `unreachable`: unknown; repeating refunds only once. */
async function finishRefund(shop: OrderingContext, refund: store.UnfinishedRefund, signal?: AbortSignal) {
  const { intentId, amountCents, idempotencyKey, orderId } = refund
  const reason = 'requested_by_customer'
  const answer = await shop.payments.provider.refund({ intentId, amountCents, reason, idempotencyKey }, signal)
  if (!answer.ok && answer.problem.kind === 'unreachable') return 'unreachable'
  if ((await applyReversals(shop, intentId, signal)) === 'unreachable') return 'unreachable'
  if (answer.ok) return 'finished'
  const { message } = answer.problem.kind === 'unreachable' ? { message: '' } : answer.problem.error
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || !(await markRefundFailed(tx, idempotencyKey, message))) return
    const text = `The refund of ${formatMoney(amountCents, order.currency)} was refused by the payment provider: ${message}`
    await insertOrderNote(tx, orderId, text, shop.now(), refund.author || 'shop')
  })
  return 'finished'
}

/** When to repeat a refund without a result; the first request may take nearly as long. */
const RETRY_AFTER_MS = 60_000

/** Reads the provider's refunds first, because it forgets idempotency keys after a day. Returns how many have ended. */
export async function finishRefunds(shop: OrderingContext): Promise<number> {
  let finished = 0
  const startedBefore = new Date(shop.now().getTime() - RETRY_AFTER_MS)
  await runEach(await store.unfinishedRefunds(shop.db, startedBefore), async ({ id, intentId }) => {
    if ((await applyReversals(shop, intentId)) === 'unreachable') return
    const refund = await store.findUnfinishedRefund(shop.db, id)
    if (refund && (await finishRefund(shop, refund)) === 'unreachable') return
    finished += 1
  })
  return finished
}

type RetryRequest = Pick<RefundRequest, 'orderId' | 'refundedCents' | 'author'> & { readonly id: number }
type StartedRetry = Result<{ refund: store.OrderRefund; isNew: boolean }, RefundProblem>

/** Makes a new refund for a failed one, after reading the provider. A double submission returns the same refund. */
export async function retryRefund(shop: OrderingContext, request: RetryRequest): Promise<RefundOrderResult> {
  const signal = AbortSignal.timeout(shop.payments.shopperTimeoutMs)
  const stored = await store.findRefund(shop.db, request.orderId, request.id)
  if (!stored) return refused({ kind: 'no-such-refund' })
  const payment = stored.paymentId === null ? null : await findPayment(shop.db, stored.paymentId)
  if (!payment?.intentId) return refused({ kind: 'not-failed' })
  const read = stored.retryId === null ? await readReversals(shop, payment.intentId, signal) : 'applied'
  if (read !== 'applied') return refused({ kind: read === 'unknown' ? 'unknown-payment' : read })
  const started = await shop.db.transaction((tx) => startRetry(shop, tx, request))
  if (!started.ok) return started
  if (started.isNew) return finishStarted(shop, started.refund, signal)
  const { refund } = started
  return store.hasFailed(refund) ? refused({ kind: 'refused', message: refund.problem }) : { ok: true, refund }
}

async function startRetry(shop: OrderingContext, tx: Tx, request: RetryRequest): Promise<StartedRetry> {
  const { orderId, id, refundedCents, author } = request
  const order = await lockOrder(tx, orderId)
  if (!order) return refused({ kind: 'no-such-order' })
  const failedRefund = await store.findRefund(tx, orderId, id)
  if (!failedRefund) return refused({ kind: 'no-such-refund' })
  const retried = failedRefund.retryId === null ? null : await store.findRefund(tx, orderId, failedRefund.retryId)
  if (retried) return { ok: true, refund: retried, isNew: false }
  const payment = failedRefund.paymentId === null ? null : await findPayment(tx, failedRefund.paymentId)
  if (!payment || !store.hasFailed(failedRefund)) return refused({ kind: 'not-failed' })

  const validRefunds = (await store.refundsOfOrders(tx, [orderId])).filter((refund) => !store.hasFailed(refund))
  if (validRefunds.some(({ status }) => status === 'starting')) return refused({ kind: 'in-progress' })
  const shownCents = sumOf(validRefunds, (one) => one.amountCents)
  if (refundedCents !== undefined && refundedCents !== shownCents)
    return refused({ kind: 'changed', refundedCents: shownCents })
  let leftCents = leftAtProvider(payment, validRefunds)
  // A payment that arrived too late is not part of the order, so only the amount left at the provider limits it.
  if (order.paidAt !== null && (await paymentOfOrder(tx, order))?.id === payment.id) {
    const counting = countedRefunds(validRefunds, payment)
    const requested = rules.refundParts(partsLeft(order, counting), failedRefund.parts)
    if (!requested.ok) return refused({ kind: 'parts', problems: requested.problems })
    leftCents = Math.min(leftCents, order.totalCents - sumOf(counting, (one) => one.amountCents))
  }
  if (failedRefund.amountCents > leftCents)
    return refused({ kind: 'too-much', leftCents, refundedCents: shownCents, disputedCents: 0 })

  const { amountCents, reason, parts, paymentId, hasSucceeded, meta } = failedRefund
  const refund = await store.insertOrderRefund(tx, {
    orderId,
    paymentId,
    amountCents,
    reason,
    parts,
    meta,
    status: 'starting',
    createdAt: shop.now(),
    // Items were restocked when it first succeeded.
    restocks: hasSucceeded ? false : failedRefund.restocks,
    hasSucceeded,
    refundedBy: author.id,
    author: author.name,
    idempotencyKey: `refund-${randomUUID()}`,
  })
  if (!refund) throw new Error('A new refund has the key of another one')
  await store.setRetry(tx, id, refund.id)
  const note = `The failed refund of ${formatMoney(amountCents, order.currency)} is tried again.`
  await insertOrderNote(tx, orderId, note, shop.now(), author.name)
  return { ok: true, refund, isNew: true }
}
