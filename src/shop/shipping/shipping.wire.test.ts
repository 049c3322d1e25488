import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { shippingClasses } from '../catalog/product-taxonomies.ts'
import { deleteTerm, saveTerm } from '../catalog/save-term.ts'
import { ratesFor } from '../pricing/shipping.ts'
import { openShipping } from './live-shipping.ts'
import { shippingMethods, shippingZones } from './shipping.table.ts'

const { app, db, pool, shop } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
const manager = await createSignedInUser(shop, 'shop_manager')
const live = await openShipping(db)

type Json = Record<string, unknown> & { id: number; data?: { params?: Record<string, string> } }
async function send(method: string, path: string, body?: unknown) {
  const response = await app.request(`/wp-json/${path}`, {
    method,
    headers: { ...manager.headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as Json }
}
const zones = 'wc/v3/shipping/zones'
const montreal = { country: 'CA', state: 'QC', postcode: 'H2X 1Y4' }
async function offered(region = montreal, items = [{ shippingClass: '', quantity: 2, itemsCents: 4000 }]) {
  await live.refresh(new Set(['shipping']))
  return ratesFor({ itemsCents: 4000, items }, region, live.current()).map(({ title, costCents }) => [title, costCents])
}
const locations = [
  { type: 'state', code: 'CA:QC' },
  { type: 'postcode', code: 'H2X...H3A' },
]
const makeZone = async () => (await send('POST', zones, { name: 'Downtown', samovar: { locations } })).json.id
const addMethod = async (zone: number, kind: string, settings: object) =>
  (await send('POST', `${zones}/${zone}/methods`, { method_id: kind, settings })).json.id

test('a shop starts without zones, and ships nowhere', async () => {
  expect((await send('GET', zones)).json).toHaveLength(1)
  expect(await offered()).toEqual([])
})

describe('what is changed over the API', () => {
  test('is what carts are offered after its page tag, in the order of zones and methods', async () => {
    const zone = await makeZone()
    const post = await addMethod(zone, 'flat_rate', { title: 'Post', cost: '10 + (2 * [qty])' })
    const pickup = await addMethod(zone, 'local_pickup', {
      title: 'Shop',
      pickup_address: '1 Rue A',
      pickup_hours: 'Mon 9–17',
    })
    expect(await offered()).toEqual([
      ['Post', 1400],
      ['Shop', 0],
    ])
    expect(ratesFor({ itemsCents: 4000 }, montreal, live.current()).at(-1)).toMatchObject({
      id: `local_pickup:${pickup}`,
      place: '1 Rue A\nMon 9–17',
    })
    await send('PUT', `${zones}/${zone}/methods/${post}`, { order: 9, settings: { cost: '5' } })
    expect(await offered()).toEqual([
      ['Shop', 0],
      ['Post', 500],
    ])
    await send('PUT', `${zones}/${zone}/methods/${post}`, { enabled: false })
    expect(await offered()).toEqual([['Shop', 0]])
    expect(await offered({ ...montreal, postcode: 'H4A 1A1' })).toEqual([])
    await send('POST', `${zones}/0/methods`, { method_id: 'flat_rate', settings: { title: 'World', cost: '30' } })
    expect(await offered({ ...montreal, postcode: 'H4A 1A1' })).toEqual([['World', 3000]])
    const first = (await send('POST', zones, { name: 'Canada', order: 0 })).json.id
    await send('PUT', `${zones}/${zone}`, { order: 1 })
    await send('PUT', `${zones}/${first}/locations`, [{ code: 'CA' }])
    expect(await offered()).toEqual([])
    await send('POST', `${zones}/batch`, { update: [{ id: first, order: 2 }] })
    expect(await offered()).toEqual([['Shop', 0]])
    await send('DELETE', `${zones}/${zone}?force=true`)
    expect(await db.$count(shippingMethods, eq(shippingMethods.zoneId, zone))).toBe(0)
    await db.delete(shippingZones)
    await db.delete(shippingMethods)
  })

  test('a zone created with its places comes last, unless it says its place; one without them is the first, as in WooCommerce', async () => {
    const orderOf = async (body: object) => (await send('POST', zones, { name: 'Zone', ...body })).json['order']
    await db.insert(shippingZones).values({ name: 'Canada', position: 7 })
    expect(await orderOf({ samovar: { locations } })).toBe(8)
    expect(await orderOf({ samovar: { locations }, order: 2 })).toBe(2)
    expect(await orderOf({})).toBe(0)
    await db.delete(shippingZones)
    expect(await orderOf({ samovar: { locations } })).toBe(1)
    await db.delete(shippingZones)
  })

  test('takes the last place also after one with the highest number', async () => {
    const order = 2 ** 31 - 1
    await send('POST', zones, { name: 'Highest', order })
    const zone = await makeZone()
    await send('POST', `${zones}/${zone}/methods`, { method_id: 'flat_rate', order })
    const added = await send('POST', `${zones}/${zone}/methods`, { method_id: 'local_pickup' })
    expect([(await send('GET', `${zones}/${zone}`)).json.order, added.json.order]).toEqual([order, order])
    await db.delete(shippingZones)
    await db.delete(shippingMethods)
  })

  test('is told to every process, so that cached pages go', async () => {
    const client = await pool.connect()
    const heard: string[] = []
    client.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await client.query('listen samovar_page_tags')
    const zone = await makeZone()
    const method = await addMethod(zone, 'free_shipping', {})
    await send('PUT', `${zones}/${zone}/methods/${method}`, { enabled: false })
    await send('DELETE', `${zones}/${zone}/methods/${method}?force=true`)
    await send('DELETE', `${zones}/${zone}?force=true`)
    await expect.poll(() => heard).toEqual(Array.from({ length: 5 }, () => 'shipping'))
    client.release(true)
  })

  test('a class cost follows its class when that gets another slug, and is gone with it', async () => {
    const saved = await saveTerm(shop, shippingClasses, { name: 'Bulky' })
    if (!saved.ok) throw new Error('not saved')
    const zone = await makeZone()
    await addMethod(zone, 'flat_rate', { title: 'Post', cost: '5', [`class_cost_${saved.term.id}`]: '3 * [qty]' })
    const items = (shippingClass: string) => [{ shippingClass, quantity: 2, itemsCents: 4000 }]
    expect(await offered(montreal, items('bulky'))).toEqual([['Post', 1100]])
    await saveTerm(shop, shippingClasses, { slug: 'heavy' } as never, saved.term.id)
    expect(await offered(montreal, items('heavy'))).toEqual([['Post', 1100]])
    await deleteTerm(shop, shippingClasses, saved.term.id)
    expect(await offered(montreal, items(''))).toEqual([['Post', 500]])
    await db.delete(shippingZones)
  })

  test('two saves of different settings at once both count', async () => {
    const zone = await makeZone()
    const method = await addMethod(zone, 'flat_rate', { title: 'Post', cost: '5' })
    const path = `${zones}/${zone}/methods/${method}`
    await Promise.all([
      send('PUT', path, { settings: { title: 'Parcel' } }),
      send('PUT', path, { settings: { cost: '7' } }),
    ])
    expect(await offered()).toEqual([['Parcel', 700]])
    await db.delete(shippingZones)
  })
})

describe('what cannot be is refused, and says why', () => {
  test.each([
    ['flat_rate', { cost: 'lots' }, 'settings.cost', /not expected/],
    ['flat_rate', { cost: '10 + (2 * [qty]' }, 'settings.cost', /bracket is not closed/],
    ['flat_rate', { no_class_cost: '[size]' }, null, null],
    ['flat_rate', { title: '' }, 'settings.title', /name is needed/],
    ['free_shipping', { min_amount: 'much' }, 'settings.min_amount', /not an amount/],
    ['flat_rate', { cost: '99999999999' }, 'settings.cost', /million/],
    ['flat_rate', { cost: '-5' }, 'settings.cost', /comes to nothing/],
    ['flat_rate', { cost: '2 - 3.50' }, 'settings.cost', /comes to nothing/],
    ['flat_rate', { cost: '10 / 0' }, 'settings.cost', /comes to nothing/],
    ['local_pickup', { cost: '1000001' }, 'settings.cost', /million/],
    ['local_pickup', { cost: '-3' }, 'settings.cost', /not an amount/],
    ['local_pickup', { pickup_hours: 'x'.repeat(301) }, 'settings.pickup_hours', /300/],
    ['flat_rate', { cost: '5', costs: '7' }, 'settings.costs', /no such setting/],
    ['flat_rate', { class_cost_99999: '7' }, 'settings.class_cost_99999', /no such setting/],
    ['free_shipping', { type: 'order' }, 'settings.type', /no such setting/],
  ])('%s with %o', async (kind, settings, field, message) => {
    const { status, json } = await send('POST', `${zones}/0/methods`, { method_id: kind, settings })
    // This setting exists only with shipping classes, and has no effect without them.
    if (field === null) return expect(status).toBe(200)
    expect(status).toBe(400)
    expect(json.data?.params?.[field]).toMatch(message as RegExp)
  })

  test.each([
    [[{ code: 'XX', type: 'country' }], /“XX” is not a known country/],
    [[{ code: 'CA:ZZ', type: 'state' }], /“CA:ZZ” is not a known state/],
    [[{ code: 'ON', type: 'state' }], /is not a known state/],
    [[{ code: 'XY', type: 'continent' }], /is not a known continent/],
    [[{ code: 'H3A...H2X', type: 'postcode' }], /ends before it begins/],
    [[{ code: 'CA', type: 'planet' }], /a code and a type/],
    [['CA'], /a code and a type/],
    [{ code: 'CA' }, /as a list/],
    [Array.from({ length: 1001 }, () => ({ code: 'CA' })), /at most 1000/],
  ])('locations %j', async (sent, message) => {
    const zone = await makeZone()
    const { status, json } = await send('PUT', `${zones}/${zone}/locations`, sent)
    expect(status).toBe(400)
    expect(json.data?.params?.locations).toMatch(message)
    expect((await send('GET', `${zones}/${zone}/locations`)).json).toHaveLength(2)
    await db.delete(shippingZones)
  })
})

describe('the box to try an address', () => {
  const trial = async (body: object) => (await send('POST', 'samovar/v1/shipping/trial', body)).json

  test('H2X 1Y4 with 1.2 kg: the zone by the province of the code, what is offered, and why something is not', async () => {
    await db.delete(shippingMethods)
    const zone = await makeZone()
    const post = await addMethod(zone, 'flat_rate', { title: 'Post', cost: '5 + 2.5 * [weight]' })
    const free = await addMethod(zone, 'free_shipping', { title: 'Free', requires: 'min_amount', min_amount: '75' })
    const off = await addMethod(zone, 'local_pickup', { title: 'Shop' })
    await send('PUT', `${zones}/${zone}/methods/${off}`, { enabled: false })
    const parcel = { postcode: 'H2X 1Y4', weight_grams: 1200, items_cents: 4000 }
    expect(await trial(parcel)).toEqual({
      state: 'QC',
      zone: { id: zone, name: 'Downtown', regions: 'Quebec: H2X...H3A' },
      rates: [{ id: `flat_rate:${post}`, title: 'Post', cost: '8.00' }],
      not_offered: [
        { id: `free_shipping:${free}`, title: 'Free', reason: 'The minimum amount is not reached.' },
        { id: `local_pickup:${off}`, title: 'Shop', reason: 'It is switched off.' },
      ],
    })
    expect(await trial({ ...parcel, state: 'Ontario' })).toMatchObject({ state: 'ON', zone: { id: 0 }, rates: [] })
    const saved = await saveTerm(shop, shippingClasses, { name: 'Bulky' })
    if (!saved.ok) throw new Error('not saved')
    const settings = { [`class_cost_${saved.term.id}`]: '3 * [qty]' }
    await send('PUT', `${zones}/${zone}/methods/${post}`, { settings })
    const ofClass = { ...parcel, shipping_class: 'bulky', quantity: 2 }
    expect(await trial(ofClass)).toMatchObject({ rates: [{ title: 'Post', cost: '14.00' }] })
    expect(await trial({ ...parcel, country: 'FR' })).toMatchObject({ zone: { id: 0 }, rates: [], not_offered: [] })
    expect((await send('POST', 'samovar/v1/shipping/trial', { quantity: 0 })).status).toBe(400)
  })

  test('a country that the shop does not ship to gets nothing of its zone, and the trial says why', async () => {
    await db.delete(shippingMethods)
    const post = await addMethod(0, 'flat_rate', { title: 'Post', cost: '20' })
    expect(shop.settings().checkout.shipsTo).toEqual(['CA'])
    expect(await trial({ country: 'FR' })).toMatchObject({
      zone: { id: 0 },
      rates: [],
      not_offered: [{ id: `flat_rate:${post}`, title: 'Post', reason: 'The shop does not ship to this country.' }],
    })
  })

  test('places are found by name, those at home first', async () => {
    const names = async (search: string) => {
      const { json } = await send('GET', `samovar/v1/shipping/places?search=${search}`)
      return (json as unknown as { name: string }[]).map(({ name }) => name)
    }
    expect((await names('que'))[0]).toBe('Quebec')
    expect((await names('europe'))[0]).toBe('Europe')
    expect([await names('reunion'), await names('R%C3%89UNION')]).toEqual([['Réunion'], ['Réunion']])
    expect((await names(''))[0]).toBe('Canada')
    expect(await names('xyzzy')).toEqual([])
  })
})
