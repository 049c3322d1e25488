import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { fillReferenceShop, referenceIds } from '../../../test/support/reference-shop.ts'
import { readThreads } from '../../site/comments/threads.store.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { countRatings } from '../reviews/load-reviews.ts'
import { findProduct, loadProducts, loadSellables } from './catalog.store.ts'
import { maxQuantity, priceAt, stockStatusOf } from './product.ts'
import { findTerm } from './terms.store.ts'

const { db } = await createTestDatabase({ template: 'reference', prepare: fillReferenceShop })
const now = new Date('2026-11-20T12:00:00Z')
const ids = (cards: readonly { id: number }[]) => cards.map((card) => card.id)

test('a variation has its product’s name and URL, and its own price and stock', async () => {
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

test('products have their stock levels; those without a row are in stock', async () => {
  const sellables = await loadSellables(db, [referenceIds.threeLeft, referenceIds.soldOut, referenceIds.simple])
  const [few, none, plenty] = [referenceIds.threeLeft, referenceIds.soldOut, referenceIds.simple].map((id) =>
    sellables.get(id),
  )
  expect(few && maxQuantity(few)).toBe(3)
  expect(none && stockStatusOf(none.stock)).toBe('outofstock')
  expect(plenty && stockStatusOf(plenty.stock)).toBe('instock')
  expect(plenty && maxQuantity(plenty)).toBeNull()
})

test('a product has its pictures, categories, attributes in order, and variations', async () => {
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

test('a product is found by its slug; a variation is not a product', async () => {
  expect((await findProduct(db, { slug: 'tea-1' }))?.id).toBe(referenceIds.simple)
  expect(await findProduct(db, { slug: 'no-such-tea' })).toBeNull()
  expect(await findProduct(db, { id: referenceIds.sizes['50-g'] })).toBeNull()
})

test('products are returned in the requested order', async () => {
  const wanted = [134, 131, 999_999, 133, referenceIds.variable]
  expect(ids(await loadProducts(db, wanted))).toEqual([134, 131, 133, referenceIds.variable])
  expect(await loadProducts(db, [])).toEqual([])
})

test('[REV-01] reviews are the approved ones, newest first', async () => {
  const read = () => readThreads(db, referenceIds.simple, { page: 1, size: 50, order: 'newest' })
  const reviews = await read()
  expect(reviews).toHaveLength(3)
  expect((await countRatings(db, referenceIds.simple)).counts).toEqual([3, 0, 0, 0, 0])
  await db.execute(sql`update comments set status = 'pending' where id = ${reviews[0]?.id}`)
  expect(ids(await read())).toEqual(ids(reviews.slice(1)))
})

test('a term is found by taxonomy and slug', async () => {
  expect(await findTerm(db, 'product_cat', 'oolong')).toMatchObject({ name: 'Oolong' })
  expect(await findTerm(db, 'pa_size', 'oolong')).toBeNull()
})
