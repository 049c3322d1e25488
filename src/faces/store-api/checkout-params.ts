import { z } from 'zod'
import { type Address, maxOrderComments } from '../../people/addresses/address.ts'
import { addError, addTypeError } from '../../platform/rest/fields.ts'
import { failure, invalidParams, ok, type Parsed } from '../../platform/rest/params.ts'
import { type Fields, isRecord } from '../../platform/rest/request.ts'
import { digestOf, shopAddressRules } from '../../shop/checkout/checkout-form.ts'
import type { PaymentData } from '../../shop/gateways/payment-method.ts'
import { enabledGateways, type GatewayId } from '../../shop/payment-methods/payment-methods.ts'
import { type Attribution, sanitizeAttribution } from '../../shop/tracking/attribution.ts'
import { attributionFields } from '../../shop/tracking/visit.ts'
import { parseAddressFields } from './addresses.ts'
import { address, anyObject, boolean, pairs, text } from './body-fields.ts'
import type { StoreApiSettings } from './context.ts'
import type { StoreError } from './response.ts'
import { billingAddressShape, shippingAddressShape } from './shapes/common.ts'
import { perSettings } from './store-call.ts'

export const paymentMethod = (settings: StoreApiSettings) =>
  z
    .enum(['', ...enabledGateways(settings)])
    .transform((id) => id || undefined)
    .optional()
    .describe('ID of the payment method.')

export const note = z
  .unknown()
  .transform((value, context) => {
    if (typeof value !== 'string') {
      addError(context, '{name} is not of type string.', 'rest_invalid_type')
      return z.NEVER
    }
    const text = value
      .toWellFormed()
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      .trim()
    if (text.length <= maxOrderComments) return text
    addError(context, `{name} must be at most ${maxOrderComments} characters long.`, 'rest_too_long')
    return z.NEVER
  })
  .meta({ type: 'string', maxLength: maxOrderComments })
  .optional()
  .describe('Note of the customer.')

const ATTRIBUTION = 'woocommerce/order-attribution'
const PROOF = 'samovar/proof'
const attributionFieldNames = Object.keys(attributionFields)

type CheckoutExtensions = {
  readonly attribution: Attribution
  readonly proof: string
  /** Fields that identify the purchase: the same purchase may be retried with another proof of work. */
  readonly purchaseFields: Fields
}

/** Attribution fields are text or null (reference sheet on attribution, section 3); unknown names are ignored. */
const checkoutExtensions = anyObject(`Extension data by namespace: ${ATTRIBUTION}, ${PROOF}.`, {
  properties: {
    [ATTRIBUTION]: {
      type: ['object', 'null'],
      description: 'Attribution: where the visitor came from.',
      properties: Object.fromEntries(attributionFieldNames.map((name) => [name, { type: ['string', 'null'] }])),
    },
    [PROOF]: {
      type: ['object', 'null'],
      description: 'Proof of work for the bot check.',
      properties: { proof: { type: 'string' } },
    },
  },
})
  .optional()
  .transform((value = {}, context): CheckoutExtensions => {
    const attribution = ownValue(value, ATTRIBUTION) ?? {}
    if (!isRecord(attribution)) {
      addTypeError(context, 'object', `[${ATTRIBUTION}]`)
      return z.NEVER
    }
    const invalidField = attributionFieldNames.find((field) => typeof (ownValue(attribution, field) ?? '') !== 'string')
    if (invalidField !== undefined)
      addError(context, `{name}[${ATTRIBUTION}][${invalidField}] is not of type string or null.`, 'api-error')
    const { [PROOF]: proofField, ...purchaseFields } = value
    const proof = isRecord(proofField) ? ownValue(proofField, 'proof') : undefined
    return {
      attribution: sanitizeAttribution(attribution),
      proof: typeof proof === 'string' ? proof : '',
      purchaseFields,
    }
  })

const ownValue = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)

export const paymentFields = (settings: StoreApiSettings) => ({
  billing_address: address(billingAddressShape, 'Billing address.'),
  payment_method: paymentMethod(settings),
  payment_data: pairs('key', 'Data for the payment method, by name and value.'),
  extensions: checkoutExtensions,
})

export const checkoutBody = perSettings((settings) => {
  const { billing_address, payment_method, payment_data, extensions } = paymentFields(settings)
  return z.object({
    billing_address,
    shipping_address: address(shippingAddressShape, 'Shipping address. The billing address by default.').optional(),
    payment_method,
    payment_data,
    customer_note: note,
    create_account: boolean('Whether to create an account for the customer.'),
    customer_password: text(
      1000,
      'Password of the new account, if the shop lets customers choose one at checkout.',
    ).optional(),
    extensions,
  })
})
type CheckoutBody = z.output<ReturnType<typeof checkoutBody>>

export type StoreCheckout = {
  readonly billing: Address
  readonly shipping: Address
  readonly missing: { readonly billing: readonly string[]; readonly shipping: readonly string[] }
  readonly paymentMethod: GatewayId | undefined
  readonly paymentData: PaymentData
  /** Undefined: the note in the cart applies. */
  readonly customerNote: string | undefined
  readonly attribution: Readonly<Record<string, string>>
  /** A solved challenge of `/wp-json/samovar/v1/challenge`, sent as the extension `samovar/proof`. */
  readonly proof: string
  readonly digest: string
  readonly accountPassword: string | undefined
}

export function parseCheckout(
  values: CheckoutBody,
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

/** An order's address is exactly as sent, without a default country or province. */
const withoutDefaultRegion = (input: Fields | undefined): Fields => ({ country: '', state: '', ...input })
