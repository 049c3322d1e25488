import { z } from 'zod'
import { defineCall } from '../../platform/rest/call.ts'
import { conflict, type RestError } from '../../platform/rest/response.ts'
import { type EvidenceDocument, evidenceDocuments, evidenceFields } from '../gateways/refunds-and-disputes.ts'
import { providerUnreachable } from '../gateways/rest-errors.ts'
import { ordersRead, ordersWrite } from '../orders/capabilities.ts'
import { readOrder } from '../orders/orders-read.store.ts'
import { findDispute, type OrderDispute } from '../orders/payments/reversals.store.ts'
import type { OrderingContext } from '../risk/context.ts'
import { type AnswerProblem, answerDispute } from './answer-dispute.ts'
import { disputeDetailsJson } from './dispute-json.ts'
import { attachEvidence, type EvidenceFileProblem, removeEvidence } from './evidence-files.ts'

/** `:document` is one of the provider's names, such as `receipt`. */
const restDisputeFile = '/wp-json/wc/v3/payments/disputes/:dispute{\\w+}/files/:document{\\w+}'
const restDispute = '/wp-json/wc/v3/payments/disputes/:dispute{\\w+}'

const MAX_EVIDENCE_LENGTH = 10_000

const text = z.string().trim().max(MAX_EVIDENCE_LENGTH).optional()
const evidence = z.object(
  Object.fromEntries(evidenceFields.map((name) => [name, text])) as Record<
    (typeof evidenceFields)[number],
    typeof text
  >,
)

const writing = { capability: ordersWrite, action: 'edit' } as const

const jsonOf = async (shop: OrderingContext, dispute: OrderDispute) =>
  disputeDetailsJson(dispute, await readOrder(shop.db, dispute.orderId))

export const disputeCalls = [
  defineCall({
    summary: 'Retrieves a dispute and its evidence',
    method: 'GET',
    path: restDispute,
    capability: ordersRead,
    async handler(shop: OrderingContext, { path }) {
      const dispute = await findDispute(shop.db, path.dispute ?? '')
      return dispute ? { json: await jsonOf(shop, dispute) } : notFound
    },
  }),
  defineCall({
    summary: 'Saves the evidence for a dispute as a draft, or submits it to the bank once',
    method: 'POST',
    path: restDispute,
    ...writing,
    body: z.object({ evidence: evidence.default({}), submit: z.boolean().default(false) }),
    async handler(shop: OrderingContext, { path, body, user }) {
      const sentEvidence = Object.fromEntries(Object.entries(body.evidence).filter(([, value]) => value !== undefined))
      const answer = { disputeId: path.dispute ?? '', evidence: sentEvidence, isFinal: body.submit, author: user.name }
      const answered = await answerDispute(shop, answer)
      return answered.ok ? { json: await jsonOf(shop, answered.dispute) } : errorOf(answered.problem)
    },
  }),
  defineCall({
    summary: 'Adds a document to the evidence draft: PDF, JPEG or PNG, at most 4.5 MB for all documents together',
    method: 'POST',
    path: restDisputeFile,
    ...writing,
    acceptsFile: true,
    async handler(shop: OrderingContext, { path, file }) {
      const document = documentIn(path)
      if (!document) return errors['no-such-file']
      if (!file) return { status: 400, code: 'rest_upload_no_data', message: 'No data supplied.' }
      const attached = await attachEvidence(shop, { disputeId: path.dispute ?? '', document, ...file })
      return attached.ok ? { json: await jsonOf(shop, attached.dispute) } : errorOf(attached.problem)
    },
  }),
  defineCall({
    summary: 'Removes a document from the evidence draft',
    method: 'DELETE',
    path: restDisputeFile,
    ...writing,
    async handler(shop: OrderingContext, { path }) {
      const document = documentIn(path)
      if (!document) return errors['no-such-file']
      const removed = await removeEvidence(shop, { disputeId: path.dispute ?? '', document })
      return removed.ok ? { json: await jsonOf(shop, removed.dispute) } : errorOf(removed.problem)
    },
  }),
]

const documentIn = (path: Readonly<Record<string, string>>): EvidenceDocument | undefined =>
  evidenceDocuments.find((one) => one === path.document)

const notFound: RestError = { status: 404, code: 'resource_missing', message: 'There is no such dispute.' }

const errors = {
  'no-such-dispute': notFound,
  'not-awaited': conflict('dispute_answered', 'This dispute was answered already, or is closed. Nothing was sent.'),
  empty: { status: 400, code: 'samovar_evidence_empty', message: 'Write something before you submit.' },
  'past-due': conflict('dispute_past_due', 'The deadline for evidence has passed.'),
  'no-such-file': { ...notFound, message: 'There is no such document.' },
  unusable: {
    status: 400,
    code: 'samovar_evidence_unusable',
    message: 'Documents are PDF, JPEG or PNG files. Save this one as a PDF, and upload it again.',
  },
  'too-large': {
    status: 400,
    code: 'rest_upload_file_too_big',
    message: 'All documents together take at most 4.5 MB. Make this one smaller, or remove another one.',
  },
  unreachable: providerUnreachable('The payment provider did not answer. Please upload it again in a minute.'),
} satisfies Record<string, RestError>

const errorOf = (problem: AnswerProblem | EvidenceFileProblem): RestError =>
  problem.kind === 'refused'
    ? conflict('evidence_refused', `The payment provider has refused it: ${problem.message}`)
    : errors[problem.kind]
