import { type RulesLookup, withPhoneField } from '../../people/addresses/address-rules.ts'
import { addressRules } from '../../people/addresses/country-rules.ts'
import type { CheckoutSettings } from './settings.ts'

/** The address rules of every country with this shop's settings, shared by the page, its script and the JSON APIs. */
export const shopAddressRules =
  ({ checkoutPhoneField }: CheckoutSettings): RulesLookup =>
  (country) => {
    const rules = addressRules(country)
    return { ...rules, fields: withPhoneField(rules.fields, checkoutPhoneField) }
  }
