import type Stripe from 'stripe'
import type { PaymentProvider } from '../provider.ts'
import type { Evidence, EvidenceFiles } from '../refunds-and-disputes.ts'
import { callProvider } from './stripe-call.ts'
import { withIdempotencyKey } from './stripe-client.ts'
import { parseDispute } from './stripe-objects.ts'

export const disputeCalls = (stripe: Stripe): Pick<PaymentProvider, 'submitEvidence' | 'uploadEvidence'> => ({
  uploadEvidence: ({ name, type, bytes, idempotencyKey }, signal) =>
    callProvider(async () => {
      const upload = { purpose: 'dispute_evidence', file: { data: bytes, name, type } } as const
      const { id } = await stripe.files.create(upload, withIdempotencyKey(idempotencyKey))
      return { ok: true, fileId: id }
    }, signal),
  submitEvidence: ({ disputeId, evidence, files, idempotencyKey }, signal) =>
    callProvider(async () => {
      const update = { evidence: { ...evidenceParams(evidence), ...fileParams(files) }, submit: true }
      const dispute = await stripe.disputes.update(disputeId, update, withIdempotencyKey(idempotencyKey))
      return { ok: true, dispute: parseDispute(dispute) }
    }, signal),
})

const fileParams = (files: EvidenceFiles) =>
  Object.fromEntries(Object.entries(files).map(([document, file]) => [document, file.id]))

/** The provider takes what was said with the customer as a document only; as a text it belongs to the other texts. */
function evidenceParams({ customer_communication: communication = '', ...evidence }: Evidence) {
  const said = communication === '' ? '' : `Communication with the customer:\n${communication}`
  const texts = [evidence.uncategorized_text ?? '', said].filter((text) => text !== '')
  return Object.fromEntries(
    Object.entries({ ...evidence, uncategorized_text: texts.join('\n\n') }).filter(([, text]) => text !== ''),
  )
}
