import { invalidRequest } from './api-error.ts'
import { type Charge, type Dispute, disputeReasons, newId, type PaymentIntent, unixSeconds } from './api-objects.ts'
import { disputeFee, recordBalance } from './balance.ts'
import { type ApiResult, type Call, findOrThrow, lockOrThrow, success } from './call.ts'
import { saveCharge } from './charges.ts'
import { emit } from './events.ts'
import { checkEvidenceFiles } from './files.ts'
import { enumValue, type FormValue, integer, nested, rejectUnknown, requiredText, text } from './form.ts'
import { insertObject, saveObject } from './sandbox.store.ts'

/** Time limit for the shop's response. */
const responseWindowSeconds = 9 * 24 * 60 * 60

type DisputeOptions = { reason: Dispute['reason']; isInquiry: boolean; amount?: number }

/**
 * Opens a dispute by the cardholder. A dispute withdraws the money immediately, until it is decided; an inquiry does
 * not.
 */
export async function openDispute(call: Call, charge: Charge, options: DisputeOptions): Promise<Dispute> {
  const { reason, isInquiry, amount = charge.amount_captured - charge.amount_refunded } = options
  const dispute: Dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: unixSeconds(call.now),
    currency: charge.currency,
    evidence: {},
    evidence_details: {
      due_by: unixSeconds(call.now) + responseWindowSeconds,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  charge.disputed = true
  if (!isInquiry)
    await recordBalance(call, {
      type: 'adjustment',
      amount: -amount,
      fee: disputeFee,
      source: dispute.id,
      currency: charge.currency,
    })
  await insertObject(call.tx, call.account, 'dispute', { data: dispute }, call.now)
  await saveCharge(call, charge)
  await emit(call, 'charge.dispute.created', dispute)
  if (!isInquiry) await emit(call, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export async function retrieveDispute(call: Call, id: string): Promise<ApiResult> {
  return success(await findOrThrow<Dispute>(call, 'dispute', id))
}

/**
 * Accepts the shop's evidence. The texts `winning_evidence` and `losing_evidence` decide the dispute immediately, as
 * with the provider's test keys.
 */
export async function updateDispute(call: Call, id: string): Promise<ApiResult> {
  rejectUnknown(call.params, ['evidence', 'metadata', 'submit', 'expand'])
  const { data: dispute } = await lockOrThrow<Dispute>(call, 'dispute', id)
  requireOpen(dispute)
  const evidence = nested(call.params, 'evidence') ?? {}
  rejectUnknown(evidence, [...evidenceFields, ...evidenceFiles])
  for (const name of evidenceFields) checkEvidence(name, evidence[name])
  await checkEvidenceFiles(call, evidenceFiles, { ...dispute.evidence, ...evidence })
  // As with the provider, evidence is submitted unless it is sent as a draft.
  const isDraft = text(call.params, 'submit') === 'false'
  if (!isDraft && unixSeconds(call.now) > dispute.evidence_details.due_by)
    throw invalidRequest('The deadline for evidence has passed.', { code: 'dispute_past_due' })
  if (isDraft) {
    dispute.evidence_details.has_evidence = true
    dispute.evidence = { ...dispute.evidence, ...evidence }
    await saveObject(call.tx, { data: dispute })
    await emit(call, 'charge.dispute.updated', dispute)
    return success(dispute)
  }
  if (dispute.status.endsWith('under_review'))
    throw invalidRequest('The evidence of this dispute was submitted already.')
  const evidenceText = typeof evidence.uncategorized_text === 'string' ? evidence.uncategorized_text : ''
  dispute.evidence_details.has_evidence = true
  dispute.evidence_details.submission_count += 1
  dispute.evidence = { ...dispute.evidence, ...evidence }
  if (evidenceText === 'winning_evidence')
    return closeWith(call, dispute, isInquiry(dispute) ? 'warning_closed' : 'won')
  if (evidenceText === 'losing_evidence') return closeWith(call, dispute, 'lost')
  dispute.status = isInquiry(dispute) ? 'warning_under_review' : 'under_review'
  await saveObject(call.tx, { data: dispute })
  await emit(call, 'charge.dispute.updated', dispute)
  return success(dispute)
}

/** Evidence as text. */
const evidenceFields = [
  ...['access_activity_log', 'billing_address', 'cancellation_policy_disclosure', 'cancellation_rebuttal'],
  ...['customer_email_address', 'customer_name', 'customer_purchase_ip', 'duplicate_charge_explanation'],
  ...['duplicate_charge_id', 'product_description', 'refund_policy_disclosure', 'refund_refusal_explanation'],
  ...['service_date', 'shipping_address', 'shipping_carrier', 'shipping_date', 'shipping_tracking_number'],
  'uncategorized_text',
]

/** Evidence as documents: ids of files. */
const evidenceFiles = [
  ...['cancellation_policy', 'customer_communication', 'customer_signature', 'duplicate_charge_documentation'],
  ...['receipt', 'refund_policy', 'service_documentation', 'shipping_documentation', 'uncategorized_file'],
]

function checkEvidence(name: string, value: FormValue | undefined): void {
  if (value === undefined || (typeof value === 'string' && value.length <= 20_000)) return
  throw invalidRequest(`Invalid evidence: ${name}`, { param: `evidence[${name}]` })
}

/** The shop accepts the dispute. */
export async function closeDispute(call: Call, id: string): Promise<ApiResult> {
  rejectUnknown(call.params, ['expand'])
  const { data: dispute } = await lockOrThrow<Dispute>(call, 'dispute', id)
  requireOpen(dispute)
  return closeWith(call, dispute, isInquiry(dispute) ? 'warning_closed' : 'lost')
}

/** Test helper: opens a dispute, for which the provider has no API call. */
export async function createTestDispute(call: Call): Promise<ApiResult> {
  rejectUnknown(call.params, ['payment_intent', 'reason', 'amount', 'inquiry', 'expand'])
  const intentId = requiredText(call.params, 'payment_intent')
  const { data: intent } = await lockOrThrow<PaymentIntent>(call, 'payment_intent', intentId, 'payment_intent')
  if (intent.status !== 'succeeded' || intent.latest_charge === null) {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to dispute.`)
  }
  const { data: charge } = await lockOrThrow<Charge>(call, 'charge', intent.latest_charge)
  const amount = integer(call.params, 'amount') ?? charge.amount_captured - charge.amount_refunded
  if (amount < 1 || amount > charge.amount_captured) throw invalidRequest('Invalid amount', { param: 'amount' })
  const reason = enumValue(call.params, 'reason', disputeReasons) ?? 'fraudulent'
  return success(
    await openDispute(call, charge, { reason, isInquiry: text(call.params, 'inquiry') === 'true', amount }),
  )
}

const isInquiry = (dispute: Dispute): boolean => dispute.status.startsWith('warning_')

function requireOpen(dispute: Dispute): void {
  if (!['won', 'lost', 'warning_closed'].includes(dispute.status)) return
  throw invalidRequest('This dispute is already closed.', { code: 'dispute_already_closed' })
}

async function closeWith(call: Call, dispute: Dispute, status: 'won' | 'lost' | 'warning_closed'): Promise<ApiResult> {
  dispute.status = status
  await saveObject(call.tx, { data: dispute })
  await emit(call, 'charge.dispute.closed', dispute)
  if (status === 'won') {
    const { id: source, amount, currency } = dispute
    await recordBalance(call, { type: 'adjustment', amount, source, currency })
    await emit(call, 'charge.dispute.funds_reinstated', dispute)
  }
  return success(dispute)
}
