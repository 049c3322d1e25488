import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jsonClient } from '../../../../../test/support/json-client.ts'
import { referenceIds } from '../../../../../test/support/reference-shop.ts'
import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { digestShop } from '../../../../../test/wire/shop-digest.ts'
import { openListener } from '../../../../platform/database/listener.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { media } from '../../../../things/media/media.table.ts'
import { allocateStock } from '../../../inventory/stock.store.ts'
import { attributes } from '../../catalog.table.ts'
import type { ProductJson } from './product-json.ts'
import { sortNames } from './product-query.ts'

const { app, shop, db, databaseUrl } = await openShop()
const manager = await createSignedInUser(shop, 'shop_manager')
const editor = await createSignedInUser(shop, 'editor')
const base = '/wp-json/wc/v3/products'

type Json = ProductJson & { code: string; message: string; data: Record<string, unknown> } & Record<string, unknown>
const call = jsonClient<Json>(app, base, manager)
let made = 0
async function make(fields: object = {}): Promise<Json> {
  made += 1
  const { status, json } = await call('POST', '', { name: `Tea ${made}`, regular_price: '12.50', ...fields })
  expect([status, status === 201 ? '' : json]).toEqual([201, ''])
  return json
}
const change = async (id: number, fields: object, who = manager) => call('PUT', `/${id}`, fields, who)
const read = async (id: number) => (await call('GET', `/${id}?context=edit`)).json
const everything = async () => [await digestShop(db), await db.select().from(attributes), await db.select().from(terms)]

const stored = await make({ sku: 'STORED-1', global_unique_id: '0123456789012' })

/** Values that are refused, alone and in a batch, with the parameter that the error names. */
const nonsense: readonly (readonly [field: string, value: unknown, named?: string])[] = [
  ...['abc', '12,50', '-4', '4.123', '1e3', '99999999999'].map((value) => ['regular_price', value] as const),
  ['regular_price', 12.5],
  ['sale_price', '12.50'],
  ['sale_price', '13'],
  ['name', '<b> </b>'],
  ['name', 7],
  ['name', 'x'.repeat(501)],
  ['type', 'bundle'],
  ['type', 'variation'],
  ['status', 'hidden'],
  ['catalog_visibility', 'nobody'],
  ['date_created', 'yesterday'],
  ['date_created_gmt', '2026-13-01T00:00:00'],
  ['date_on_sale_from', 'soon'],
  ['date_on_sale_to_gmt', 'never'],
  ['categories', [{ id: 99_999 }]],
  ['categories', [{ id: 23 }]],
  ['categories', [{ name: 'Black Tea' }], 'categories.0.id'],
  ['categories', [30]],
  ['tags', [{ id: 99_999 }]],
  ['brands', [{ id: 30 }]],
  ['shipping_class', 'nope'],
  ['tax_class', 'nope'],
  ['tax_status', 'shipping'],
  ['attributes', [{ id: 999, options: ['a'] }]],
  ['attributes', [{ options: ['a'] }]],
  [
    'attributes',
    [
      { id: 2, options: ['50 g'] },
      { id: 2, options: ['100 g'] },
    ],
  ],
  ['attributes', 'Size'],
  ['default_attributes', [{ id: 2, option: '50-g' }]],
  ['stock_quantity', 2.5],
  ['stock_quantity', -2],
  ['manage_stock', 'yes'],
  ['backorders', 'maybe'],
  ['stock_status', 'gone'],
  ['weight', 'heavy'],
  ['weight', '-1'],
  ['dimensions', { length: 'long' }, 'dimensions.length'],
  ['dimensions', 'long'],
  ['global_unique_id', 'ABC'],
  ['menu_order', 1.5],
  ['parent_id', referenceIds.variable],
  ['upsell_ids', [99_999]],
  ['cross_sell_ids', [referenceIds.sizes['50-g']]],
  ['downloads', [{ file: 'data:text/plain,x' }]],
  ['downloads', [{ file: 'http://files.example/a.pdf' }]],
  ['downloads', [{ file: 'https://127.0.0.1/a.pdf' }]],
  ['downloads', [{ file: 'https://localhost/a.pdf' }]],
  ['downloads', [{ file: 'file:///etc/passwd' }]],
  ['downloads', [{ file: 'downloads/../secret' }]],
  ['downloads', [{ file: 'javascript:alert(1)' }]],
  ['meta_data', [{ key: 'x'.repeat(256), value: '1' }], 'meta_data.0.key'],
  ['samovar', { version: 'old' }, 'samovar.version'],
  ['samovar', { facts: 'tea' }, 'samovar.facts'],
  ['samovar', { stock_change: 0.5 }, 'samovar.stock_change'],
]

