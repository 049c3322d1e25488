import { type Address, maxOrderComments } from '../../people/addresses/address.ts'
import {
  failure,
  invalid,
  invalidParams,
  invalidType,
  ok,
  type Parsed,
  parseOption,
} from '../../platform/rest/params.ts'
import { type Fields, isRecord } from '../../platform/rest/request.ts'
import { digestOf, shopAddressRules } from '../../shop/checkout/checkout-form.ts'
import type { PaymentData } from '../../shop/payments/payment-method.ts'
import { enabledGateways, type GatewayId } from '../../shop/payments/payment-methods.ts'
import { type Attribution, sanitizeAttribution } from '../../shop/tracking/attribution.ts'
import { attributionFields } from '../../shop/tracking/visit.ts'
import { parseAddressFields } from './addresses.ts'
import { bodyParser, boolean, optional, pairs, record, text, type Values } from './body-params.ts'
import type { StoreApiSettings } from './context.ts'
import type { StoreError } from './response.ts'
import { addressFields, billingAddressShape, shippingAddressShape } from './shapes/common.ts'

/** One of the enabled payment methods; an empty text counts as missing. */
export function paymentMethod(settings: StoreApiSettings) {
  const options = ['', ...enabledGateways(settings)] as const
  return optional<GatewayId | undefined>({ type: 'string', enum: options }, (value, name) => {
    const parsed = parseOption(options, value, name)
    return parsed.ok ? ok(parsed.value || undefined) : parsed
  })('How it is paid.')
}

/** The customer note, with line breaks and without control characters. */
export const note = optional({ type: 'string', maxLength: maxOrderComments }, (value, name) => {
  if (typeof value !== 'string') return invalid('rest_invalid_type', `${name} is not of type string.`)
  const text = value
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
  return text.length <= maxOrderComments
    ? ok(text)
    : invalid('rest_too_long', `${name} must be at most ${maxOrderComments} characters long.`)
})('What the shopper wants to tell the shop.')

const ATTRIBUTION = 'woocommerce/order-attribution'
const PROOF = 'samovar/proof'
const attributionFieldNames = Object.keys(attributionFields)

type CheckoutExtensions = {
  readonly attribution: Attribution
  /** A solved challenge of `/wp-json/samovar/v1/challenge`, or ''. */
  readonly proof: string
  /** Fields that are part of the purchase: the same purchase may be retried with another proof. */
  readonly purchaseFields: Fields
}

/**
 * Checkout extensions by namespace. Attribution fields are text or null, anything else is rejected (reference sheet on
 * attribution, section 3); unknown fields and namespaces are ignored.
 */
const checkoutExtensions = bodyParser<CheckoutExtensions>(
  {
    type: 'object',
    properties: {
      [ATTRIBUTION]: {
        type: ['object', 'null'],
        description: 'Where the visit came from.',
        properties: Object.fromEntries(attributionFieldNames.map((name) => [name, { type: ['string', 'null'] }])),
      },
      [PROOF]: {
        type: ['object', 'null'],
        description: 'A solved challenge.',
        properties: { proof: { type: 'string' } },
      },
    },
  },
  (value = {}, name) => {
    if (!isRecord(value)) return invalidType(name, 'object')
    const attribution = ownValue(value, ATTRIBUTION) ?? {}
    if (!isRecord(attribution)) return invalidType(`${name}[${ATTRIBUTION}]`, 'object')
    const invalidField = attributionFieldNames.find((field) => typeof (ownValue(attribution, field) ?? '') !== 'string')
    if (invalidField !== undefined)
      return invalid('api-error', `${name}[${ATTRIBUTION}][${invalidField}] is not of type string or null.`)
    const { [PROOF]: proofField, ...purchaseFields } = value
    const proof = isRecord(proofField) ? ownValue(proofField, 'proof') : undefined
    return ok({
      attribution: sanitizeAttribution(attribution),
      proof: typeof proof === 'string' ? proof : '',
      purchaseFields,
    })
  },
)(`Additions by name: ${ATTRIBUTION}, ${PROOF}.`)

const ownValue = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)

export const checkoutParsers = (settings: StoreApiSettings) =>
  ({
    billing_address: record(addressFields(billingAddressShape))('Who pays.'),
    shipping_address: record(addressFields(shippingAddressShape))('Where it goes; left out, where the bill goes.'),
    payment_method: paymentMethod(settings),
    payment_data: pairs('key', 'value')('What the way to pay needs, by name and value.'),
    customer_note: note,
    create_account: boolean('Whether to open an account as well.'),
    customer_password: text(1000)('Password of that account, where the shop lets one choose it here.'),
    extensions: checkoutExtensions,
  }) as const
export type CheckoutValues = Values<ReturnType<typeof checkoutParsers>>

export type StoreCheckout = {
  readonly billing: Address
  readonly shipping: Address
  /** Labels of empty required fields. */
  readonly missing: { readonly billing: readonly string[]; readonly shipping: readonly string[] }
  readonly paymentMethod: GatewayId | undefined
  /** What the payment method needs. */
  readonly paymentData: PaymentData
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
  values: CheckoutValues,
  fields: Fields,
  settings: StoreApiSettings,
): Parsed<StoreCheckout, StoreError> {
  const rulesOf = shopAddressRules(settings)
  const billing = parseAddressFields('billing', {}, withoutDefaultRegion(values.billing_address), { rulesOf })
  if (!billing.ok) return failure(invalidParams({ billing_address: billing.error }))
  const destination = withoutDefaultRegion(values.shipping_address ?? values.billing_address)
  const shipping = parseAddressFields('shipping', {}, destination, { rulesOf })
  if (!shipping.ok) return failure(invalidParams({ shipping_address: shipping.error }))
  return ok({
    billing: billing.value.address,
    shipping: { ...shipping.value.address, email: '' },
    missing: { billing: billing.value.missing, shipping: shipping.value.missing },
    paymentMethod: values.payment_method,
    paymentData: Object.fromEntries(values.payment_data),
    customerNote: values.customer_note,
    accountPassword: values.create_account ? (values.customer_password ?? '') : undefined,
    attribution: values.extensions.attribution,
    proof: values.extensions.proof,
    digest: digestOf({ ...fields, extensions: values.extensions.purchaseFields }),
  })
}

/** An order's address is exactly what was sent: no default country or province. */
const withoutDefaultRegion = (input: Fields | undefined): Fields => ({ country: '', state: '', ...input })
