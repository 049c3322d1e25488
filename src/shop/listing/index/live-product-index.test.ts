import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { fillReferenceShop, referenceIds } from '../../../../test/support/reference-shop.ts'
import { connect } from '../../../platform/database/connect.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { entryTerms, terms } from '../../../things/entries/terms.table.ts'
import { addSales } from '../../catalog/add-sales.ts'
import { attributes, productIndexChanges, products } from '../../catalog/catalog.table.ts'
import { refreshOutdatedProducts, refreshProducts } from '../../catalog/refresh-product.ts'
import { categoriesWithCounts, facetsOf, listProducts } from '../list-products.ts'
import type { ListingFilters, ListingSorting } from '../listing.ts'
import { countBits } from './bits.ts'
import { INDEX_CHANGES_TTL_MS, openProductIndex } from './live-product-index.ts'
import { changesSince, deleteOldIndexChanges, resetFutureXids, snapshotNow } from './product-index.store.ts'

const database = await createTestDatabase({ template: 'reference', prepare: fillReferenceShop })
const { db } = database
let clock = new Date('2026-11-20T12:00:00Z')
const now = () => clock
const shop = { db, productIndex: openProductIndex(db, now) }
const list = (filters: ListingFilters = {}, sorting: ListingSorting = 'menu_order') =>
  listProducts(shop, { filters, sorting, page: 1, perPage: 100, now: clock })
const ids = async (...asked: Parameters<typeof list>) => (await list(...asked)).cards.map(({ id }) => id)

describe('[CAT-08] committed changes are visible in every process', () => {
  test('a product that is written, however long its transaction took', async () => {
    const other = openProductIndex(db, now)
    await other.current()
    const line = connect(database.url, { poolSize: 1 })
    const before = await ids()
    const done = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const writing = line.db.transaction(async (tx) => {
      await tx.update(entries).set({ status: 'draft' }).where(eq(entries.id, referenceIds.simple))
      await refreshProducts(tx, [referenceIds.simple], clock)
      written.resolve()
      await done.promise
    })
    await written.promise
    // Meanwhile other transactions with higher ids commit and are read.
    await db.transaction((tx) => addSales(tx, [{ productId: referenceIds.onSale, quantity: 1000 }]))
    expect(await ids({}, 'popularity')).toEqual([referenceIds.onSale, ...(await ids({}, 'popularity')).slice(1)])
    expect(await ids()).toEqual(before)
    done.resolve()
    await writing
    expect(await ids()).toEqual(before.filter((id) => id !== referenceIds.simple))
    expect((await other.current()).slotOf(referenceIds.simple)).toBeUndefined()
    await line.close()
    await db.update(entries).set({ status: 'publish' }).where(eq(entries.id, referenceIds.simple))
    await refreshProducts(db, [referenceIds.simple], clock)
    expect(await ids()).toEqual(before)
  })

  test('nothing of a rolled-back transaction', async () => {
    const before = await ids()
    await db
      .transaction(async (tx) => {
        await tx.delete(products).where(eq(products.id, referenceIds.simple))
        throw new Error('taken back')
      })
      .catch(() => undefined)
    expect(await ids()).toEqual(before)
  })

  test('a product that is deleted, with its variations', async () => {
    const index = await shop.productIndex.current()
    expect(countBits(index.set('type variation'))).toBeGreaterThan(3)
    const { total } = await list()
    await db.delete(entries).where(eq(entries.id, referenceIds.variable))
    expect((await list()).total).toBe(total - 1)
    const after = await shop.productIndex.current()
    for (const id of [referenceIds.variable, ...Object.values(referenceIds.sizes)]) {
      expect(after.slotOf(id)).toBeUndefined()
    }
    expect((await list({ search: 'Sampler Silver Leaf' })).total).toBe(0)
  })

  test('an id that is reused for another product', async () => {
    const { total } = await list()
    await db.transaction(async (tx) => {
      await tx.delete(entries).where(eq(entries.id, 1130))
      await tx.insert(entries).values({ id: 1130, kind: 'product', slug: 'again', title: 'Again' })
      await tx.insert(products).values({ id: 1130, type: 'simple', regularPriceCents: 100 })
      await refreshProducts(tx, [1130], clock)
    })
    expect((await list()).total).toBe(total)
    expect((await list({ search: 'again' })).cards.map(({ name }) => name)).toEqual(['Again'])
  })

  test('categories and attributes that are renamed, moved, made or deleted', async () => {
    const counts = async () =>
      Object.fromEntries((await categoriesWithCounts(shop)).map((one) => [one.slug, one.count]))
    const before = await counts()
    const [tea] = await db.insert(terms).values({ taxonomy: 'product_cat', slug: 'leaves', name: 'Leaves' }).returning()
    expect(await counts()).toEqual({ ...before, leaves: 0 })
    await db
      .update(terms)
      .set({ parentId: tea?.id ?? null })
      .where(eq(terms.slug, 'oolong'))
    expect(await counts()).toEqual({ ...before, leaves: before.oolong })
    await db.update(attributes).set({ label: 'Where from' }).where(eq(attributes.slug, 'pa_origin'))
    expect((await facetsOf(shop, {})).attributes.map(({ label }) => label)).toContain('Where from')
    await db.delete(terms).where(eq(terms.slug, 'leaves'))
    expect(await counts()).toEqual(before)
  })

  test('a product that gets a tag, and one whose price changes', async () => {
    const [tag] = await db.insert(terms).values({ taxonomy: 'product_tag', slug: 'gift', name: 'Gift' }).returning()
    expect(await ids({ tagSlug: 'gift' })).toEqual([])
    await db.insert(entryTerms).values({ entryId: 134, termId: tag?.id ?? 0 })
    await refreshProducts(db, [134], clock)
    expect(await ids({ tagSlug: 'gift' })).toEqual([134])
    expect(await ids({ search: 'gift' })).toEqual([134])
    await db.update(products).set({ regularPriceCents: 999_999 }).where(eq(products.id, 134))
    await refreshProducts(db, [134], clock)
    expect(await ids({ minCents: 900_000 })).toEqual([134])
    expect((await ids({}, 'price-desc'))[0]).toBe(134)
  })
})

