import { createHash } from 'node:crypto'
import { isAmong } from '../orders/countries.ts'
import { type GatewayId, type Settings } from '../settings/settings.ts'
import { type Address, type RawFields, readAddress, readOrderComments } from './address.ts'
import { type CheckoutProblem } from './address-check.ts'
import type { FieldSet } from './fields.ts'
import { checkCheckoutFields } from './form-check.ts'
import { normalisePhone } from './phone.ts'
import { shopRules } from './shop-rules.ts'

export type Fields = Readonly<Record<string, string>>

/** What a posted checkout form says, tidied; whether it is right is `problemsOf`. */
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

const isTicked = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on'

/** One set of fields as an order keeps it: tidied, with the telephone number as it is dialled from anywhere. */
export function readFormAddress(fields: RawFields, set: FieldSet, settings: Settings): Address {
  const address = readAddress(fields, set, shopRules(settings))
  return { ...address, phone: normalisePhone(address.phone, address.country) }
}

export function readCheckoutForm(fields: Fields, settings: Settings): CheckoutForm {
  const shipToDifferent = isTicked(fields.ship_to_different_address)
  const billing = readFormAddress(fields, 'billing', settings)
  const shipping = shipToDifferent ? readFormAddress(fields, 'shipping', settings) : { ...billing, email: '' }
  return {
    billing,
    shipping,
    shipToDifferent,
    customerNote: readOrderComments(fields),
    createsAccount: isTicked(fields.createaccount),
    acceptsTerms: isTicked(fields.terms),
    shippingMethod: fields['shipping_method[0]']?.slice(0, 60) || null,
    paymentMethod: (fields.payment_method ?? '').slice(0, 40),
    paymentToken: (fields.stripe_cc_token_key ?? '').slice(0, 200),
    digest: digestOf(fields),
  }
}

/** Terms are asked for by the page that shows them, and its form says that it does (`terms-field`), as the platform has it. */
export const areTermsAsked = (fields: Fields, settings: Pick<Settings, 'termsPage'>): boolean =>
  settings.termsPage !== null && (fields['terms-field'] ?? '') !== ''

export const problemsOf = (
  fields: Fields,
  form: CheckoutForm,
  settings: Settings,
  about: { readonly needsShipping: boolean; readonly makesAccount: boolean },
): CheckoutProblem[] =>
  checkCheckoutFields(fields, {
    shipToDifferent: form.shipToDifferent,
    needsShipping: about.needsShipping,
    termsRequired: areTermsAsked(fields, settings),
    passwordRequired: about.makesAccount && settings.checkout.accounts === 'password',
    rulesOf: shopRules(settings),
    isServed: (country, set) =>
      isAmong(country, set === 'billing' ? settings.checkout.sellsTo : settings.checkout.shipsTo),
  })

/** The chosen gateway, when it is one the shop has switched on. */
export function gatewayOf(id: string, settings: Settings): GatewayId | null {
  if (!Object.hasOwn(settings.gateways, id)) return null
  return settings.gateways[id as GatewayId].enabled ? (id as GatewayId) : null
}

/** Where the pass of a refusal comes back (abuse/pass.ts). */
export const PASS_FIELD = 'order_pass'

const asides = ['_wp_http_referer', 'proof', PASS_FIELD, 'payment_data']

const isAside = (name: string): boolean =>
  name.includes('nonce') || name.includes('password') || name.startsWith('stripe_cc_') || asides.includes(name)

/**
 * Names a submitted form, so that the same one sent again is recognised. Nonce, password, referrer, proof and pass say
 * nothing of the purchase; nor does the card, which most scripts have named anew for every try.
 */
export function digestOf(content: unknown): string {
  const known = typeof content === 'object' && content !== null ? Object.entries(content) : []
  const kept = known.filter(([name]) => !isAside(name)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(kept)).digest('hex')
}
