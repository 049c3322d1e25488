import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../../test/support/shop.ts'
import { StoreClient } from '../../../../test/support/store-client.ts'
import { products } from '../../../shop/catalog/catalog.table.ts'
import type { ProductInput } from '../../../shop/catalog/product-record.ts'
import { refreshProducts } from '../../../shop/catalog/refresh-product.ts'
import { saveProduct } from '../../../shop/catalog/save-product.ts'
import { entries } from '../../../things/entries/entries.table.ts'

const { app, db, pool, shop } = await openShop({ settings: recordedSettings })
const client = new StoreClient(app)
const ids = async (query: string): Promise<number[]> => {
  const { status, json } = await client.get(`/products?${query}`)
  expect(status).toBe(200)
  return json.map((product: { id: number }) => product.id)
}

test('[API-01] pagination shows every product once', async () => {
  const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => ids(`per_page=10&page=${page}`)))
  const all = pages.flat()
  expect(all).toHaveLength(41)
  expect(new Set(all).size).toBe(41)
})

test('[API-02] the link header leads through the list with its filters', async () => {
  const { headers } = await client.get('/products?per_page=1&page=2&category=oolong')
  expect(headers.get('link')).toBe(
    '<http://shop.test/wp-json/wc/store/v1/products?per_page=1&page=1&category=oolong>; rel="prev", ' +
      '<http://shop.test/wp-json/wc/store/v1/products?per_page=1&page=3&category=oolong>; rel="next"',
  )
})

test('[API-01] a search of categories compares names without accents', async () => {
  const slugs = async (search: string) =>
    (await client.get(`/products/categories?search=${search}`)).json.map(({ slug }: { slug: string }) => slug)
  expect([await slugs('OOL'), await slugs('ool%C3%B3ng')]).toEqual([['oolong'], ['oolong']])
})

test('[API-01] the number of queries is independent of the list length', async () => {
  const count = async (query: string) => {
    const spy = vi.spyOn(pool, 'query')
    await client.get(`/products?${query}`)
    const calls = spy.mock.calls.length
    spy.mockRestore()
    return calls
  }
  const variableCount = await count('per_page=1&type=variable')
  expect(await count('per_page=100')).toBe(variableCount)
  expect(variableCount).toBeLessThanOrEqual(8)
})

test('[API-01] several filters at once', async () => {
  expect(await ids('featured=true&on_sale=true&order=asc&orderby=id')).toEqual([1050, 1090, 1130])
  expect(await ids('category=oolong,matcha&category_operator=and')).toEqual([])
  expect(await ids('category=oolong&category_operator=not_in&include=131,1126')).toEqual([131])
  expect(await ids('include[]=131&include[]=138&orderby=include&order=asc')).toEqual([131, 138])
  expect(await ids('type=variation&parent=55&orderby=id&order=asc')).toEqual([56, 57, 58])
  expect(await ids('slug=tea-8,tea-1&orderby=id&order=asc')).toEqual([131, 138])
  expect(await ids('search=needle%20golden')).toEqual([131])
  expect(await ids('brand=any')).toEqual([])
  expect(
    await ids(
      'attributes[0][attribute]=pa_size&attributes[0][slug]=50-g,100-g&attributes[0][operator]=and&search=silver',
    ),
  ).toEqual([55])
  expect((await ids('related=1126')).includes(1126)).toBe(false)
})

test('[API-02] every invalid parameter is reported by name', async () => {
  const { status, json } = await client.get(
    '/products?page=0&per_page=x&include=a&order=up&featured=maybe&type=tin&stock_status=gone&min_price=abc&rating=7',
  )
  expect(status).toBe(400)
  expect(json.code).toBe('rest_invalid_param')
  expect(json.data.params).toEqual({
    page: 'page must be between 1 (inclusive) and 1000000 (inclusive)',
    per_page: 'per_page is not of type integer.',
    include: 'include[0] is not of type integer.',
    order: 'order is not one of asc and desc.',
    featured: 'featured is not of type boolean.',
    type: 'type is not one of simple, grouped, external, variable, and variation.',
    stock_status: 'stock_status[0] is not one of instock, outofstock, and onbackorder.',
    min_price: 'min_price is not of type integer.',
    rating: 'rating[0] is not one of 1, 2, 3, 4, and 5.',
  })
})

test('[API-02] no list request causes a server error', async () => {
  const long = 'x'.repeat(5000)
  for (const query of [
    'search=%25_%5C',
    'search=%F0%9F%8D%B5',
    `search=${long}`,
    'category=99999999999999999999',
    'include=99999999999',
    'min_price=999999999999',
    'page=1000000',
    'offset=1000000',
    'attributes[x]=1&attributes[0][slug]=2&attributes[0][term_id]=999999999999',
    '_fields=,,.,id',
    'related=2147483647',
  ]) {
    const { status, json } = await client.get(`/products?${query}`)
    expect({ query, status, isList: Array.isArray(json) }).toEqual({ query, status: 200, isList: true })
  }
  for (const path of ['/products/0', '/products/99999999999999999999', '/products/%E0%A4%A', `/products/${long}`]) {
    expect((await client.get(path)).status).toBe(404)
  }
  expect((await app.request('/wp-json/wc/store/v1/products?search=%00')).status).toBe(400)
})

