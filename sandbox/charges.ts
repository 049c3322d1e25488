import type { ErrorBody } from './api-error.ts'
import { type Card, type Charge, newId, type PaymentIntent, unixSeconds } from './api-objects.ts'
import { chargeFee, recordBalance } from './balance.ts'
import { type ApiResult, type Call, findOrThrow, success } from './call.ts'
import type { Decline } from './declines.ts'
import { emit } from './events.ts'
import type { StoredMethod } from './payment-methods.ts'
import { insertObject, saveObject } from './sandbox.store.ts'

/** Records a charge attempt, successful or not. `captured` is false if the charge is only an authorization. */
export async function createCharge(
  call: Call,
  intent: PaymentIntent,
  method: StoredMethod,
  decline: Decline | null,
): Promise<Charge> {
  const { charge: outcome } = method.hidden.behaviour
  const status = decline ? 'failed' : outcome === 'processing' ? 'pending' : 'succeeded'
  const captured = status === 'succeeded' && outcome !== 'authorized' && intent.capture_method === 'automatic'
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.data.billing_details,
    calculated_statement_descriptor: 'SAMOVAR',
    captured,
    created: unixSeconds(call.now),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    invoice: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.data.id,
    payment_method_details: methodDetails(method, decline),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: null,
  }
  if (captured) await addToBalance(call, charge)
  await insertObject(call.tx, call.account, 'charge', { data: charge }, call.now)
  await emit(call, `charge.${status}`, charge)
  return charge
}

function outcomeOf(decline: Decline | null): Charge['outcome'] {
  const blocked = decline?.declineCode === 'fraudulent'
  return {
    network_status: decline === null ? 'approved_by_network' : blocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: decline === null ? null : blocked ? 'highest_risk_level' : decline.declineCode,
    risk_level: blocked ? 'highest' : 'normal',
    risk_score: blocked ? 92 : 12,
    seller_message: decline === null ? 'Payment complete.' : 'The bank did not approve the payment.',
    type: decline === null ? 'authorized' : blocked ? 'blocked' : 'issuer_declined',
  }
}

function methodDetails({ data }: StoredMethod, decline: Decline | null): Charge['payment_method_details'] {
  switch (data.type) {
    case 'affirm':
      return { affirm: {}, type: 'affirm' }
    case 'afterpay_clearpay':
      return { afterpay_clearpay: { order_id: null, reference: null }, type: 'afterpay_clearpay' }
    case 'klarna':
      return { klarna: { payment_method_category: 'pay_later', preferred_locale: 'en-CA' }, type: 'klarna' }
    case 'card':
      if (!data.card) throw new Error(`The payment method ${data.id} has no card`)
      return { card: checkedCard(data.card, decline), type: 'card' }
  }
}

function checkedCard(card: Card, decline: Decline | null): Card {
  if (card.checks.cvc_check === null) return card
  const check = decline?.code === 'incorrect_cvc' ? 'fail' : 'pass'
  return { ...card, checks: { ...card.checks, cvc_check: check } }
}

export async function retrieveCharge(call: Call, id: string): Promise<ApiResult> {
  return success(await findOrThrow<Charge>(call, 'charge', id))
}

/** Adds the captured amount to the account's balance. */
export async function addToBalance(call: Call, charge: Charge): Promise<void> {
  const { id: source, amount_captured: amount, currency } = charge
  charge.balance_transaction = await recordBalance(call, {
    type: 'charge',
    amount,
    fee: chargeFee(amount),
    source,
    currency,
  })
}

export async function saveCharge(call: Call, charge: Charge): Promise<void> {
  await saveObject(call.tx, { data: charge })
}

/** The error returned for a declined card. */
export function declineError(decline: Decline, method: StoredMethod, charge: Charge | null): ErrorBody {
  return {
    type: 'card_error',
    code: decline.code,
    ...(decline.code === 'processing_error' || decline.declineCode === null
      ? {}
      : { decline_code: decline.declineCode }),
    message: decline.message,
    ...(charge ? { charge: charge.id } : {}),
    payment_method: method.data,
  }
}
