import { iso31662 } from 'iso-3166/2.js'
import { formatAddress } from 'localized-address-format'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import {
  type AddressRules,
  buildAddressRules,
  defaultCountry,
  type FieldAdjustments,
  type Province,
} from './address-rules.ts'
import { canadianProvinces } from './canadian-provinces.ts'

/** Server only. Countries that are not listed get fields and order from the postal address format (CHK-05). */

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
const requiresProvince = new Set(['AR', 'BR', 'CN', 'ES', 'IN', 'IT', 'MX'])

const cache = new Map<string, AddressRules>()

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
  const [city = -1, state = -1, postcode = -1] = ['{C}', '{S}', '{Z}'].map((part) => addressFormat.indexOf(part))
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

const prefectures =
  'Hokkaido Aomori Iwate Miyagi Akita Yamagata Fukushima Ibaraki Tochigi Gunma Saitama Chiba Tokyo Kanagawa Niigata ' +
  'Toyama Ishikawa Fukui Yamanashi Nagano Gifu Shizuoka Aichi Mie Shiga Kyoto Osaka Hyogo Nara Wakayama Tottori Shimane ' +
  'Okayama Hiroshima Yamaguchi Tokushima Kagawa Ehime Kochi Fukuoka Saga Nagasaki Kumamoto Oita Miyazaki Kagoshima Okinawa'

const ownProvinces: Readonly<Record<string, readonly Province[]>> = {
  CA: canadianProvinces,
  JP: prefectures.split(' ').map((name, index) => ({
    code: `JP${String(index + 1).padStart(2, '0')}`,
    name,
    // The ISO 3166-2 code, and the name as written in addresses.
    aliases: [`JP-${String(index + 1).padStart(2, '0')}`, `${name}-ken`, `${name}-to`, `${name}-fu`],
  })),
  HK: [
    { code: 'HONG KONG', name: 'Hong Kong Island', aliases: ['Hong Kong'] },
    { code: 'KOWLOON', name: 'Kowloon' },
    { code: 'NEW TERRITORIES', name: 'New Territories' },
  ],
  AE: [
    { code: 'AZ', name: 'Abu Dhabi' },
    { code: 'AJ', name: 'Ajman' },
    { code: 'DU', name: 'Dubai' },
    { code: 'FU', name: 'Fujairah' },
    { code: 'RK', name: 'Ras Al Khaimah' },
    { code: 'SH', name: 'Sharjah' },
    { code: 'UQ', name: 'Umm Al Quwain' },
  ],
}

const military: readonly Province[] = [
  { code: 'AA', name: 'Armed Forces (Americas)' },
  { code: 'AE', name: 'Armed Forces (Europe)' },
  { code: 'AP', name: 'Armed Forces (Pacific)' },
]

const fromIso = new Set(['AR', 'AU', 'BR', 'ES', 'IE', 'IN', 'IT', 'MX', 'US'])

/** Islands that are separate countries in addresses, and a region with a single province of the same name. */
const excluded = new Set(['US-AS', 'US-GU', 'US-MP', 'US-PR', 'US-UM', 'US-VI', 'IT-23'])

const extraProvinces: Readonly<Record<string, readonly Province[]>> = {
  US: military,
  IT: [{ code: 'AO', name: 'Aosta' }],
}

const provinceCache = new Map<string, readonly Province[]>()

export function provincesOf(country: string): readonly Province[] | null {
  const cached = ownProvinces[country] ?? provinceCache.get(country)
  if (cached || !fromIso.has(country)) return cached ?? null
  const entries = iso31662.filter(({ code }) => code.startsWith(`${country}-`))
  const parents = new Set(entries.map(({ parent }) => parent))
  const list = entries
    .filter(({ code }) => !parents.has(code) && !excluded.has(code))
    .map(({ code, name }) => ({ code: code.slice(3), name: country === 'IN' ? withoutDiacritics(name) : name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const provinces = [...list, ...(extraProvinces[country] ?? [])]
  provinceCache.set(country, provinces)
  return provinces
}

const withoutDiacritics = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
