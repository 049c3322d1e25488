import { continents } from '../../people/addresses/continents.ts'
import { countriesIn, countryName } from '../../people/addresses/countries.ts'
import { provincesOf } from '../../people/addresses/country-rules.ts'
import { foldText } from '../../platform/web/plain-text.ts'
import { postcodeRuleProblem } from '../pricing/match-postcode.ts'
import type { ZoneLocation } from '../pricing/shipping.ts'

/* Server only: the list of all provinces is too large for a browser. */

export type Place = ZoneLocation & { readonly name: string }

const continentPlaces: readonly Place[] = continents.map(({ code, name }) => ({ type: 'continent', code, name }))

const provincePlaces = (country: string): readonly Place[] =>
  (provincesOf(country) ?? []).map(({ code, name }) => ({ type: 'state', code: `${country}:${code}`, name }))

function placeOf({ type, code }: ZoneLocation): Place | undefined {
  if (type === 'continent') return continentPlaces.find((one) => one.code === code)
  if (type === 'state') return provincePlaces(code.slice(0, 2)).find((one) => one.code === code)
  const country = type === 'country' ? countriesIn([code])[0] : undefined
  return country && { type, ...country }
}

export const withName = (location: ZoneLocation): Place => placeOf(location) ?? { ...location, name: location.code }

/** Error message for a location; null if it is valid. */
export function locationProblem(location: ZoneLocation): string | null {
  if (location.type === 'postcode') return postcodeRuleProblem(location.code)
  return placeOf(location) ? null : `“${location.code}” is not a known ${location.type}.`
}

/** 'Nova Scotia, New Brunswick: B3*, B4A 1A1...B4A 9Z9' */
export function locationsText(locations: readonly ZoneLocation[]): string {
  const names = (isPostcode: boolean) =>
    locations.filter(({ type }) => (type === 'postcode') === isPostcode).map((one) => withName(one).name)
  const [places, postcodes] = [names(false).join(', '), names(true).join(', ')]
  return [places || 'Everywhere', postcodes].filter((part) => part !== '').join(': ')
}

const MAX_PLACES = 20

/** Places whose name contains the text: Canadian ones first, and whole countries and continents before their parts. */
export function findPlaces(search: string): readonly (Place & { readonly within: string })[] {
  const text = foldText(search.trim())
  const countries: readonly Place[] = countriesIn('everywhere').map((country) => ({ type: 'country', ...country }))
  const parts = countries.flatMap(({ code }) => (text === '' ? [] : provincePlaces(code)))
  const home = [...countries.filter(({ code }) => code === 'CA'), ...provincePlaces('CA')]
  const all = [...home, ...continentPlaces, ...countries, ...parts].filter(({ name }) => foldText(name).includes(text))
  return [...new Map(all.map((place) => [`${place.type} ${place.code}`, place])).values()]
    .slice(0, MAX_PLACES)
    .map((place) => ({ ...place, within: place.type === 'state' ? countryName(place.code.slice(0, 2)) : '' }))
}
