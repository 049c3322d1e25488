export const refundStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const
export type RefundStatus = (typeof refundStatuses)[number]

export type Refund = {
  id: string
  intentId: string | null
  amountCents: number
  currency: string
  status: RefundStatus
  reason: string | null
  /** The shop's idempotency key, stored with the refund; null for a refund made at the provider. */
  key?: string | null
  createdAt: Date
}

export const disputeStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'charge_refunded',
  'won',
  'lost',
  'prevented',
] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** A cardholder's dispute; `warning_…` statuses are inquiries. */
export type Dispute = {
  id: string
  amountCents: number
  currency: string
  status: DisputeStatus
  reason: string
  createdAt: Date
  dueAt: Date | null
}

export const evidenceFields = [
  'product_description',
  'customer_name',
  'customer_email_address',
  'billing_address',
  'shipping_address',
  'shipping_carrier',
  'shipping_tracking_number',
  'shipping_date',
  /** At the provider this is a document; as a text it is sent at the end of `uncategorized_text`. */
  'customer_communication',
  'uncategorized_text',
] as const
export type Evidence = { readonly [Field in (typeof evidenceFields)[number]]?: string }

export const evidenceDocuments = [
  'receipt',
  'shipping_documentation',
  'customer_communication',
  'customer_signature',
  'refund_policy',
  'uncategorized_file',
] as const
export type EvidenceDocument = (typeof evidenceDocuments)[number]

export type EvidenceFile = { readonly id: string; readonly name: string; readonly size: number }
export type EvidenceFiles = { readonly [Document in EvidenceDocument]?: EvidenceFile }

/** The provider's limit for all documents of a dispute together. */
export const MAX_EVIDENCE_BYTES = 4_500_000

export type EvidenceUpload = { name: string; type: string; bytes: Buffer; idempotencyKey: string }

export type EvidenceSubmission = {
  disputeId: string
  evidence: Evidence
  files: EvidenceFiles
  idempotencyKey: string
}

export type NewRefund = {
  intentId: string
  amountCents: number
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer'
  idempotencyKey: string
}
