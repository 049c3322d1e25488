import { createHash } from 'node:crypto'
import { type Address, parseAddress, parseOrderComments, type RawFields } from '../../people/addresses/address.ts'
import { type CheckoutProblem } from '../../people/addresses/address-check.ts'
import { includesCountry } from '../../people/addresses/countries.ts'
import type { FieldSet } from '../../people/addresses/fields.ts'
import { normalisePhone } from '../../people/addresses/phone.ts'
import type { GatewayId } from '../payments/gateways.ts'
import type { PaymentMethodSettings } from '../payments/settings.ts'
import { checkCheckoutFields } from './form-check.ts'
import type { CheckoutSettings } from './settings.ts'
import { shopAddressRules } from './shop-address-rules.ts'

export type Fields = Readonly<Record<string, string>>

/** What a posted checkout form says, tidied; whether it is right is `checkoutProblems`. */
export type CheckoutForm = {
  readonly billing: Address
  readonly shipping: Address
  readonly shipToDifferent: boolean
  readonly customerNote: string
  readonly shippingMethod: string | null
  /** What else was chosen, so that the form can come back as it was sent. */
  readonly createsAccount: boolean
  readonly acceptsTerms: boolean
  readonly paymentMethod: string
  /** The provider's name of the card typed into its own field. */
  readonly paymentToken: string
  readonly digest: string
}

const isChecked = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on'

/** One set of fields as an order keeps it: tidied, with the telephone number as it is dialled from anywhere. */
export function parseFormAddress(fields: RawFields, set: FieldSet, settings: CheckoutSettings): Address {
  const address = parseAddress(fields, set, shopAddressRules(settings))
  return { ...address, phone: normalisePhone(address.phone, address.country) }
}

export function parseCheckoutForm(fields: Fields, settings: CheckoutSettings): CheckoutForm {
  const shipToDifferent = isChecked(fields.ship_to_different_address)
  const billing = parseFormAddress(fields, 'billing', settings)
  const shipping = shipToDifferent ? parseFormAddress(fields, 'shipping', settings) : { ...billing, email: '' }
  return {
    billing,
    shipping,
    shipToDifferent,
    customerNote: parseOrderComments(fields),
    createsAccount: isChecked(fields.createaccount),
    acceptsTerms: isChecked(fields.terms),
    shippingMethod: fields['shipping_method[0]']?.slice(0, 60) || null,
    paymentMethod: (fields.payment_method ?? '').slice(0, 40),
    paymentToken: (fields.stripe_cc_token_key ?? '').slice(0, 200),
    digest: digestOf(fields),
  }
}

/** Terms are asked for by the page that shows them, and its form says that it does (`terms-field`), as the platform has it. */
export const areTermsRequired = (fields: Fields, settings: CheckoutSettings): boolean =>
  settings.termsPage !== null && (fields['terms-field'] ?? '') !== ''

export const checkoutProblems = (
  fields: Fields,
  form: CheckoutForm,
  settings: CheckoutSettings,
  options: { readonly needsShipping: boolean; readonly createsAccount: boolean },
): CheckoutProblem[] =>
  checkCheckoutFields(fields, {
    shipToDifferent: form.shipToDifferent,
    needsShipping: options.needsShipping,
    termsRequired: areTermsRequired(fields, settings),
    passwordRequired: options.createsAccount && settings.checkout.accountCreation === 'password',
    rulesOf: shopAddressRules(settings),
    isServed: (country, set) =>
      includesCountry(country, set === 'billing' ? settings.checkout.sellsTo : settings.checkout.shipsTo),
  })

/** The chosen gateway, when it is one the shop has switched on. */
export function gatewayOf(id: string, settings: PaymentMethodSettings): GatewayId | null {
  if (!Object.hasOwn(settings.gateways, id)) return null
  return settings.gateways[id as GatewayId].enabled ? (id as GatewayId) : null
}

/** Where the pass of a refusal comes back (abuse/pass.ts). */
export const PASS_FIELD = 'order_pass'

const ignoredFields = ['_wp_http_referer', 'proof', PASS_FIELD, 'payment_data']

const isIgnored = (name: string): boolean =>
  name.includes('nonce') || name.includes('password') || name.startsWith('stripe_cc_') || ignoredFields.includes(name)

/**
 * Names a submitted form, so that the same one sent again is recognised. Nonce, password, referrer, proof and pass say
 * nothing of the purchase; nor does the card, which most scripts have named anew for every try.
 */
export function digestOf(content: unknown): string {
  const entries = typeof content === 'object' && content !== null ? Object.entries(content) : []
  const relevant = entries.filter(([name]) => !isIgnored(name)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(relevant)).digest('hex')
}
