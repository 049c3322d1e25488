import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openListener } from '../../../../platform/database/listener.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { media } from '../../../../things/media/media.table.ts'
import { attributes } from '../../catalog.table.ts'
import { type Json, openTestProducts } from './open-test-products.ts'
import { sortNames } from './product-query.ts'

const { app, base, call, change, databaseUrl, db, editor, everything, make, manager, read } = await openTestProducts()

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

test('a new sale price of a product whose sale has ended begins now; other dates stay', async () => {
  const ended = {
    sale_price: '9.00',
    date_on_sale_from_gmt: '2020-01-01T00:00:00',
    date_on_sale_to_gmt: '2020-02-01T00:00:00',
  }
  const { id } = await make(ended)
  expect((await change(id, { sale_price: '9.00' })).json).toMatchObject({ on_sale: false, ...ended })
  const dates = { date_on_sale_to_gmt: '2021-02-01T00:00:00' }
  expect((await change(id, { sale_price: '8.50', ...dates })).json).toMatchObject({ on_sale: false, ...dates })
  const none = { date_on_sale_from_gmt: null, date_on_sale_to_gmt: null }
  expect((await change(id, { sale_price: '8.00' })).json).toMatchObject({ on_sale: true, price: '8.00', ...none })
  await change(id, ended)
  const start = { date_on_sale_from_gmt: '2090-01-01T00:00:00', date_on_sale_to_gmt: null }
  const planned = { sale_price: '8.20', date_on_sale_from_gmt: start.date_on_sale_from_gmt }
  expect((await change(id, planned)).json).toMatchObject({ on_sale: false, ...start })
  await change(id, ended)
  expect((await change(id, { sale_price: '' })).json).toMatchObject({ on_sale: false, sale_price: '', ...none })
  const coming = { date_on_sale_from_gmt: '2090-01-01T00:00:00', date_on_sale_to_gmt: '2090-02-01T00:00:00' }
  await change(id, coming)
  expect((await change(id, { sale_price: '7.00' })).json).toMatchObject({ on_sale: false, ...coming })
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

test('the copy of a product with the longest name and SKU has a name and an SKU that can be saved', async () => {
  const product = await make({ name: 'n'.repeat(500), sku: 'S'.repeat(100) })
  for (const number of [1, 2]) {
    const { status, json } = await call('POST', `/${product.id}/duplicate`, {})
    expect(status).toBe(200)
    expect(json.name).toMatch(/^n{493} \(Copy\)$/)
    expect(json.sku).toMatch(new RegExp(`^S{92}-${number}$`))
    expect((await change(json.id, { name: json.name, sku: json.sku })).status).toBe(200)
  }
  const taken = await call('POST', '', { name: 'Taken', sku: 'S'.repeat(100) })
  expect(taken.json.data.unique_sku).toMatch(/^S{92}-3$/)
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
