import { type RulesLookup, withPhoneField } from '../../people/addresses/address-rules.ts'
import { addressRules } from '../../people/addresses/country-rules.ts'
import type { CheckoutSettings } from './settings.ts'

/** The address rules of every country as this shop applies them; the page, its script and every JSON face obey the same. */
export const shopAddressRules =
  ({ checkoutPhoneField }: CheckoutSettings): RulesLookup =>
  (country) => {
    const rules = addressRules(country)
    return { ...rules, fields: withPhoneField(rules.fields, checkoutPhoneField) }
  }
