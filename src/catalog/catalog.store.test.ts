import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/support/database.ts'
import { fillReferenceShop, referenceIds } from '../../test/support/reference-shop.ts'
import { entries } from '../entries/entries.table.ts'
import { stockLevels } from '../stock/stock.table.ts'
import { categoriesWithCounts, findProduct, findTerm, loadProducts, loadSellables } from './catalog.store.ts'
import { products, terms } from './catalog.table.ts'
import { listCards, relatedCards } from './listing.store.ts'
import type { ListingRequest } from './listing.ts'
import { mostPieces, priceAt, stockStatusOf } from './product.ts'
import { refreshProducts } from './refresh-product.ts'
import { reviewsOf } from './reviews.store.ts'

const { db } = await freshDatabase({ template: 'reference', prepare: fillReferenceShop })
const now = new Date('2026-11-20T12:00:00Z')
const list = (request: Partial<ListingRequest> = {}) =>
  listCards(db, { filters: {}, page: 1, perPage: 12, sorting: 'menu_order', now, ...request })
const ids = (cards: readonly { id: number }[]) => cards.map((card) => card.id)

test('a variation goes by its product’s name and address and has its own price and stock', async () => {
  const sellables = await loadSellables(db, [referenceIds.sizes['100-g'], referenceIds.simple, 999_999])
  const variation = sellables.get(referenceIds.sizes['100-g'])
  expect(variation).toMatchObject({
    type: 'variation',
    parentId: referenceIds.variable,
    name: 'Sampler Silver Leaf',
    choices: { pa_size: '100-g' },
  })
  expect(variation?.slug).toBe((await findProduct(db, { id: referenceIds.variable }))?.slug)
  expect(variation && priceAt(variation, now).cents).toBeGreaterThan(0)
  expect(variation?.picture).not.toBeNull()
  expect([...sellables.keys()].sort()).toEqual([referenceIds.sizes['100-g'], referenceIds.simple].sort())
})

test('a variation of a product that is not published is not for sale', async () => {
  const id = 47 + 4 * 3
  const [child] = (await findProduct(db, { id }))?.variations ?? []
  expect(child?.status).toBe('publish')
  await db.update(entries).set({ status: 'draft' }).where(eq(entries.id, id))
  expect((await loadSellables(db, [child?.id ?? 0])).get(child?.id ?? 0)?.status).toBe('draft')
  expect(await findProduct(db, { id })).toBeNull()
  expect((await findProduct(db, { id }, { anyStatus: true }))?.id).toBe(id)
  await db.update(entries).set({ status: 'publish' }).where(eq(entries.id, id))
})

test('what the stock book says reaches the shelf; what is not in it can be had', async () => {
  const sellables = await loadSellables(db, [referenceIds.threeLeft, referenceIds.soldOut, referenceIds.simple])
  const [few, none, plenty] = [referenceIds.threeLeft, referenceIds.soldOut, referenceIds.simple].map((id) =>
    sellables.get(id),
  )
  expect(few && mostPieces(few)).toBe(3)
  expect(none && stockStatusOf(none.shelf)).toBe('outofstock')
  expect(plenty && stockStatusOf(plenty.shelf)).toBe('instock')
  expect(plenty && mostPieces(plenty)).toBeNull()
})

test('a product comes with pictures, categories, attributes in their order, and variations', async () => {
  const order = ['50-g', '100-g', '250-g']
  for (const [position, slug] of order.entries()) await db.update(terms).set({ position }).where(eq(terms.slug, slug))
  const product = await findProduct(db, { id: referenceIds.variable })
  expect(product?.variations.map((variation) => variation.choices.pa_size)).toEqual(['50-g', '100-g', '250-g'])
  expect(product?.attributes.map((attribute) => [attribute.slug, attribute.isForVariations])).toContainEqual([
    'pa_size',
    true,
  ])
  expect(product?.attributes.find(({ slug }) => slug === 'pa_size')?.terms.map((term) => term.name)).toEqual([
    '50 g',
    '100 g',
    '250 g',
  ])
  expect(product?.pictures.length).toBeGreaterThan(0)
  expect(product?.categories.length).toBeGreaterThan(0)
})

test('a product is found by its address; a variation is no product', async () => {
  expect((await findProduct(db, { slug: 'tea-1' }))?.id).toBe(referenceIds.simple)
  expect(await findProduct(db, { slug: 'no-such-tea' })).toBeNull()
  expect(await findProduct(db, { id: referenceIds.sizes['50-g'] })).toBeNull()
})

