import { z } from 'zod'
import { shopCurrency } from '../../../platform/money/money.ts'
import { offeredCurrencies } from '../../../platform/money/offered-currencies.ts'
import { type Call, defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { allFixed, each, itemShape, shownIn } from '../../../platform/rest/item-shape.ts'
import { itemLinks } from '../../../platform/rest/links.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import { type Continent, continents, localeOf } from '../continents.ts'
import { countryCodes, countryName } from '../countries.ts'
import { addressRules } from '../country-rules.ts'

/* `wc/v3/data`: continents, countries with their provinces, and currencies. */

const viewed = <S extends z.core.$ZodLooseShape>(shape: S): S =>
  allFixed(
    Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, shownIn(one as z.ZodType, 'view')])) as S,
  )

const text = z.string()
const stateShape = z.strictObject(viewed(each(text, 'code', 'name')))
const inContinent = z.strictObject(
  viewed({
    ...each(text, 'code', 'name'),
    ...each(text.optional(), 'currency_code', 'currency_pos', 'decimal_sep', 'thousand_sep'),
    ...each(text.optional(), 'dimension_unit', 'weight_unit'),
    num_decimals: z.int().optional(),
    states: z.array(stateShape),
  }),
)
const shapes = {
  index: itemShape('data_index', viewed(each(text, 'slug', 'description'))),
  continent: itemShape('data_continents', viewed({ ...each(text, 'code', 'name'), countries: z.array(inContinent) })),
  country: itemShape('data_countries', viewed({ ...each(text, 'code', 'name'), states: z.array(stateShape) })),
  currency: itemShape('data_currencies', viewed(each(text, 'code', 'name', 'symbol'))),
}

type DataShop = Pick<Platform, 'url'>

const linked = <T extends object>(item: T, { url }: DataShop, collection: string, name: string) => ({
  ...item,
  _links: itemLinks(url + collection, name, ['GET']),
})

const statesOf = (country: string) => (addressRules(country).provinces ?? []).map(({ code, name }) => ({ code, name }))

const countryJson = (code: string, shop: DataShop) =>
  linked({ code, name: countryName(code), states: statesOf(code) }, shop, paths.restCountries, code.toLowerCase())

const continentJson = ({ code, name, countries }: Continent, shop: DataShop) => {
  const inside = countries.map((one) => ({
    code: one,
    name: countryName(one),
    ...localeOf(one),
    states: statesOf(one),
  }))
  return linked({ code, name, countries: inside }, shop, paths.restContinents, code.toLowerCase())
}

const currencies = [...offeredCurrencies, shopCurrency].toSorted()

const part = (currency: string, currencyDisplay: 'name' | 'narrowSymbol') =>
  new Intl.NumberFormat('en-CA', { style: 'currency', currency, currencyDisplay, maximumFractionDigits: 0 })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')?.value ?? currency

/** Currency symbols as HTML entities, as in WooCommerce: `&#36;`, and hexadecimal beyond ASCII. */
const entities = (symbol: string): string =>
  symbol.replaceAll(/[^\w.]/gu, (one) => {
    const code = one.codePointAt(0) ?? 0
    return code < 128 ? `&#${code};` : `&#x${code.toString(16)};`
  })

export const currencySymbol = (code: string): string => entities(part(code, 'narrowSymbol'))
export const currencyTitle = (code: string): string => part(code, 'name')

const currencyJson = (code: string, shop: DataShop) =>
  linked({ code, name: currencyTitle(code), symbol: currencySymbol(code) }, shop, paths.restCurrencyData, code)

const indexed = {
  continents: 'List of supported continents, countries, and states.',
  countries: 'List of supported states in a given country.',
  currencies: 'List of supported currencies.',
}

const noLocation: RestError = {
  status: 404,
  code: 'woocommerce_rest_data_invalid_location',
  message: 'There are no locations matching these parameters.',
}
const noCurrency: RestError = {
  status: 404,
  code: 'woocommerce_rest_data_invalid_currency',
  message: 'There are no currencies matching these parameters.',
}

const read = (
  summary: string,
  path: string,
  response: z.ZodType,
  answer: (shop: DataShop, name: string) => unknown,
  missing: RestError = noLocation,
): Call<DataShop> =>
  defineCall({
    summary,
    method: 'GET',
    path,
    capability: shopSettingsWrite,
    // Each item has the response format of a list, as in WooCommerce.
    action: 'list',
    response,
    handler: async (shop: DataShop, { path: { name = '' } }): Promise<RestResult> => {
      const json = answer(shop, name.toUpperCase())
      return json === null ? missing : { json }
    },
  })

const oneOf = (path: string) => `${path}/:name{[\\w-]+}`

export const dataCalls: readonly Call<DataShop>[] = [
  read('Lists the available data sets', paths.restData, z.array(shapes.index), (shop) =>
    Object.entries(indexed).map(([slug, description]) => linked({ slug, description }, shop, paths.restData, slug)),
  ),
  read('Lists continents with their countries and provinces', paths.restContinents, z.array(shapes.continent), (shop) =>
    continents.map((one) => continentJson(one, shop)),
  ),
  read('Retrieves a continent', oneOf(paths.restContinents), shapes.continent, (shop, name) => {
    const continent = continents.find(({ code }) => code === name)
    return continent ? continentJson(continent, shop) : null
  }),
  read('Lists countries with their provinces', paths.restCountries, z.array(shapes.country), (shop) =>
    countryCodes.map((code) => countryJson(code, shop)),
  ),
  read('Retrieves a country', oneOf(paths.restCountries), shapes.country, (shop, name) =>
    countryCodes.includes(name) ? countryJson(name, shop) : null,
  ),
  read('Lists the currencies that can be charged', paths.restCurrencyData, z.array(shapes.currency), (shop) =>
    currencies.map((code) => currencyJson(code, shop)),
  ),
  read('Retrieves the currency of the shop', `${paths.restCurrencyData}/current`, shapes.currency, (shop) =>
    currencyJson(shopCurrency, shop),
  ),
  read(
    'Retrieves a currency',
    oneOf(paths.restCurrencyData),
    shapes.currency,
    (shop, name) => (currencies.includes(name) ? currencyJson(name, shop) : null),
    noCurrency,
  ),
]
