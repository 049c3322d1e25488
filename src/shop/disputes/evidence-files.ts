import { createHash } from 'node:crypto'
import { type Result, refused } from '../../platform/database/result.ts'
import { cutText } from '../../platform/storable-text.ts'
import { type EvidenceDocument, type EvidenceFiles, MAX_EVIDENCE_BYTES } from '../gateways/refunds-and-disputes.ts'
import * as store from '../orders/payments/reversals.store.ts'
import type { OrderingContext } from '../risk/context.ts'

type Upload = {
  readonly disputeId: string
  readonly document: EvidenceDocument
  readonly name: string
  readonly bytes: Buffer
}

export type EvidenceFileProblem =
  | { readonly kind: 'no-such-dispute' | 'not-awaited' | 'unusable' | 'too-large' | 'unreachable' | 'no-such-file' }
  | { readonly kind: 'refused'; readonly message: string }

type EvidenceFileResult = Result<{ dispute: store.OrderDispute }, EvidenceFileProblem>

/** File types that the provider accepts, by their first bytes in hex: the sent name and type prove nothing. */
const fileTypes = [
  { extension: 'pdf', type: 'application/pdf', start: '255044462d' },
  { extension: 'jpg', type: 'image/jpeg', start: 'ffd8ff' },
  { extension: 'png', type: 'image/png', start: '89504e470d0a1a0a' },
] as const

/** Replaces an earlier file of the same document. The shop stores only its name, size and id at the provider. */
export async function attachEvidence(shop: OrderingContext, upload: Upload): Promise<EvidenceFileResult> {
  const { disputeId, document, bytes } = upload
  const start = bytes.subarray(0, 8).toString('hex')
  const fileType = fileTypes.find((one) => start.startsWith(one.start))
  if (!fileType) return refused({ kind: 'unusable' })
  const dispute = await store.findDispute(shop.db, disputeId)
  if (!dispute) return refused({ kind: 'no-such-dispute' })
  const problem = filesProblem(dispute, { ...dispute.files, [document]: { size: bytes.length } })
  if (problem) return refused({ kind: problem })

  const name = `${plainName(upload.name) || document}.${fileType.extension}`
  const digest = createHash('sha256').update(name).update(bytes).digest('hex').slice(0, 32)
  const request = { name, type: fileType.type, bytes, idempotencyKey: `file-${disputeId}-${document}-${digest}` }
  const signal = AbortSignal.timeout(shop.payments.shopperTimeoutMs)
  const result = await shop.payments.provider.uploadEvidence(request, signal)
  if (!result.ok)
    return result.problem.kind === 'unreachable'
      ? refused({ kind: 'unreachable' })
      : refused({ kind: 'refused', message: result.problem.error.message })
  return changeFiles(shop, disputeId, (files) => ({
    ...files,
    [document]: { id: result.fileId, name, size: bytes.length },
  }))
}

export const removeEvidence = (
  shop: OrderingContext,
  { disputeId, document }: Pick<Upload, 'disputeId' | 'document'>,
): Promise<EvidenceFileResult> =>
  changeFiles(shop, disputeId, ({ [document]: removed, ...others }) => (removed ? others : null))

async function changeFiles(
  shop: OrderingContext,
  disputeId: string,
  change: (files: EvidenceFiles) => EvidenceFiles | null,
): Promise<EvidenceFileResult> {
  return shop.db.transaction(async (tx) => {
    const dispute = await store.lockDispute(tx, disputeId)
    if (!dispute) return refused({ kind: 'no-such-dispute' })
    const files = change(dispute.files)
    if (!files) return refused({ kind: 'no-such-file' })
    // Another file may have been uploaded, or the answer submitted, during this upload.
    const problem = filesProblem(dispute, files)
    if (problem) return refused({ kind: problem })
    await store.saveEvidenceFiles(tx, disputeId, files)
    return { ok: true, dispute: { ...dispute, files } }
  })
}

function filesProblem(dispute: store.OrderDispute, files: Readonly<Record<string, { readonly size: number }>>) {
  if (!store.awaitingAnswer.includes(dispute.status) || dispute.submittedAt) return 'not-awaited'
  const size = Object.values(files).reduce((sum, file) => sum + file.size, 0)
  return size > MAX_EVIDENCE_BYTES ? 'too-large' : null
}

const MAX_NAME_LENGTH = 80

const plainName = (name: string): string =>
  cutText(
    (name.split(/[\\/]/).at(-1) ?? '')
      .toWellFormed()
      .replace(/\.\w{1,5}$/, '')
      .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
      .trim(),
    MAX_NAME_LENGTH,
  )