test('products come in the order they were asked for', async () => {
  const wanted = [134, 131, 999_999, 133, referenceIds.variable]
  expect(ids(await loadProducts(db, wanted))).toEqual([134, 131, 133, referenceIds.variable])
  expect(await loadProducts(db, [])).toEqual([])
})

test('[CAT-08] pages of the listing show every product once', async () => {
  const first = await list()
  const seen = ids(first.cards)
  for (let page = 2; page <= first.pages; page += 1) seen.push(...ids((await list({ page })).cards))
  expect(seen.length).toBe(first.total)
  expect(new Set(seen).size).toBe(first.total)
  expect((await list({ page: first.pages + 1 })).cards).toEqual([])
})

test('[CAT-08] every order sorts, and equal ones always come the same way', async () => {
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

test('[CAT-08] a category shows what is on it and on the ones below', async () => {
  const green = await list({ filters: { categorySlug: 'green-tea' }, perPage: 100 })
  expect(green.cards.length).toBeGreaterThan(0)
  expect(green.cards.every((card) => card.categorySlugs.includes('green-tea'))).toBe(true)
  const [tea] = await db.insert(terms).values({ taxonomy: 'product_cat', slug: 'tea', name: 'Tea' }).returning()
  await db
    .update(terms)
    .set({ parentId: tea?.id ?? null })
    .where(eq(terms.slug, 'green-tea'))
  expect((await list({ filters: { categorySlug: 'tea' } })).total).toBe(green.total)
  const counts = await categoriesWithCounts(db)
  expect(counts.find((category) => category.slug === 'tea')?.count).toBe(green.total)
  expect((await list({ filters: { categorySlug: 'no-such-shelf' } })).total).toBe(0)
})

test('[CAT-08] search looks for every word, and takes signs as they are', async () => {
  const found = await list({ filters: { search: 'misty  PHOENIX' } })
  expect(found.cards.map((card) => card.name)).toEqual(['Misty Phoenix Green Tea No. 960'])
  expect((await list({ filters: { search: 'TEA-131' } })).total).toBe(0)
  expect((await list({ filters: { search: '100%' } })).total).toBe(0)
  expect((await list({ filters: { search: "o'; drop table products --" } })).total).toBe(0)
  expect((await list({ filters: { search: 'batch_' } })).total).toBe(0)
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

test('a card of a variable product goes from its cheapest to its dearest size', async () => {
  const product = await findProduct(db, { id: referenceIds.variable })
  const prices = product?.variations.map((variation) => priceAt(variation, now).cents ?? 0) ?? []
  const { cards } = await list({ filters: { search: 'Sampler Silver Leaf' } })
  expect(cards[0]).toMatchObject({ type: 'variable', minCents: Math.min(...prices), maxCents: Math.max(...prices) })
})

test('what is hidden or a draft is not listed, what is for searching only is found', async () => {
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

test('related products share a shelf, leave the product itself out, and put what is sold out last', async () => {
  const related = await relatedCards(db, referenceIds.simple, 4, now)
  expect(related).toHaveLength(4)
  expect(ids(related)).not.toContain(referenceIds.simple)
  expect(ids(related)).toEqual(ids(await relatedCards(db, referenceIds.simple, 4, now)))
  const [first] = related
  await db
    .insert(stockLevels)
    .values({ productId: first?.id ?? 0, isKept: true, onHand: 0 })
    .onConflictDoUpdate({ target: stockLevels.productId, set: { isKept: true, onHand: 0 } })
  await refreshProducts(db, [first?.id ?? 0], now)
  const later = await relatedCards(db, referenceIds.simple, 100, now)
  expect(later.at(-1)?.stockStatus).toBe('outofstock')
  expect(ids(later).indexOf(first?.id ?? 0)).toBeGreaterThan(0)
})

test('[REV-01] reviews are the approved ones with a rating, newest first', async () => {
  const reviews = await reviewsOf(db, referenceIds.simple)
  expect(reviews.length).toBeGreaterThan(0)
  expect(reviews.every((review) => review.rating >= 1 && review.rating <= 5)).toBe(true)
  await db.execute(sql`update comments set status = 'pending' where id = ${reviews[0]?.id}`)
  expect(ids(await reviewsOf(db, referenceIds.simple))).toEqual(ids(reviews.slice(1)))
})

test('a term is found by taxonomy and address', async () => {
  expect(await findTerm(db, 'product_cat', 'oolong')).toMatchObject({ name: 'Oolong' })
  expect(await findTerm(db, 'pa_size', 'oolong')).toBeNull()
})
