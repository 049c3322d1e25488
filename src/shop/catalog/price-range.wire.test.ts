import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { listProducts } from '../listing/list-products.ts'
import { cardsById } from '../listing/listing.store.ts'
import type { ListingRequest } from '../listing/listing.ts'
import { attributes, products } from './catalog.table.ts'
import { invalidatePages } from './invalidate-pages.ts'
import { availableOrAll, type ProductPrices } from './product.ts'
import type { ProductInput } from './product-record.ts'
import { refreshOutdatedProducts } from './refresh-product.ts'
import { saveProduct } from './save-product.ts'

const now = new Date('2026-11-20T12:00:00Z')
const { app, db, pool, shop } = await openShop({ now: () => now })

const SIZE = 9001
await db.insert(attributes).values({ id: SIZE, slug: 'pa_size_here', label: 'Size' })
const sizes = ['25-g', '50-g', '100-g'] as const
await db
  .insert(terms)
  .values(
    sizes.map((slug, index) => ({ id: 9100 + index, taxonomy: 'pa_size_here', slug, name: slug, position: index })),
  )

const save = async (input: ProductInput): Promise<number> => {
  const saved = await db.transaction((tx) => saveProduct(tx, input, { now }))
  if (!saved.ok) throw new Error(saved.problem.kind)
  return saved.id
}

/** A tea in three sizes at $19.50, $36.50 and $68.00, with the given stock of each. */
async function tea(name: string, stock: readonly [number, number, number]) {
  const id = await save({
    type: 'variable',
    name,
    attributes: [{ attributeId: SIZE, termIds: [9100, 9101, 9102], isForVariations: true }],
  })
  const ids: number[] = []
  for (const [index, size] of sizes.entries()) {
    ids.push(
      await save({
        type: 'variation',
        parentId: id,
        name,
        regularPriceCents: [1950, 3650, 6800][index] ?? 0,
        choices: { pa_size_here: size },
        stock: { tracksInventory: true, onHand: stock[index] ?? 0 },
      }),
    )
  }
  return { id, ids }
}

const card = async (id: number) => (await cardsById(db, [id], now)).cards[0]
const derived = async (id: number) => (await db.select().from(products).where(eq(products.id, id)))[0]
const list = async (request: Partial<ListingRequest>) =>
  (await listProducts(shop, { filters: {}, page: 1, perPage: 100, sorting: 'menu_order', now, ...request })).cards
const html = async (path: string) => (await app.request(path)).text()
const summaryPrice = (page: string) =>
  /<p class="price[^>]*>(.*?)<\/p>/
    .exec(page)?.[1]
    ?.replaceAll(/<span class="screen-reader-text">.*?<\/span>/g, '')
    .replaceAll(/<[^>]+>/g, '')

test('[CAT-06] card, price sorting and price filter use the items in stock', async () => {
  const { id } = await tea('West Lake', [0, 24, 9])
  expect(await card(id)).toMatchObject({ minCents: 3650, maxCents: 6800 })
  expect(await derived(id)).toMatchObject({ minPriceCents: 3650, maxPriceCents: 6800, stockStatus: 'instock' })
  const prices = (await list({ sorting: 'price' })).map(({ minCents }) => minCents ?? 0)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  const upTo = async (maxCents: number) => (await list({ filters: { maxCents } })).map((one) => one.id)
  expect(await upTo(3649)).not.toContain(id)
  expect(await upTo(3650)).toContain(id)
})

test('a completely sold-out product shows all its prices', async () => {
  const { id } = await tea('All Gone', [0, 0, 0])
  expect(await card(id)).toMatchObject({ minCents: 1950, maxCents: 6800, stockStatus: 'outofstock' })
  expect(await derived(id)).toMatchObject({ minPriceCents: 1950, maxPriceCents: 6800 })
})

test('a sold-out size on sale does not count as a sale', async () => {
  const { id, ids } = await tea('Old Sale', [0, 24, 9])
  await save({ id: ids[0] as number, type: 'variation', salePriceCents: 1500 })
  expect(await card(id)).toMatchObject({ isSale: false })
  expect(await derived(id)).toMatchObject({ onSale: false })
  expect((await list({ filters: { onSale: true } })).map((one) => one.id)).not.toContain(id)
})

