/**
 * Sends the recorded exchanges about taxes and tax classes to our shop in order. Every difference is named here and
 * explained in docs/compatibility.md; one that no longer occurs is a failure, too.
 */
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, recordedCallers } from '../../../../test/support/users.ts'
import { compareBodies, compareHeaders, type Difference } from '../../../../test/wire/compare.ts'
import { type Deviation, type Exchange, explained, recordedExchanges } from '../../../../test/wire/replay.ts'
import { createApp } from '../../../app.ts'
import { products } from '../../catalog/catalog.table.ts'
import { canadianPricing } from '../../pricing/canadian-pricing.ts'
import { calculateTotal } from '../../pricing/total.ts'
import { openTaxes } from '../live-taxes.ts'
import { changeTaxes, emptyRate, insertRates } from '../taxes.store.ts'
import { taxClasses, taxRates } from '../taxes.table.ts'

const { db, shop } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
/** Keys are accepted only over https. */
const app = createApp({ ...shop, url: 'https://shop.test' })
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')

const callers = await recordedCallers(shop, { owner: owner.id })

test('a new shop begins without rates', async () => {
  expect(await db.$count(taxRates)).toBe(0)
})

type Recorded = Exchange & { readonly auth?: string }

const deviation = (reason: string, where: RegExp): Deviation => ({ reason, where })
const always = [
  deviation('errors-name-no-methods', /^header allow$/),
  deviation('refusals-not-cached', /^header (cache-control|expires|vary)$/),
]
const noNumber = deviation('tax-rate-is-a-number', /^body\.rate$|^status$|^body/)
const byName: Readonly<Record<string, readonly Deviation[]>> = {
  'create, empty body': [noNumber],
  'create, rate no number': [noNumber],
  delete: [noNumber],
  'classes: update (no such method)': [deviation('unknown-route-is-brief', /^header/)],
}
const observed = new Set<Deviation>()

async function call(method: string, path: string, body?: object, auth = 'consumer key, read_write') {
  const headers = { ...callers[auth], ...(body ? { 'content-type': 'application/json' } : {}) }
  return app.request(path, { method, headers, body: body ? JSON.stringify(body) : null })
}

describe('[API-02] recorded taxes', () => {
  test.each(recordedExchanges('wc-v3-taxes') as Recorded[])(
    '$name',
    async ({ name, auth, request, response, trimmed }) => {
      if (name === 'list') await fillRecordedShop()
      const recordedId = (response.body as { readonly id?: number } | null)?.id ?? (name === 'batch' ? 10 : undefined)
      if (request.method === 'POST' && recordedId !== undefined)
        await db.execute(sql`select setval(pg_get_serial_sequence('tax_rates', 'id'), ${recordedId}, false)`)
      const { pathname, search } = new URL(request.url)
      const ours = await call(request.method, pathname + search, (request.body as object | null) ?? undefined, auth)
      const differences: Difference[] = [
        ...(ours.status === response.status ? [] : [{ where: 'status', recorded: response.status, ours: ours.status }]),
        ...compareHeaders(response.headers, ours.headers).filter(
          ({ where }) => !/x-robots|content-type-options|access-control|link/.test(where),
        ),
        ...compareBodies(response.body, await ours.json(), { isCut: trimmed !== undefined }),
      ]
      const expected = [...always, ...(byName[name] ?? [])]
      for (const one of expected) if (differences.some(({ where }) => one.where.test(where))) observed.add(one)
      expect(differences.filter(({ where }) => !expected.some((one) => one.where.test(where)))).toEqual([])
    },
  )
})

async function fillRecordedShop(): Promise<void> {
  await db.delete(taxClasses).where(sql`slug <> 'standard'`)
  await db.insert(taxClasses).values([
    { slug: 'reduced-rate', name: 'Reduced rate' },
    { slug: 'zero-rate', name: 'Zero rate' },
  ])
  const rates = [
    ['ON', 'HST', 13000],
    ['BC', 'GST+PST', 12000],
    ['QC', 'GST+QST', 14975],
    ['', 'GST', 5000],
  ] as const
  await changeTaxes(db, (tx) =>
    insertRates(
      tx,
      rates.map(([state, label, ratePer100k], order) => ({
        ...emptyRate,
        country: 'CA',
        state,
        label,
        ratePer100k,
        order,
      })),
    ),
  )
}

