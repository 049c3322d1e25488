import { ApiError, cardError, invalidRequest, refusal, resourceMissing } from './api-error.ts'
import {
  type BillingDetails,
  type Charge,
  type HiddenCardState,
  newId,
  type PaymentMethod,
  unixSeconds,
} from './api-objects.ts'
import { type ApiResult, type Call, findOrThrow, lockOrThrow, success } from './call.ts'
import { type CardDetails, namedCard, typedCard } from './card-details.ts'
import { type Decline, type DeclineStep, declineByAmount } from './declines.ts'
import { emit } from './events.ts'
import { enumValue, type FormFields, metadata, nested, rejectUnknown, requiredText, text } from './form.ts'
import { buildPayLaterMethod, payLaterType, payLaterTypes } from './pay-later.ts'
import { insertObject, type Stored, saveObject } from './sandbox.store.ts'
import { useToken } from './tokens.ts'

export type StoredMethod = Stored<PaymentMethod, HiddenCardState>

const emptyBilling: BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
}

export async function createPaymentMethod(call: Call): Promise<ApiResult> {
  rejectUnknown(call.params, ['type', 'card', 'billing_details', 'metadata', 'expand', ...payLaterTypes])
  const type = enumValue(call.params, 'type', ['card', ...payLaterTypes])
  if (payLaterType(type) !== null) return success((await createFromData(call, call.params)).data)
  const card = nested(call.params, 'card')
  if (!card) throw invalidRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' })
  applyForcedDecline(call)
  const billing = billingDetails(nested(call.params, 'billing_details') ?? {})
  const method = buildPaymentMethod(call, await cardOf(call, card), billing)
  await insertObject(call.tx, call.account, 'payment_method', method, call.now)
  return success(method.data)
}

/**
 * Creates the payment method of a confirmation from `payment_method_data`, for types without a number that has to stay
 * secret.
 */
export async function createFromData(call: Call, data: FormFields): Promise<StoredMethod> {
  rejectUnknown(data, ['type', 'billing_details', 'metadata', 'expand', ...payLaterTypes])
  const type = payLaterType(text(data, 'type'))
  if (type === null) throw invalidRequest(`Invalid type: must be one of ${payLaterTypes.join(', ')}`, { param: 'type' })
  const method = buildPayLaterMethod(
    { ...call, params: data },
    type,
    billingDetails(nested(data, 'billing_details') ?? {}),
  )
  await insertObject(call.tx, call.account, 'payment_method', method, call.now)
  return method
}

function applyForcedDecline({ decline }: Call): void {
  if (decline?.on !== 'card') return
  const error = cardError(decline.code, decline.message)
  if (decline.declineCode !== null) error.body.decline_code = decline.declineCode
  throw error
}

/** The card that a token represents, or the card that was typed. */
async function cardOf(call: Call, fields: FormFields): Promise<CardDetails> {
  const token = text(fields, 'token')
  if (token === null) return typedCard(call, fields)
  rejectUnknown(fields, ['token'])
  return namedCard(call, token.replace(/^tok_/, '')) ?? useToken(call, token)
}

function buildPaymentMethod(call: Call, { card, behaviour }: CardDetails, billing: BillingDetails): StoredMethod {
  return {
    data: {
      id: newId('pm'),
      object: 'payment_method',
      billing_details: billing,
      card,
      created: unixSeconds(call.now),
      customer: null,
      livemode: false,
      metadata: metadata(call.params),
      type: 'card',
    },
    hidden: { behaviour, isSetUp: false, isUsed: false },
  }
}

function billingDetails(fields: FormFields): BillingDetails {
  const address = nested(fields, 'address') ?? {}
  return {
    address: {
      city: text(address, 'city'),
      country: text(address, 'country'),
      line1: text(address, 'line1'),
      line2: text(address, 'line2'),
      postal_code: text(address, 'postal_code'),
      state: text(address, 'state'),
    },
    email: text(fields, 'email'),
    name: text(fields, 'name'),
    phone: text(fields, 'phone'),
  }
}

/** The payment method to charge. A predefined name such as `pm_card_visa` creates a new one each time. */
export async function lockMethod(call: Call, id: string): Promise<StoredMethod> {
  const name = /^pm_card_(\w+)$/.exec(id)?.[1]
  if (name === undefined)
    return lockOrThrow<PaymentMethod, HiddenCardState>(call, 'payment_method', id, 'payment_method')
  const details = namedCard(call, name)
  if (!details) throw resourceMissing('PaymentMethod', id, 'payment_method')
  const method = buildPaymentMethod({ ...call, params: {} }, details, emptyBilling)
  await insertObject(call.tx, call.account, 'payment_method', method, call.now)
  return method
}

export async function retrievePaymentMethod(call: Call, id: string): Promise<ApiResult> {
  return success(await findOrThrow<PaymentMethod>(call, 'payment_method', id))
}

export async function updatePaymentMethod(call: Call, id: string): Promise<ApiResult> {
  rejectUnknown(call.params, ['billing_details', 'metadata', 'expand'])
  const method = await lockOrThrow<PaymentMethod, HiddenCardState>(call, 'payment_method', id)
  const billing = nested(call.params, 'billing_details')
  method.data = {
    ...method.data,
    billing_details: billing ? billingDetails(billing) : method.data.billing_details,
    metadata: { ...method.data.metadata, ...metadata(call.params) },
  }
  await saveObject(call.tx, method)
  await emit(call, 'payment_method.updated', method.data)
  return success(method.data)
}

export async function attachPaymentMethod(call: Call, id: string): Promise<ApiResult> {
  rejectUnknown(call.params, ['customer', 'expand'])
  const customerId = requiredText(call.params, 'customer')
  await findOrThrow(call, 'customer', customerId, 'customer')
  const method = await lockMethod(call, id)
  const { decline } = method.hidden.behaviour
  if (decline && !method.hidden.behaviour.allowsSetup) {
    if (decline.refusedWith) throw refusal(decline)
    throw new ApiError(402, {
      type: 'card_error',
      code: decline.code,
      ...(decline.declineCode === null ? {} : { decline_code: decline.declineCode }),
      message: decline.message,
    })
  }
  await attach(call, method, customerId)
  return success(method.data)
}

export async function attach(call: Call, method: StoredMethod, customerId: string): Promise<void> {
  if (method.data.customer === customerId) return
  if (method.data.customer !== null || method.hidden.isUsed) throw usedMethodError()
  method.data.customer = customerId
  await saveObject(call.tx, method)
  await emit(call, 'payment_method.attached', method.data)
}

export async function detachPaymentMethod(call: Call, id: string): Promise<ApiResult> {
  const method = await lockOrThrow<PaymentMethod, HiddenCardState>(call, 'payment_method', id)
  if (method.data.customer === null) {
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
  }
  method.data.customer = null
  method.hidden.isUsed = true
  await saveObject(call.tx, method)
  await emit(call, 'payment_method.detached', method.data)
  return success(method.data)
}

/** Why the capture or refund of this charge is refused, if its amount or its card selects a refusal. */
export async function laterDecline(call: Call, charge: Charge, step: DeclineStep): Promise<Decline | null> {
  const { later } = (await lockMethod(call, charge.payment_method)).hidden.behaviour
  return declineByAmount(charge.amount, step) ?? (later?.step === step ? later.decline : null)
}

/** A card that was used once without a customer, or detached from one, cannot be charged again. */
export function usedMethodError(): ApiError {
  return invalidRequest(
    'This PaymentMethod was used before without being attached to a Customer, or was detached from one, and may not be used again.',
    { param: 'payment_method' },
  )
}