const refusedFields = nonsense.map(([field, value, named = field]) => ({
  field,
  value,
  named,
  shown: JSON.stringify(value).slice(0, 60),
}))
test.each(refusedFields)('[API-02 error shapes] $field $shown is refused and changes nothing', async (one) => {
  const { field, value, named } = one
  const before = await everything()
  const body = { name: 'X', regular_price: '12.50', [field]: value }
  for (const { status, json } of [await call('POST', '', body), await change(stored.id, body)])
    expect([status, json.code, Object.keys(json.data.params ?? {})]).toEqual([400, 'rest_invalid_param', [named]])
  const { json } = await call('POST', '/batch', { create: [body], update: [{ ...body, id: stored.id }] })
  for (const list of ['create', 'update']) expect(json[list]).toMatchObject([{ error: { data: { status: 400 } } }])
  expect(await everything()).toEqual(before)
})

test.each<[string, object, string]>([
  ['a picture that is not there', { images: [{ id: 99_999 }] }, 'woocommerce_product_invalid_image_id'],
  [
    'an address of a picture that is none of the web',
    { images: [{ src: 'data:image/png;base64,iVBO' }] },
    'woocommerce_product_image_upload_error',
  ],
  ['a SKU that is taken', { sku: 'STORED-1' }, 'product_invalid_sku'],
  ['a code that is taken', { global_unique_id: '0123456789012' }, 'product_invalid_global_unique_id'],
  ['an id', { id: 5 }, 'woocommerce_rest_product_exists'],
  ['an external product without address', { type: 'external' }, 'rest_invalid_param'],
  ['a script as address', { type: 'external', external_url: 'javascript:alert(1)' }, 'rest_invalid_param'],
])('[API-02 error shapes] a new product with %s is refused', async (_, fields, code) => {
  const before = await everything()
  const { status, json } = await call('POST', '', { name: 'X', ...fields })
  expect([status, json.code]).toEqual([400, code])
  expect(await everything()).toEqual(before)
})

test('[API-02] what is written is read back, and texts are cleaned', async () => {
  const facts = {
    kind: 'green',
    origin: 'Uji',
    country: 'Japan',
    caffeine: 'medium',
    steeping: { grams: 3, millilitres: 250, celsius: 70, minutes: 2, infusions: 3 },
  }
  const sent = {
    name: 'Tea &amp; <img src=x onerror=alert(1)>Honey "one"',
    description: '<p onclick="x()">Malty</p><script>alert(1)</script><a href="javascript:alert(1)">x</a>',
    short_description: '<b>Short</b>',
    purchase_note: 'Steep <i>well</i>',
    sku: ' ABC-1 ',
    sale_price: '9',
    date_on_sale_from: '2026-01-01T00:00:00',
    date_on_sale_to_gmt: '2030-01-01T05:00:00',
    manage_stock: true,
    stock_quantity: 4,
    low_stock_amount: 2,
    backorders: 'notify',
    weight: '0.25',
    dimensions: { length: '10', width: '8.5', height: '' },
    tax_class: 'grocery',
    tax_status: 'none',
    categories: [{ id: 30 }],
    upsell_ids: [131],
    cross_sell_ids: [133],
    downloads: [{ name: 'Guide', file: 'https://files.example/guide.pdf' }, { file: 'downloads/x1y2/guide.pdf' }],
    download_limit: 3,
    download_expiry: -1,
    downloadable: true,
    post_password: 'oolong',
    reviews_allowed: false,
    menu_order: 3,
    samovar: { subtitle: 'Sub', net_grams: 50, facts, seo_title: 'T', seo_description: 'D' },
  }
  const product = await read((await make(sent)).id)
  expect(product).toMatchObject({
    ...sent,
    name: 'Tea & Honey "one"',
    description: '<p>Malty</p><a>x</a>',
    sku: 'ABC-1',
    sale_price: '9.00',
    price: '9.00',
    on_sale: true,
    date_on_sale_from_gmt: '2026-01-01T05:00:00',
    date_on_sale_to: '2030-01-01T00:00:00',
    date_on_sale_to_gmt: '2030-01-01T05:00:00',
    categories: [{ id: 30, name: 'Black Tea', slug: 'black-tea' }],
    downloads: [
      { name: 'Guide', file: 'https://files.example/guide.pdf' },
      { name: '', file: 'downloads/x1y2/guide.pdf' },
    ],
    stock_status: 'instock',
  })
  const { status, json } = await change(product.id, product)
  expect([status, json.samovar?.version]).toEqual([200, product.samovar?.version])
  expect((await call('GET', `/${product.id}`)).json).not.toHaveProperty('samovar')
  expect((await change(product.id, { date_on_sale_from: null, date_on_sale_to: '' })).json).toMatchObject({
    date_on_sale_from: '2026-01-01T00:00:00',
    date_on_sale_to: null,
  })
})

