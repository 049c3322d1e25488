import { createHash } from 'node:crypto'
import { ApiError, cardError, invalidRequest, refusal, resourceMissing } from './api-error.ts'
import {
  type BillingDetails,
  type Card,
  type Charge,
  type HiddenCardState,
  newId,
  type PaymentMethod,
  unixSeconds,
} from './api-objects.ts'
import { type ApiResult, type Call, findOrThrow, lockOrThrow, success } from './call.ts'
import { type Decline, type DeclineStep, declineByAmount } from './declines.ts'
import { emit } from './events.ts'
import { enumValue, type FormFields, integer, metadata, nested, rejectUnknown, requiredText, text } from './form.ts'
import { buildPayLaterMethod, payLaterType, payLaterTypes } from './pay-later.ts'
import { insertObject, type Stored, saveObject } from './sandbox.store.ts'
import { type CardEntry, checkCard, issuerCountry, testCardNumber, type WalletType, walletCard } from './test-cards.ts'

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
  const method = buildPaymentMethod(call, cardEntry(call, card), billing)
  await insertObject(call.tx, call.account, 'payment_method', method, call.now)
  return success(method.data)
}

/** Creates the payment method of a confirmation, `payment_method_data`: one that has no number to hide. */
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

type CardInWallet = CardEntry & { wallet: WalletType | null }

/** Card numbers are accepted from browsers only; servers send wallet tokens. */
function cardEntry(call: Call, card: FormFields): CardInWallet {
  rejectUnknown(card, ['number', 'exp_month', 'exp_year', 'cvc', 'token'])
  const token = text(card, 'token')
  if (token !== null) return testCardEntry(call, token.replace(/^tok_/, ''), 'token', token)
  if (call.key === 'secret') {
    throw new ApiError(402, {
      type: 'invalid_request_error',
      message: 'Card numbers are not accepted from a server: make the payment method in the browser.',
    })
  }
  const year = integer(card, 'exp_year') ?? 0
  return {
    number: requiredText(card, 'number'),
    expMonth: integer(card, 'exp_month') ?? 0,
    expYear: year < 100 ? year + 2000 : year,
    cvc: text(card, 'cvc'),
    wallet: null,
  }
}

/** A predefined card, or such a card in a wallet. */
function testCardEntry(call: Call, name: string, param: string, id: string): CardInWallet {
  const wallet = walletCard(name)
  const number = testCardNumber(wallet?.card ?? name)
  if (number === null) throw resourceMissing(param === 'token' ? 'token' : 'PaymentMethod', id, param)
  return { number, expMonth: 12, expYear: call.now.getUTCFullYear() + 3, cvc: null, wallet: wallet?.type ?? null }
}

function buildPaymentMethod(call: Call, entry: CardInWallet, billing: BillingDetails): StoredMethod {
  const card = checkCard(entry, call.now)
  return {
    data: {
      id: newId('pm'),
      object: 'payment_method',
      billing_details: billing,
      card: {
        brand: card.brand,
        checks: {
          address_line1_check: null,
          address_postal_code_check: null,
          cvc_check: entry.cvc === null ? null : 'unchecked',
        },
        country: issuerCountry(entry.number.replaceAll(/[\s-]/g, '')),
        exp_month: card.expMonth,
        exp_year: card.expYear,
        fingerprint: createHash('sha256').update(`${call.account} ${entry.number}`).digest('hex').slice(0, 16),
        funding: 'credit',
        generated_from: null,
        last4: card.last4,
        networks: { available: [card.brand], preferred: null },
        three_d_secure_usage: { supported: true },
        wallet: walletOf(entry.wallet, card.last4),
      },
      created: unixSeconds(call.now),
      customer: null,
      livemode: false,
      metadata: metadata(call.params),
      type: 'card',
    },
    hidden: { behaviour: card.behaviour, isSetUp: false, isUsed: false },
  }
}

/** As the provider reports it: the device's own number ends differently, which the sandbox does not imitate. */
const walletOf = (type: WalletType | null, last4: string): Card['wallet'] =>
  type === null ? null : { type, dynamic_last4: last4, [type]: {} }

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
  const method = buildPaymentMethod(
    { ...call, params: {} },
    testCardEntry(call, name, 'payment_method', id),
    emptyBilling,
  )
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

/** Why capture or refund of this charge is refused, as its amount or its card selects. */
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
