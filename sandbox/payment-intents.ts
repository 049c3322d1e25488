import { ApiError, invalidRequest, refusal, resourceMissing } from './api-error.ts'
import { type NextAction, newId, type PaymentIntent, unixSeconds } from './api-objects.ts'
import { needsAuthentication, requestAuthentication } from './authentications.ts'
import { type ApiResult, type Call, findOrThrow, lockOrThrow, requireClientSecret, success } from './call.ts'
import { createCharge, declineError } from './charges.ts'
import { type Decline, declineByAmount } from './declines.ts'
import { openDispute } from './disputes.ts'
import { emit } from './events.ts'
import {
  booleanValue,
  enumValue,
  integer,
  metadata,
  nested,
  rejectUnknown,
  requiredText,
  text,
  textList,
} from './form.ts'
import { requestAgreement } from './pay-later.ts'
import { attach, createFromData, lockMethod, type StoredMethod, usedMethodError } from './payment-methods.ts'
import { render } from './render.ts'
import { findObject, insertObject, saveObject } from './sandbox.store.ts'

const minAmount = 50
const maxAmount = 99_999_999

const confirmFields = [
  'payment_method',
  'payment_method_data',
  'receipt_email',
  'setup_future_usage',
  'off_session',
  'return_url',
]
const confirmOnlyFields = [
  'payment_method_options',
  'use_stripe_sdk',
  'client_secret',
  'expected_payment_method_type',
  'expand',
]
const createFields = [
  'amount',
  'currency',
  'customer',
  'description',
  'metadata',
  'payment_method_types',
  'capture_method',
  'confirmation_method',
  'confirm',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'use_stripe_sdk',
  'expand',
]

