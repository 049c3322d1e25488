import { and, asc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import { type Db, firstOf, isAnyOf, type Tx } from '../../../platform/database/connect.ts'
import type * as provider from '../../gateways/refunds-and-disputes.ts'
import { lockOrder } from '../orders.store.ts'
import type { Payment } from './payments.store.ts'
import { type HeldOrderStatus, paymentDisputes, paymentRefunds, payments } from './payments.table.ts'
import { isClosed, refundReason } from './reversals.ts'

/** Null when no payment has this intent. Of concurrent synchronizations the one started last wins. */
export const startReversalSync = (db: Db, intentId: string) =>
  db
    .update(payments)
    .set({ syncsStarted: sql`${payments.syncsStarted} + 1` })
    .where(eq(payments.intentId, intentId))
    .returning({ orderId: payments.orderId, syncNumber: payments.syncsStarted })
    .then(firstOf)

/** Locks the payment; the order is already locked. Null when a later synchronization was applied already. */
export function applyReversalSync(tx: Tx, intentId: string, syncNumber: number, capturedCents: number) {
  const isNewer = and(eq(payments.intentId, intentId), lt(payments.lastAppliedSync, syncNumber))
  return tx
    .update(payments)
    .set({ lastAppliedSync: syncNumber, capturedCents })
    .where(isNewer)
    .returning()
    .then(firstOf)
}

type PendingRefund = Pick<
  typeof paymentRefunds.$inferInsert,
  'orderId' | 'amountCents' | 'reason' | 'idempotencyKey' | 'parts' | 'restocks' | 'refundedBy' | 'author'
> & { readonly intentId: string; readonly now: Date }

export async function insertRefund(tx: Tx, { intentId, now, ...refund }: PendingRefund): Promise<boolean> {
  const [payment] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.intentId, intentId))
  // Without a stored payment the refund is requested all the same; repeating the request is harmless.
  if (!payment) return true
  const inserted = await tx
    .insert(paymentRefunds)
    .values({ ...refund, paymentId: payment.id, createdAt: now })
    .onConflictDoNothing({ target: paymentRefunds.idempotencyKey })
    .returning({ id: paymentRefunds.id })
  return inserted.length > 0
}

export async function markRefundFailed(tx: Tx, idempotencyKey: string, problem = ''): Promise<boolean> {
  const failed = await tx
    .update(paymentRefunds)
    .set({ status: 'failed', problem })
    .where(and(eq(paymentRefunds.idempotencyKey, idempotencyKey), eq(paymentRefunds.status, 'starting')))
    .returning({ id: paymentRefunds.id })
  return failed.length > 0
}

/** Stores refunds once per provider id. Returns their previous states. The database rejects more than was captured. */
export async function storeRefunds(tx: Tx, payment: Payment, reported: readonly provider.Refund[]) {
  const rows = await tx
    .select({ refundId: paymentRefunds.refundId, status: paymentRefunds.status })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, payment.id))
  const previous = new Map<string, provider.RefundStatus>()
  for (const { refundId, status } of rows)
    if (refundId !== null && status !== 'starting') previous.set(refundId, status)
  for (const refund of reported) if (previous.get(refund.id) !== refund.status) await storeRefund(tx, payment, refund)

  const [written] = await tx
    .update(payments)
    .set({
      refundedCents: sql`(select coalesce(sum(amount_cents), 0) from payment_refunds
        where payment_id = ${payment.id} and status = 'succeeded')`,
    })
    .where(eq(payments.id, payment.id))
    .returning({ refundedCents: payments.refundedCents })
  const stored = await tx.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, payment.id))
  return { previous, stored, refundedCents: written?.refundedCents ?? 0 }
}

