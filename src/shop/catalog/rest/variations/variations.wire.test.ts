import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { compareBodies } from '../../../../../test/wire/compare.ts'
import { type Deviation, type Exchange, explained, recordedExchanges } from '../../../../../test/wire/replay.ts'
import { isRecord } from '../../../../platform/rest/request.ts'
import { entries } from '../../../../things/entries/entries.table.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { media } from '../../../../things/media/media.table.ts'
import { stockMovements } from '../../../inventory/stock.table.ts'
import { attributes, products } from '../../catalog.table.ts'
import { publishScheduledProducts } from '../../product-status.ts'
import type { ProductJson } from '../products/product-json.ts'
import type { VariationJson } from './variation-shape.ts'

const empty = { name: 'empty', prepare: async () => {} }
const { app, db, shop } = await openShop({ template: empty })
const owner = await createSignedInUser(shop, 'administrator')
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')

type Json = VariationJson & { code: string; data: Record<string, unknown>; message: string; count: number }
const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = owner.headers) => {
  const response = await app.request(`/wp-json/wc/v3${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json = (await response.json()) as Json
  return { status: response.status, headers: response.headers, json, items: json as unknown as Json[] }
}
const sizes = ['50 g', '100 g', '250 g']
const options = [
  { id: 1, position: 0, visible: true, variation: true, options: sizes },
  { name: 'Grind', position: 1, variation: true, options: ['Whole', 'Fine'] },
]
const makeProduct = async (body: object): Promise<number> => (await call('POST', '/products', body)).json.id
let sampler = 0
const makeSampler = (sku: string, more: object = {}) =>
  makeProduct({ name: `Sampler ${sku}`, type: 'variable', sku, attributes: options, ...more })

beforeAll(async () => {
  await db.insert(attributes).values({ id: 1, slug: 'pa_size', label: 'Size' })
  await db.insert(media).values({ id: 12, path: '2026/11/tea.jpg', mime: 'image/jpeg', width: 9, height: 9, bytes: 1 })
  sampler = await makeSampler('REF-VAR')
})

test('a refused variation leaves the texts of its picture, alone and in a batch', async () => {
  const product = await makeSampler('REF-ALT')
  const path = `/products/${product}/variations`
  const alt = async () => (await db.select({ alt: media.alt }).from(media).where(eq(media.id, 12)))[0]?.alt
  const refused = { regular_price: '5', sale_price: '6', image: { id: 12, alt: 'Refused' } }
  expect(await call('POST', path, refused)).toMatchObject({ status: 400 })
  expect(await alt()).toBe('')
  const create = [
    { regular_price: '5', attributes: [{ id: 1, option: '50 g' }], image: { id: 12, alt: 'Taken' } },
    refused,
  ]
  expect((await call('POST', `${path}/batch`, { create })).json).toMatchObject({
    create: [{ image: { alt: 'Taken' } }, { error: {} }],
  })
  expect(await alt()).toBe('Taken')
  await db.update(media).set({ alt: '' }).where(eq(media.id, 12))
})

test('variations of a batch with the same picture change only the texts that they send', async () => {
  const path = `/products/${await makeSampler('REF-TEXTS')}/variations`
  const texts = async () =>
    (await db.select({ title: media.title, alt: media.alt }).from(media).where(eq(media.id, 12)))[0]
  const before = await texts()
  const create = [
    { attributes: [{ id: 1, option: '50 g' }], image: { id: 12, alt: 'A tin' } },
    { attributes: [{ id: 1, option: '100 g' }], image: { id: 12, name: 'Tin' } },
  ]
  await call('POST', `${path}/batch`, { create })
  expect(await texts()).toEqual({ title: 'Tin', alt: 'A tin' })
  await db
    .update(media)
    .set({ ...before })
    .where(eq(media.id, 12))
})

test('a variation that is refused keeps its combination, and takes no other', async () => {
  const product = await makeSampler('REF-KEEP')
  const path = `/products/${product}/variations`
  const of = (option: string) => [
    { id: 1, option },
    { name: 'Grind', option: 'Fine' },
  ]
  const make = async (option: string) =>
    (await call('POST', path, { regular_price: '5', attributes: of(option) })).json.id
  const [small, middle] = [await make('50 g'), await make('100 g')]
  const refused = { regular_price: '5', sale_price: '6', attributes: of('250 g') }
  const update = [
    { id: small, ...refused },
    { id: middle, attributes: of('50 g') },
  ]
  const answered = await call('POST', `${path}/batch`, { update })
  expect(answered.json).toMatchObject({
    update: [
      { error: { data: { params: { sale_price: expect.any(String) } } } },
      { error: { data: { params: { attributes: expect.stringContaining(`#${small}`) } } } },
    ],
  })
  const create = [refused, { regular_price: '5', attributes: of('250 g') }]
  expect((await call('POST', `${path}/batch`, { create })).json).toMatchObject({
    create: [{ error: {} }, { regular_price: '5.00' }],
  })
  const { items } = await call('GET', `${path}?orderby=id&order=asc`)
  expect(items.map(({ attributes }) => attributes[0]?.option)).toEqual(sizes)
})

