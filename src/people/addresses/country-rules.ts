import { formatAddress } from 'localized-address-format'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import { type AddressRules, buildAddressRules, defaultCountry, type FieldAdjustments } from './address-rules.ts'
import { provincesOf } from './provinces.ts'

/**
 * Address rules of every country, on the server. Eleven are defined here; for the others fields and their order are
 * derived from the postal address format (CHK-05).
 */

const noProvince = { state: { required: false, hidden: true } } as const
const noPostcode = { postcode: { required: false, hidden: true } } as const
const postcodeBeforeCity = { postcode: { label: 'Postcode', priority: 65 } } as const

const countryFields: Readonly<Record<string, FieldAdjustments>> = {
  CA: {},
  US: { state: { label: 'State' }, postcode: { label: 'ZIP Code' } },
  GB: { state: { label: 'County', required: false }, postcode: { label: 'Postcode' } },
  FR: { ...noProvince, ...postcodeBeforeCity },
  DE: { ...noProvince, ...postcodeBeforeCity },
  AU: { city: { label: 'Suburb' }, state: { label: 'State' }, postcode: { label: 'Postcode' } },
  IE: { state: { label: 'County' }, postcode: { label: 'Eircode' } },
  HK: { city: { label: 'Town / District' }, state: { label: 'Region' }, ...noPostcode },
  AE: { state: { label: 'Emirate' }, ...noPostcode },
  JP: {
    last_name: { priority: 10 },
    first_name: { priority: 20 },
    postcode: { label: 'Postcode', priority: 65 },
    state: { label: 'Prefecture', priority: 66 },
    city: { priority: 67 },
    address_1: { priority: 68 },
    address_2: { priority: 69 },
  },
  NZ: { ...noProvince, postcode: { label: 'Postcode' } },
}

/** Countries where mail needs a postal code. Elsewhere it is optional. */
const requiresPostcode = new Set(
  (
    'AT AU AX BE BG BR CH CN CY CZ DK EE ES FI FO GL GR HR HU IN IS IT KR LI LT LU LV MC MT MX MY NL NO NZ PL PT RO RS ' +
    'RU SE SG SI SK SM TH TR TW UA VA ZA'
  ).split(' '),
)
/** Countries where mail needs a province. */
const requiresProvince = new Set(['AR', 'BR', 'CN', 'ES', 'IN', 'IT', 'MX'])

const cache = new Map<string, AddressRules>()

/** The rules of a country; unknown countries get the most lenient ones. Defaults to Canada. */
export function addressRules(country: string): AddressRules {
  const code = country === '' ? defaultCountry : country.toUpperCase()
  const cached = cache.get(code)
  if (cached) return cached
  const fields = Object.hasOwn(countryFields, code) ? countryFields[code] : undefined
  const rules = buildAddressRules(
    code,
    fields ?? fieldsFromAddressFormat(code),
    provincesOf(code),
    postcodeValidatorExistsForCountry(code)
      ? (postcode) => postcodeValidator(postcode, code) || postcodeValidator(postcode.replaceAll(/[ -]/g, ''), code)
      : undefined,
  )
  // Only country-like codes are cached, because input is unlimited.
  if (/^[A-Z]{2}$/.test(code)) cache.set(code, rules)
  return rules
}

/** Base rules of countries without their own; printed in pages as the locale `default`. */
export const defaultFields: FieldAdjustments = {
  state: { label: 'State / County', required: false },
  postcode: { label: 'Postcode / ZIP', required: false },
}

function fieldsFromAddressFormat(country: string): FieldAdjustments {
  if (!/^[A-Z]{2}$/.test(country)) return defaultFields
  const addressFormat = formatAddress(
    { postalCountry: country, addressLines: ['{A}'], locality: '{C}', administrativeArea: '{S}', postalCode: '{Z}' },
    'latin',
  ).join('\n')
  const [city, state, postcode] = ['{C}', '{S}', '{Z}'].map((placeholder) => addressFormat.indexOf(placeholder)) as [
    number,
    number,
    number,
  ]
  const isBeforeCity = (position: number): boolean => position !== -1 && position < city
  return {
    ...(city === -1 ? { city: { required: false, hidden: true } } : {}),
    state:
      state === -1
        ? noProvince.state
        : {
            label: 'State / County',
            required: requiresProvince.has(country),
            ...(isBeforeCity(state) ? { priority: postcode !== -1 && postcode < state ? 66 : 64 } : {}),
          },
    postcode:
      postcode === -1
        ? noPostcode.postcode
        : {
            label: 'Postcode / ZIP',
            required: requiresPostcode.has(country),
            ...(isBeforeCity(postcode) ? { priority: 65 } : {}),
          },
  }
}
