/** Address rules that are small enough for browsers; data per country is in `country-rules.ts`. */

import type { CheckoutField } from './address.ts'

export type FieldName =
  | 'first_name'
  | 'last_name'
  | 'company'
  | 'country'
  | 'address_1'
  | 'address_2'
  | 'city'
  | 'state'
  | 'postcode'
  | 'phone'
  | 'email'

export type Province = { readonly code: string; readonly name: string; readonly aliases?: readonly string[] }

export type FieldAdjustment = Partial<Pick<CheckoutField, 'label' | 'required' | 'priority' | 'placeholder' | 'hidden'>>

export type FieldAdjustments = Readonly<Partial<Record<FieldName, FieldAdjustment>>>

export type AddressRules = {
  readonly fields: FieldAdjustments
  /** Null if the province is free text. */
  readonly provinces: readonly Province[] | null
  readonly normalizePostcode: (postcode: string) => string
  readonly isPostcode: (postcode: string) => boolean
}

export type RulesLookup = (country: string) => AddressRules

export const phoneFields = ['required', 'optional', 'hidden'] as const
export type PhoneField = (typeof phoneFields)[number]

export function withPhoneField(fields: FieldAdjustments, phoneField: PhoneField): FieldAdjustments {
  if (phoneField === 'required') return fields
  const hidden = phoneField === 'hidden' ? { hidden: true } : {}
  return { ...fields, phone: { ...fields.phone, required: false, ...hidden } }
}

export const defaultCountry = 'CA'

export function buildAddressRules(
  country: string,
  fields: FieldAdjustments,
  provinces: readonly Province[] | null,
  fallbackIsPostcode: (postcode: string) => boolean = (postcode) => /^[A-Z0-9 -]+$/.test(postcode),
): AddressRules {
  return {
    fields,
    provinces,
    normalizePostcode: (postcode) => normalizePostcode(postcode, country),
    isPostcode: (postcode) => {
      const formatted = normalizePostcode(postcode, country)
      return postcodeRules[country]?.pattern.test(formatted) ?? fallbackIsPostcode(formatted)
    },
  }
}

type PostcodeRule = {
  readonly pattern: RegExp
  readonly format?: (compact: string) => string
}

const insertSeparator =
  (position: number, separator: string) =>
  (compact: string): string =>
    compact.length > Math.abs(position)
      ? `${compact.slice(0, position)}${separator}${compact.slice(position)}`
      : compact

const postcodeRules: Readonly<Record<string, PostcodeRule>> = {
  // Canada Post never uses D, F, I, O, Q or U, and no code begins with W or Z.
  CA: { pattern: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d$/, format: insertSeparator(3, ' ') },
  US: { pattern: /^\d{5}(-\d{4})?$/, format: insertSeparator(5, '-') },
  GB: {
    pattern: /^(GIR 0AA|[A-PR-UWYZ](\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d[\dABEHMNPRVWXY]?) \d[ABD-HJLNP-UW-Z]{2})$/,
    format: insertSeparator(-3, ' '),
  },
  FR: { pattern: /^(0[1-9]|[1-8]\d|9[0-8])\d{3}$/ },
  DE: { pattern: /^(?!00)\d{5}$/ },
  JP: { pattern: /^\d{3}-\d{4}$/, format: insertSeparator(3, '-') },
  AU: { pattern: /^(0[2-9]|[1-9]\d)\d{2}$/ },
  // An Eircode: three characters for the routing area, four for the address.
  IE: { pattern: /^(D6W|[AC-FHKNPRTV-Y]\d\d) [\dAC-FHKNPRTV-Y]{4}$/, format: insertSeparator(3, ' ') },
}

export const postcodePatterns: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(postcodeRules).map(([country, { pattern }]) => [country, pattern.source]),
)

/** 'm5v2t6' becomes 'M5V 2T6' in Canada, '1000001' '100-0001' in Japan; an invalid code is only upper-cased. */
export function normalizePostcode(postcode: string, country: string): string {
  // Full-width digits and dashes from Japanese keyboards are converted.
  const upper = postcode
    .normalize('NFKC')
    .replaceAll(/[‐-―−ー]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toUpperCase()
  const rule = postcodeRules[country]
  if (!rule) return upper
  const compact = upper.replaceAll(/[ -]/g, '')
  const formatted = rule.format?.(compact) ?? compact
  return rule.pattern.test(formatted) ? formatted : upper
}

/** By first letter; X is shared by two territories and resolved by the first three characters. */
const provincesByLetter: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
  X0A: 'NU',
  X0B: 'NU',
  X0C: 'NU',
}

/** Only a hint: border towns may be served from the neighbouring province. Null if the code is invalid. */
export function provinceOfPostcode(postcode: string): string | null {
  const formatted = normalizePostcode(postcode, 'CA')
  return postcodeRules.CA?.pattern.test(formatted) ? provinceOfArea(formatted) || null : null
}

/** The same for a code that a wallet may have cut to three characters; '' if it cannot be one. */
export function provinceOfArea(postcode: string): string {
  const code = postcode.trim().toUpperCase()
  if (!/^[A-Z]\d[A-Z]/.test(code)) return ''
  return provincesByLetter[code.slice(0, 3)] ?? provincesByLetter[code.charAt(0)] ?? ''
}

export type ProvinceHint =
  | { readonly kind: 'none' }
  /** No province is selected: fill it in from the postal code. */
  | { readonly kind: 'fill'; readonly code: string; readonly text: string }
  /** They do not match: suggest the change, never apply it, because border towns may be served from the neighbouring province. */
  | { readonly kind: 'ask'; readonly code: string; readonly text: string; readonly button: string }

const none: ProvinceHint = { kind: 'none' }

export function provinceHint(postcode: string, province: string, provinces: readonly Province[]): ProvinceHint {
  const code = provinceOfPostcode(postcode)
  const name = provinces.find((one) => one.code === code)?.name
  if (code === null || name === undefined || province === code) return none
  if (province === '') return { kind: 'fill', code, text: `${name}, going by your postal code.` }
  // Nunavut and the Northwest Territories share a first letter, so the message shows the first three characters.
  const normalized = postcode.trim().toUpperCase()
  const prefix = normalized.startsWith('X') ? normalized.slice(0, 3) : normalized.charAt(0)
  const regionName = code === 'NT' ? `the ${name}` : name
  return {
    kind: 'ask',
    code,
    text: `Postal codes that begin with ${prefix} are in ${regionName}.`,
    button: `Use ${name}?`,
  }
}
