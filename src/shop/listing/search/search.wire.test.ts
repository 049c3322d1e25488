import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { repetitions } from '../../../../test/running/long-run.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../../test/support/shop.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { entryTerms, terms } from '../../../things/entries/terms.table.ts'
import { products, searchWords } from '../../catalog/catalog.table.ts'
import { refreshAllProducts, refreshProducts } from '../../catalog/refresh-product.ts'
import { listProducts } from '../list-products.ts'
import type { ListingFilters, ListingSorting } from '../listing.ts'

/** Installed before the first connection, so that it captures every statement. */
const driver = vi.spyOn(pg.Client.prototype, 'query')
const { app, db, shop } = await openShop({ settings: recordedSettings })
const now = new Date('2026-11-20T12:00:00Z')
const find = (filters: ListingFilters, sorting: ListingSorting = 'relevance') =>
  listProducts(shop, { filters, sorting, page: 1, perPage: 100, now })
const names = async (search: string) => (await find({ search, isSearchExact: true })).cards.map(({ name }) => name)

async function change(
  id: number,
  entry: Partial<typeof entries.$inferInsert>,
  product?: Partial<typeof products.$inferInsert>,
) {
  await db.transaction(async (tx) => {
    await tx
      .update(entries)
      .set({ ...entry, updatedAt: now })
      .where(eq(entries.id, id))
    if (product) await tx.update(products).set(product).where(eq(products.id, id))
    await refreshProducts(tx, [id], now)
  })
}

describe('[CAT-08] a search', () => {
  test('looks for every word, in any order, from the beginning of the last', async () => {
    expect(await names('misty  PHOENIX')).toEqual(['Misty Phoenix Green Tea No. 960'])
    expect(await names('phoenix misty')).toEqual(['Misty Phoenix Green Tea No. 960'])
    expect(await names('misty phoe')).toEqual(['Misty Phoenix Green Tea No. 960'])
    expect(await names('phoe misty')).toEqual([])
    expect(await names('mistys phoenixes')).toEqual(['Misty Phoenix Green Tea No. 960'])
  })

  test('ignores accents and case', async () => {
    await change(133, { title: 'Thé à la Menthe' })
    expect(await names('the a LA menthe')).toEqual(['Thé à la Menthe'])
    await change(133, { title: 'Jade Needle White Tea No. 3' })
    expect((await names('jáde nèedle'))[0]).toBe('Jade Needle White Tea No. 3')
  })

  test('puts the SKU first, also one of a variation, and finds the beginning of one', async () => {
    expect((await names('tea-8'))[0]).toBe('Spring Needle Green Tea No. 8')
    expect((await names('TEA-8'))[0]).toBe('Spring Needle Green Tea No. 8')
    expect((await names('VAR-2-50-g'))[0]).toBe('Sampler Silver Leaf')
    expect(await names('tea-99')).toHaveLength(8)
    expect(await names('TEA-131')).toEqual([])
    // Every SKU starts with TEA, but not every product is a tea.
    expect(await names('tea')).not.toContain('Royal Blossom Matcha No. 20')
  })

  test('values the name above categories and tags, and those above facts and texts', async () => {
    await change(131, { title: 'Quokka' })
    const [tag] = await db.insert(terms).values({ taxonomy: 'product_tag', slug: 'quokka', name: 'Quokka' }).returning()
    await db.insert(entryTerms).values({ entryId: 134, termId: tag?.id ?? 0 })
    await change(134, {})
    await change(138, {}, { subtitle: 'A quokka of a tea' })
    await change(140, { content: '<p>As drunk by every quokka.</p>' })
    const { cards } = await find({ search: 'quokka' })
    expect(cards.map(({ id }) => id)).toEqual([131, 134, 138, 140])
    // Markup is not searched.
    await change(140, { content: '<p class="quokkas">As drunk.</p>' })
    expect((await find({ search: 'quokka' })).total).toBe(3)
  })

  test('breaks ties by sales', async () => {
    await change(1093, { title: 'Numbat' }, { totalSales: 2 })
    await change(1107, { title: 'Numbat' }, { totalSales: 5 })
    await change(1108, { title: 'Numbat' }, { totalSales: 3 })
    expect((await find({ search: 'numbat' })).cards.map(({ id }) => id)).toEqual([1107, 1108, 1093])
  })

  test('can be combined with every filter and sort order', async () => {
    const all = await find({ search: 'needle' })
    const price = await find({ search: 'needle' }, 'price')
    expect(price.total).toBe(all.total)
    expect(price.cards.map(({ minCents }) => minCents)).toEqual(
      price.cards.map(({ minCents }) => minCents).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
    )
    const green = await find({ search: 'needle', categorySlug: 'green-tea' })
    expect(green.cards.length).toBeGreaterThan(0)
    expect(green.cards.every(({ categorySlugs }) => categorySlugs.includes('green-tea'))).toBe(true)
    const dear = await find({ search: 'needle', minCents: 5000 })
    expect(dear.total).toBe(all.cards.filter(({ maxCents }) => (maxCents ?? 0) >= 5000).length)
  })

  test('does not find what is hidden, a draft, or for the catalogue only', async () => {
    await change(1127, { title: 'Wombat' }, { visibility: 'catalog' })
    expect(await names('wombat')).toEqual([])
    await change(1127, {}, { visibility: 'search' })
    expect(await names('wombat')).toEqual(['Wombat'])
    await change(1127, { status: 'private' })
    expect(await names('wombat')).toEqual([])
  })
})