test('variations that are refused when they are generated replace none', async () => {
  const path = `/products/${await makeSampler('REF-GEN')}/variations`
  const open = await call('POST', path, { regular_price: '5', attributes: [{ id: 1, option: '50 g' }] })
  const body = { delete: true, default_values: { regular_price: '5', sale_price: '6' } }
  expect(await call('POST', `${path}/generate`, body)).toMatchObject({ status: 400 })
  expect((await call('GET', path)).items.map(({ id }) => id)).toEqual([open.json.id])
  const done = await call('POST', `${path}/generate`, { ...body, default_values: { regular_price: '5' } })
  expect(done.json).toEqual({ count: 6, deleted_count: 1 })
  expect((await call('GET', path)).items.map(({ id }) => id)).not.toContain(open.json.id)
})

/** Our ids by the recorded ids. */
const ids = new Map<number, number>()
const idsIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(idsIn)
  if (typeof value === 'number') return ids.get(value) ?? value
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, idsIn(one)]))
}

/** Leaves out values that every shop generates: times, pictures, ids of custom fields. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value === 'string') return value.replaceAll('https://', 'http://')
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (name === 'samovar') return []
      if (/^date_(created|modified)/.test(name) || name === 'location') return [[name, typeof one]]
      if (/price$/.test(name)) return [[name, one === '' ? '' : Number(one)]]
      if (name === 'image') return [[name, one === null ? null : 'picture']]
      if (name === 'meta_data') return [[name, (one as { key: string }[]).map(({ key }) => key)]]
      return [[name, name === '_links' ? Object.keys(one as object) : comparable(one)]]
    }),
  )
}
/** The recorded response with our ids, without variations that our shop refuses. */
function recordedHere(value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter((one) => !(isRecord(one) && refused.has(Number(one.id)))).map(recordedHere)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (name === 'id' || name === 'resource_id') return [name, ids.get(Number(one)) ?? one]
      if (name === 'parent_id') return [name, sampler]
      return [name, name === 'attributes' ? one : recordedHere(one)]
    }),
  )
}
const refused = new Set([69])

/** Recorded variations that our shop refuses, and what is created instead for the following exchanges. */
const standIns: Readonly<Record<string, { readonly id: number; readonly body: object }>> = {
  'create, same attributes as another': {
    id: 68,
    body: { regular_price: '5.00', attributes: [{ id: 1, option: '50 g' }] },
  },
  'create, attribute the parent has not': {
    id: 70,
    body: { regular_price: '5.00', attributes: [{ name: 'Grind', option: 'Fine' }] },
  },
  'create, empty body': {
    id: 71,
    body: {
      attributes: [
        { id: 1, option: '250 g' },
        { name: 'Grind', option: 'Fine' },
      ],
    },
  },
  'create, image as a list': { id: 74, body: { attributes: [{ name: 'Grind', option: 'Whole' }] } },
}
const told: Deviation = { where: /^(status|body)/, reason: 'variations-told-apart' }
const standIn: Deviation = { where: /attributes|\.name$/, reason: 'variations-told-apart' }
const slugs: Deviation = { where: /permalink$/, reason: 'own-attribute-slugs' }
const deviations: Readonly<Record<string, readonly Deviation[]>> = {
  create: [slugs, { where: /tax_class$/, reason: 'variation-tax-class' }],
  one: [slugs],
  list: [standIn, slugs],
  'create, same attributes as another': [told],
  'create, option the parent has not': [told],
  'create, attribute the parent has not': [told],
  'create, empty body': [told],
  'create, unknown parent': [{ where: /^(status|body)/, reason: 'variations-of-variable-products' }],
  'create, parent is a simple product': [{ where: /^(status|body)/, reason: 'variations-of-variable-products' }],
  'create, image as a list': [{ where: /^(status|body)/, reason: 'variation-has-one-image' }],
  'generate, delete those that match none': [{ where: /deleted_count$/, reason: 'variations-told-apart' }],
  batch: [
    standIn,
    { where: /^body\.create\[1\]\.error/, reason: 'variations-told-apart' },
    { where: /^body\.delete\[1\]\.id$/, reason: 'batch-ids-are-numbers' },
  ],
}
/** Exchanges about products and keys, which are tested separately. */
const elsewhere = ['one as a product', 'parent after the variations', 'with a read-only key']

