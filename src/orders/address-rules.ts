/** What an address looks like in each country: which fields, under which names, with which provinces and codes. */

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

export type Province = { readonly code: string; readonly name: string; readonly alsoCalled?: readonly string[] }

/** What a country changes about a field of `fields.ts`. */
export type FieldAdjustment = {
  readonly label?: string
  readonly required?: boolean
  readonly priority?: number
  readonly placeholder?: string
  readonly hidden?: boolean
}

export type AddressRules = {
  readonly fields: Readonly<Partial<Record<FieldName, FieldAdjustment>>>
  /** Null where the province is free text. */
  readonly provinces: readonly Province[] | null
  /** A code as the country's post writes it; what it can't read comes back upper-cased. */
  readonly normalisePostcode: (postcode: string) => string
  readonly isPostcode: (postcode: string) => boolean
}

export const defaultCountry = 'CA'

/** The names shoppers choose from, in their order. */
export const canadianProvinces: readonly Province[] = [
  { code: 'AB', name: 'Alberta' },
  { code: 'BC', name: 'British Columbia' },
  { code: 'MB', name: 'Manitoba' },
  { code: 'NB', name: 'New Brunswick' },
  { code: 'NL', name: 'Newfoundland and Labrador', alsoCalled: ['Newfoundland', 'Newfoundland & Labrador'] },
  { code: 'NT', name: 'Northwest Territories' },
  { code: 'NS', name: 'Nova Scotia' },
  { code: 'NU', name: 'Nunavut' },
  { code: 'ON', name: 'Ontario' },
  { code: 'PE', name: 'Prince Edward Island', alsoCalled: ['PEI'] },
  { code: 'QC', name: 'Quebec' },
  { code: 'SK', name: 'Saskatchewan' },
  { code: 'YT', name: 'Yukon Territory', alsoCalled: ['Yukon'] },
]

// Canada Post never uses D, F, I, O, Q or U, and no code begins with W or Z.
const canadianPostcode = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d$/

const anywhere: AddressRules = {
  fields: { state: { label: 'State / County', required: false }, postcode: { label: 'Postcode / ZIP' } },
  provinces: null,
  normalisePostcode: (postcode) => postcode.trim().toUpperCase(),
  isPostcode: (postcode) => /^[A-Za-z0-9 -]+$/.test(postcode),
}

const canada: AddressRules = {
  fields: {},
  provinces: canadianProvinces,
  normalisePostcode: normaliseCanadianPostcode,
  isPostcode: (postcode) => canadianPostcode.test(normaliseCanadianPostcode(postcode)),
}

const byCountry: ReadonlyMap<string, AddressRules> = new Map([['CA', canada]])

/** The rules of a country; one without rules of its own asks little and takes what it is given. */
export function addressRules(country: string): AddressRules {
  return byCountry.get(country === '' ? defaultCountry : country.toUpperCase()) ?? anywhere
}

/** 'm5v2t6' and 'M5V-2T6' become 'M5V 2T6'. */
function normaliseCanadianPostcode(postcode: string): string {
  const upper = postcode.trim().toUpperCase()
  const bare = upper.replaceAll(/[\s-]/g, '')
  return /^[A-Z0-9]{6}$/.test(bare) ? `${bare.slice(0, 3)} ${bare.slice(3)}` : upper
}

const provincesByFirstLetter: Readonly<Record<string, readonly string[]>> = {
  A: ['NL'],
  B: ['NS'],
  C: ['PE'],
  E: ['NB'],
  G: ['QC'],
  H: ['QC'],
  J: ['QC'],
  K: ['ON'],
  L: ['ON'],
  M: ['ON'],
  N: ['ON'],
  P: ['ON'],
  R: ['MB'],
  S: ['SK'],
  T: ['AB'],
  V: ['BC'],
  X: ['NT', 'NU'],
  Y: ['YT'],
}

/**
 * Whether a Canadian postal code and a province usually go together. A hint to show, never a reason to refuse: towns on
 * a border are served from the other side.
 */
export function postcodeFitsProvince(postcode: string, province: string): boolean {
  const provinces = provincesByFirstLetter[postcode.trim().charAt(0).toUpperCase()]
  return provinces === undefined || province === '' || provinces.includes(province)
}
