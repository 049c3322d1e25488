import { type Result, refused } from '../../platform/database/result.ts'
import { runEach } from '../../platform/jobs/run-each.ts'
import type { Evidence } from '../gateways/refunds-and-disputes.ts'
import { insertOrderNote, lockOrder } from '../orders/orders.store.ts'
import * as store from '../orders/payments/reversals.store.ts'
import { applyReversals } from '../refunds/apply-reversals.ts'
import type { OrderingContext } from '../risk/context.ts'

type Answer = {
  readonly disputeId: string
  readonly evidence: Evidence
  readonly isFinal: boolean
  readonly author: string
}

export type AnswerProblem =
  | { readonly kind: 'no-such-dispute' | 'empty' | 'past-due' | 'not-awaited' }
  | { readonly kind: 'refused'; readonly message: string }

/** A dispute may still await its answer after evidence was submitted, until the provider has processed it. */
type AnswerResult = Result<{ dispute: store.OrderDispute }, AnswerProblem>

/** Saves the evidence for a dispute as a draft, or submits it. Concurrent submissions send it once. */
export async function answerDispute(shop: OrderingContext, answer: Answer): Promise<AnswerResult> {
  const { disputeId, isFinal, author } = answer
  const now = shop.now()
  const saved = await shop.db.transaction(async (tx): Promise<AnswerResult> => {
    const dispute = await store.lockDispute(tx, disputeId)
    if (!dispute) return refused({ kind: 'no-such-dispute' })
    if (!store.awaitingAnswer.includes(dispute.status) || dispute.submittedAt) return refused({ kind: 'not-awaited' })
    const evidence = { ...dispute.evidence, ...answer.evidence }
    if (isFinal && dispute.dueBy !== null && dispute.dueBy <= now) return refused({ kind: 'past-due' })
    const isEmpty = Object.values(evidence).every((text) => text === '') && Object.keys(dispute.files).length === 0
    if (isFinal && isEmpty) return refused({ kind: 'empty' })
    await store.saveEvidence(tx, disputeId, evidence, isFinal ? now : null)
    if (isFinal) await insertOrderNote(tx, dispute.orderId, `The dispute was answered (${disputeId}).`, now, author)
    return { ok: true, dispute: { ...dispute, evidence, submittedAt: isFinal ? now : null } }
  })
  if (!saved.ok || !isFinal) return saved
  const refusal = await submit(shop, saved.dispute, AbortSignal.timeout(shop.payments.shopperTimeoutMs))
  if (refusal !== null) return refused({ kind: 'refused', message: refusal })
  return { ok: true, dispute: (await store.findDispute(shop.db, disputeId)) ?? saved.dispute }
}

/** Sends stored evidence. Returns why the provider has refused it, and null for success or an unknown result. */
async function submit(
  shop: OrderingContext,
  dispute: store.OrderDispute,
  signal?: AbortSignal,
): Promise<string | null> {
  const { disputeId, evidence, files, submittedAt, orderId, intentId } = dispute
  const idempotencyKey = `evidence-${disputeId}-${submittedAt?.getTime()}`
  const answer = await shop.payments.provider.submitEvidence({ disputeId, evidence, files, idempotencyKey }, signal)
  if (!answer.ok && answer.problem.kind === 'unreachable') return null
  if (intentId) await applyReversals(shop, intentId, signal)
  if (answer.ok || answer.problem.kind === 'unreachable') return null
  const { message } = answer.problem.error
  await shop.db.transaction(async (tx) => {
    if (!(await lockOrder(tx, orderId))) return
    // A draft again, so that it can be corrected.
    await store.saveEvidence(tx, disputeId, evidence, null)
    await insertOrderNote(tx, orderId, `The answer to the dispute was refused: ${message}`, shop.now())
  })
  return message
}

const RETRY_AFTER_MS = 60_000

/** Resends submitted evidence that the provider may not have received. Returns the number of disputes. */
export async function finishAnswers(shop: OrderingContext): Promise<number> {
  const disputes = await store.unansweredDisputes(shop.db, new Date(shop.now().getTime() - RETRY_AFTER_MS))
  await runEach(disputes, async ({ disputeId, intentId }) => {
    if (intentId && (await applyReversals(shop, intentId)) === 'unreachable') return
    const dispute = await store.findDispute(shop.db, disputeId)
    if (dispute?.submittedAt && store.awaitingAnswer.includes(dispute.status)) await submit(shop, dispute)
  })
  return disputes.length
}