test('[API-02 error shapes] the recorded exchanges mean the same here', async () => {
  ids.set(20, sampler)
  ids.set(17, await makeProduct({ name: 'Assam', sku: 'REF-ASSAM' }))
  const unused = new Set(Object.keys(deviations))
  for (const exchange of recordedExchanges('wc-v3-product-variations')) {
    const { name, request, response } = exchange as Exchange & { request: { body: unknown } }
    if (elsewhere.includes(name)) continue
    const path = request.url
      .replace('https://shop.test/wp-json/wc/v3', '')
      .replaceAll(/\/(\d+)/g, (_, id: string) => `/${ids.get(Number(id)) ?? id}`)
      .replace(/include=(\d+)/, (_, id: string) => `include=${ids.get(Number(id))}`)
    const sent = idsIn(request.body) as Record<string, unknown> | null
    // The recorded shop downloads a picture; our shop has it in its media library.
    const body: Record<string, unknown> | undefined = isRecord(sent?.image)
      ? { ...sent, image: { id: 12 } }
      : (sent ?? undefined)
    // Otherwise the combination of attributes would be refused before the SKU.
    if (body && name.startsWith('create, sku')) body.attributes = both('250 g', 'Whole')
    const ours = await call(request.method, path, body, name === 'without authentication' ? {} : owner.headers)
    const recordedId = Number((response.body as { id?: unknown } | null)?.id)
    if (ours.status === 201) ids.set(recordedId, ours.json.id)
    if (name === 'batch') ids.set(75, (ours.json as unknown as { create: Json[] }).create[0]?.id ?? 0)
    if (name.startsWith('all variations')) {
      expect([ours.status, Array.isArray(ours.json)]).toEqual([200, true])
      continue
    }
    const isList = Array.isArray(response.body)
    const isCut = exchange.trimmed !== undefined || isList
    const recorded = comparable(recordedHere(response.body))
    const differences = [
      ...(ours.status === response.status ? [] : [{ where: 'status', recorded: response.status, ours: ours.json }]),
      ...compareBodies(recorded, comparable(isList ? ours.items.slice(0, (recorded as []).length) : ours.json), {
        isCut,
      }),
    ]
    const allowed = [...(deviations[name] ?? []), ...(name.startsWith('list') ? [standIn] : [])]
    expect([name, differences.filter(({ where }) => !allowed.some((one) => one.where.test(where)))]).toEqual([name, []])
    if (differences.length > 0) unused.delete(name)
    const instead = standIns[name]
    if (!instead) continue
    const made = await call('POST', `/products/${sampler}/variations`, instead.body)
    expect([name, made.status, made.json.message]).toEqual([name, 201, undefined])
    ids.set(instead.id, made.json.id)
  }
  expect([...unused]).toEqual([])
  expect(Object.values(deviations).flatMap((all) => all.filter(({ reason }) => !explained.has(reason)))).toEqual([])
})

const variationsOf = (id: number) => `/products/${id}/variations`
const both = (size: string, grind: string) => [
  { id: 1, option: size },
  { name: 'Grind', option: grind },
]