async function storeRefund(tx: Tx, payment: Payment, refund: provider.Refund): Promise<void> {
  const { id: refundId, status, key } = refund
  // A refund that the shop has started is matched by key. So is one without a key that is for the whole payment.
  const isWhole = refund.amountCents === payment.capturedCents
  const state = { status, ...(status === 'succeeded' ? { hasSucceeded: true } : {}) }
  const isStartedHere = key
    ? eq(paymentRefunds.idempotencyKey, key)
    : and(eq(paymentRefunds.status, 'starting'), eq(paymentRefunds.amountCents, refund.amountCents))
  const isKnown = sql`exists (select 1 from payment_refunds known where known.refund_id = ${refundId})`
  if (key || isWhole) {
    const updated = await tx
      .update(paymentRefunds)
      .set({ refundId, ...state })
      .where(and(eq(paymentRefunds.paymentId, payment.id), isStartedHere, key ? undefined : sql`not ${isKnown}`))
      .returning({ id: paymentRefunds.id })
    if (updated.length > 0) return
  }
  await tx
    .insert(paymentRefunds)
    .values({
      orderId: payment.orderId,
      paymentId: payment.id,
      idempotencyKey: `provider-${refundId}`,
      refundId,
      amountCents: refund.amountCents,
      reason: refundReason(refund.reason),
      ...state,
      createdAt: refund.createdAt,
    })
    .onConflictDoUpdate({ target: paymentRefunds.refundId, set: state })
}

export type StoredDispute = typeof paymentDisputes.$inferSelect

export async function storeDisputes(tx: Tx, payment: Payment, reported: readonly provider.Dispute[], now: Date) {
  const previous = new Map((await disputesOf(tx, [payment.id])).map((row) => [row.disputeId, row.status]))
  for (const { id: disputeId, status, amountCents, reason, createdAt, dueAt: dueBy } of reported) {
    if (previous.get(disputeId) === status) continue
    const state = { status, amountCents, dueBy, closedAt: isClosed(status) ? now : null }
    await tx
      .insert(paymentDisputes)
      .values({ paymentId: payment.id, disputeId, reason, openedAt: createdAt, ...state })
      .onConflictDoUpdate({ target: paymentDisputes.disputeId, set: state })
  }
  return previous
}

export const disputesOf = (db: Db | Tx, paymentIds: readonly number[]): Promise<StoredDispute[]> =>
  db
    .select()
    .from(paymentDisputes)
    .where(isAnyOf(paymentDisputes.paymentId, paymentIds))
    .orderBy(asc(paymentDisputes.id))

/** Stores the order's status from before a dispute put it on hold; null: no longer held by it. */
export async function setOrderStatusBefore(tx: Tx, disputeId: string, orderStatusBefore: HeldOrderStatus | null) {
  await tx.update(paymentDisputes).set({ orderStatusBefore }).where(eq(paymentDisputes.disputeId, disputeId))
}

export type OrderDispute = Awaited<ReturnType<typeof selectDisputes>>[number]

const selectDisputes = (db: Db | Tx) =>
  db
    .select({ ...getTableColumns(paymentDisputes), orderId: payments.orderId, intentId: payments.intentId })
    .from(paymentDisputes)
    .innerJoin(payments, eq(payments.id, paymentDisputes.paymentId))

export const findDispute = (db: Db | Tx, disputeId: string): Promise<OrderDispute | null> =>
  selectDisputes(db).where(eq(paymentDisputes.disputeId, disputeId)).then(firstOf)

/** Locks the dispute's order, and reads the dispute again. */
export async function lockDispute(tx: Tx, disputeId: string): Promise<OrderDispute | null> {
  const dispute = await findDispute(tx, disputeId)
  return dispute && (await lockOrder(tx, dispute.orderId)) && findDispute(tx, disputeId)
}

export const awaitingAnswer: readonly provider.DisputeStatus[] = ['needs_response', 'warning_needs_response']

/** Stores the evidence of a locked order's dispute. `submittedAt`: null for a draft. */
export async function saveEvidence(tx: Tx, disputeId: string, evidence: provider.Evidence, submittedAt: Date | null) {
  await tx.update(paymentDisputes).set({ evidence, submittedAt }).where(eq(paymentDisputes.disputeId, disputeId))
}

export async function saveEvidenceFiles(tx: Tx, disputeId: string, files: provider.EvidenceFiles) {
  await tx.update(paymentDisputes).set({ files }).where(eq(paymentDisputes.disputeId, disputeId))
}

/** Disputes with evidence submitted before this time that the provider has not confirmed. */
export const unansweredDisputes = (db: Db, submittedBefore: Date): Promise<OrderDispute[]> =>
  selectDisputes(db)
    .where(and(inArray(paymentDisputes.status, [...awaitingAnswer]), lt(paymentDisputes.submittedAt, submittedBefore)))
    .limit(100)
