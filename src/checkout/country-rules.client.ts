import { type AddressRules, type FieldAdjustments, type RulesOf, rulesFrom } from '../orders/address-rules.ts'

type Locale = Readonly<Record<string, FieldAdjustments | undefined>>

/** The address rules of the countries this page offers, out of the settings it prints. */
export function rulesOnPage(): RulesOf {
  const settings = window as {
    wc_address_i18n_params?: { locale: string }
    wc_country_select_params?: { countries: string }
  }
  const locale = JSON.parse(settings.wc_address_i18n_params?.locale ?? '{}') as Locale
  const provinces = JSON.parse(settings.wc_country_select_params?.countries ?? '{}') as Record<
    string,
    Record<string, string>
  >
  const known = new Map<string, AddressRules>()
  return (country) => {
    const rules =
      known.get(country) ?? rulesFrom(country, merged(locale.default, locale[country]), listOf(provinces[country]))
    known.set(country, rules)
    return rules
  }
}

function merged(anywhere: FieldAdjustments = {}, own: FieldAdjustments = {}): FieldAdjustments {
  const names = [...Object.keys(anywhere), ...Object.keys(own)] as (keyof FieldAdjustments)[]
  return Object.fromEntries(names.map((name) => [name, { ...anywhere[name], ...own[name] }]))
}

const listOf = (names: Record<string, string> | undefined) =>
  names ? Object.entries(names).map(([code, name]) => ({ code, name })) : null
