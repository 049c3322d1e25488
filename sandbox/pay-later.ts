import { invalidRequest } from './api-error.ts'
import {
  type Authentication,
  type BillingDetails,
  type HiddenCardState,
  type NextAction,
  newId,
  type PayLaterType,
  type PaymentIntent,
  type PaymentMethod,
  unixSeconds,
} from './api-objects.ts'
import type { Call } from './call.ts'
import { metadata, text } from './form.ts'
import { insertObject, type Stored } from './sandbox.store.ts'

type PayLaterMethod = Stored<PaymentMethod, HiddenCardState>

export const payLaterNames: Readonly<Record<PayLaterType, string>> = {
  affirm: 'Affirm',
  afterpay_clearpay: 'Afterpay',
  klarna: 'Klarna',
}
export const payLaterTypes = Object.keys(payLaterNames) as PayLaterType[]

export const payLaterType = (name: string | null): PayLaterType | null =>
  payLaterTypes.find((type) => type === name) ?? null

/** The properties that each type adds to a payment method. */
const details = {
  affirm: { affirm: {} },
  afterpay_clearpay: { afterpay_clearpay: {} },
  klarna: { klarna: { dob: null } },
}

/** A payment method that the shopper accepts on the provider's page. */
export function buildPayLaterMethod(call: Call, type: PayLaterType, billing: BillingDetails): PayLaterMethod {
  return {
    data: {
      id: newId('pm'),
      object: 'payment_method',
      ...details[type],
      billing_details: billing,
      created: unixSeconds(call.now),
      customer: null,
      livemode: false,
      metadata: metadata(call.params),
      type,
    },
    hidden: {
      behaviour: { decline: null, authentication: 'never', allowsSetup: false },
      isSetUp: false,
      isUsed: false,
    },
  }
}

/** Minimum and maximum totals that each type accepts, in the currency's smallest unit. */
const limits: Readonly<Record<PayLaterType, Readonly<Record<string, readonly [min: number, max: number]>>>> = {
  affirm: { cad: [5000, 3_000_000], usd: [5000, 3_000_000] },
  afterpay_clearpay: {
    cad: [100, 200_000],
    usd: [100, 400_000],
    aud: [100, 400_000],
    nzd: [100, 400_000],
    gbp: [100, 120_000],
  },
  klarna: {
    cad: [50, 99_999_999],
    usd: [50, 99_999_999],
    aud: [50, 99_999_999],
    nzd: [50, 99_999_999],
    gbp: [50, 99_999_999],
    eur: [50, 99_999_999],
  },
}

/** The payer's details that each type requires. */
const required: Readonly<Record<PayLaterType, (billing: BillingDetails) => Readonly<Record<string, string | null>>>> = {
  affirm: () => ({}),
  afterpay_clearpay: ({ name, email, address: { line1, postal_code, country } }) => ({
    name,
    email,
    'address][line1': line1,
    'address][postal_code': postal_code,
    'address][country': country,
  }),
  klarna: ({ email, address: { country } }) => ({ email, 'address][country': country }),
}

/** Starts a payment: the shopper continues on the provider's page. */
export async function requestAgreement(
  call: Call,
  intent: PaymentIntent,
  method: PaymentMethod,
  type: PayLaterType,
): Promise<NextAction> {
  checkAmount(intent, type)
  for (const [field, value] of Object.entries(required[type](method.billing_details))) {
    if (value !== null) continue
    const param = `payment_method_data[billing_details][${field}]`
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  const returnUrl = text(call.params, 'return_url')
  if (returnUrl === null || !/^https?:\/\//.test(returnUrl) || !URL.canParse(returnUrl)) {
    throw invalidRequest(`A return_url is required to confirm a payment with ${payLaterNames[type]}.`, {
      code: 'parameter_missing',
      param: 'return_url',
    })
  }
  const agreement: Authentication = {
    id: newId('src'),
    object: 'source',
    intent: intent.id,
    intent_kind: 'payment_intent',
    payment_method: method.id,
    amount: intent.amount,
    currency: intent.currency,
    return_url: returnUrl,
    status: 'pending',
  }
  await insertObject(call.tx, call.account, 'authentication', { data: agreement }, call.now)
  const url = `${call.publicOrigin}/v3/pay-later/${agreement.id}`
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
}

function checkAmount({ amount, currency }: PaymentIntent, type: PayLaterType): void {
  const range = limits[type][currency]
  if (!range) throw invalidRequest(`${payLaterNames[type]} does not support ${currency}.`, { param: 'currency' })
  if (amount < range[0]) throw invalidRequest('The amount is too small.', { code: 'amount_too_small', param: 'amount' })
  if (amount > range[1]) throw invalidRequest('The amount is too large.', { code: 'amount_too_large', param: 'amount' })
}