test('a refresh that finds nothing new has nothing read again', async () => {
  const { rows } = await db.execute<{ id: number }>(sql`select id from products`)
  const all = rows.map(({ id }) => id)
  await refreshProducts(db, all, clock)
  const snapshot = await snapshotNow(db)
  expect(await refreshProducts(db, all, clock)).toEqual([])
  expect(await changesSince(db, snapshot)).toMatchObject({ changed: [], deleted: [], areTermsChanged: false })
})

test('concurrent requests share one statement, and each sees earlier commits', async () => {
  const index = await shop.productIndex.current()
  expect(await Promise.all([shop.productIndex.current(), shop.productIndex.current()])).toEqual([index, index])
  const early = shop.productIndex.current()
  await addSales(db as never, [{ productId: 133, quantity: 7 }])
  const late = await shop.productIndex.current()
  await early
  expect(late.columns.totalSales[late.slotOf(133) ?? -1]).toBe(7)
})

test('the change log is pruned, and a process idle for longer reloads everything', async () => {
  const { total } = await list()
  await db.delete(entries).where(eq(entries.id, 133))
  await deleteOldIndexChanges(db, new Date(Date.now() + 60_000))
  expect(await db.select().from(productIndexChanges)).toEqual([])
  clock = new Date(clock.getTime() + INDEX_CHANGES_TTL_MS + 1)
  expect((await list()).total).toBe(total - 1)
})

test('a database from a backup, whose transactions are counted from the beginning again, is not read over and over', async () => {
  await db.execute(sql`update products set changed_xid = '9000000000000' where id = 131`)
  const snapshot = await snapshotNow(db)
  expect((await changesSince(db, snapshot)).changed).toEqual([131])
  await resetFutureXids(db)
  expect((await changesSince(db, await snapshotNow(db))).changed).toEqual([])
})

test('products of an earlier version are refreshed once', async () => {
  await db.execute(sql`update products set search_vector = null, index_digest = '' where id in (131, 134)`)
  expect((await list({ search: 'golden needle' })).total).toBe(0)
  expect(await refreshOutdatedProducts(db, clock)).toBe(2)
  expect(await refreshOutdatedProducts(db, clock)).toBe(0)
  expect(await ids({ search: 'golden needle' })).toEqual([131])
})

test('after everything was reloaded, a search finds nothing by the places of the index before', async () => {
  const find = (search: string) => ids({ search, isSearchExact: true }, 'relevance')
  expect((await find('needle')).length).toBeGreaterThan(3)
  const [first = 0] = await ids({}, 'date')
  const [deleted = 0] = (await find('needle')).toSorted((a, b) => a - b)
  expect(deleted).not.toBe(first)
  await db.delete(entries).where(eq(entries.id, deleted))
  clock = new Date(clock.getTime() + INDEX_CHANGES_TTL_MS + 1)
  const fresh = { db, productIndex: openProductIndex(db, now) }
  const asked = {
    filters: { search: 'needle', isSearchExact: true },
    sorting: 'relevance',
    page: 1,
    perPage: 100,
  } as const
  const { cards } = await listProducts(fresh, { ...asked, now: clock })
  expect(await find('needle')).toEqual(cards.map(({ id }) => id))
})