test('[API-02] a variation answers with what it has itself, else with what its product has', async () => {
  const product = await makeSampler('WHOLE', { weight: '0.3', tax_class: 'grocery', dimensions: { length: '4' } })
  const { json } = await call('POST', variationsOf(product), { attributes: both('50 g', 'fine'), image: { id: 12 } })
  expect(json).toMatchObject({
    sku: 'WHOLE',
    weight: '0.3',
    tax_class: 'grocery',
    name: '50 g, Fine',
    image: { id: 12 },
  })
  expect(json.samovar).toMatchObject({ sku: '', weight: '' })
  const path = `${variationsOf(product)}/${json.id}`
  const body = { weight: '0.1', sku: 'WHOLE-1', image: null, tax_class: 'standard', dimensions: { length: '' } }
  const changed = await call('PUT', path, { ...json, ...body, samovar: { version: json.samovar?.version } })
  expect(changed.json).toMatchObject({ weight: '0.1', sku: 'WHOLE-1', image: null, tax_class: '' })
  expect(changed.json.dimensions.length).toBe('4')
  expect((await call('PUT', path, { tax_class: 'parent' })).json.tax_class).toBe('grocery')
  expect((await call('GET', path)).json.samovar).toBeUndefined()
  const outdated = await call('PUT', path, { regular_price: '1', samovar: { version: json.samovar?.version } })
  expect([outdated.status, outdated.json.code]).toEqual([409, 'samovar_rest_outdated'])
})

test('[API-02] stock is changed by a difference, under the lock, with its movement', async () => {
  const product = await makeSampler('STOCK')
  const made = await call('POST', variationsOf(product), {
    manage_stock: true,
    stock_quantity: 5,
    attributes: both('50 g', 'Fine'),
  })
  const path = `${variationsOf(product)}/${made.json.id}`
  await Promise.all([12, -3].map((stock_change) => call('PUT', path, { samovar: { stock_change } })))
  expect((await call('GET', path)).json).toMatchObject({ stock_quantity: 14, stock_status: 'instock' })
  expect((await call('PUT', path, { samovar: { stock_change: -15 } })).json.data.params).toHaveProperty(
    'stock_quantity',
  )
  const moves = await db.select().from(stockMovements).where(eq(stockMovements.productId, made.json.id))
  expect(moves.map(({ delta }) => delta).toSorted()).toEqual([-3, 12, 5])
})

let refusing = 0
test.each<[string, object, string]>([
  ['a price that is none', { regular_price: '12,50' }, 'regular_price'],
  ['a sale price that is not lower', { regular_price: '5', sale_price: '5' }, 'sale_price'],
  ['a negative price', { regular_price: '-1' }, 'regular_price'],
  ['a price as a number', { regular_price: 5 }, 'regular_price'],
  ['an attribute with a quote', { attributes: [{ name: '"><img onerror=x>', option: 'x' }] }, 'attributes'],
  ['a value that the product does not have', { attributes: both('9 kg', 'Fine') }, 'attributes'],
  ['stock of a product that counts none of its own', { manage_stock: 'shop' }, 'manage_stock'],
  ['a download from a private address', { downloads: [{ name: 'x', file: 'https://127.0.0.1/x' }] }, 'downloads'],
  ['a download by javascript:', { downloads: [{ name: 'x', file: 'javascript:alert(1)' }] }, 'downloads'],
  ['a weight in words', { weight: 'heavy' }, 'weight'],
  ['too many pictures', { gallery_image_ids: Array.from({ length: 201 }, (_, at) => at + 1) }, 'gallery_image_ids'],
  ['a text in place of attributes', { attributes: 'Size' }, 'attributes'],
])('[API-02 error shapes] %s is refused at its field, and nothing is made', async (_, body, field) => {
  refusing ||= await makeSampler('REFUSE')
  const before = await db.$count(entries)
  const { status, json } = await call('POST', variationsOf(refusing), body)
  expect([status, json.code, Object.keys((json.data.params ?? {}) as object)]).toEqual([
    400,
    'rest_invalid_param',
    [field],
  ])
  expect(await db.$count(entries)).toBe(before)
})

