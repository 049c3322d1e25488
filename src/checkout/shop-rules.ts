import { type RulesOf, withPhoneField } from '../orders/address-rules.ts'
import { addressRules } from '../orders/country-rules.ts'
import type { Settings } from '../settings/settings.ts'

/** The address rules of every country as this shop applies them; the page, its script and every JSON face obey the same. */
export const shopRules =
  ({ checkoutPhoneField }: Pick<Settings, 'checkoutPhoneField'>): RulesOf =>
  (country) => {
    const rules = addressRules(country)
    return { ...rules, fields: withPhoneField(rules.fields, checkoutPhoneField) }
  }
