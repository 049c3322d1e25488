import { z } from 'zod'
import { normalizeState } from '../../../people/addresses/address.ts'
import { countryCodes } from '../../../people/addresses/countries.ts'
import { provincesOf } from '../../../people/addresses/country-rules.ts'
import { addError, readOnly, sentOnly } from '../../../platform/rest/fields.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { parseShopTime } from '../../../platform/time/shop-time.ts'
import { postcodeRuleProblem } from '../../pricing/match-postcode.ts'
import type { TaxRateFields } from '../taxes.store.ts'

const MAX_PLACES = 5000
const MAX_CITY_LENGTH = 100

/** Parses '13', '9.975' or '13.0000' to thousandths of a percent, the precision of orders; '' is 0. Null if invalid. */
export function parseRate(text: string): number | null {
  const match = /^(\d{0,3})(?:\.(\d{0,3})0*)?$/.exec(text.trim())
  const per100k = match && Number(match[1]) * 1000 + Number((match[2] ?? '').padEnd(3, '0'))
  return per100k !== null && per100k <= 100_000 ? per100k : null
}

/** '13.0000', as WooCommerce writes a percentage. */
export const rateText = (ratePer100k: number): string => (ratePer100k / 1000).toFixed(4)

/** '*' means every place. */
const code = (problemOf: (value: string) => string | null) =>
  z.string().transform((text, context) => {
    const value = text.trim().toUpperCase().replace(/^\*$/, '')
    const problem = value === '' ? null : problemOf(value)
    if (problem !== null) addError(context, problem)
    return value
  })

const suggestionText = (code: string, typed: string): string => (code === typed ? '' : ` Write ${code}.`)

function countryProblem(code: string): string | null {
  if (countryCodes.includes(code)) return null
  // Intl maps withdrawn codes such as UK to current ones.
  const currentCode = /^[A-Z]{2}$/.test(code) ? (new Intl.Locale(`und-${code}`).region ?? code) : code
  return `{name} is not a code of a country such as CA.${suggestionText(currentCode, code)}`
}

/** In a country with a list of states, a rate for an unknown state would never apply. */
export function stateProblem({ country, state }: Pick<TaxRateFields, 'country' | 'state'>): string | null {
  const provinces = provincesOf(country)
  if (state === '' || !provinces || provinces.some(({ code }) => code === state)) return null
  return `${state} is not a state or province of ${country}.${suggestionText(normalizeState(state, provinces), state)}`
}

const unique = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value) => value !== '' && value !== '*')),
]

/** Places in upper case, so that equal ones are equal texts. */
const placesOf = (problemOf: (place: string) => string | null, normalize = (place: string) => place) =>
  z.array(z.string()).transform((texts, context) => {
    const sent = unique(texts.map((text) => text.trim()))
    const problem = sent.map(problemOf).find((one) => one !== null)
    if (problem) addError(context, problem)
    return unique(sent.map((place) => normalize(place.toUpperCase())))
  })
/** Postal codes that no address could match are refused. */
const postcodePlaces = placesOf(postcodeRuleProblem, (place) => place.replaceAll(/[\s-]/g, ''))
const cityPlaces = placesOf((place) =>
  place.length > MAX_CITY_LENGTH ? `A city has at most ${MAX_CITY_LENGTH} characters.` : null,
)
const places = (parsed: typeof cityPlaces) => z.array(z.string()).max(MAX_PLACES).pipe(parsed).optional()
/** WooCommerce's older fields, separated by semicolons, or by line breaks in a file. */
const oldPlaces = (parsed: typeof cityPlaces) =>
  z
    .string()
    .max(100_000)
    .transform((text) => text.split(/[;\n]/))
    .pipe(parsed)
    .optional()

export const startsOn = z
  .string()
  .refine(
    (text) => text === '' || (text.length === 10 && parseShopTime(text) !== null),
    '{name} is not a day such as 2026-07-01.',
  )
  .describe('First day of validity, in the time zone of the shop. A later rate of the same place replaces this one.')

const common = {
  country: code(countryProblem).optional(),
  state: code((text) =>
    /^[\p{L}\d][\p{L}\d .'-]{0,39}$/u.test(text) ? null : '{name} is not a code of a province or state such as ON.',
  ).optional(),
  postcode: oldPlaces(postcodePlaces),
  city: oldPlaces(cityPlaces),
  rate: z
    .union([z.string(), z.number()])
    .transform((value, context) => {
      const rate = parseRate(String(value))
      if (rate === null) addError(context, '{name} must be a percentage from 0 to 100 with at most three decimals.')
      return rate ?? 0
    })
    .optional(),
  name: z
    .string()
    .max(200)
    .transform((text) => text.trim().replace(/\s+/g, ' '))
    .optional(),
  order: z.int().min(0).max(MAX_ID).optional(),
  postcodes: places(postcodePlaces),
  cities: places(cityPlaces),
  samovar: z.object({ from: startsOn.optional() }).optional(),
  ...readOnly('id', '_links'),
}
const priority = z.int().min(0).max(1000)

export const newRate = z.object({
  ...common,
  priority: priority.default(1),
  compound: z.boolean().default(false),
  shipping: z.boolean().default(true),
  class: z.string().max(200).default('standard'),
})
export const rateChange = z.object({
  ...common,
  priority: priority.optional(),
  compound: z.boolean().optional(),
  shipping: z.boolean().optional(),
  class: z.string().max(200).optional(),
})

export function columnsOf(sent: z.output<typeof rateChange>): Partial<TaxRateFields> {
  const columns: { [Name in keyof TaxRateFields]: TaxRateFields[Name] | undefined } = {
    country: sent.country,
    state: sent.state,
    postcodes: sent.postcodes ?? sent.postcode,
    cities: sent.cities ?? sent.city,
    label: sent.name,
    ratePer100k: sent.rate,
    priority: sent.priority,
    isCompound: sent.compound,
    taxesShipping: sent.shipping,
    taxClass: sent.class === '' ? 'standard' : sent.class,
    order: sent.order,
    from: sent.samovar?.from,
  }
  return sentOnly(columns) as Partial<TaxRateFields>
}
