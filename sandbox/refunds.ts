import { invalidRequest, refusal } from './api-error.ts'
import { type Charge, newId, type PaymentIntent, type Refund, unixSeconds } from './api-objects.ts'
import { recordBalance } from './balance.ts'
import { type ApiResult, type Call, findOrThrow, lockOrThrow, success } from './call.ts'
import { saveCharge } from './charges.ts'
import { emit } from './events.ts'
import { enumValue, integer, metadata, rejectUnknown, requiredText, text } from './form.ts'
import { intentOfCharge } from './payment-intents.ts'
import { laterDecline, lockMethod } from './payment-methods.ts'
import { insertObject, listObjects, saveObject } from './sandbox.store.ts'

/** Refunds all or part of the remaining amount. Concurrent refunds never exceed the charge. */
export async function createRefund(call: Call): Promise<ApiResult> {
  rejectUnknown(call.params, ['payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand'])
  const chargeId = text(call.params, 'charge')
  const intentId =
    chargeId === null ? requiredText(call.params, 'payment_intent') : await intentOfCharge(call, chargeId)
  const { data: intent } = await lockOrThrow<PaymentIntent>(call, 'payment_intent', intentId, 'payment_intent')
  if (intent.status !== 'succeeded' || intent.latest_charge === null) {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    })
  }
  const { data: charge } = await lockOrThrow<Charge>(call, 'charge', intent.latest_charge)
  const decline = await laterDecline(call, charge, 'refund')
  if (decline) throw refusal(decline)
  if (await isDisputed(call, charge)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  const refundable = charge.amount - charge.amount_refunded
  if (refundable === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const amount = integer(call.params, 'amount') ?? refundable
  if (amount < 1) {
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  }
  if (amount > refundable) {
    throw invalidRequest(
      `Refund amount (${amount} cents) is greater than unrefunded amount on charge (${refundable} cents)`,
      { param: 'amount' },
    )
  }
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: unixSeconds(call.now),
    currency: charge.currency,
    customer: charge.customer,
    destination_details: destinationOf(charge),
    metadata: metadata(call.params),
    payment_intent: intent.id,
    payment_method: charge.payment_method,
    reason: enumValue(call.params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']),
    receipt_number: null,
    source_transfer_reversal: null,
    status: (await refundsArePending(call, charge)) ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  const movement = { type: 'refund' as const, amount: -amount, source: refund.id, currency: refund.currency }
  refund.balance_transaction = await recordBalance(call, movement)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  await insertObject(call.tx, call.account, 'refund', { data: refund }, call.now)
  await saveCharge(call, charge)
  await emit(call, 'refund.created', refund)
  await emit(call, 'charge.refunded', charge)
  return success(refund)
}

/** The destination of the refund: the payment method that was charged. */
function destinationOf({ payment_method_details: { type } }: Charge): Refund['destination_details'] {
  if (type === 'affirm') return { type, [type]: {} }
  if (type !== 'card') return { type, [type]: { reference: null, reference_status: 'pending' } }
  return { type, card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' } }
}

/** Test helper: a pending refund succeeds, or fails at the bank. */
export async function finishRefund(call: Call, id: string): Promise<ApiResult> {
  rejectUnknown(call.params, ['status', 'expand'])
  const status = enumValue(call.params, 'status', ['succeeded', 'failed']) ?? 'succeeded'
  const { data: refund } = await lockOrThrow<Refund>(call, 'refund', id)
  if (refund.status === 'failed' || refund.status === status) throw invalidRequest(`This refund is ${refund.status}.`)
  refund.status = status
  await saveObject(call.tx, { data: refund })
  if (status === 'failed') {
    const { data: charge } = await lockOrThrow<Charge>(call, 'charge', refund.charge)
    const { id: source, amount, currency } = refund
    await recordBalance(call, { type: 'refund_failure', amount, source, currency })
    charge.amount_refunded -= amount
    charge.refunded = false
    await saveCharge(call, charge)
    await emit(call, 'refund.failed', refund)
  }
  await emit(call, 'charge.refund.updated', refund)
  return success(refund)
}

/** A charge with a lost or open dispute cannot be refunded; one with an inquiry can. */
async function isDisputed(call: Call, charge: Charge): Promise<boolean> {
  if (!charge.disputed) return false
  const where = { charge: charge.id }
  const disputes = await listObjects(call.tx, call.account, { kind: 'dispute', where, limit: 100, startingAfter: null })
  return disputes.data.some(({ status }) => status !== 'won' && !String(status).startsWith('warning_'))
}

async function refundsArePending(call: Call, charge: Charge): Promise<boolean> {
  const method = await lockMethod(call, charge.payment_method)
  return method.hidden.behaviour.refundsArePending === true
}

export async function retrieveRefund(call: Call, id: string): Promise<ApiResult> {
  return success(await findOrThrow<Refund>(call, 'refund', id))
}
