import { invalidRequest, refusal } from './api-error.ts'
import { type Charge, type PaymentIntent, unixSeconds } from './api-objects.ts'
import { type ApiResult, type Call, lockOrThrow, success } from './call.ts'
import { addToBalance, declineError, saveCharge } from './charges.ts'
import { emit } from './events.ts'
import { enumValue, integer, rejectUnknown } from './form.ts'
import { failPayment, requireStatus } from './payment-intents.ts'
import { laterDecline, lockMethod } from './payment-methods.ts'
import { saveObject } from './sandbox.store.ts'

/** shop.md §9: an authorization can be captured for seven days. */
export const captureWindowSeconds = 7 * 24 * 60 * 60

export async function captureIntent(call: Call, id: string): Promise<ApiResult> {
  rejectUnknown(call.params, ['amount_to_capture', 'statement_descriptor', 'metadata', 'expand'])
  const { data: intent } = await lockOrThrow<PaymentIntent>(call, 'payment_intent', id, 'intent')
  await requireStatus(call, intent, 'capture', ['requires_capture'])
  const { data: charge } = await lockOrThrow<Charge>(call, 'charge', intent.latest_charge ?? '')
  const decline = await laterDecline(call, charge, 'capture')
  if (decline) throw refusal(decline)
  if (unixSeconds(call.now) - charge.created > captureWindowSeconds) {
    throw invalidRequest('The charge has expired and can no longer be captured.', {
      code: 'charge_expired_for_capture',
    })
  }
  const amount = integer(call.params, 'amount_to_capture') ?? intent.amount_capturable
  if (amount < 1 || amount > intent.amount_capturable) {
    throw invalidRequest(`The amount to capture must be between 1 and ${intent.amount_capturable}.`, {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    })
  }
  charge.captured = true
  charge.amount_captured = amount
  charge.amount_refunded = charge.amount - amount
  await addToBalance(call, charge)
  await saveCharge(call, charge)
  intent.status = 'succeeded'
  intent.amount_received = amount
  intent.amount_capturable = 0
  await saveObject(call.tx, { data: intent })
  await emit(call, 'charge.captured', charge)
  await emit(call, 'payment_intent.succeeded', intent)
  return success(intent)
}

export async function cancelIntent(call: Call, id: string): Promise<ApiResult> {
  rejectUnknown(call.params, ['cancellation_reason', 'expand'])
  const reasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const
  const { data: intent } = await lockOrThrow<PaymentIntent>(call, 'payment_intent', id, 'intent')
  await requireStatus(call, intent, 'cancel', [
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
  ])
  const reason = enumValue(call.params, 'cancellation_reason', reasons)
  if (intent.status === 'requires_capture') await releaseAuthorization(call, intent, reason)
  else await cancelWith(call, intent, reason)
  return success(intent)
}

/** Cancels a locked authorized intent, and releases the money on the card. */
export async function releaseAuthorization(call: Call, intent: PaymentIntent, reason: string | null): Promise<void> {
  const { data: charge } = await lockOrThrow<Charge>(call, 'charge', intent.latest_charge ?? '')
  charge.refunded = true
  charge.amount_refunded = charge.amount
  await saveCharge(call, charge)
  await emit(call, reason === 'automatic' ? 'charge.expired' : 'charge.refunded', charge)
  await cancelWith(call, intent, reason)
}

async function cancelWith(call: Call, intent: PaymentIntent, reason: string | null): Promise<void> {
  intent.status = 'canceled'
  intent.amount_capturable = 0
  intent.next_action = null
  intent.canceled_at = unixSeconds(call.now)
  intent.cancellation_reason = reason
  await saveObject(call.tx, { data: intent })
  await emit(call, 'payment_intent.canceled', intent)
}

/** Test helper: a payment that is being processed succeeds, or fails at the bank. */
export async function finishProcessing(call: Call, id: string): Promise<ApiResult> {
  rejectUnknown(call.params, ['status', 'expand'])
  const hasSucceeded = enumValue(call.params, 'status', ['succeeded', 'failed']) !== 'failed'
  const { data: intent } = await lockOrThrow<PaymentIntent>(call, 'payment_intent', id, 'intent')
  await requireStatus(call, intent, 'finish', ['processing'])
  const { data: charge } = await lockOrThrow<Charge>(call, 'charge', intent.latest_charge ?? '')
  if (!hasSucceeded) {
    Object.assign(charge, { status: 'failed', failure_code: bankDecline.code, failure_message: bankDecline.message })
    await saveCharge(call, charge)
    await emit(call, 'charge.failed', charge)
    await failPayment(call, intent, declineError(bankDecline, await lockMethod(call, charge.payment_method), charge))
    return success(intent)
  }
  Object.assign(charge, { status: 'succeeded', paid: true, captured: true, amount_captured: charge.amount })
  await addToBalance(call, charge)
  await saveCharge(call, charge)
  await emit(call, 'charge.succeeded', charge)
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
  await saveObject(call.tx, { data: intent })
  await emit(call, 'payment_intent.succeeded', intent)
  return success(intent)
}

const bankDecline = { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' }
