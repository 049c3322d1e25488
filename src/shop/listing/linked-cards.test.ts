import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { findProduct } from '../catalog/catalog.store.ts'
import { type ProductLinkKind, products } from '../catalog/catalog.table.ts'
import { priceRange } from '../catalog/product.ts'
import type { ProductInput } from '../catalog/product-record.ts'
import { saveProduct } from '../catalog/save-product.ts'
import { cardsById, linkedIds } from './listing.store.ts'

const { db } = await createTestDatabase()
const now = new Date('2026-11-20T12:00:00Z')

const save = (input: ProductInput) => db.transaction((tx) => saveProduct(tx, input, { now }))
const idOf = async (input: ProductInput): Promise<number> => {
  const saved = await save(input)
  if (!saved.ok) throw new Error(saved.problem.kind)
  return saved.id
}
const simple = (name: string, more: Partial<ProductInput> = {}) =>
  idOf({ type: 'simple', name, regularPriceCents: 1000, ...more })

const pot = await simple('Pot')
const cup = await simple('Cup')
const tray = await simple('Tray', { stock: { tracksInventory: true, onHand: 0 } })
const draft = await simple('Draft', { status: 'draft' })
const scoop = await simple('Scoop')
const tea = await simple('Tea', { crossSellIds: [tray, draft, cup, pot], upSellIds: [scoop, pot] })
const sampler = await idOf({ type: 'variable', name: 'Sampler', crossSellIds: [cup, scoop] })
const small = await idOf({ type: 'variation', parentId: sampler, name: 'Sampler', regularPriceCents: 500, choices: {} })

const linkedNames = async (kind: ProductLinkKind, productIds: readonly number[], count: number) => {
  const { cards } = await cardsById(db, await linkedIds(db, kind, productIds, count), now)
  return cards.map((card) => card.name)
}

test('cross-sells of a cart: what can be had first, no drafts, nothing that is in the cart already', async () => {
  expect(await linkedNames('cross-sell', [tea], 5)).toEqual(['Cup', 'Pot', 'Tray'])
  expect(await linkedNames('cross-sell', [tea, cup], 5)).toEqual(['Pot', 'Tray'])
  expect(await linkedNames('cross-sell', [tea], 1)).toEqual(['Cup'])
  expect(await linkedNames('cross-sell', [], 5)).toEqual([])
})

test('a variation in the cart counts as its product, and each card is shown once', async () => {
  expect(await linkedNames('cross-sell', [small], 5)).toEqual(['Cup', 'Scoop'])
  expect((await linkedNames('cross-sell', [tea, small], 5)).toSorted()).toEqual(['Cup', 'Pot', 'Scoop', 'Tray'])
})

test('up-sells are in the owner’s order', async () => {
  expect(await linkedNames('up-sell', [tea], 4)).toEqual(['Scoop', 'Pot'])
  expect(await linkedNames('up-sell', [cup], 4)).toEqual([])
})

test('a grouped product has its published parts in order, and costs from the cheapest to the dearest', async () => {
  const kettle = await simple('Kettle', { regularPriceCents: 9000 })
  const group = await idOf({
    type: 'grouped',
    name: 'Table',
    regularPriceCents: 1,
    groupItemIds: [kettle, draft, cup, sampler],
  })
  const product = await findProduct(db, { id: group })
  expect(product?.groupItems.map((part) => part.name)).toEqual(['Kettle', 'Cup', 'Sampler'])
  expect(product?.regularPriceCents).toBeNull()
  expect(product && priceRange(product, now)).toMatchObject({ minCents: 500, maxCents: 9000 })
})

test('a group is listed with the prices and the stock of its parts, and follows them', async () => {
  const jar = await simple('Jar', { regularPriceCents: 2000, stock: { tracksInventory: true, onHand: 4 } })
  const lid = await simple('Lid', { regularPriceCents: 300, stock: { tracksInventory: true, onHand: 1 } })
  const group = await idOf({ type: 'grouped', name: 'Jar and lid', groupItemIds: [jar, lid] })
  const card = async () => (await cardsById(db, [group], now)).cards[0]
  const derived = async () => (await db.select().from(products).where(eq(products.id, group)))[0]
  expect(await card()).toMatchObject({ minCents: 300, maxCents: 2000, isSale: false, stockStatus: 'instock' })
  expect(await derived()).toMatchObject({ listed: true, minPriceCents: 300, maxPriceCents: 2000 })

  await save({ id: jar, type: 'simple', regularPriceCents: 2000, salePriceCents: 1500 })
  expect(await card()).toMatchObject({ minCents: 300, maxCents: 1500, isSale: true })
  expect(await derived()).toMatchObject({ maxPriceCents: 1500, onSale: true })

  await save({ id: lid, type: 'simple', stock: { onHand: 0 } })
  expect(await card()).toMatchObject({ minCents: 1500, maxCents: 1500, stockStatus: 'instock' })

  await save({ id: jar, type: 'simple', stock: { onHand: 0 } })
  expect(await card()).toMatchObject({ stockStatus: 'outofstock' })
  await save({ id: lid, type: 'simple', status: 'draft' })
  expect(await card()).toMatchObject({ minCents: 1500, maxCents: 1500 })
})

test('an external product has its URL and button text; one without a URL is rejected', async () => {
  const book = await idOf({
    type: 'external',
    name: 'Book',
    externalUrl: 'https://books.example/tea',
    buttonText: 'Buy it',
  })
  expect(await findProduct(db, { id: book })).toMatchObject({
    externalUrl: 'https://books.example/tea',
    buttonText: 'Buy it',
  })
  for (const externalUrl of [null, '', 'javascript:alert(1)', '/here', 'https://']) {
    const refused = await save({ id: book, type: 'external', name: 'Other', externalUrl })
    expect([externalUrl, refused]).toEqual([externalUrl, { ok: false, problem: { kind: 'no-external-url' } }])
  }
  expect((await findProduct(db, { id: book }))?.name).toBe('Book')
  await save({ id: book, type: 'simple' })
  expect((await findProduct(db, { id: book }))?.externalUrl).toBeNull()
})

test('links to what there is not, to a variation or to a group inside a group are refused and change nothing', async () => {
  const group = await idOf({ type: 'grouped', name: 'Shelf', groupItemIds: [cup] })
  for (const partIds of [[999_999], [small], [group]]) {
    const refused = await save({ type: 'grouped', name: 'Nested', groupItemIds: partIds })
    expect(refused).toEqual({ ok: false, problem: { kind: 'no-such-link', id: partIds[0] } })
  }
  expect(await save({ id: cup, type: 'simple', crossSellIds: [small] })).toMatchObject({ ok: false })
  expect(await findProduct(db, { slug: 'nested' })).toBeNull()
  expect(await linkedNames('cross-sell', [cup], 5)).toEqual([])
})

test('links stay as they are when they are not spoken of, and nothing is a neighbour of itself', async () => {
  expect(await save({ id: tea, type: 'simple', name: 'Tea' })).toMatchObject({ outcome: 'unchanged' })
  expect(await save({ id: tea, type: 'simple', upSellIds: [tea, scoop, pot] })).toMatchObject({ outcome: 'unchanged' })
  expect(await save({ id: tea, type: 'simple', upSellIds: [pot, scoop] })).toMatchObject({ outcome: 'updated' })
  expect(await linkedNames('up-sell', [tea], 4)).toEqual(['Pot', 'Scoop'])
  expect(await linkedNames('cross-sell', [tea], 5)).toEqual(['Cup', 'Pot', 'Tray'])
})
