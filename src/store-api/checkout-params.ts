import type { Address } from '../checkout/address.ts'
import { digestOf } from '../checkout/checkout-form.ts'
import { maxOrderComments } from '../checkout/fields.ts'
import { shopRules } from '../checkout/shop-rules.ts'
import { invalidParams, notInList, right } from '../rest/params.ts'
import { enabledGateways, type GatewayId, type Settings } from '../settings/settings.ts'
import { readAddressFields } from './address-params.ts'
import type { StoreError } from './answer.ts'
import { type BodyFields, type BodyReader, pairs, reader, record, text, type Values, yesOrNo } from './body-params.ts'
import { checkoutExtensions } from './checkout-extensions.ts'
import { addressFields, billingAddressShape, shippingAddressShape } from './shapes/parts.ts'

/** One of the ways to pay that are switched on; an empty text says nothing. */
export const paymentMethod = (settings: Settings): BodyReader<GatewayId | undefined> => {
  const known = enabledGateways(settings)
  return reader<GatewayId | undefined>({ type: 'string', enum: ['', ...known] }, (value, name) => {
    if (value === undefined || value === '') return right(undefined)
    const method = known.find((id) => id === value)
    return method ? right(method) : { ok: false, wrong: notInList(name, ['', ...known]) }
  })('How it is paid.')
}

/** The shopper's words to the shop, with their line breaks and without characters that cannot be shown. */
export const note = reader<string | undefined>({ type: 'string', maxLength: maxOrderComments }, (value, name) => {
  if (value === undefined) return right(undefined)
  if (typeof value !== 'string')
    return { ok: false, wrong: { code: 'rest_invalid_type', message: `${name} is not of type string.` } }
  const words = value
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
  if (words.length <= maxOrderComments) return right(words)
  const message = `${name} must be at most ${maxOrderComments} characters long.`
  return { ok: false, wrong: { code: 'rest_too_long', message } }
})('What the shopper wants to tell the shop.')

export const checkoutReaders = (settings: Settings) =>
  ({
    billing_address: record(addressFields(billingAddressShape))('Who pays.'),
    shipping_address: record(addressFields(shippingAddressShape))('Where it goes; left out, where the bill goes.'),
    payment_method: paymentMethod(settings),
    payment_data: pairs('key', 'value')('What the way to pay needs, by name and value.'),
    customer_note: note,
    create_account: yesOrNo('Whether to open an account as well.'),
    customer_password: text(1000)('Password of that account, where the shop lets one choose it here.'),
    extensions: checkoutExtensions,
  }) as const

export type StoreCheckout = {
  readonly billing: Address
  readonly shipping: Address
  /** Labels of required fields that are empty. */
  readonly missing: { readonly billing: readonly string[]; readonly shipping: readonly string[] }
  readonly paymentMethod: GatewayId | undefined
  /** The provider's name of the card. */
  readonly paymentToken: string
  /** Undefined: what the cart holds already. */
  readonly customerNote: string | undefined
  readonly attribution: Readonly<Record<string, string>>
  /** A solved challenge of `/wp-json/samovar/v1/challenge`, sent as the extension `samovar/proof`. */
  readonly proof: string
  readonly digest: string
  /** Undefined: no account is wanted. */
  readonly accountPassword: string | undefined
}

/** What a posted checkout says, tidied; whether something is missing is told later, as recorded. */
export function readCheckout(
  values: Values<ReturnType<typeof checkoutReaders>>,
  fields: BodyFields,
  settings: Settings,
): { readonly ok: true; readonly checkout: StoreCheckout } | { readonly ok: false; readonly error: StoreError } {
  const rulesOf = shopRules(settings)
  const billing = readAddressFields('billing', {}, onlyPosted(values.billing_address), rulesOf)
  if (!billing.ok) return { ok: false, error: invalidParams({ billing_address: billing.wrong }) }
  const shipping = readAddressFields(
    'shipping',
    {},
    onlyPosted(values.shipping_address ?? values.billing_address),
    rulesOf,
  )
  if (!shipping.ok) return { ok: false, error: invalidParams({ shipping_address: shipping.wrong }) }
  return {
    ok: true,
    checkout: {
      billing: billing.value.address,
      shipping: { ...shipping.value.address, email: '' },
      missing: { billing: billing.value.missing, shipping: shipping.value.missing },
      paymentMethod: values.payment_method,
      paymentToken: cardIn(values.payment_data),
      customerNote: values.customer_note,
      accountPassword: values.create_account ? (values.customer_password ?? '') : undefined,
      attribution: values.extensions.attribution,
      proof: values.extensions.proof,
      digest: digestOf({ ...fields, extensions: values.extensions.ofPurchase }),
    },
  }
}

/** The provider's name of the card, or ''. */
export const cardIn = (data: Values<ReturnType<typeof checkoutReaders>>['payment_data']): string =>
  (new Map(data).get('stripe_cc_token_key') ?? '').slice(0, 200)

/** An address of an order is what was posted and nothing else: no country or province is assumed. */
const onlyPosted = (given: BodyFields | undefined): BodyFields => ({ country: '', state: '', ...given })
