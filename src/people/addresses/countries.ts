import { countryCodes } from './country-codes.ts'

export type Country = { readonly code: string; readonly name: string }

const names = new Intl.DisplayNames(['en-CA'], { type: 'region' })

export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code)

/** All countries by English name. */
const allCountries: readonly Country[] = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

/** The countries of a setting, in display order. */
export const countriesIn = (codes: readonly string[] | 'everywhere'): readonly Country[] =>
  codes === 'everywhere' ? allCountries : allCountries.filter(({ code }) => codes.includes(code))

export const includesCountry = (country: string, codes: readonly string[] | 'everywhere'): boolean =>
  codes === 'everywhere' ? countryCodes.includes(country) : codes.includes(country)
