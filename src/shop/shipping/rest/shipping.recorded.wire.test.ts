/** The recorded exchanges about shipping, sent to our shop in order; differences are explained in docs/compatibility.md. */
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, recordedCallers } from '../../../../test/support/users.ts'
import { compareBodies, compareHeaders } from '../../../../test/wire/compare.ts'
import { type Deviation, type Exchange, explained, recordedExchanges } from '../../../../test/wire/replay.ts'
import { createApp } from '../../../app.ts'
import { terms } from '../../../things/entries/terms.table.ts'
import { shippingMethods, shippingZones } from '../shipping.table.ts'

const { db, shop } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
/** Keys are accepted only over https. */
const app = createApp({ ...shop, url: 'https://shop.test' })
const owner = await createSignedInUser(shop, 'administrator')
const callers = await recordedCallers(shop, { owner: owner.id })
for (const [id, name] of [
  [30, 'Letter & more'],
  [33, 'Other'],
  [34, 'Temporary'],
] as const)
  await db.insert(terms).values({ id, taxonomy: 'product_shipping_class', slug: `class-${id}`, name })
await db.insert(shippingZones).values({ id: 1, name: 'Canada', locations: [{ type: 'country', code: 'CA' }] })
await db.insert(shippingMethods).values([
  {
    id: 1,
    zoneId: 1,
    kind: 'flat_rate',
    position: 1,
    settings: { title: 'Flat rate', tax_status: 'taxable', cost: '9.95' },
  },
  {
    id: 2,
    zoneId: 1,
    kind: 'free_shipping',
    position: 2,
    settings: { title: 'Free shipping', requires: 'min_amount', min_amount: '75.00', ignore_discounts: 'no' },
  },
  {
    id: 3,
    zoneId: 1,
    kind: 'local_pickup',
    position: 3,
    settings: { title: 'Local pickup', tax_status: 'taxable', cost: '' },
  },
])
await db.execute(sql`select setval(pg_get_serial_sequence('shipping_zones', 'id'), 1)`)
await db.execute(sql`select setval(pg_get_serial_sequence('shipping_methods', 'id'), 3)`)

const deviation = (reason: string, where: RegExp): Deviation => ({ reason, where })
const everywhere = [
  deviation('errors-name-no-methods', /^header allow$/),
  deviation('refusals-not-cached', /^header (cache-control|expires|vary)$/),
  deviation('shipping-own-words', /\.(method_description|label|tip|placeholder|settings\.\w+\.options\.\w+)$/),
  deviation('shipping-pickup-place', /\.settings\.pickup_(address|hours)$/),
]
const formulaChecked = deviation('shipping-formula-checked', /^status$|^body/)
const locationsChecked = deviation('shipping-locations-checked', /^status$|^body|^header x-wp/)
const unknownRefused = deviation('unknown-settings-refused', /^status$|^body/)
const byName: Readonly<Record<string, readonly Deviation[]>> = {
  'locations: put, type not in the enum and code missing': [locationsChecked],
  'locations: put an object': [locationsChecked],
  'method: add flat_rate with settings': [deviation('shipping-title-at-once', /^body\.title$/)],
  'method: add, unknown method': [deviation('shipping-method-unknown', /^status$|^body\.data/)],
  'method: update settings as text': [deviation('shipping-title-at-once', /^body\.title$/)],
  'method: update settings, cost that is no number': [formulaChecked],
  // There is no shipping class 31.
  'method: update settings, class cost and formula': [unknownRefused],
  'method: update settings, unknown setting': [unknownRefused],
  'zone: delete 0': [deviation('shipping-zone-0-stays', /^status$|^body/)],
  shipping_methods: [deviation('shipping-three-methods', /^header x-wp-total$|^body\.length$/)],
}

const observed = new Set<Deviation>()
afterAll(() => {
  const all = [...everywhere, ...Object.values(byName).flat()]
  expect(all.filter((one) => !observed.has(one)).map(({ where, reason }) => `${reason} ${where}`)).toEqual([])
  expect(all.filter(({ reason }) => !explained.has(reason)).map(({ reason }) => reason)).toEqual([])
})

test.each(recordedExchanges('wc-v3-shipping') as (Exchange & { auth: string })[])(
  '[API-02] recorded shipping: $name',
  async ({ name, auth, request, response, trimmed }) => {
    const { pathname, search } = new URL(request.url)
    const sent = request.body
    const ours = await app.request(pathname + search, {
      method: request.method,
      headers: { ...callers[auth], 'content-type': 'application/json' },
      ...(sent === null ? {} : { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
    })
    const differences = [
      ...(ours.status === response.status ? [] : [{ where: 'status', recorded: response.status, ours: ours.status }]),
      // These headers were recorded only in the first exchange of a file.
      ...compareHeaders(response.headers, ours.headers).filter(
        ({ where }) => !/x-robots|content-type-options|access-control|link/.test(where),
      ),
      ...compareBodies(response.body, await ours.json(), { isCut: trimmed !== undefined }),
    ]
    const expected = [...everywhere, ...(byName[name] ?? [])]
    for (const one of expected) if (differences.some(({ where }) => one.where.test(where))) observed.add(one)
    expect(differences.filter(({ where }) => !expected.some((one) => one.where.test(where)))).toEqual([])
  },
)