test('[API-02] custom fields: by id, by key, null deletes, those of the shop itself are ignored', async () => {
  const { id, meta_data: first } = await make({
    meta_data: [
      { key: 'a', value: 180 },
      { key: 'list', value: [1, { b: 'c' }] },
    ],
  })
  expect(first).toEqual([
    { id: 1, key: 'a', value: '180' },
    { id: 2, key: 'list', value: [1, { b: 'c' }] },
  ])
  const write = async (...meta_data: object[]) => (await change(id, { meta_data })).json.meta_data
  expect(
    await write({ id: 2, key: 'list', value: 'x' }, { key: 'a', value: true }, { key: '_price', value: '1' }),
  ).toEqual([
    { id: 1, key: 'a', value: '1' },
    { id: 2, key: 'list', value: 'x' },
  ])
  expect(await write({ key: 'a', value: null }, { id: 99, key: 'new', value: '' })).toEqual([
    { id: 2, key: 'list', value: 'x' },
    { id: 3, key: 'new', value: '' },
  ])
  const { json } = await call('GET', `?include=${id}&include_meta=new`)
  expect((json as unknown as Json[])[0]?.meta_data).toEqual([{ id: 3, key: 'new', value: '' }])
  expect((await call('GET', '/custom-fields/names?search=NE')).json).toEqual(['new'])
})

test('[API-02] attributes: values are made, those of a product alone go with it, defaults are among them', async () => {
  const product = await make({
    type: 'variable',
    attributes: [
      { name: 'Grind', position: 1, visible: true, options: 'Whole | Fine' },
      { id: 2, variation: true, options: ['50 g', '2 kg', '"><img onerror=x>9 kg'] },
    ],
    default_attributes: [
      { id: 2, option: '2-kg' },
      { name: 'grind', option: 'whole' },
    ],
  })
  expect(product.attributes).toEqual([
    {
      id: 2,
      name: 'Size',
      slug: 'pa_size',
      position: 0,
      visible: false,
      variation: true,
      options: ['50 g', '2 kg', '"> 9 kg'],
    },
    { id: 0, name: 'Grind', slug: 'Grind', position: 1, visible: true, variation: false, options: ['Whole', 'Fine'] },
  ])
  expect(product.default_attributes).toEqual([
    { id: 2, name: 'Size', option: '2-kg' },
    { id: 0, name: 'Grind', option: 'Whole' },
  ])
  const local = async () => db.select().from(attributes).where(eq(attributes.isLocal, true))
  const [grind] = await local()
  expect(await local()).toHaveLength(1)
  const again = await change(product.id, { attributes: [{ name: 'Grind', options: ['Fine', 'Powder'] }] })
  expect(again.json).toMatchObject({ attributes: [{ options: ['Fine', 'Powder'] }], default_attributes: [] })
  expect(await local()).toEqual([grind])
  expect(
    (await change(product.id, { default_attributes: [{ name: 'Grind', option: 'fine' }] })).json.default_attributes,
  ).toEqual([{ id: 0, name: 'Grind', option: 'Fine' }])
  await change(product.id, { attributes: [] })
  expect(await local()).toEqual([])
  expect(
    await db
      .select()
      .from(terms)
      .where(eq(terms.taxonomy, grind?.slug ?? '')),
  ).toEqual([])
})

test('[API-02] pictures are in the order that was sent; their names and texts are written', async () => {
  const { id, images } = await make({ images: [{ id: 23 }, { id: 22, name: 'New', alt: 'Leaves' }] })
  expect(images.map((one) => one.id)).toEqual([23, 22])
  expect(await db.select({ alt: media.alt, title: media.title }).from(media).where(eq(media.id, 22))).toEqual([
    { alt: 'Leaves', title: 'New' },
  ])
  expect((await change(id, { images: [] })).json.images).toEqual([])
})

