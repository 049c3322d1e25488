import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { DisputeStatus, Evidence, EvidenceFiles } from '../../gateways/refunds-and-disputes.ts'
import { paymentDisputes, payments } from './payments.table.ts'

export type OrderDispute = typeof paymentDisputes.$inferSelect & {
  readonly orderId: number
  readonly intentId: string | null
}

const selectDisputes = (db: Db | Tx) =>
  db
    .select({ dispute: paymentDisputes, orderId: payments.orderId, intentId: payments.intentId })
    .from(paymentDisputes)
    .innerJoin(payments, eq(payments.id, paymentDisputes.paymentId))

export async function findDispute(db: Db | Tx, disputeId: string): Promise<OrderDispute | null> {
  const [row] = await selectDisputes(db).where(eq(paymentDisputes.disputeId, disputeId))
  return row ? { ...row.dispute, orderId: row.orderId, intentId: row.intentId } : null
}

export const awaitingAnswer: readonly DisputeStatus[] = ['needs_response', 'warning_needs_response']

/** Stores the evidence of a locked order's dispute. `submittedAt`: null for a draft. */
export async function saveEvidence(tx: Tx, disputeId: string, evidence: Evidence, submittedAt: Date | null) {
  await tx.update(paymentDisputes).set({ evidence, submittedAt }).where(eq(paymentDisputes.disputeId, disputeId))
}

export async function saveEvidenceFiles(tx: Tx, disputeId: string, files: EvidenceFiles) {
  await tx.update(paymentDisputes).set({ files }).where(eq(paymentDisputes.disputeId, disputeId))
}

/** Disputes whose evidence was submitted before this time, and of which the provider is not known to have it. */
export async function unansweredDisputes(db: Db, submittedBefore: Date): Promise<OrderDispute[]> {
  const rows = await selectDisputes(db)
    .where(and(inArray(paymentDisputes.status, [...awaitingAnswer]), lt(paymentDisputes.submittedAt, submittedBefore)))
    .limit(100)
  return rows.map(({ dispute, orderId, intentId }) => ({ ...dispute, orderId, intentId }))
}
