import { createHash } from 'node:crypto'
import {
  type Address,
  type FieldSet,
  parseAddress,
  parseOrderComments,
  type RawFields,
} from '../../people/addresses/address.ts'
import type { CheckoutProblem } from '../../people/addresses/address-check.ts'
import { type RulesLookup, withPhoneField } from '../../people/addresses/address-rules.ts'
import { includesCountry } from '../../people/addresses/countries.ts'
import { addressRules } from '../../people/addresses/country-rules.ts'
import { normalizePhone } from '../../people/addresses/phone.ts'
import { isPaymentField } from '../payment-methods/payment-methods.ts'
import { type CheckoutRequirements, checkCheckoutFields } from './form-check.ts'
import type { CheckoutSettings } from './settings.ts'

export type Fields = Readonly<Record<string, string>>

const isChecked = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on'

export function parseFormAddress(fields: RawFields, set: FieldSet, settings: CheckoutSettings): Address {
  const address = parseAddress(fields, set, shopAddressRules(settings))
  return { ...address, phone: normalizePhone(address.phone, address.country) }
}

export type CheckoutForm = ReturnType<typeof parseCheckoutForm>

export function parseCheckoutForm(fields: Fields, settings: CheckoutSettings) {
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
    digest: digestOf(fields),
  }
}

/** Terms have to be accepted where the page shows them, which its form declares by `terms-field`, as in WooCommerce. */
export const areTermsRequired = (fields: Fields, settings: CheckoutSettings): boolean =>
  settings.termsPage !== null && (fields['terms-field'] ?? '') !== ''

export const checkoutProblems = (
  fields: Fields,
  form: CheckoutForm,
  settings: CheckoutSettings,
  options: {
    readonly needsShipping: boolean
    readonly createsAccount: boolean
    readonly optional?: CheckoutRequirements['optional']
  },
): CheckoutProblem[] =>
  checkCheckoutFields(fields, {
    shipToDifferent: form.shipToDifferent,
    needsShipping: options.needsShipping,
    termsRequired: areTermsRequired(fields, settings),
    optional: options.optional ?? [],
    passwordRequired: options.createsAccount && settings.checkout.accountCreation === 'password',
    rulesOf: shopAddressRules(settings),
    isServed: (country, set) =>
      includesCountry(country, set === 'billing' ? settings.checkout.sellsTo : settings.checkout.shipsTo),
  })

/** Field that returns the wait token of an earlier refusal (abuse/proof-of-work.ts). */
export const WAIT_TOKEN_FIELD = 'order_pass'

const ignoredFields = ['_wp_http_referer', 'proof', WAIT_TOKEN_FIELD, 'payment_data']

const isIgnored = (name: string): boolean =>
  name.includes('nonce') || name.includes('password') || isPaymentField(name) || ignoredFields.includes(name)

/** Identifies a repeated submit: without nonces, passwords, proofs and the card token, which is new every time. */
export function digestOf(content: unknown): string {
  const entries = typeof content === 'object' && content !== null ? Object.entries(content) : []
  const relevant = entries.filter(([name]) => !isIgnored(name)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(relevant)).digest('hex')
}

export const shopAddressRules =
  ({ checkoutPhoneField }: CheckoutSettings): RulesLookup =>
  (country) => {
    const rules = addressRules(country)
    return { ...rules, fields: withPhoneField(rules.fields, checkoutPhoneField) }
  }
