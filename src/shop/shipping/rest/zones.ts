import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { readOnly } from '../../../platform/rest/fields.ts'
import { defaultTo, editOnly, fixed, type Item, itemShape } from '../../../platform/rest/item-shape.ts'
import { itemLinks, unpagedList } from '../../../platform/rest/links.ts'
import { invalidFields, MAX_ID } from '../../../platform/rest/params.ts'
import { defineResource } from '../../../platform/rest/resource.ts'
import { errorOf, isRestError, type RestError } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import type { ZoneLocation } from '../../pricing/shipping.ts'
import { locationProblem, locationsText, withName } from '../places.ts'
import { deleteZone, findZone, readZones, saveZone, type Zone } from '../shipping.store.ts'

export type ZoneShop = Pick<Platform, 'db' | 'url'>

export const zoneNotFound = errorOf(404, 'woocommerce_rest_shipping_zone_invalid', 'Resource does not exist.')
const restOfWorldIsFixed = (code: string): RestError => ({
  status: 403,
  code,
  message: 'The "locations not covered by your other zones" zone cannot be updated.',
})

export const zoneHref = ({ url }: Pick<ZoneShop, 'url'>, id: number): string => `${url}${paths.restShippingZones}/${id}`

const locationTypes = z.enum(['postcode', 'state', 'country', 'continent'])
const location = z.object({ code: z.string().max(50), type: locationTypes.default('country') })
const MAX_LOCATIONS = 1000

/** Normalized locations without duplicates; the error names every unknown one. */
function parseLocations(sent: readonly unknown[]): readonly ZoneLocation[] | RestError {
  if (sent.length > MAX_LOCATIONS) return invalidFields({ locations: `A zone has at most ${MAX_LOCATIONS} locations.` })
  const locations = new Map<string, ZoneLocation>()
  const problems: string[] = []
  for (const one of sent) {
    const parsed = location.safeParse(one)
    if (!parsed.success) {
      problems.push('A location is a code and a type: postcode, state, country or continent.')
      continue
    }
    const { type, code } = parsed.data
    const normalized = { type, code: code.trim().toUpperCase() }
    const problem = locationProblem(normalized)
    if (problem === null) locations.set(`${type} ${normalized.code}`, normalized)
    else problems.push(problem)
  }
  return problems.length > 0 ? invalidFields({ locations: [...new Set(problems)].join(' ') }) : [...locations.values()]
}

const locationShape = z.strictObject({ code: z.string(), type: locationTypes, name: z.string() })
const zoneShape = itemShape('shipping_zone', {
  id: fixed(z.int()),
  name: z.string(),
  order: z.int(),
  samovar: editOnly(
    z.strictObject({
      regions: fixed(z.string().describe('Locations of the zone, as text.')),
      locations: z
        .array(locationShape)
        .describe(
          'Locations of the zone. Requests contain the code and type of each. A zone that is created with locations and without `order` becomes the last.',
        ),
      methods: fixed(z.array(z.strictObject({ id: z.int(), title: z.string(), enabled: z.boolean() }))),
    }),
  ),
})
export type ZoneJson = Required<z.infer<typeof zoneShape>>

const fields = z.object({
  name: z.string().max(200),
  order: z.int().min(0).max(MAX_ID).optional(),
  samovar: z.object({ locations: z.array(z.unknown()).optional() }).optional(),
  ...readOnly('id', '_links'),
})

async function save(
  { db }: ZoneShop,
  { name, order: position, samovar }: Partial<z.output<typeof fields>>,
  before?: Zone,
): Promise<Zone | RestError> {
  if (before?.id === 0) return restOfWorldIsFixed('woocommerce_rest_shipping_zone_invalid_zone')
  const locations = samovar?.locations && parseLocations(samovar.locations)
  if (locations && isRestError(locations)) return locations
  const named = name?.trim() === '' ? locationsText(locations ?? before?.locations ?? []).slice(0, 200) : name?.trim()
  return (await saveZone(db, { name: named, position, locations }, before?.id)) ?? zoneNotFound
}

export const zoneCalls = defineResource({
  name: 'shipping zone',
  path: paths.restShippingZones,
  capability: shopSettingsWrite,
  notFound: zoneNotFound,
  isUnpaged: true,
  json: ({ id, name, position: order, locations, methods }: Zone, shop: ZoneShop, context) =>
    ({
      id,
      name,
      order,
      ...(context === 'edit' && {
        samovar: {
          regions: id === 0 ? 'Wherever no other zone is' : locationsText(locations),
          locations: locations.map(withName),
          methods: methods.map((method) => ({
            id: method.id,
            title: method.settings.title ?? method.kind,
            enabled: method.isEnabled,
          })),
        },
      }),
      _links: {
        ...itemLinks(shop.url + paths.restShippingZones, id),
        describedby: [{ href: `${zoneHref(shop, id)}/locations` }],
      },
    }) satisfies Item<typeof zoneShape>,
  response: zoneShape,
  query: {},
  list: async ({ db }) => {
    // "Rest of the world" is matched last, but WooCommerce lists it first.
    const zones = await readZones(db)
    const items = [...zones.slice(-1), ...zones.slice(0, -1)]
    return { items, total: items.length }
  },
  get: ({ db }, id) => findZone(db, id),
  fields: { create: fields, update: fields.partial() },
  create: (shop, sent) => save(shop, sent),
  update: (shop, before, sent) => save(shop, sent, before),
  delete: async ({ db }, { id }) =>
    id === 0 ? restOfWorldIsFixed('woocommerce_rest_shipping_zone_invalid_zone') : deleteZone(db, id),
  noTrash: { status: 501, code: 'rest_trash_not_supported', message: 'Shipping zones do not support trashing.' },
})

const locationJson = ({ type, code }: ZoneLocation, id: number, shop: ZoneShop) => ({
  code,
  type,
  _links: {
    collection: [{ href: `${zoneHref(shop, id)}/locations` }],
    describes: [{ href: zoneHref(shop, id) }],
  },
})

const locationsOf = ({ id, locations }: Zone, shop: ZoneShop) =>
  unpagedList(locations.map((one) => locationJson(one, id, shop)))

const ofZone = {
  path: `${paths.restShippingZones}/:id{[0-9]+}/locations`,
  capability: shopSettingsWrite,
  response: z.array(
    itemShape('shipping_zone_location', { code: z.string(), type: defaultTo(locationTypes, 'country') }),
  ),
}

export const zoneLocationCalls = [
  defineCall({
    ...ofZone,
    summary: 'Lists the locations of a shipping zone',
    method: 'GET',
    async handler(shop: ZoneShop, { id }) {
      const zone = await findZone(shop.db, id)
      return zone ? locationsOf(zone, shop) : zoneNotFound
    },
  }),
  defineCall({
    ...ofZone,
    summary: 'Replaces the locations of a shipping zone',
    method: ['POST', 'PUT', 'PATCH'],
    action: 'edit',
    body: z.object({}).catchall(z.unknown()),
    acceptsList: true,
    async handler(shop: ZoneShop, { id, body }) {
      const zone = await findZone(shop.db, id)
      if (!zone) return zoneNotFound
      if (id === 0) return restOfWorldIsFixed('woocommerce_rest_shipping_zone_locations_invalid_zone')
      if (Object.keys(body).some((name) => !/^\d+$/.test(name)))
        return invalidFields({ locations: 'Locations are sent as a list.' })
      const locations = parseLocations(Object.values(body))
      if (isRestError(locations)) return locations
      const saved = await saveZone(shop.db, { locations }, id)
      return saved ? locationsOf(saved, shop) : zoneNotFound
    },
  }),
]
