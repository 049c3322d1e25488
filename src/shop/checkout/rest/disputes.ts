import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { readOrder } from '../../orders/orders-read.store.ts'
import { disputeDetailsJson } from '../../orders/rest/dispute-json.ts'
import { findDispute, type OrderDispute } from '../../payments/disputes.store.ts'
import { evidenceFields } from '../../payments/refunds-and-disputes.ts'
import { type AnswerProblem, answerDispute } from '../answer-dispute.ts'
import type { CheckoutContext } from '../context.ts'

const MAX_EVIDENCE_LENGTH = 10_000

const text = z.string().trim().max(MAX_EVIDENCE_LENGTH).optional()
const evidence = z.object(
  Object.fromEntries(evidenceFields.map((name) => [name, text])) as Record<
    (typeof evidenceFields)[number],
    typeof text
  >,
)

const jsonOf = async (shop: CheckoutContext, dispute: OrderDispute) =>
  disputeDetailsJson(dispute, await readOrder(shop.db, dispute.orderId))

/** `wc/v3/payments/disputes/<id>`, as in WooPayments. */
export const disputeCalls = [
  defineCall({
    summary: 'A dispute of a payment, and the evidence for it',
    method: 'GET',
    path: paths.restDispute,
    capability: 'orders.read',
    async handler(shop: CheckoutContext, { path }) {
      const dispute = await findDispute(shop.db, path.dispute ?? '')
      return dispute ? { json: await jsonOf(shop, dispute) } : notFound
    },
  }),
  defineCall({
    summary: 'Saves the evidence for a dispute as a draft, or submits it to the bank, which is possible once',
    method: 'POST',
    path: paths.restDispute,
    capability: 'orders.write',
    action: 'edit',
    body: z.object({ evidence: evidence.default({}), submit: z.boolean().default(false) }),
    async handler(shop: CheckoutContext, { path, body, user }) {
      const sent = Object.fromEntries(Object.entries(body.evidence).filter(([, value]) => value !== undefined))
      const answer = { disputeId: path.dispute ?? '', evidence: sent, isFinal: body.submit, author: user.name }
      const answered = await answerDispute(shop, answer)
      return answered.ok ? { json: await jsonOf(shop, answered.dispute) } : answerError(answered.problem)
    },
  }),
]

const notFound: RestError = { status: 404, code: 'resource_missing', message: 'There is no such dispute.' }

function answerError(problem: AnswerProblem): RestError {
  switch (problem.kind) {
    case 'no-such-dispute':
      return notFound
    case 'empty':
      return { status: 400, code: 'samovar_evidence_empty', message: 'Write something before you submit.' }
    case 'past-due':
      return { status: 409, code: 'samovar_dispute_past_due', message: 'The deadline for evidence has passed.' }
    case 'not-awaited':
      return {
        status: 409,
        code: 'samovar_dispute_answered',
        message: 'This dispute was answered already, or is closed. Nothing was sent.',
      }
    case 'refused':
      return {
        status: 409,
        code: 'samovar_evidence_refused',
        message: `The payment provider has refused it: ${problem.message}`,
      }
  }
}