test('[ACC-03 editor] an editor reads all products and changes their texts alone', async () => {
  const product = await make({ status: 'draft', images: [{ id: 24 }] })
  expect((await call('GET', `?include=${product.id}`, undefined, editor)).status).toBe(200)
  const texts = { name: 'By an editor', description: '<p>New</p>', images: [{ id: 24, alt: 'Alt' }] }
  const changed = await change(product.id, { ...texts, samovar: { seo_title: 'Seo', version: 1 } }, editor)
  expect([changed.status, changed.json.name, changed.json.samovar?.seo_title]).toEqual([200, 'By an editor', 'Seo'])
  const before = await everything()
  for (const fields of [
    { name: 'x', regular_price: '1' },
    { status: 'publish' },
    { images: [] },
    { images: [{ id: 22 }] },
    { samovar: { stock_change: 5 } },
    { samovar: { net_grams: 5 } },
    { meta_data: [{ key: 'a', value: 1 }] },
  ])
    expect([fields, (await change(product.id, fields, editor)).json.code]).toEqual([
      fields,
      'woocommerce_rest_cannot_edit',
    ])
  for (const [method, path, body] of [
    ['POST', '', { name: 'x' }],
    ['DELETE', `/${product.id}`, undefined],
    ['POST', '/batch', { update: [{ id: product.id, name: 'x' }] }],
    ['POST', `/${product.id}/duplicate`, {}],
  ] as const)
    expect((await call(method, path, body, editor)).status).toBe(403)
  expect(await everything()).toEqual(before)
})

test('two creations with one SKU at once: one wins, the others get the recorded error', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => call('POST', '', { name: 'Rush', sku: 'RUSH' })))
  expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = all.filter(({ status }) => status === 400)
  expect(refused).toHaveLength(7)
  const winner = all.find(({ status }) => status === 201)?.json.id
  for (const { json } of refused)
    expect([json.code, json.data]).toEqual([
      'product_invalid_sku',
      { status: 400, resource_id: winner, unique_sku: 'RUSH-1' },
    ])
})

test('two changes of one version at once: one wins', async () => {
  const { id, samovar } = await make()
  const all = await Promise.all(
    [1, 2, 3].map((n) => change(id, { name: `Name ${n}`, samovar: { version: samovar?.version } })),
  )
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(all.find(({ status }) => status === 409)?.json).toMatchObject({
    code: 'samovar_rest_outdated',
    data: { version: (samovar?.version ?? 0) + 1 },
  })
})

test('a change of the stock by difference loses no order that is placed meanwhile; a number is set', async () => {
  const { id } = await make({ manage_stock: true, stock_quantity: 40 })
  const order = (number: number) => db.transaction((tx) => allocateStock(tx, number, [{ productId: id, quantity: 2 }]))
  const add = () => change(id, { samovar: { stock_change: 5 } })
  const work = Array.from({ length: 6 }, (_, index) => [order(900_000 + index), add()])
  await Promise.all(work.flat())
  expect((await read(id)).stock_quantity).toBe(40 - 6 * 2 + 6 * 5)
  expect((await change(id, { inventory_delta: -3 })).json.stock_quantity).toBe(55)
  expect((await change(id, { samovar: { stock_change: -56 } })).status).toBe(400)
  expect((await change(id, { stock_quantity: 12 })).json.stock_quantity).toBe(12)
  const { rows } = await db.execute(
    sql`select reason, sum(delta)::int as sum from stock_movements where product_id = ${id} group by reason`,
  )
  expect(Object.fromEntries(rows.map((row) => [row.reason, row.sum]))).toEqual({ count: -3, order: -12, adjusted: 27 })
})

test('a category that somebody deletes meanwhile is one that is not there', async () => {
  const { json: category } = await call('POST', '/categories', { name: 'Gone soon' })
  const saving = await db.transaction(async (tx) => {
    await tx.delete(terms).where(eq(terms.id, category.id))
    const sent = call('POST', '', { name: 'Late', categories: [{ id: category.id }] })
    await new Promise((done) => setTimeout(done, 300))
    return { sent }
  })
  const { status, json } = await saving.sent
  expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
})

test('a change beyond the largest stock that can be counted ends there', async () => {
  const { id } = await make({ manage_stock: true, stock_quantity: 2_147_483_647 })
  expect((await change(id, { inventory_delta: 1 })).json.stock_quantity).toBe(2_147_483_647)
})