export async function createIntent(call: Call): Promise<ApiResult> {
  rejectUnknown(call.params, [...createFields, ...confirmFields])
  const amount = integer(call.params, 'amount')
  if (amount === null)
    throw invalidRequest('Missing required param: amount.', { code: 'parameter_missing', param: 'amount' })
  if (amount < minAmount) {
    throw invalidRequest('Amount must be at least $0.50 cad', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > maxAmount) {
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  }
  const currency = requiredText(call.params, 'currency').toLowerCase()
  if (!/^[a-z]{3}$/.test(currency)) throw invalidRequest(`Invalid currency: ${currency}`, { param: 'currency' })
  const customer = text(call.params, 'customer')
  if (customer !== null) await findOrThrow(call, 'customer', customer, 'customer')

  const id = newId('pi')
  const types = textList(call.params, 'payment_method_types')
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: enumValue(call.params, 'capture_method', ['automatic', 'manual']) ?? 'automatic',
    client_secret: newId(`${id}_secret`, 25),
    confirmation_method: enumValue(call.params, 'confirmation_method', ['automatic', 'manual']) ?? 'automatic',
    created: unixSeconds(call.now),
    currency,
    customer,
    description: text(call.params, 'description'),
    invoice: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: metadata(call.params),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: types.length > 0 ? types : ['card'],
    processing: null,
    receipt_email: text(call.params, 'receipt_email'),
    review: null,
    setup_future_usage: enumValue(call.params, 'setup_future_usage', ['on_session', 'off_session']),
    shipping: nested(call.params, 'shipping'),
    source: null,
    statement_descriptor: text(call.params, 'statement_descriptor'),
    statement_descriptor_suffix: text(call.params, 'statement_descriptor_suffix'),
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
  const methodId = text(call.params, 'payment_method')
  if (methodId !== null) {
    const method = await usableMethod(call, intent, methodId)
    intent.payment_method = method.data.id
    intent.status = 'requires_confirmation'
  }
  await insertObject(call.tx, call.account, 'payment_intent', { data: intent }, call.now)
  await emit(call, 'payment_intent.created', intent)
  return booleanValue(call.params, 'confirm') ? attemptPayment(call, intent) : success(intent)
}

export async function retrieveIntent(call: Call, id: string): Promise<ApiResult> {
  const intent = await findOrThrow<PaymentIntent>(call, 'payment_intent', id, 'intent')
  requireClientSecret(call, intent, 'payment_intent')
  return success(intent)
}

/**
 * Changes an intent before its confirmation. Its customer can be set once; an empty `setup_future_usage` removes the
 * setting.
 */
export async function updateIntent(call: Call, id: string): Promise<ApiResult> {
  rejectUnknown(call.params, ['customer', 'setup_future_usage', 'description', 'metadata', 'receipt_email', 'expand'])
  const { data: intent } = await lockOrThrow<PaymentIntent>(call, 'payment_intent', id, 'intent')
  await requireStatus(call, intent, 'update', ['requires_payment_method', 'requires_confirmation', 'requires_action'])
  const customer = text(call.params, 'customer')
  if (customer !== null) await findOrThrow(call, 'customer', customer, 'customer')
  if (customer !== null && intent.customer !== null && customer !== intent.customer) {
    throw invalidRequest(
      'You cannot modify `customer` on a PaymentIntent once it already has been set. To fulfill a payment with a different Customer, cancel this PaymentIntent and create a new one.',
      { param: 'customer' },
    )
  }
  intent.customer = customer ?? intent.customer
  if (call.params.setup_future_usage !== undefined)
    intent.setup_future_usage = enumValue(call.params, 'setup_future_usage', ['on_session', 'off_session'])
  intent.description = text(call.params, 'description') ?? intent.description
  intent.receipt_email = text(call.params, 'receipt_email') ?? intent.receipt_email
  intent.metadata = { ...intent.metadata, ...metadata(call.params) }
  await saveObject(call.tx, { data: intent })
  return success(intent)
}

export async function confirmIntent(call: Call, id: string): Promise<ApiResult> {
  rejectUnknown(call.params, [...confirmFields, ...confirmOnlyFields])
  const { data: intent } = await lockOrThrow<PaymentIntent>(call, 'payment_intent', id, 'intent')
  requireClientSecret(call, intent, 'payment_intent')
  await requireStatus(call, intent, 'confirm', ['requires_payment_method', 'requires_confirmation', 'requires_action'])
  if (call.key === 'publishable' && intent.confirmation_method === 'manual') {
    throw invalidRequest('A PaymentIntent with confirmation_method manual can only be confirmed with a secret key.')
  }
  intent.receipt_email = text(call.params, 'receipt_email') ?? intent.receipt_email
  intent.setup_future_usage =
    enumValue(call.params, 'setup_future_usage', ['on_session', 'off_session']) ?? intent.setup_future_usage
  intent.payment_method = text(call.params, 'payment_method') ?? intent.payment_method
  const data = nested(call.params, 'payment_method_data')
  if (data) intent.payment_method = (await createFromData(call, data)).data.id
  return attemptPayment(call, intent)
}

/** Attempts a payment; the outcome depends on the test card. */
async function attemptPayment(call: Call, intent: PaymentIntent): Promise<ApiResult> {
  if (intent.payment_method === null) {
    throw invalidRequest('You cannot confirm this PaymentIntent because it is missing a payment method.', {
      code: 'payment_intent_unexpected_state',
      param: 'payment_method',
    })
  }
  if (intent.customer !== null) await findOrThrow(call, 'customer', intent.customer, 'customer')
  const method = await usableMethod(call, intent, intent.payment_method)
  intent.payment_method = method.data.id
  intent.next_action = null
  const { type } = method.data
  if (!intent.payment_method_types.includes(type)) {
    throw invalidRequest(`The PaymentMethod provided (${type}) is not allowed for this PaymentIntent.`, {
      code: 'payment_intent_incompatible_payment_method',
      param: 'payment_method',
    })
  }
  if (type !== 'card') return waitForShopper(call, intent, await requestAgreement(call, intent, method.data, type))
  const decline = chargeDecline(call, intent, method)
  if (decline?.refusedWith) throw refusal(decline)
  if (!needsAuthentication(method, isAuthenticationRequested(call))) return chargeCard(call, intent, method)

  if (booleanValue(call.params, 'off_session')) {
    return declinePayment(call, intent, method, {
      code: 'authentication_required',
      declineCode: 'authentication_required',
      message: 'Your card was declined. This transaction requires authentication.',
    })
  }
  return waitForShopper(call, intent, await requestAuthentication(call, intent, method))
}

async function waitForShopper(call: Call, intent: PaymentIntent, nextAction: NextAction): Promise<ApiResult> {
  intent.status = 'requires_action'
  intent.next_action = nextAction
  await saveObject(call.tx, { data: intent })
  await emit(call, 'payment_intent.requires_action', intent)
  return success(intent)
}

/** Whether the shop requests authentication of the cardholder, even if the bank would not. */
function isAuthenticationRequested(call: Call): boolean {
  const card = nested(nested(call.params, 'payment_method_options') ?? {}, 'card')
  return card !== null && enumValue(card, 'request_three_d_secure', ['automatic', 'any']) === 'any'
}

/** Charges the card without further authentication. */
export async function chargeCard(call: Call, intent: PaymentIntent, method: StoredMethod): Promise<ApiResult> {
  const decline = chargeDecline(call, intent, method)
  if (decline) return declinePayment(call, intent, method, decline)

  if (method.data.card && method.hidden.behaviour.failsPostalCheck) {
    method.data.card.checks.address_postal_code_check = 'fail'
    await saveObject(call.tx, method)
  }
  const charge = await createCharge(call, intent, method, null)
  intent.latest_charge = charge.id
  intent.next_action = null
  intent.last_payment_error = null
  if (charge.status === 'pending') intent.status = 'processing'
  else if (charge.captured) Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
  else Object.assign(intent, { status: 'requires_capture', amount_capturable: intent.amount })
  await saveObject(call.tx, { data: intent })
  if (intent.setup_future_usage !== null) {
    // A card without a customer can still be attached to one after the payment.
    method.hidden.isSetUp = true
    await saveObject(call.tx, method)
    if (intent.customer !== null) await attach(call, method, intent.customer)
  } else if (method.data.customer === null) {
    method.hidden.isUsed = true
    await saveObject(call.tx, method)
  }
  await emit(
    call,
    `payment_intent.${intent.status === 'requires_capture' ? 'amount_capturable_updated' : intent.status}`,
    intent,
  )
  const { dispute } = method.hidden.behaviour
  if (dispute && charge.captured) await openDispute(call, charge, dispute)
  return success(intent)
}

/** The decline that a tester has set for all cards, or that the amount or the card selects. */
const chargeDecline = (call: Call, intent: PaymentIntent, method: StoredMethod): Decline | null =>
  call.decline?.on === 'charge'
    ? call.decline
    : (declineByAmount(intent.amount, 'charge') ?? method.hidden.behaviour.decline)

async function declinePayment(
  call: Call,
  intent: PaymentIntent,
  method: StoredMethod,
  decline: Decline,
): Promise<ApiResult> {
  const charge = await createCharge(call, intent, method, decline)
  const error = declineError(decline, method, charge)
  intent.latest_charge = charge.id
  await failPayment(call, intent, error)
  return { status: 402, error: { ...error, payment_intent: await render(call, intent, []) } }
}

/** Records a failed attempt. The intent remains usable with another payment method. */
export async function failPayment(
  call: Call,
  intent: PaymentIntent,
  error: NonNullable<PaymentIntent['last_payment_error']>,
): Promise<void> {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = error
  await saveObject(call.tx, { data: intent })
  await emit(call, 'payment_intent.payment_failed', intent)
}

/** Locks the payment method and checks that this intent may use it. */
async function usableMethod(call: Call, intent: PaymentIntent, id: string): Promise<StoredMethod> {
  const method = await lockMethod(call, id)
  if (method.hidden.isUsed) throw usedMethodError()
  if (method.data.customer !== null && method.data.customer !== intent.customer) {
    throw invalidRequest(
      'The payment method supplied belongs to a Customer. Please include the Customer in the `customer` parameter on the PaymentIntent.',
      { param: 'payment_method' },
    )
  }
  return method
}

export async function requireStatus(
  call: Call,
  intent: PaymentIntent,
  verb: string,
  allowed: readonly PaymentIntent['status'][],
): Promise<void> {
  if (allowed.includes(intent.status)) return
  throw new ApiError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: await render(call, intent, []),
  })
}

/** The id of the intent that a charge belongs to. */
export async function intentOfCharge(call: Call, chargeId: string): Promise<string> {
  const charge = await findObject(call.tx, call.account, chargeId)
  if (charge?.kind !== 'charge') throw resourceMissing('charge', chargeId, 'charge')
  return String(charge.data.payment_intent)
}
