/**
 * What an address looks like in a country: which fields, under which names, with which provinces and postal codes. What
 * stands here is small and runs in browsers too; the facts about each country are in `country-rules.ts`.
 */

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

/** What a country changes about a field of `fields.ts`. */
export type FieldAdjustment = {
  readonly label?: string
  readonly required?: boolean
  readonly priority?: number
  readonly placeholder?: string
  readonly hidden?: boolean
}

export type FieldAdjustments = Readonly<Partial<Record<FieldName, FieldAdjustment>>>

export type AddressRules = {
  readonly fields: FieldAdjustments
  /** Null where the province is free text. */
  readonly provinces: readonly Province[] | null
  /** A code as the country's post writes it; what it can't read comes back upper-cased. */
  readonly normalisePostcode: (postcode: string) => string
  readonly isPostcode: (postcode: string) => boolean
}

/** The rules of a country by its code; the server knows all of them, a page those of the countries it offers. */
export type RulesLookup = (country: string) => AddressRules

/** Whether a shop insists on a telephone number, asks for one, or does not ask (`woocommerce_checkout_phone_field`). */
export const phoneFields = ['required', 'optional', 'hidden'] as const
export type PhoneField = (typeof phoneFields)[number]

const phoneAdjustments: Readonly<Record<PhoneField, FieldAdjustment>> = {
  required: {},
  optional: { required: false },
  hidden: { required: false, hidden: true },
}

/** What a country changes about the fields, in a shop that treats telephone numbers so. */
export const withPhoneField = (fields: FieldAdjustments, phoneField: PhoneField): FieldAdjustments =>
  phoneField === 'required' ? fields : { ...fields, phone: { ...fields.phone, ...phoneAdjustments[phoneField] } }

export const defaultCountry = 'CA'

/** Puts rules together: what the country changes, its provinces, and its postal codes (own rules, or those given). */
export function buildAddressRules(
  country: string,
  fields: FieldAdjustments,
  provinces: readonly Province[] | null,
  fallbackIsPostcode: (postcode: string) => boolean = (postcode) => /^[A-Z0-9 -]+$/.test(postcode),
): AddressRules {
  return {
    fields,
    provinces,
    normalisePostcode: (postcode) => normalisePostcode(postcode, country),
    isPostcode: (postcode) => {
      const formatted = normalisePostcode(postcode, country)
      return postcodeRules[country]?.pattern.test(formatted) ?? fallbackIsPostcode(formatted)
    },
  }
}

type PostcodeRule = {
  readonly pattern: RegExp
  /** Writes a code of letters and digits alone as the post does. */
  readonly format: (compact: string) => string
}

const insertSeparator =
  (position: number, separator: string) =>
  (compact: string): string =>
    compact.length > Math.abs(position)
      ? `${compact.slice(0, position)}${separator}${compact.slice(position)}`
      : compact
const unchanged = (compact: string): string => compact

const postcodeRules: Readonly<Record<string, PostcodeRule>> = {
  // Canada Post never uses D, F, I, O, Q or U, and no code begins with W or Z.
  CA: { pattern: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d$/, format: insertSeparator(3, ' ') },
  US: { pattern: /^\d{5}(-\d{4})?$/, format: insertSeparator(5, '-') },
  GB: {
    pattern: /^(GIR 0AA|[A-PR-UWYZ](\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d[\dABEHMNPRVWXY]?) \d[ABD-HJLNP-UW-Z]{2})$/,
    format: insertSeparator(-3, ' '),
  },
  FR: { pattern: /^(0[1-9]|[1-8]\d|9[0-8])\d{3}$/, format: unchanged },
  DE: { pattern: /^(?!00)\d{5}$/, format: unchanged },
  JP: { pattern: /^\d{3}-\d{4}$/, format: insertSeparator(3, '-') },
  AU: { pattern: /^(0[2-9]|[1-9]\d)\d{2}$/, format: unchanged },
  // An Eircode: three characters for the area, four for the one door.
  IE: { pattern: /^(D6W|[AC-FHKNPRTV-Y]\d\d) [\dAC-FHKNPRTV-Y]{4}$/, format: insertSeparator(3, ' ') },
}

/** 'm5v2t6' becomes 'M5V 2T6' in Canada, '1000001' '100-0001' in Japan; a code that is none is only upper-cased. */
export function normalisePostcode(postcode: string, country: string): string {
  // Wide digits and dashes, as Japanese keyboards type them, are the same digits and dashes.
  const upper = postcode
    .normalize('NFKC')
    .replaceAll(/[‐-―−ー]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toUpperCase()
  const rule = postcodeRules[country]
  if (!rule) return upper
  const formatted = rule.format(upper.replaceAll(/[ -]/g, ''))
  return rule.pattern.test(formatted) ? formatted : upper
}

/** By the first letter; the north shares X by the three first characters. */
const provincesByLetter: Readonly<Record<string, string>> = {
  ...{ A: 'NL', B: 'NS', C: 'PE', E: 'NB', G: 'QC', H: 'QC', J: 'QC', K: 'ON', L: 'ON', M: 'ON', N: 'ON', P: 'ON' },
  ...{ R: 'MB', S: 'SK', T: 'AB', V: 'BC', X: 'NT', Y: 'YT', X0A: 'NU', X0B: 'NU', X0C: 'NU' },
}

/**
 * The province that a Canadian postal code usually goes with; null for what is no such code. A hint to show, never a
 * reason to refuse: towns on a border are served from the other side.
 */
export function provinceOfPostcode(postcode: string): string | null {
  const formatted = normalisePostcode(postcode, 'CA')
  if (!postcodeRules.CA?.pattern.test(formatted)) return null
  return provincesByLetter[formatted.slice(0, 3)] ?? provincesByLetter[formatted.charAt(0)] ?? null
}