test('[API-02] a batch is one save: each has its own answer, and codes and ids that stand twice are refused', async () => {
  const product = await makeSampler('BATCH')
  const path = variationsOf(product)
  const { json: first } = await call('POST', path, { sku: 'BATCH-1', attributes: both('50 g', 'Fine') })
  const other = await call('POST', variationsOf(await makeSampler('OTHER')), {})
  const { json } = await call('POST', `${path}/batch`, {
    create: [
      { sku: 'BATCH-2', attributes: both('100 g', 'Fine') },
      { sku: 'BATCH-2', attributes: both('250 g', 'Fine') },
      { sku: 'BATCH-3', attributes: both('100 g', 'Fine') },
      { regular_price: 'x' },
      7,
    ],
    update: [
      { id: first.id, regular_price: '4' },
      { id: first.id, regular_price: '5' },
      { id: other.json.id, sku: 'X' },
      null,
    ],
    delete: [other.json.id, 'x'],
  })
  const answers = json as unknown as Record<
    string,
    ({ id: number; error?: { code: string; data: Json['data'] } } & Json)[]
  >
  const codes = Object.values(answers).map((list) => list.map(({ error }) => error?.code ?? 'saved'))
  const gone = 'woocommerce_rest_product_variation_invalid_id'
  const invalid = 'rest_invalid_param'
  expect(codes).toEqual([
    ['saved', invalid, invalid, invalid, 'saved'],
    ['saved', invalid, gone, gone],
    [gone, gone],
  ])
  expect(answers.update?.[0]?.regular_price).toBe('4.00')
  expect((await call('POST', `${path}/batch`, { create: Array.from({ length: 101 }, () => ({})) })).status).toBe(413)
  expect((await call('POST', `${path}/batch`, {})).json).toEqual({})
})

test('[API-02] of 10 concurrent creations of one combination one is made', async () => {
  const product = await makeSampler('RACE')
  const made = await Promise.all(
    Array.from({ length: 10 }, () => call('POST', variationsOf(product), { attributes: both('50 g', 'Fine') })),
  )
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 400)])
})

test('[API-02] the trash: out of the list and of the shop, back by a status, unless its combination is taken', async () => {
  const product = await makeSampler('TRASH')
  const path = variationsOf(product)
  const { json } = await call('POST', path, { regular_price: '3', attributes: both('50 g', 'Fine') })
  await call('DELETE', `${path}/${json.id}`)
  expect((await call('DELETE', `${path}/${json.id}`)).status).toBe(410)
  expect([(await call('GET', path)).items.length, (await call('GET', `${path}?status=trash`)).items.length]).toEqual([
    0, 1,
  ])
  const { json: second } = await call('POST', path, { attributes: both('50 g', 'Fine') })
  expect((await call('PUT', `${path}/${json.id}`, { status: 'publish' })).json.data.params).toHaveProperty('attributes')
  await call('DELETE', `${path}/${second.id}?force=true`)
  expect((await call('PUT', `${path}/${json.id}`, { status: 'publish' })).json.status).toBe('publish')
  expect((await call('GET', `${path}/${second.id}`)).status).toBe(404)
  const [row] = await db.select().from(products).where(eq(products.id, product))
  expect(row?.minPriceCents).toBe(300)
})

test('[API-02] generate makes what is missing, a hundred at a time, from the values that are sent', async () => {
  const many = Array.from({ length: 15 }, (_, at) => `V${at}`)
  const both15 = ['First', 'Second'].map((name) => ({ name, variation: true, options: many }))
  const product = await makeProduct({ name: 'Many', type: 'variable', attributes: both15 })
  const path = `${variationsOf(product)}/generate`
  const counts = []
  for (let at = 0; at < 4; at += 1)
    counts.push((await call('POST', path, { default_values: { regular_price: '7' } })).json.count)
  expect(counts).toEqual([100, 100, 25, 0])
  const [page] = (await call('GET', `${variationsOf(product)}?orderby=id&order=asc&per_page=1`)).items
  expect(page).toMatchObject({ name: 'V0, V0', regular_price: '7.00' })
  expect((await call('POST', path, { default_values: { regular_price: 'x' } })).status).toBe(400)
  expect((await call('POST', variationsOf(99_999) + '/generate', {})).status).toBe(404)
  const simple = await makeProduct({ name: 'Plain' })
  expect((await call('POST', `${variationsOf(simple)}/generate`, {})).json.count).toBe(0)
})