describe('own tax rates', () => {
  test.each([
    [{ rate: '101' }, 'rate'],
    [{ rate: '-5' }, 'rate'],
    [{ rate: '9.9755' }, 'rate'],
    [{ country: 'Canada' }, 'country'],
    [{ state: 'a<b' }, 'state'],
    [{ country: 'XX' }, 'country'],
    [{ country: 'UK' }, 'country', 'Write GB.'],
    [{ country: 'ca', state: 'Ontario' }, 'state', 'Write ON.'],
    [{ country: 'CA', state: 'Québec' }, 'state', 'Write QC.'],
    [{ country: 'US', state: 'ON' }, 'state', 'not a state or province of US'],
    [{ priority: -1 }, 'priority'],
    [{ order: -1 }, 'order'],
    [{ samovar: { from: 'soon' } }, 'samovar'],
    [{ samovar: { from: '2026-02-31' } }, 'samovar'],
    [{ class: 'luxury' }, 'class'],
    [{ postcodes: ['H2X', '9...1'] }, 'postcodes', '“9...1” ends before it begins.'],
    [{ postcodes: ['...'] }, 'postcodes', 'not a range'],
    [{ postcodes: ['90210...'] }, 'postcodes', 'not a range'],
    [{ postcodes: ['H*X'] }, 'postcodes', 'neither a postal code'],
    [{ postcode: 'V8*; H3A...H2X' }, 'postcode', '“H3A...H2X” ends before it begins.'],
  ])('nonsense is refused by name: %j', async (body, name, hint = '') => {
    const refused = await call('POST', '/wp-json/wc/v3/taxes', body)
    const { code, data } = (await refused.json()) as { code: string; data: { params: object } }
    expect([refused.status, code]).toEqual([400, 'rest_invalid_param'])
    expect(Object.keys(data.params).join()).toMatch(name)
    expect(Object.values(data.params).join()).toContain(hint)
  })

  test('a change leaves no state in a country that does not have it, and * stands for everywhere', async () => {
    const { id } = await (await call('POST', '/wp-json/wc/v3/taxes', { country: 'CA', state: 'ON', rate: '1' })).json()
    const path = `/wp-json/wc/v3/taxes/${id}`
    expect((await call('PUT', path, { country: 'US' })).status).toBe(400)
    expect((await call('PUT', path, { state: 'ONTARIO' })).status).toBe(400)
    expect((await call('PUT', path, { country: 'US', state: 'NY' })).status).toBe(200)
    expect((await call('PUT', path, { country: 'HK', state: 'Hong Kong' })).status).toBe(200)
    // An invalid value that is already stored does not prevent changing other fields.
    await db.update(taxRates).set({ country: 'UK' }).where(sql`id = ${id}`)
    expect((await call('PUT', path, { rate: '2' })).status).toBe(200)
    const anywhere = await call('PUT', path, { country: '*', state: '*' })
    expect(await anywhere.json()).toMatchObject({ country: '', state: '' })
    await call('DELETE', `${path}?force=true`)
  })

  test.each(['inherit', ' Inherit ', 'Parent'])(
    'no class is called %j, which means another one elsewhere',
    async (name) => {
      const refused = await call('POST', '/wp-json/wc/v3/taxes/classes', { name })
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { code: 'woocommerce_rest_tax_class_invalid_name', message: expect.stringContaining('another name') },
      ])
    },
  )

  test('every field takes a change, and lists are filtered, sorted and cut', async () => {
    const sent = {
      country: 'FR',
      state: 'PAR',
      rate: '5.5000',
      name: 'TVA',
      priority: 3,
      compound: true,
      shipping: false,
      order: 4,
      class: 'reduced-rate',
      postcodes: ['75001...75020', 'F*'],
      cities: ['PARIS'],
      samovar: { from: '2026-07-01' },
    }
    const { id } = await (await call('POST', '/wp-json/wc/v3/taxes', {})).json()
    const path = `/wp-json/wc/v3/taxes/${id}?context=edit`
    expect(await (await call('PUT', path, sent)).json()).toMatchObject({ ...sent, postcode: 'F*', city: 'PARIS' })
    expect(await (await call('PUT', path, {})).json()).toMatchObject(sent)
    expect(await (await call('PUT', path, { postcode: 'b1;B2', city: '' })).json()).toMatchObject({
      postcodes: ['B1', 'B2'],
      cities: [],
    })
    const list = async (query: string) =>
      ((await (await call('GET', `/wp-json/wc/v3/taxes?${query}`)).json()) as { id: number }[]).map((one) => one.id)
    expect(await list('search=tva')).toEqual([id])
    expect(await list('class=luxury')).toEqual([])
    expect(await list('orderby=priority&order=desc&per_page=1')).toEqual([id])
    const all = await list('orderby=id&per_page=100')
    expect(all).toEqual(all.toSorted((a, b) => a - b))
    expect(await list('orderby=id&per_page=2&offset=1')).toEqual(all.slice(1, 3))
    expect(await list('orderby=id&per_page=2&page=2')).toEqual(all.slice(2, 4))
    expect((await call('DELETE', `/wp-json/wc/v3/taxes/${id}?force=true`)).status).toBe(200)
  })

  test('a changed rate is in the next total, and the day it starts is kept', async () => {
    const live = await openTaxes(db)
    const rate = {
      country: 'CA',
      state: 'ON',
      rate: '20',
      name: 'Tea tax',
      priority: 7,
      samovar: { from: '2026-01-01' },
    }
    const made = await (await call('POST', '/wp-json/wc/v3/taxes?context=edit', rate)).json()
    expect(made).toMatchObject({ rate: '20.0000', samovar: { from: '2026-01-01' } })
    const taxOf = () => {
      const item = { key: 'a', productId: 1, name: 'Kettle', quantity: 1, unitPriceCents: 1000, weightGrams: 0 }
      const lines = [{ ...item, taxClass: 'standard', needsShipping: false }]
      const config = { ...canadianPricing, taxTable: live.current() }
      const date = new Date('2026-11-20T12:00:00Z')
      return calculateTotal({ lines, destination: { country: 'CA', state: 'ON' }, config, date }).taxLines.map(
        ({ label }) => label,
      )
    }
    expect(taxOf()).toEqual(['HST'])
    await live.refresh(new Set(['taxes']))
    expect(taxOf()).toEqual(['HST', 'Tea tax'])
    await call('DELETE', `/wp-json/wc/v3/taxes/${made.id}?force=true`)
    await live.refresh(new Set(['*']))
    expect(taxOf()).toEqual(['HST'])
  })

  test('products of a deleted class have the standard one, and products of unknown classes are refused', async () => {
    await call('POST', '/wp-json/wc/v3/taxes/classes', { name: 'Spices' })
    await call('POST', '/wp-json/wc/v3/taxes', { country: 'CA', rate: '3', class: 'spices' })
    const made = await call('POST', '/wp-json/wc/v3/products', { name: 'Cardamom', tax_class: 'spices' })
    const { id } = (await made.json()) as { id: number }
    expect((await call('POST', '/wp-json/wc/v3/products', { name: 'Saffron', tax_class: 'gold' })).status).toBe(400)
    expect((await call('DELETE', '/wp-json/wc/v3/taxes/classes/spices?force=true')).status).toBe(200)
    const [product] = await db.select().from(products).where(sql`id = ${id}`)
    expect(product?.taxClass).toBe('standard')
    expect(await db.$count(taxRates, sql`tax_class = 'spices'`)).toBe(0)
    // A name in a non-Latin script also works in a path.
    expect((await call('POST', '/wp-json/wc/v3/taxes/classes', { name: '茶' })).status).toBe(201)
    expect((await call('GET', `/wp-json/wc/v3/taxes/classes/${encodeURIComponent('茶')}`)).status).toBe(200)
    expect((await call('DELETE', `/wp-json/wc/v3/taxes/classes/${encodeURIComponent('茶')}?force=true`)).status).toBe(
      200,
    )
  })

  test('the settings take classes that there are', async () => {
    const path = '/wp-json/samovar/v1/settings/taxes'
    expect((await call('PUT', path, { shipping_tax_class: 'gold' })).status).toBe(400)
    const changed = await call('PUT', path, { shipping_tax_class: 'zero-rate', round_tax: 'subtotal' })
    expect(await changed.json()).toEqual({
      prices_include_tax: false,
      round_tax: 'subtotal',
      shipping_tax_class: 'zero-rate',
    })
    await call('DELETE', '/wp-json/wc/v3/taxes/classes/zero-rate?force=true')
    expect(await (await call('GET', path)).json()).toMatchObject({
      shipping_tax_class: 'inherit',
      round_tax: 'subtotal',
    })
    await call('POST', '/wp-json/wc/v3/taxes/classes', { name: 'Zero rate' })
  })
})

afterAll(() => {
  const all = [...always, ...Object.values(byName).flat()]
  expect(all.filter((one) => !observed.has(one)).map(({ reason }) => reason)).toEqual([])
  expect(all.filter(({ reason }) => !explained.has(reason)).map(({ reason }) => reason)).toEqual([])
})
