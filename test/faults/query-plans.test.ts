/**
 * No storefront page and no list of products reads a large table sequentially: the test checks the plan of every
 * statement of such a page, in a shop of 20,000 products. Statements are captured from the driver.
 */
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { exportProducts } from '../../src/shop/catalog/export/export-products.ts'
import { lockProductsAndStock } from '../../src/shop/catalog/product-record.store.ts'
import { refreshProducts } from '../../src/shop/catalog/refresh-product.ts'
import { readAllRows } from '../../src/shop/listing/index/product-index.store.ts'
import type { TestDatabase } from '../support/database.ts'
import { addManyProducts } from '../support/many-products.ts'
import { blocksReadBy, sequentialScansOf } from '../support/query-plans.ts'
import { openShop } from '../support/shop.ts'
import { StoreClient } from '../support/store-client.ts'
import { createSignedInUser } from '../support/users.ts'

const PRODUCTS = 20_000
const CARTS = 5000

/** Tables that grow with the shop. All others, such as terms, attributes and settings, may be read entirely. */
const bigTables = new Set([
  'products',
  'entries',
  'entry_terms',
  'entry_media',
  'media',
  'product_attributes',
  'product_links',
  'stock_levels',
  'stock_movements',
  'comments',
  'carts',
  'cart_lines',
  'orders',
  'order_items',
  'order_lines',
  'search_words',
  'product_index_changes',
])

const { app, db, pool, shop } = await openShop({ template: { name: 'many', prepare: fill } })

async function fill({ db }: TestDatabase): Promise<void> {
  await addManyProducts(db, PRODUCTS, new Date())
  await db.execute(sql`
    insert into carts (session_key, expires_at) select 't_' || md5(n::text), now() + interval '2 days' from generate_series(1, ${CARTS}) n`)
  await db.execute(sql`
    insert into cart_lines (cart_id, key, product_id, quantity, quoted_price_cents)
    select id, md5(line::text), 1000000 + ((id * 7 + line) % 1000 * 10 + 1) * 10, 1, 500
    from carts, generate_series(1, 3) line`)
  await db.execute(sql`
    insert into product_links (product_id, kind, linked_id, position)
    select 1000000 + n * 10, kind, 1000000 + (1 + (n + place * 7) % ${PRODUCTS}) * 10, place
    from generate_series(1, ${PRODUCTS}) n, generate_series(1, 2) place, unnest('{up-sell,cross-sell}'::text[]) kind
    where n % 3 = 0`)
  await db.execute(sql`insert into product_index_changes (product_id) select n from generate_series(1, ${CARTS}) n`)
  // As autovacuum does: without it, even rows that an index contains are read from their tables.
  await db.execute(sql`vacuum analyze`)
}

const client = new StoreClient(app)
const get = (address: string) => async () => {
  const answer = await app.request(address)
  expect([address, answer.status]).toEqual([address, 200])
  await answer.text()
}
const store = (address: string) => async () => {
  const { status } = await client.get(address)
  expect([address, status]).toEqual([address, 200])
}

const manager = await createSignedInUser(shop, 'shop_manager')
const listed = (query: string) => async () => {
  const answer = await app.request(`/wp-json/wc/v3/products?context=edit&per_page=20&${query}`, {
    headers: manager.headers,
  })
  expect([query, answer.status]).toEqual([query, 200])
}

beforeAll(async () => {
  // A transaction that another database of the server began before these rows makes all of them look changed, and all
  // changed rows are rightly read sequentially.
  const areAllOlder = async () => {
    const { rows } = await db.execute(sql`
      select from product_index_changes where changed_xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1`)
    return rows.length === 0
  }
  await vi.waitUntil(areAllOlder, { timeout: 120_000, interval: 200 })
  await shop.productIndex.warm()
}, 150_000)

