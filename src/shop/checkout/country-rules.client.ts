import {
  type AddressRules,
  buildAddressRules,
  type FieldAdjustments,
  type RulesLookup,
} from '../../people/addresses/address-rules.ts'

type Locale = Readonly<Record<string, FieldAdjustments | undefined>>

/** Address rules of the countries offered on this page, from its printed settings. */
export function pageAddressRules(): RulesLookup {
  const settings = window as {
    wc_address_i18n_params?: { locale: string }
    wc_country_select_params?: { countries: string }
  }
  const locale = JSON.parse(settings.wc_address_i18n_params?.locale ?? '{}') as Locale
  const provinces = JSON.parse(settings.wc_country_select_params?.countries ?? '{}') as Record<
    string,
    Record<string, string>
  >
  const cached = new Map<string, AddressRules>()
  return (country) => {
    const rules =
      cached.get(country) ??
      buildAddressRules(country, merged(locale.default, locale[country]), listOf(provinces[country]))
    cached.set(country, rules)
    return rules
  }
}

function merged(defaults: FieldAdjustments = {}, overrides: FieldAdjustments = {}): FieldAdjustments {
  const names = [...Object.keys(defaults), ...Object.keys(overrides)] as (keyof FieldAdjustments)[]
  return Object.fromEntries(names.map((name) => [name, { ...defaults[name], ...overrides[name] }]))
}

const listOf = (names: Record<string, string> | undefined) =>
  names ? Object.entries(names).map(([code, name]) => ({ code, name })) : null
