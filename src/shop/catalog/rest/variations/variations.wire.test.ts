import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { entries } from '../../../../things/entries/entries.table.ts'
import { stockMovements } from '../../../inventory/stock.table.ts'
import { products } from '../../catalog.table.ts'
import { both, type Json, openTestVariations, variationsOf } from './open-test-variations.ts'

const { app, call, db, makeProduct, makeSampler, owner, shop } = await openTestVariations()
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')

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

test('the page of a product, its data of a variation and the Store API say the size of the parcel', async () => {
  const product = await makeSampler('PARCEL', { status: 'publish', dimensions: { length: '30', width: '4.5' } })
  const body = { regular_price: '9', attributes: both('50 g', 'Fine'), dimensions: { length: '12', height: '0.5' } }
  const { json } = await call('POST', variationsOf(product), body)
  const form = new URL(json.permalink).searchParams
  form.set('product_id', String(product))
  const chosen = await (await app.request('/?wc-ajax=get_variation', { method: 'POST', body: form })).json()
  const size = { length: '12', width: '4.5', height: '0.5' }
  expect(chosen).toMatchObject({ dimensions: size, dimensions_html: '12 × 4.5 × 0.5 cm' })
  const stored = await (await app.request(`/wp-json/wc/store/v1/products/${json.id}`)).json()
  expect(stored).toMatchObject({ dimensions: size, formatted_dimensions: '12 × 4.5 × 0.5 cm' })
  const {
    json: { permalink },
  } = await call('GET', `/products/${product}`)
  expect(await (await app.request(new URL(permalink).pathname)).text()).toContain('30 × 4.5 cm</td>')
})

test('an attribute whose value is N/A is shown, although a parcel without a size is not', async () => {
  const attributes = [{ name: 'Certificate', options: ['N/A'], visible: true }]
  const { json } = await call('POST', '/products', { name: 'Plain tea', regular_price: '9', attributes })
  const page = await (await app.request(new URL(json.permalink).pathname)).text()
  expect(page).toContain('N/A</td>')
  expect(page).not.toContain('Size, packed')
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
    ['saved', invalid, invalid, invalid, invalid],
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

test('[ACC-03] variations are written by those who run the shop, and read by who writes texts', async () => {
  const path = variationsOf(await makeSampler('ROLES'))
  const { json: one } = await call('POST', path, { attributes: both('50 g', 'Fine') })
  for (const [headers, read, write] of [
    [{}, 401, 401],
    [{ cookie: owner.cookie }, 401, 401],
    [customer.headers, 403, 403],
    [editor.headers, 200, 403],
  ] as const) {
    for (const from of [path, `${path}/${one.id}`, '/variations'])
      expect((await call('GET', from, undefined, headers)).status).toBe(read)
    for (const to of [path, `${path}/${one.id}`, `${path}/batch`, `${path}/generate`])
      expect((await call('POST', to, { regular_price: '1' }, headers)).status).toBe(write)
    expect((await call('DELETE', `${path}/${one.id}?force=true`, undefined, headers)).status).toBe(write)
  }
})
