import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { fillReferenceShop, referenceIds } from '../../../test/support/reference-shop.ts'
import { setStock } from '../../../test/support/stock.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { findProduct } from '../catalog/catalog.store.ts'
import { products } from '../catalog/catalog.table.ts'
import { priceAt } from '../catalog/product.ts'
import { refreshProducts } from '../catalog/refresh-product.ts'
import { openProductIndex } from './index/live-product-index.ts'
import { categoriesWithCounts, listProducts, relatedIds } from './list-products.ts'
import { cardsById } from './listing.store.ts'
import type { ListingRequest } from './listing.ts'

const { db } = await createTestDatabase({ template: 'reference', prepare: fillReferenceShop })
const now = new Date('2026-11-20T12:00:00Z')
const shop = { db, productIndex: openProductIndex(db, () => now) }
const list = (request: Partial<ListingRequest> = {}) =>
  listProducts(shop, { filters: {}, page: 1, perPage: 12, sorting: 'menu_order', now, ...request })
const ids = (cards: readonly { id: number }[]) => cards.map((card) => card.id)

test('[CAT-08] pages of the listing show every product once', async () => {
  const first = await list()
  const seen = ids(first.cards)
  for (let page = 2; page <= first.pages; page += 1) seen.push(...ids((await list({ page })).cards))
  expect(seen.length).toBe(first.total)
  expect(new Set(seen).size).toBe(first.total)
  expect((await list({ page: first.pages + 1 })).cards).toEqual([])
})

test('[CAT-08] every sort order sorts, with a stable order of equal products', async () => {
  const all = { perPage: 100 }
  const prices = (await list({ ...all, sorting: 'price' })).cards.map((card) => card.minCents ?? 0)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  const falling = (await list({ ...all, sorting: 'price-desc' })).cards.map((card) => card.maxCents ?? 0)
  expect(falling).toEqual(falling.toSorted((a, b) => b - a))
  const ratings = (await list({ ...all, sorting: 'rating' })).cards.map((card) => card.ratingHundredths)
  expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
  expect((await list({ sorting: 'popularity' })).cards[0]?.id).toBe(referenceIds.simple)
  expect((await list({ sorting: 'date' })).cards[0]?.name).toBe('Imperial Garden Matcha No. 1000')
  expect(ids((await list(all)).cards)).toEqual(ids((await list(all)).cards))
})

test('[CAT-08] by default products in stock precede sold-out ones', async () => {
  const gone = (await list({ perPage: 100 })).cards.map((card) => card.stockStatus === 'outofstock')
  expect(gone).toContain(true)
  expect(gone).toEqual(gone.toSorted())
})

test('[CAT-08] a category includes its descendants', async () => {
  const green = await list({ filters: { categorySlug: 'green-tea' }, perPage: 100 })
  expect(green.cards.length).toBeGreaterThan(0)
  expect(green.cards.every((card) => card.categorySlugs.includes('green-tea'))).toBe(true)
  const [tea] = await db.insert(terms).values({ taxonomy: 'product_cat', slug: 'tea', name: 'Tea' }).returning()
  await db
    .update(terms)
    .set({ parentId: tea?.id ?? null })
    .where(eq(terms.slug, 'green-tea'))
  expect((await list({ filters: { categorySlug: 'tea' } })).total).toBe(green.total)
  const counts = await categoriesWithCounts(shop)
  expect(counts.find((category) => category.slug === 'tea')?.count).toBe(green.total)
  expect((await list({ filters: { categorySlug: 'no-such-shelf' } })).total).toBe(0)
})

test('a card shows the price of the moment, and when it will change', async () => {
  const until = new Date('2026-11-21T00:00:00Z')
  await db
    .update(products)
    .set({ salePriceCents: 1000, saleFrom: null, saleUntil: until })
    .where(eq(products.id, referenceIds.simple))
  const during = await list({ filters: { search: 'Golden Needle' } })
  expect(during.cards[0]).toMatchObject({ minCents: 1000, regularMinCents: 6103, isSale: true })
  expect(during.nextPriceChange).toEqual(until)
  const after = await list({ filters: { search: 'Golden Needle' }, now: until })
  expect(after.cards[0]).toMatchObject({ minCents: 6103, isSale: false })
  expect(after.nextPriceChange).toBeNull()
  await db.update(products).set({ salePriceCents: null, saleUntil: null }).where(eq(products.id, referenceIds.simple))
})

test('a card of a variable product shows the range from its cheapest to its most expensive size', async () => {
  const product = await findProduct(db, { id: referenceIds.variable })
  const prices = product?.variations.map((variation) => priceAt(variation, now).cents ?? 0) ?? []
  const { cards } = await list({ filters: { search: 'Sampler Silver Leaf' } })
  expect(cards[0]).toMatchObject({ type: 'variable', minCents: Math.min(...prices), maxCents: Math.max(...prices) })
})

test('hidden products and drafts are not listed, search-only ones are found by search', async () => {
  const before = (await list()).total
  await db.update(products).set({ visibility: 'search' }).where(eq(products.id, 134))
  await db.update(entries).set({ status: 'draft' }).where(eq(entries.id, 133))
  await refreshProducts(db, [133, 134], now)
  expect((await list()).total).toBe(before - 2)
  expect((await list({ filters: { search: 'Smoky Needle' } })).total).toBe(1)
  expect((await list({ filters: { search: 'Jade Needle' } })).total).toBe(0)
  await db.update(products).set({ visibility: 'visible' }).where(eq(products.id, 134))
  await db.update(entries).set({ status: 'publish' }).where(eq(entries.id, 133))
  await refreshProducts(db, [133, 134], now)
})

test('related products share a category, exclude the product itself, and put sold-out ones last', async () => {
  const related = await relatedIds(shop, referenceIds.simple, 4)
  expect(related).toHaveLength(4)
  expect(related).not.toContain(referenceIds.simple)
  expect(related).toEqual(await relatedIds(shop, referenceIds.simple, 4))
  const [first = 0] = related
  await setStock(db, first, 0)
  await refreshProducts(db, [first], now)
  const { cards: later } = await cardsById(db, await relatedIds(shop, referenceIds.simple, 100), now)
  expect(later.at(-1)?.stockStatus).toBe('outofstock')
  expect(ids(later).indexOf(first)).toBeGreaterThan(0)
})