describe('[CAT-08] a misspelt search', () => {
  test('shows what was meant, and says so', async () => {
    const found = await find({ search: 'imprial neelde' })
    expect(found.correctedSearch).toBe('imperial needle')
    expect(found.total).toBe((await find({ search: 'imperial needle' })).total)
    expect((await find({ search: 'spirng' })).correctedSearch).toBe('spring')
  })

  test('leaves known words unchanged', async () => {
    expect((await find({ search: 'misty phonix' })).correctedSearch).toBe('misty phoenix')
  })

  test('is searched as typed on request, or without a close match', async () => {
    expect(await find({ search: 'goldn', isSearchExact: true })).toMatchObject({ total: 0, correctedSearch: null })
    expect(await find({ search: 'zzzzqq' })).toMatchObject({ total: 0, correctedSearch: null })
  })

  test('is never corrected when a product is spelled that way', async () => {
    await change(1122, { title: 'Goldn Herbal' })
    expect(await find({ search: 'goldn' })).toMatchObject({ total: 1, correctedSearch: null })
  })

  test('is compared with words of products: new ones at once, removed ones until the next recount', async () => {
    const carried = async (word: string) =>
      (await db.select().from(searchWords).where(eq(searchWords.word, word)))[0]?.productCount
    expect(await carried('dugong')).toBeUndefined()
    await change(1123, { title: 'Dugong Matcha' })
    expect(await carried('dugong')).toBe(1)
    expect((await find({ search: 'dugnog' })).correctedSearch).toBe('dugong')
    await change(1123, { title: 'Jade Garden Matcha No. 993' })
    // The word is still in the dictionary but matches nothing, so no correction is offered.
    expect(await find({ search: 'dugnog' })).toMatchObject({ total: 0, correctedSearch: null })
    await refreshAllProducts(db, now)
    expect(await carried('dugong')).toBeUndefined()
    expect(await carried('needle')).toBeGreaterThan(3)
  })
})

describe('[CAT-08] whatever is typed or pasted', () => {
  test.each([
    "o'; drop table products --",
    '100%',
    '\\',
    "'",
    ':*&|!()<->',
    '"tea" & !green | (black)',
    'tea\0green',
    '🍵',
    '🍵 tea',
    '\ud800',
    'ŉ ½ ℃ ﬁne',
    "tea-'12'\\",
    'x'.repeat(10_000),
    'the of and',
    '-',
    '%_%',
    '茶 お茶',
    'a b c d e f g h i j k l m n o p',
  ])('%j causes no error', async (search) => {
    const found = await find({ search })
    expect(found.total).toBeGreaterThanOrEqual(0)
    const page = await app.request(`/shop/?${new URLSearchParams({ s: search, post_type: 'product' })}`)
    expect([200, 400]).toContain(page.status)
  })

  test('there is an answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 60 })),
        async (search) => {
          const found = await find({ search })
          expect(found.total).toBeGreaterThanOrEqual(found.cards.length)
        },
      ),
      { numRuns: repetitions(80) },
    )
  })
})

test('[CAT-08] pages of a search show every answer once, the ranked and the others', async () => {
  const all = (await find({ search: 'tea' })).cards.map(({ id }) => id)
  const seen: number[] = []
  for (let page = 1; page <= Math.ceil(all.length / 7); page += 1) {
    const part = await listProducts(shop, { filters: { search: 'tea' }, sorting: 'relevance', page, perPage: 7, now })
    seen.push(...part.cards.map(({ id }) => id))
  }
  expect(seen).toEqual(all)
  expect(new Set(seen).size).toBe(all.length)
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from products where search_vector @@ to_tsquery('english_unaccent', 'tea')`,
  )
  expect(all).toHaveLength(rows[0]?.count ?? -1)
  expect(all).toContain(referenceIds.onSale)
})

test('[CAT-08] a search word that is an exact SKU finds that product', async () => {
  await change(133, {}, { sku: 'PHOENIX' })
  // A cached correction must not hide products added later.
  const misspelt = await find({ search: 'pheonix' })
  expect(misspelt.correctedSearch).toBe('phoenix')
  expect((await names('phoenix'))[0]).toBe('Jade Needle White Tea No. 3')
  expect(misspelt.cards[0]?.name).toBe('Jade Needle White Tea No. 3')
  await change(133, {}, { sku: 'TEA-3' })
})

test('[CAT-08] a page looks up what it searches for once, for its cards and its counts', async () => {
  await app.request('/shop/')
  driver.mockClear()
  const { status } = await app.request('/shop/?s=jasmnie&post_type=product')
  const texts = driver.mock.calls.map(([query]) => (query as unknown as { text?: string }).text ?? '')
  expect(status).toBe(200)
  const times = (part: string) => texts.filter((text) => text.includes(part)).length
  // One search for the words as typed; the matches of 'jasmine' are cached by the tests above.
  expect([times('search_vector @@'), times('search_words')]).toEqual([1, 1])
})