describe('[CAT-08] no large table is read sequentially by', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['the shop', get('/shop/?n=1')],
    ['the home page', get('/')],
    ['a page far behind', get('/shop/page/1500/?orderby=price')],
    ['a category', get('/product-category/many-green/?n=1')],
    [
      'several filters',
      get(
        '/shop/?filter_origin=many-china,many-japan&min_price=10&max_price=50&filter_stock_status=instock&orderby=rating',
      ),
    ],
    ['a search for what half the shop has', get('/shop/?s=tea&post_type=product')],
    ['a search for something rare', get('/shop/?s=darjee+golden&post_type=product')],
    ['a search that is misspelt', get('/shop/?s=goldne+nedle&post_type=product')],
    ['a search for an SKU', get('/shop/?s=MANY-77&post_type=product')],
    ['suggestions', store('/products?search=gree&per_page=6&_fields=id,name,permalink,prices,images')],
    ['a list of the Store API', store('/products?category=many-green&on_sale=true&orderby=title&per_page=20')],
    ['variations by the Store API', store('/products?type=variation&parent=1000100&sku=MANY-10-1')],
    ['things by address', store('/products?slug=many-7,many-8')],
    [
      'collection data',
      store(
        '/products/collection-data?calculate_price_range=true&calculate_rating_counts=true&calculate_taxonomy_counts=product_cat',
      ),
    ],
    ['a product', get('/product/many-7/')],
    ['a product with variations', get('/product/many-10/')],
    [
      'a cart',
      async () => {
        await store('/cart')()
        const { status } = await client.post('/cart/add-item', { id: 1000070, quantity: 1 })
        expect(status).toBe(201)
        await store('/cart')()
      },
    ],
    ['products in the back office', listed('')],
    ['a page in the middle, by title', listed('orderby=title&order=asc&page=500')],
    ['the newest changes', listed('orderby=modified')],
    ['the cheapest', listed('orderby=price&order=asc')],
    ['products with two words', listed('search=darjee%20needle')],
    ['products with part of a name', listed('search_name_or_sku=eedl')],
    ['the search of WordPress', get('/wp-json/wp/v2/search?search=darjee%20needle')],
    ['products of an SKU', listed('search_sku=MANY-77')],
    ['products that are sold out', listed('stock_status=outofstock')],
    ['featured products', listed('featured=true')],
    ['a save', () => db.transaction((tx) => lockProductsAndStock(tx, [1000070, 1000101]))],
    ['a product that is refreshed', () => refreshProducts(db, [1000070, 1000101], new Date())],
  ])('%s', async (_, work) => {
    const { statements, scans } = await sequentialScansOf(work, { pool, bigTables })
    expect(statements).toBeGreaterThan(0)
    expect(scans).toEqual([])
  })
})

test.each([
  ['search=qx', 1500],
  ['search_sku=qx', 1500],
  ['search_fields=name,sku&search=qx', 1500],
  // A third of all names.
  ['search_name_or_sku=te', 4000],
])(
  '%s, too short for an index of trigrams, reads names and SKUs without the rows of all products',
  async (query, max) => {
    const blocks = await blocksReadBy(listed(query), pool)
    expect(blocks).toBeGreaterThan(0)
    expect(blocks).toBeLessThan(max)
  },
)

test.each([
  ['the index of a listing', () => readAllRows(db)],
  ['an export', () => exportProducts(db, '')],
])('%s does not read what precedes a batch', async (_, batchesOf) => {
  const blocksUpTo = (last: number) =>
    blocksReadBy(async () => {
      let read = 0
      for await (const _batch of batchesOf()) if (++read === last) break
      expect(read).toBe(last)
    }, pool)
  expect((await blocksUpTo(22)) - (await blocksUpTo(2))).toBeLessThan(500)
})

test('a word of nearly all products finds the same as one that is looked up, in names and in texts, counted so far', async () => {
  const found = async (search: string) => {
    const { rows } = await db.execute<{ total: number; first: number }>(sql`
      select count(*)::int as total, (array_agg(id order by published_at desc, id desc))[1] as first from entries
      where kind = 'product' and status <> 'trash' and (title ilike ${`%${search}%`} or id in (
        select id from products where search_vector @@ plainto_tsquery('english_unaccent', ${search})))`)
    return rows[0] ?? { total: 0, first: null }
  }
  for (const search of ['leaf', 'eaf', 'green', 'darjee', 'ee', 'qx', 'a']) {
    const answer = await app.request(`/wp-json/wc/v3/products?context=edit&per_page=1&search=${search}`, {
      headers: manager.headers,
    })
    const [first] = (await answer.json()) as { id: number }[]
    const { total, first: newest } = await found(search)
    expect(first?.id ?? null).toBe(newest)
    expect(['x-wp-total', 'x-samovar-total'].map((name) => answer.headers.get(name))).toEqual(
      total > 10_000 ? ['2000', 'more'] : [`${total}`, null],
    )
  }
})