test('[API-01] a caller with a current copy gets 304', async () => {
  const first = await client.get('/products/131')
  const etag = first.headers.get('etag') ?? ''
  const again = await client.get('/products/131', { 'if-none-match': etag })
  expect(again.status).toBe(304)
  expect(again.json).toBeNull()
  await db.update(entries).set({ title: 'Golden Needle' }).where(eq(entries.id, 131))
  const changed = await client.get('/products/131', { 'if-none-match': etag })
  expect([changed.status, changed.json.name]).toEqual([200, 'Golden Needle'])
})

test('[API-01] unpublished products are not found, hidden ones not listed', async () => {
  await db.update(entries).set({ status: 'draft' }).where(eq(entries.id, 1130))
  await db.update(products).set({ visibility: 'hidden' }).where(eq(products.id, 1129))
  await db.transaction((tx) => refreshProducts(tx, [1130, 1129], new Date()))
  expect((await ids('per_page=1'))[0]).toBe(1128)
  expect((await client.get('/products/1130')).json.code).toBe('woocommerce_rest_product_invalid_id')
  expect((await client.get('/products/tea-1000')).json.code).toBe('woocommerce_rest_product_invalid_slug')
  expect((await client.get('/products/1129')).status).toBe(200)
  expect(await ids('include=1129&catalog_visibility=any')).toEqual([1129])
  expect(await ids('include=1130&catalog_visibility=any')).toEqual([])
})

test('[API-01] names are HTML', async () => {
  await db.update(entries).set({ title: 'Leaf & <b>Bud</b>' }).where(eq(entries.id, 133))
  const { json } = await client.get('/products/133')
  expect(json.name).toBe('Leaf &amp; &lt;b&gt;Bud&lt;/b&gt;')
  expect(json.add_to_cart.description).toBe('Add to cart: &ldquo;Leaf &amp; &lt;b&gt;Bud&lt;/b&gt;&rdquo;')
})

test('[API-01] sold-out, on-sale and variable products are marked', async () => {
  const soldOut = (await client.get(`/products/${referenceIds.soldOut}`)).json
  expect(soldOut).toMatchObject({ is_in_stock: false, is_purchasable: true, add_to_cart: { text: 'Read more' } })
  const variable = (await client.get(`/products/${referenceIds.variable}`)).json
  expect(variable).toMatchObject({ has_options: true, add_to_cart: { text: 'Select options' } })
  const sale = (await client.get(`/products/${referenceIds.onSale}`)).json
  expect(sale.prices).toMatchObject({ price: '4671', regular_price: '5839', sale_price: '4671' })
})

test('[API-01] the URL without version is an alias', async () => {
  const response = await app.request('/wp-json/wc/store/products/131')
  expect(await response.json()).toMatchObject({ id: 131 })
  const head = await app.request('/wp-json/wc/store/v1/products', { method: 'HEAD' })
  expect([head.status, head.headers.get('x-wp-total')]).toEqual([200, '39'])
})