test('[API-02] the list: each filter, order, custom fields, pages', async () => {
  const product = await makeSampler('LIST')
  const path = variationsOf(product)
  const a = {
    sku: 'LIST-A',
    regular_price: '4',
    sale_price: '3',
    virtual: true,
    menu_order: 2,
    meta_data: [
      { key: 'a', value: '1' },
      { key: 'b', value: '2' },
    ],
  }
  const b = {
    sku: 'LIST-B',
    regular_price: '9',
    downloadable: true,
    menu_order: 1,
    status: 'private',
    stock_status: 'outofstock',
    tax_class: 'grocery',
  }
  await call('POST', path, { ...a, attributes: both('50 g', 'Fine'), description: 'Smoky' })
  await call('POST', path, { ...b, attributes: both('100 g', 'Fine') })
  await call('POST', path, { sku: 'LIST-C', attributes: both('250 g', 'Whole') })
  const found = async (query: string, from = path) =>
    (await call('GET', `${from}?${query}${query.includes('order=') ? '' : '&orderby=id&order=asc'}`)).items
      .map(({ sku }) => sku.slice(-1))
      .join('')
  const [first] = (await call('GET', `${path}?sku=LIST-A`)).items
  for (const [query, expected] of [
    ['on_sale=true', 'A'],
    ['min_price=4', 'B'],
    ['max_price=4', 'A'],
    ['has_price=false', 'C'],
    ['virtual=true', 'A'],
    ['pos_products_only=true', 'AC'],
    ['downloadable=true', 'B'],
    ['stock_status=outofstock', 'B'],
    ['tax_class=grocery', 'B'],
    ['status=private', 'B'],
    ['include_status=publish', 'AC'],
    ['exclude_status=publish', 'B'],
    ['sku=LIST-A,LIST-C', 'AC'],
    ['search=smok', 'A'],
    ['search=50%25', ''],
    [
      `slug=${
        (
          await db
            .select()
            .from(entries)
            .where(eq(entries.id, first?.id ?? 0))
        )[0]?.slug
      }`,
      'A',
    ],
    [`exclude=${first?.id}`, 'BC'],
    [`include=${first?.id}`, 'A'],
    ['attributes[0][attribute]=pa_size&attributes[0][term]=50-g', 'A'],
    ['attributes[0][attribute]=pa_size&attributes[0][terms]=50-g,250-g', 'AC'],
    ['orderby=menu_order&order=asc', 'CBA'],
    ['after=2100-01-01T00:00:00', ''],
    ['before=2100-01-01T00:00:00', 'ABC'],
    ['modified_after=2100-01-01T00:00:00', ''],
    ['modified_before=2000-01-01T00:00:00', ''],
    ['per_page=1&offset=1', 'B'],
  ] as const)
    expect([query, await found(query)]).toEqual([query, expected])
  expect(await found(`parent=${product}`, '/variations')).toBe('ABC')
  expect(await found(`parent_exclude=${product}&sku=LIST-A`, '/variations')).toBe('')
  const keysOf = async (query: string) =>
    (await call('GET', `${path}?sku=LIST-A&${query}`)).items[0]?.meta_data.map(({ key }) => key)
  expect([await keysOf('include_meta=a'), await keysOf('exclude_meta=a')]).toEqual([['a'], ['b']])
  for (const query of ['orderby=include', 'orderby=colour', 'per_page=101', 'min_price=x', 'status=sold'])
    expect([query, (await call('GET', `${path}?${query}`)).status]).toEqual([query, 400])
  const page = await call('GET', `${path}?per_page=2&_fields=id`)
  expect([page.headers.get('x-wp-total'), Object.keys(page.items[0] ?? {})]).toEqual(['3', ['id']])
})

test('[API-02] what is sold changes with its variations, and a value that is gone leaves the others', async () => {
  const product = await makeSampler('PAGE')
  const { slug } = (await call('GET', `/products/${product}`)).json as unknown as { slug: string }
  const text = async () => (await app.request(`/product/${slug}/`)).text()
  const { json } = await call('POST', variationsOf(product), {
    regular_price: '4.44',
    attributes: both('50 g', 'Fine'),
  })
  expect(await text()).toContain('4.44')
  await call('PUT', `${variationsOf(product)}/${json.id}`, { regular_price: '5.55' })
  expect(await text()).toContain('5.55')
  const size = and(eq(terms.taxonomy, 'pa_size'), eq(terms.slug, '50-g'))
  const [fifty] = await db.select().from(terms).where(size)
  expect(fifty?.name).toBe('50 g')
})

