import { z } from 'zod'
import { normalizeState } from '../../../people/addresses/address.ts'
import { provinceOfPostcode } from '../../../people/addresses/address-rules.ts'
import { countryCodes, includesCountry } from '../../../people/addresses/countries.ts'
import { provincesOf } from '../../../people/addresses/country-rules.ts'
import { priceString } from '../../../platform/money/money.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import { explainRates } from '../../pricing/shipping.ts'
import type { PricingConfig } from '../../pricing/total.ts'
import { methodOf } from '../method-settings.ts'
import { findPlaces, locationsText } from '../places.ts'
import { readShippingClasses, readZones, shippingConfigOf } from '../shipping.store.ts'

const body = z.object({
  country: z.enum(countryCodes).default('CA'),
  state: z
    .string()
    .max(50)
    .default('')
    .describe('Code of the province or state. Derived from the postal code in Canada.'),
  postcode: z.string().max(20).default(''),
  quantity: z.int().min(1).max(10_000).default(1),
  weight_grams: z.int().min(0).max(100_000_000).default(0),
  items_cents: z.int().min(0).max(100_000_000).default(0).describe('Total of the items after discounts, in cents.'),
  shipping_class: z.string().max(200).default('').describe('Slug of the shipping class of all items.'),
  free_shipping_coupon: z.boolean().default(false),
})

const rate = z.strictObject({ id: z.string(), title: z.string(), cost: z.string() })
const shape = z.strictObject({
  state: z.string(),
  zone: z.strictObject({ id: z.int(), name: z.string(), regions: z.string() }).nullable(),
  rates: z.array(rate).describe('Rates as offered in the cart and at checkout, without tax.'),
  not_offered: z.array(z.strictObject({ id: z.string(), title: z.string(), reason: z.string() })),
})
export type ShippingTrialJson = z.infer<typeof shape>

const places = z.strictObject({ type: z.string(), code: z.string(), name: z.string(), within: z.string() })
export type PlaceJson = z.infer<typeof places>

type TrialShop = Pick<Platform, 'db'> & WithSettings<{ readonly checkout: Required<Pick<PricingConfig, 'shipsTo'>> }>

const notShipped = ({ method }: ReturnType<typeof explainRates>['outcomes'][number]) => ({
  method,
  costCents: null,
  reason: 'The shop does not ship to this country.',
})

export const shippingTrialCalls = [
  defineCall({
    summary: 'Calculates the shipping rates of a sample parcel, with the reasons why methods are not offered',
    method: 'POST',
    path: paths.restShippingTrial,
    capability: shopSettingsWrite,
    action: 'view',
    recordsItself: true,
    body,
    response: shape,
    async handler({ db, settings }: TrialShop, { body: sent }) {
      const { country, postcode, quantity, weight_grams: weightGrams, items_cents: itemsCents } = sent
      const guessed = country === 'CA' && sent.state === '' ? (provinceOfPostcode(postcode) ?? '') : sent.state
      const state = normalizeState(guessed, provincesOf(country))
      const [zones, classes] = [await readZones(db), await readShippingClasses(db)]
      const item = { quantity, itemsCents, weightGrams, shippingClass: sent.shipping_class }
      const pack = { itemsCents, hasFreeShippingCoupon: sent.free_shipping_coupon, items: [item] }
      const explained = explainRates(pack, { country, state, postcode }, shippingConfigOf(zones, classes))
      const isServed = includesCountry(country, settings().checkout.shipsTo)
      const { zone } = explained
      const outcomes = isServed ? explained.outcomes : explained.outcomes.map(notShipped)
      const stored = zones.find(({ id }) => id === zone?.id)
      const switchedOff = (stored?.methods ?? []).filter(({ isEnabled }) => !isEnabled)
      const named = ({ kind, instanceId, title }: ReturnType<typeof methodOf>) => ({
        id: `${kind}:${instanceId}`,
        title,
      })
      return {
        json: {
          state,
          zone: stored ? { id: stored.id, name: stored.name, regions: locationsText(stored.locations) } : null,
          rates: outcomes.flatMap(({ method, costCents }) =>
            costCents === null ? [] : [{ ...named(method), cost: priceString(costCents) }],
          ),
          not_offered: [
            ...outcomes.flatMap(({ method, reason }) => (reason === null ? [] : [{ ...named(method), reason }])),
            ...switchedOff.map((method) => ({ ...named(methodOf(method, classes)), reason: 'It is switched off.' })),
          ],
        } satisfies ShippingTrialJson,
      }
    },
  }),
  defineCall({
    summary: 'Searches countries, provinces and continents by name, for shipping zones',
    method: 'GET',
    path: paths.restShippingPlaces,
    capability: shopSettingsWrite,
    query: z.object({ search: z.string().max(100).default('') }),
    response: z.array(places),
    handler: async (_shop: object, { query }) => ({ json: findPlaces(query.search) }),
  }),
]