describe('[API-01] collection data', () => {
  const data = async (query: string) => (await client.get(`/products/collection-data?${query}`)).json

  test('counts match a list with the same parameters', async () => {
    const { stock_status_counts, taxonomy_counts, rating_counts } = await data(
      'calculate_stock_status_counts=true&calculate_taxonomy_counts=product_cat&calculate_rating_counts=1&min_price=1000',
    )
    for (const { status, count } of stock_status_counts) {
      expect(await ids(`per_page=100&min_price=1000&stock_status=${status}`)).toHaveLength(Number(count))
    }
    expect(taxonomy_counts).toHaveLength(7)
    for (const { term, count } of taxonomy_counts) {
      expect(await ids(`per_page=100&min_price=1000&category=${term}`)).toHaveLength(count)
    }
    for (const { rating, count } of rating_counts) {
      expect(await ids(`per_page=100&min_price=1000&rating=${rating}`)).toHaveLength(count)
    }
  })

  test('an attribute is counted as if none of its values were chosen, or with them', async () => {
    const chosen =
      'attributes[0][attribute]=pa_origin&attributes[0][slug]=japan&calculate_attribute_counts[0][taxonomy]=pa_origin'
    const or = (await data(`${chosen}&calculate_attribute_counts[0][query_type]=or`)).attribute_counts
    const and = (await data(`${chosen}&calculate_attribute_counts[0][query_type]=and`)).attribute_counts
    expect(or).toHaveLength(7)
    expect(and).toEqual([or.find(({ term }: { term: number }) => term === 18)])
  })

  test('cached counts follow product changes', async () => {
    const calculations = 'calculate_price_range=true&calculate_stock_status_counts=true'
    const before = await data(calculations)
    const [id = 0] = await ids('orderby=price&order=desc&per_page=1&type=simple&stock_status=instock')
    const dearest = Number(before.price_range.max_price) + 1000
    const set = async (values: Partial<typeof products.$inferInsert>) => {
      await db.update(products).set(values).where(eq(products.id, id))
      await refreshProducts(db, [id], shop.now())
    }
    const [was] = await db.select().from(products).where(eq(products.id, id))
    await set({ regularPriceCents: dearest, salePriceCents: null })
    expect((await data(calculations)).price_range.max_price).toBe(String(dearest))
    await set({ regularPriceCents: was?.regularPriceCents ?? null, salePriceCents: was?.salePriceCents ?? null })
    expect(await data(calculations)).toEqual(before)
  })

  test('the products of any visibility are the published ones', async () => {
    const { headers } = await client.get('/products?catalog_visibility=any&per_page=100')
    const listed = await ids('catalog_visibility=any&per_page=100')
    expect(headers.get('x-wp-total')).toBe(String(listed.length))
    expect(await ids('catalog_visibility=any&per_page=100&page=2')).toEqual([])
    const excluded = await client.get('/products?catalog_visibility=any&per_page=100&exclude=131')
    expect(excluded.headers.get('x-wp-total')).toBe(String(listed.length - 1))
    const { price_range } = await data('catalog_visibility=any&calculate_price_range=true')
    expect(price_range).toEqual((await data('calculate_price_range=true')).price_range)
  })

  test('unknown taxonomies are not counted', async () => {
    const { attribute_counts, taxonomy_counts } = await data(
      'calculate_attribute_counts[0][taxonomy]=product_cat&calculate_taxonomy_counts=post_tag,category,pa_size',
    )
    expect([attribute_counts, taxonomy_counts]).toEqual([[], []])
    expect((await client.get('/products/collection-data?calculate_price_range=maybe')).json.code).toBe(
      'rest_invalid_param',
    )
  })
})

test('[API-01] a list can be filtered by publication and modification date', async () => {
  const all = await ids('per_page=100&orderby=id&order=asc')
  const published = (id: number) => new Date(Date.parse('2026-11-19T00:00:00Z') + id * 60_000)
  const middle = published(500).toISOString()
  expect(await ids(`per_page=100&orderby=id&order=asc&after=${middle}`)).toEqual(all.filter((id) => id > 500))
  expect(await ids(`per_page=100&orderby=id&order=asc&before=${middle}`)).toEqual(all.filter((id) => id < 500))
  expect(await ids('after=2100-01-01T00:00:00&date_column=modified')).toEqual([])
  expect((await client.get('/products?after=yesterday')).json.data.params).toEqual({ after: 'Invalid date.' })
})

test('[API-01] sorts by relevance on request, and reports spelling corrections', async () => {
  // With equal relevance, the best seller comes first.
  expect(await ids('search=needle&orderby=relevance&per_page=2')).toEqual([131, 134])
  const { json, headers } = await client.get('/products?search=nedle')
  expect(json.map(({ id }: { id: number }) => id)).toEqual(await ids('search=needle'))
  expect(headers.get('x-corrected-search')).toBe('needle')
})

test('[API-01] a grouped product has its children and their prices; an external one its URL', async () => {
  const saved = (input: ProductInput) =>
    db.transaction(async (tx) => {
      const result = await saveProduct(tx, input, { now: shop.now() })
      if (!result.ok) throw new Error(result.problem.kind)
      return result.id
    })
  const { simple, onSale, soldOut } = referenceIds
  const table = await saved({ type: 'grouped', name: 'Tea table', groupItemIds: [onSale, simple, soldOut] })
  const { json } = await client.get(`/products/${table}`)
  expect(json).toMatchObject({
    type: 'grouped',
    grouped_products: [onSale, simple, soldOut],
    has_options: false,
    is_purchasable: false,
    is_in_stock: true,
    add_to_cart: { text: 'View products', url: json.permalink },
  })
  expect(json.prices.price_range).not.toBeNull()

  const empty = await saved({ type: 'grouped', name: 'Empty table', groupItemIds: [soldOut] })
  expect((await client.get(`/products/${empty}`)).json).toMatchObject({ is_in_stock: false, is_purchasable: false })

  const externalUrl = 'https://books.example/tea'
  const book = await saved({
    type: 'external',
    name: 'Book',
    regularPriceCents: 1000,
    externalUrl,
    buttonText: 'Buy it',
  })
  expect((await client.get(`/products/${book}`)).json).toMatchObject({
    type: 'external',
    grouped_products: [],
    is_purchasable: false,
    prices: { price: '1000' },
    add_to_cart: { text: 'Buy it', url: externalUrl },
  })
})