test('page, structured data and Open Graph use items in stock; the Store API uses all, as recorded', async () => {
  const { id } = await tea('Told Everywhere', [0, 24, 9])
  const page = await html('/product/told-everywhere/?attribute_pa_size_here=')
  const [, json = '{}'] = /"@type":"Product".*?(\{"@type":"AggregateOffer".*?"url")/.exec(page) ?? []
  expect(json).toContain('"lowPrice":"36.50","highPrice":"68.00"')
  expect(page).toContain('property="product:price:amount" content="36.50"')
  const response = (await (await app.request(`/wp-json/wc/store/v1/products/${id}`)).json()) as {
    prices: { price: string; price_range: unknown }
    extensions: unknown
  }
  expect(response.prices.price).toBe('1950')
  expect(response.prices.price_range).toEqual({ min_amount: '1950', max_amount: '6800' })
  expect(response.extensions).toMatchObject({
    samovar: { prices: { price: '3650', price_range: { min_amount: '3650', max_amount: '6800' } } },
  })
})

test('the Store API adds prices of items in stock only if they differ', async () => {
  const asked = async (name: string, stock: [number, number, number]) => {
    const { id } = await tea(name, stock)
    return (await (await app.request(`/wp-json/wc/store/v1/products/${id}?_fields=extensions`)).json()) as unknown
  }
  expect(await asked('All There', [3, 24, 9])).toEqual({ extensions: {} })
  expect(await asked('The Middle Gone', [3, 0, 9])).toEqual({ extensions: {} })
  expect(await asked('None There', [0, 0, 0])).toEqual({ extensions: {} })
  expect(await asked('One There', [0, 24, 0])).toMatchObject({
    extensions: { samovar: { prices: { price: '3650', price_range: null } } },
  })
})

test('cached page and listing show the new price once the cheapest size sells out', async () => {
  const { id, ids } = await tea('Selling Out', [3, 24, 9])
  const heard: string[] = []
  const listener = await pool.connect()
  await listener.query('listen samovar_page_tags')
  listener.on('notification', (news) => heard.push(...(news.payload ?? '').split(' ')))
  expect(await derived(id)).toMatchObject({ minPriceCents: 1950 })
  await db.transaction(async (tx) => {
    await tx.execute(`update stock_levels set on_hand = 0 where product_id = ${ids[0]}`)
    await invalidatePages(shop, tx, [{ productId: ids[0] as number, before: 3, after: 0 }], now)
  })
  await listener.query('select 1')
  listener.release(true)
  expect(heard).toEqual(expect.arrayContaining([`product:${id}`, 'listing']))
  expect(await derived(id)).toMatchObject({ minPriceCents: 3650 })
  expect(await card(id)).toMatchObject({ minCents: 3650 })
})

test('a group has the prices of its children in stock', async () => {
  const lid = await save({
    type: 'simple',
    name: 'A lid',
    regularPriceCents: 300,
    stock: { tracksInventory: true, onHand: 0 },
  })
  const jar = await save({ type: 'simple', name: 'A jar', regularPriceCents: 2000 })
  const { id: leaf } = await tea('In A Group', [0, 24, 0])
  const group = await save({ type: 'grouped', name: 'All of it', groupItemIds: [lid, jar, leaf] })
  expect(await card(group)).toMatchObject({ minCents: 2000, maxCents: 3650 })
  expect(await derived(group)).toMatchObject({ minPriceCents: 2000, maxPriceCents: 3650 })
})

test('a group has no prices of variations whose product is unpublished', async () => {
  const { id } = await tea('Leaf to come', [1, 1, 1])
  const cup = await save({ type: 'simple', name: 'Cup for later', regularPriceCents: 5000 })
  const group = await save({ type: 'grouped', name: 'Leaf and cup', groupItemIds: [id, cup] })
  for (const [status, minCents] of [
    ['draft', 5000],
    ['publish', 1950],
  ] as const) {
    await save({ id, type: 'variable', status })
    expect(await card(group)).toMatchObject({ minCents })
    expect(await derived(group)).toMatchObject({ minPriceCents: minCents })
  }
})

test('groups whose prices are of the version before are refreshed at the next start, and other products are not', async () => {
  const item = await save({ type: 'simple', name: 'Tray', regularPriceCents: 4000 })
  const group = await save({ type: 'grouped', name: 'Tray alone', groupItemIds: [item] })
  await db.execute(sql`update products set index_digest = '3:' || split_part(index_digest, ':', 2)`)
  await db.update(products).set({ minPriceCents: 100 }).where(eq(products.id, group))
  expect(await refreshOutdatedProducts(db, now)).toBe(await db.$count(products, eq(products.type, 'grouped')))
  expect(await derived(group)).toMatchObject({ minPriceCents: 4000 })
  expect(await refreshOutdatedProducts(db, now)).toBe(0)
})

test('the first size in stock is preselected with its price', async () => {
  await tea('Chosen First', [0, 24, 9])
  const page = await html('/product/chosen-first/')
  expect(page).toMatch(/<option value="50-g"[^>]* selected/)
  expect(summaryPrice(page)).toBe('$36.50')
})

test('attributes in the URL are selected even if sold out', async () => {
  await tea('Asked For', [0, 24, 9])
  const page = await html('/product/asked-for/?attribute_pa_size_here=25-g')
  expect(page).toMatch(/<option value="25-g"[^>]* selected/)
})

test('items without a price do not count', () => {
  const price = (regularPriceCents: number | null, isAvailable: boolean): ProductPrices & { isAvailable: boolean } => ({
    regularPriceCents,
    salePriceCents: null,
    saleFrom: null,
    saleUntil: null,
    isAvailable,
  })
  const counted = (...all: ReturnType<typeof price>[]) =>
    availableOrAll(all, (one) => one.isAvailable).map((one) => one.regularPriceCents)
  expect(counted(price(100, false), price(200, true), price(null, true))).toEqual([200])
  expect(counted(price(100, false), price(null, true))).toEqual([100])
  expect(counted(price(null, true))).toEqual([])
})