test('a copy is a draft with everything but codes and address', async () => {
  const product = await make({
    sku: 'COPY',
    global_unique_id: '111222',
    attributes: [{ name: 'Roast', options: ['Dark'] }],
    meta_data: [{ key: 'a', value: 'b' }],
  })
  const { status, json } = await call('POST', `/${product.id}/duplicate`, { menu_order: 9 })
  expect(status).toBe(200)
  expect(json).toMatchObject({
    name: `${product.name} (Copy)`,
    status: 'draft',
    sku: 'COPY-1',
    global_unique_id: '',
    regular_price: '12.50',
    menu_order: 9,
    attributes: [{ id: 0, name: 'Roast', options: ['Dark'] }],
    meta_data: [{ key: 'a', value: 'b' }],
  })
  expect((await call('POST', '/99999/duplicate', {})).status).toBe(404)
})

test('a save drops the pages that show the product, and one that changes nothing drops none', async () => {
  const { id } = await make()
  const heard: string[] = []
  const listener = await openListener(databaseUrl, {
    channel: 'samovar_page_tags',
    onMessage: (message) => void heard.push(...message.split(' ')),
    onDisconnect: () => {},
    onReconnect: async () => {},
  })
  const after = async (work: Promise<unknown>) => {
    await work
    await expect.poll(() => db.execute(sql`select 1`)).toBeTruthy()
    await new Promise((done) => setTimeout(done, 50))
    return heard.splice(0)
  }
  expect(await after(change(id, { name: 'Renamed' }))).toEqual(['listing', `product:${id}`])
  expect(await after(change(id, { name: 'Renamed' }))).toEqual([])
  expect(await after(change(id, { name: 'x', regular_price: 'abc' }))).toEqual([])
  expect(await after(call('DELETE', `/${id}?force=true`))).toEqual(['listing', `product:${id}`])
  await listener.end()
})

test('a search finds names with and without their accents, whole words and single letters', async () => {
  const { json } = await call('POST', '', { name: 'Thé brûlé à l’Éclair' })
  for (const search of ['the brule', 'THÉ', 'brû', 'eclair', 'à l'])
    for (const field of ['search', 'search_name_or_sku']) {
      const found = (await call('GET', `?${field}=${encodeURIComponent(search)}&status=any`)).json as unknown as Json[]
      expect([search, field, found.map(({ id }) => id)]).toEqual([search, field, expect.arrayContaining([json.id])])
    }
  expect((await call('GET', '?search_name_or_sku=br_l')).json).toEqual([])
})

test('a word or a letter that very many products have is counted only so far, and every page is read', async () => {
  const texts = sql`to_tsvector('english_unaccent', 'Ubiquitous')`
  await db.execute(sql`with added as (
      insert into entries (kind, slug, title, published_at)
      select 'product', 'many-' || n, 'Ubiquitous ' || n, '2020-01-01'::timestamptz + make_interval(mins => n)
      from generate_series(1, 10050) n returning id)
    insert into products (id, type, search_vector) select id, 'simple', ${texts} from added`)
  const found = async (query: string) => {
    const { headers } = await app.request(`${base}?${query}`, { headers: manager.headers })
    return ['x-wp-total', 'x-samovar-total'].map((name) => headers.get(name))
  }
  expect(await found('search=ubiquitous&per_page=20')).toEqual(['2000', 'more'])
  expect(await found('search=ubiquitous&per_page=20&page=3')).toEqual(['2040', 'more'])
  expect(await found('search=ubiquitous&per_page=100&page=100')).toEqual(['10050', null])
  expect(await found('search=u&per_page=20')).toEqual(['2000', 'more'])
  for (const orderby of sortNames)
    expect([orderby, ...(await found(`search=u&per_page=20&orderby=${orderby}`))]).toEqual([orderby, '2000', 'more'])
  expect(await found('search=u%20i&per_page=20')).toEqual(['2000', 'more'])
  expect(await found('search=%D0%B6')).toEqual(['0', null])
  expect(await found('search=ubiquitous&type=variable')).toEqual(['0', null])
  expect(await found('search=ubiquitous%2010050')).toEqual(['1', null])
  const { json } = await call('GET', '?search=ubiquitous&per_page=100&page=101&_fields=name')
  expect(json).toHaveLength(50)
  const [newest] = (await call('GET', '?search=ubiquitous')).json as unknown as Json[]
  expect(newest?.name).toBe('Ubiquitous 10050')
})
