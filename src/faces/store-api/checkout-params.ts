import type { Address } from '../../people/addresses/address.ts'
import { maxOrderComments } from '../../people/addresses/fields.ts'
import { invalidParams, notInEnum, ok } from '../../platform/rest/params.ts'
import { digestOf } from '../../shop/checkout/checkout-form.ts'
import type { CheckoutSettings } from '../../shop/checkout/settings.ts'
import { shopAddressRules } from '../../shop/checkout/shop-address-rules.ts'
import { enabledGateways, type GatewayId } from '../../shop/payments/gateways.ts'
import type { PaymentMethodSettings } from '../../shop/payments/settings.ts'
import { parseAddressFields } from './address-params.ts'
import {
  type BodyFields,
  type BodyParser,
  bodyParser,
  optionalBoolean,
  pairs,
  record,
  text,
  type Values,
} from './body-params.ts'
import { checkoutExtensions } from './checkout-extensions.ts'
import type { StoreError } from './response.ts'
import { addressFields, billingAddressShape, shippingAddressShape } from './shapes/common.ts'

/** One of the enabled payment methods; an empty text counts as missing. */
export const paymentMethod = (settings: PaymentMethodSettings): BodyParser<GatewayId | undefined> => {
  const gatewayIds = enabledGateways(settings)
  return bodyParser<GatewayId | undefined>({ type: 'string', enum: ['', ...gatewayIds] }, (value, name) => {
    if (value === undefined || value === '') return ok(undefined)
    const method = gatewayIds.find((id) => id === value)
    return method ? ok(method) : { ok: false, error: notInEnum(name, ['', ...gatewayIds]) }
  })('How it is paid.')
}

/** The customer note, with line breaks and without control characters. */
export const note = bodyParser<string | undefined>({ type: 'string', maxLength: maxOrderComments }, (value, name) => {
  if (value === undefined) return ok(undefined)
  if (typeof value !== 'string')
    return { ok: false, error: { code: 'rest_invalid_type', message: `${name} is not of type string.` } }
  const text = value
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
  if (text.length <= maxOrderComments) return ok(text)
  const message = `${name} must be at most ${maxOrderComments} characters long.`
  return { ok: false, error: { code: 'rest_too_long', message } }
})('What the shopper wants to tell the shop.')

export const checkoutParsers = (settings: PaymentMethodSettings) =>
  ({
    billing_address: record(addressFields(billingAddressShape))('Who pays.'),
    shipping_address: record(addressFields(shippingAddressShape))('Where it goes; left out, where the bill goes.'),
    payment_method: paymentMethod(settings),
    payment_data: pairs('key', 'value')('What the way to pay needs, by name and value.'),
    customer_note: note,
    create_account: optionalBoolean('Whether to open an account as well.'),
    customer_password: text(1000)('Password of that account, where the shop lets one choose it here.'),
    extensions: checkoutExtensions,
  }) as const

export type StoreCheckout = {
  readonly billing: Address
  readonly shipping: Address
  /** Labels of empty required fields. */
  readonly missing: { readonly billing: readonly string[]; readonly shipping: readonly string[] }
  readonly paymentMethod: GatewayId | undefined
  /** The provider's id of the card. */
  readonly paymentToken: string
  /** Undefined: the note in the cart applies. */
  readonly customerNote: string | undefined
  readonly attribution: Readonly<Record<string, string>>
  /** A solved challenge of `/wp-json/samovar/v1/challenge`, sent as the extension `samovar/proof`. */
  readonly proof: string
  readonly digest: string
  /** Undefined: no account requested. */
  readonly accountPassword: string | undefined
}

/** Parses and normalizes a checkout request; missing fields are reported later, as recorded. */
export function parseCheckout(
  values: Values<ReturnType<typeof checkoutParsers>>,
  fields: BodyFields,
  settings: CheckoutSettings,
): { readonly ok: true; readonly checkout: StoreCheckout } | { readonly ok: false; readonly error: StoreError } {
  const rulesOf = shopAddressRules(settings)
  const billing = parseAddressFields('billing', {}, withoutDefaultRegion(values.billing_address), rulesOf)
  if (!billing.ok) return { ok: false, error: invalidParams({ billing_address: billing.error }) }
  const shipping = parseAddressFields(
    'shipping',
    {},
    withoutDefaultRegion(values.shipping_address ?? values.billing_address),
    rulesOf,
  )
  if (!shipping.ok) return { ok: false, error: invalidParams({ shipping_address: shipping.error }) }
  return {
    ok: true,
    checkout: {
      billing: billing.value.address,
      shipping: { ...shipping.value.address, email: '' },
      missing: { billing: billing.value.missing, shipping: shipping.value.missing },
      paymentMethod: values.payment_method,
      paymentToken: cardTokenIn(values.payment_data),
      customerNote: values.customer_note,
      accountPassword: values.create_account ? (values.customer_password ?? '') : undefined,
      attribution: values.extensions.attribution,
      proof: values.extensions.proof,
      digest: digestOf({ ...fields, extensions: values.extensions.purchaseFields }),
    },
  }
}

/** The provider's id of the card, or ''. */
export const cardTokenIn = (data: Values<ReturnType<typeof checkoutParsers>>['payment_data']): string =>
  (new Map(data).get('stripe_cc_token_key') ?? '').slice(0, 200)

/** An order's address is exactly what was sent: no default country or province. */
const withoutDefaultRegion = (input: BodyFields | undefined): BodyFields => ({ country: '', state: '', ...input })
