import { iso31662 } from 'iso-3166/2.js'
import type { Province } from './address-rules.ts'

/**
 * Provinces, states, prefectures and counties of the countries whose addresses need one. Server only: a page gets the
 * data it needs.
 */

/** Names and order of the select. */
export const canadianProvinces: readonly Province[] = [
  { code: 'AB', name: 'Alberta' },
  { code: 'BC', name: 'British Columbia' },
  { code: 'MB', name: 'Manitoba' },
  { code: 'NB', name: 'New Brunswick' },
  { code: 'NL', name: 'Newfoundland and Labrador', aliases: ['Newfoundland', 'Newfoundland & Labrador'] },
  { code: 'NT', name: 'Northwest Territories' },
  { code: 'NS', name: 'Nova Scotia' },
  { code: 'NU', name: 'Nunavut' },
  { code: 'ON', name: 'Ontario' },
  { code: 'PE', name: 'Prince Edward Island', aliases: ['PEI'] },
  { code: 'QC', name: 'Quebec' },
  { code: 'SK', name: 'Saskatchewan' },
  { code: 'YT', name: 'Yukon Territory', aliases: ['Yukon'] },
]

/** By number, from north to south: code 'JP13' is Tokyo. */
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

/** Countries whose list is taken from ISO 3166-2 unchanged. */
const fromIso = new Set(['AR', 'AU', 'BR', 'ES', 'IE', 'IN', 'IT', 'MX', 'US'])
/** Islands that are separate countries in addresses, and a region with a single province of the same name. */
const excluded = new Set(['US-AS', 'US-GU', 'US-MP', 'US-PR', 'US-UM', 'US-VI', 'IT-23'])
const extraProvinces: Readonly<Record<string, readonly Province[]>> = {
  US: military,
  IT: [{ code: 'AO', name: 'Aosta' }],
}

/** The provinces of a country for a select; null if free text or not used. */
export function provincesOf(country: string): readonly Province[] | null {
  const cached = ownProvinces[country] ?? cache.get(country)
  if (cached || !fromIso.has(country)) return cached ?? null
  const entries = iso31662.filter(({ code }) => code.startsWith(`${country}-`))
  const parents = new Set(entries.map(({ parent }) => parent))
  const list = entries
    .filter(({ code }) => !parents.has(code) && !excluded.has(code))
    .map(({ code, name }) => ({ code: code.slice(3), name: country === 'IN' ? withoutDiacritics(name) : name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const provinces = [...list, ...(extraProvinces[country] ?? [])]
  cache.set(country, provinces)
  return provinces
}

const cache = new Map<string, readonly Province[]>()

/** 'Bihār' becomes 'Bihar'. */
const withoutDiacritics = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