test('variations follow an attribute that is renamed; those with a value of one that is gone are no longer sold', async () => {
  const own = { name: 'Pack', slug: '', variation: true, options: ['25 g', '100 g'] }
  const grind = { name: 'Grind', variation: true, options: ['Whole', 'Fine'] }
  const product = await makeSampler('RENAMED', { attributes: [own, grind] })
  const pick = (pack: string) => [
    { name: 'Pack', option: pack },
    { name: 'Grind', option: 'Whole' },
  ]
  for (const [pack, regular_price] of [
    ['25 g', '10'],
    ['100 g', '30'],
  ] as const)
    await call('POST', variationsOf(product), { regular_price, attributes: pick(pack) })
  await call('POST', variationsOf(product), {
    regular_price: '50',
    attributes: pick('100 g').with(1, { name: 'Grind', option: '' }),
  })
  const save = async (attributes: object[]) =>
    (await call('PUT', `/products/${product}?context=edit`, { attributes })).json as unknown as ProductJson
  const variations = async () =>
    (await call('GET', `${variationsOf(product)}?orderby=id&order=asc`)).items.map(
      ({ status, name }) => `${status} ${name}`,
    )
  const { samovar, attributes: renamed } = await save([{ ...own, name: 'pack size', slug: 'Pack' }, grind])
  expect(renamed.map(({ name, slug }) => [name, slug])).toEqual([
    ['pack size', 'pack size'],
    ['Grind', 'Grind'],
  ])
  const { samovar: next, attributes: corrected } = await save([{ ...own, name: 'Pack size' }, grind])
  expect([corrected[0]?.name, next?.version]).toEqual(['Pack size', (samovar?.version ?? 0) + 1])
  expect(await variations()).toEqual(['publish 25 g, Whole', 'publish 100 g, Whole', 'publish 100 g'])
  await save([
    { ...own, name: 'Pack size' },
    { ...grind, variation: false },
  ])
  expect(await variations()).toEqual(['private 25 g', 'private 100 g', 'publish 100 g'])
  await save([{ ...own, name: 'Quantity' }])
  expect(await variations()).toEqual(['private ', 'private ', 'private '])
  const { rows } = await db.execute(sql`select min_price_cents from products where id = ${product}`)
  expect(rows).toEqual([{ min_price_cents: null }])
})

test('[ACC-03] variations are written by those who run the shop, and read by who writes texts', async () => {
  const path = variationsOf(sampler)
  const [one] = (await call('GET', path)).items
  for (const [headers, read, write] of [
    [{}, 401, 401],
    [{ cookie: owner.cookie }, 401, 401],
    [customer.headers, 403, 403],
    [editor.headers, 200, 403],
  ] as const) {
    for (const from of [path, `${path}/${one?.id}`, '/variations'])
      expect((await call('GET', from, undefined, headers)).status).toBe(read)
    for (const to of [path, `${path}/${one?.id}`, `${path}/batch`, `${path}/generate`])
      expect((await call('POST', to, { regular_price: '1' }, headers)).status).toBe(write)
    expect((await call('DELETE', `${path}/${one?.id}?force=true`, undefined, headers)).status).toBe(write)
  }
})

test('a scheduled variation with a value of an attribute that is gone is not published at its date', async () => {
  const grind = { name: 'Grind', variation: true, options: ['Whole', 'Fine'] }
  const product = await makeSampler('SCHEDULED', { attributes: [grind] })
  const { json } = await call('POST', variationsOf(product), {
    regular_price: '4',
    attributes: [{ name: 'Grind', option: 'Fine' }],
  })
  await db
    .update(entries)
    .set({ status: 'future', publishedAt: new Date(shop.now().getTime() + 60_000) })
    .where(eq(entries.id, json.id))
  await call('PUT', `/products/${product}`, { attributes: [{ name: 'Cut', variation: true, options: ['Leaf'] }] })
  await publishScheduledProducts(db, new Date(shop.now().getTime() + 120_000))
  expect((await call('GET', `${variationsOf(product)}/${json.id}`)).json.status).toBe('private')
})
