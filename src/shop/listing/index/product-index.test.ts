import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { facetsIn, relatedTo } from '../list-products.ts'
import type { Facets, ListingFilters, Sorting } from '../listing.ts'
import { countBits } from './bits.ts'
import { CountCache } from './live-product-index.ts'
import type { IndexAttribute, IndexRow, IndexTerm } from './product-index.store.ts'
import { ProductIndex } from './product-index.ts'
import { bitsOfIds, buildFilterSets, matchingBits, pageByRelevance, pageInOrder } from './select.ts'

const term = (id: number, taxonomy: string, slug: string, parentId: number | null = null): IndexTerm => ({
  id,
  taxonomy,
  slug,
  name: slug.toUpperCase(),
  description: '',
  parentId,
  imageId: null,
  position: id % 3,
  tint: null,
  display: 'default',
})
const terms = [
  term(1, 'product_cat', 'tea'),
  term(2, 'product_cat', 'green', 1),
  term(3, 'product_cat', 'sencha', 2),
  term(4, 'product_cat', 'pots'),
  term(5, 'product_tag', 'gift'),
  term(6, 'pa_size', 'small'),
  term(7, 'pa_size', 'large'),
  term(8, 'pa_origin', 'japan'),
  term(9, 'pa_origin', 'china'),
]
const attribute = { isLocal: false, display: 'select', orderBy: 'menu_order', hasArchives: false } as const
const attributes: IndexAttribute[] = [
  { ...attribute, id: 1, slug: 'pa_size', label: 'Size' },
  { ...attribute, id: 2, slug: 'pa_origin', label: 'Origin' },
]
const below: Readonly<Record<number, readonly number[]>> = { 1: [1, 2, 3], 2: [2, 3] }

const anyCents = fc.option(fc.integer({ min: 0, max: 50 }))
const anyRow = (id: number): fc.Arbitrary<IndexRow> =>
  fc
    .record({
      type: fc.constantFrom('simple', 'variable', 'variation', 'grouped', 'external'),
      isPublished: fc.boolean(),
      visibility: fc.constantFrom('visible', 'visible', 'catalog', 'search', 'hidden'),
      title: fc.constantFrom('Sencha', 'Bancha', 'Zebra', 'apple', ''),
      menuOrder: fc.integer({ min: -1, max: 2 }),
      publishedMicros: fc.integer({ min: 0, max: 4 }),
      updatedMicros: fc.integer({ min: 0, max: 4 }),
      prices: fc.tuple(anyCents, fc.integer({ min: 0, max: 20 })),
      onSale: fc.boolean(),
      stockStatus: fc.constantFrom('instock', 'outofstock', 'onbackorder'),
      isFeatured: fc.boolean(),
      ratingHundredths: fc.integer({ min: 100, max: 500 }),
      reviewCount: fc.integer({ min: 0, max: 2 }),
      totalSales: fc.integer({ min: 0, max: 3 }),
      searchTextHash: fc.integer({ min: 0, max: 3 }),
      termIds: fc.uniqueArray(fc.integer({ min: 1, max: 9 })),
    })
    .map(({ prices: [minCents, more], ...row }) => ({
      ...row,
      id,
      slug: `p${id}`,
      parentId: row.type === 'variation' ? 1 : null,
      minCents,
      maxCents: minCents === null ? null : minCents + more,
    })) as fc.Arbitrary<IndexRow>

/** Ids repeat: each write replaces an earlier one with the same id. Null deletes the row. */
const anyWrites = fc.array(
  fc
    .integer({ min: 1, max: 60 })
    .chain((id) => fc.oneof({ arbitrary: anyRow(id), weight: 6 }, { arbitrary: fc.constant(id), weight: 1 })),
  { maxLength: 120 },
)

const anyFilters = fc.record(
  {
    categorySlug: fc.constantFrom('tea', 'green', 'sencha', 'pots', 'nowhere'),
    tagSlug: fc.constantFrom('gift', 'none'),
    attributes: fc.dictionary(
      fc.constantFrom('pa_size', 'pa_origin', 'shown', 'price'),
      fc.record({
        slugs: fc.array(fc.constantFrom('small', 'large', 'japan', 'unknown'), { maxLength: 3 }),
        match: fc.constantFrom('any', 'all'),
      }),
      { maxKeys: 2 },
    ),
    minCents: fc.integer({ min: 0, max: 60 }),
    maxCents: fc.integer({ min: 0, max: 60 }),
    ratings: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
    stockStatuses: fc.array(fc.constantFrom('instock', 'outofstock', 'onbackorder'), { maxLength: 2 }),
    onSale: fc.boolean(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<ListingFilters>

/** Reference implementation with plain arrays. */
class Naive {
  readonly rows = new Map<number, IndexRow>()

  write(one: IndexRow | number): void {
    if (typeof one === 'number' || !one.isPublished) this.rows.delete(typeof one === 'number' ? one : one.id)
    else this.rows.set(one.id, one)
  }

  passing(filters: ListingFilters): IndexRow[] {
    return [...this.rows.values()].filter((row) => {
      const has = (taxonomy: string, slug: string) => {
        const found = terms.find((one) => one.taxonomy === taxonomy && one.slug === slug)
        return found !== undefined && (below[found.id] ?? [found.id]).some((id) => row.termIds.includes(id))
      }
      const { minCents = 0, maxCents = 1e9 } = filters
      const asksPrice = filters.minCents !== undefined || filters.maxCents !== undefined
      return (
        row.type !== 'variation' &&
        (row.visibility === 'visible' || row.visibility === 'catalog') &&
        (filters.categorySlug === undefined || has('product_cat', filters.categorySlug)) &&
        (filters.tagSlug === undefined || has('product_tag', filters.tagSlug)) &&
        Object.entries(filters.attributes ?? {}).every(
          ([taxonomy, { slugs, match }]) =>
            slugs.length === 0 || slugs[match === 'any' ? 'some' : 'every']((slug) => has(taxonomy, slug)),
        ) &&
        (!asksPrice ||
          (row.minCents !== null && row.maxCents !== null && row.maxCents >= minCents && row.minCents <= maxCents)) &&
        (!filters.ratings?.length ||
          (row.reviewCount > 0 && filters.ratings.includes(Math.round(row.ratingHundredths / 100)))) &&
        (!filters.stockStatuses?.length || filters.stockStatuses.includes(row.stockStatus)) &&
        (!filters.onSale || row.onSale)
      )
    })
  }

  sorted(rows: readonly IndexRow[], sorting: Sorting | 'default'): number[] {
    const word = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
    const last = (cents: number | null, when: number) => cents ?? when
    const isGone = (row: IndexRow) => Number(row.stockStatus === 'outofstock')
    const compare: Record<Sorting | 'default', (a: IndexRow, b: IndexRow) => number> = {
      default: (a, b) => isGone(a) - isGone(b) || compare.menu_order(a, b),
      menu_order: (a, b) => a.menuOrder - b.menuOrder || word(a.title, b.title) || a.id - b.id,
      popularity: (a, b) => b.totalSales - a.totalSales || b.id - a.id,
      rating: (a, b) => b.ratingHundredths - a.ratingHundredths || b.reviewCount - a.reviewCount || b.id - a.id,
      date: (a, b) => b.publishedMicros - a.publishedMicros || b.id - a.id,
      price: (a, b) => last(a.minCents, 1e9) - last(b.minCents, 1e9) || a.id - b.id,
      'price-desc': (a, b) => last(b.maxCents, -1) - last(a.maxCents, -1) || a.id - b.id,
    }
    return rows.toSorted(compare[sorting]).map((row) => row.id)
  }

  facets(filters: ListingFilters): Facets {
    const without = (...names: (keyof ListingFilters)[]): IndexRow[] =>
      this.passing(
        Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name as keyof ListingFilters))),
      )
    const values = (taxonomy: string, rows: readonly IndexRow[]) =>
      terms
        .filter((one) => one.taxonomy === taxonomy)
        .toSorted((a, b) => a.position - b.position || a.id - b.id)
        .map(({ id, slug, name }) => ({
          id,
          slug,
          name,
          count: rows.filter((row) => (below[id] ?? [id]).some((one) => row.termIds.includes(one))).length,
        }))
        .filter(({ count }) => count > 0)
    const priced = without('minCents', 'maxCents').filter((row) => row.minCents !== null)
    const inStock = without('stockStatuses')
    const stock = (status: string) => inStock.filter((row) => row.stockStatus === status).length
    const rated = without('ratings').filter((row) => row.reviewCount > 0)
    return {
      price:
        priced.length === 0
          ? null
          : {
              minCents: Math.min(...priced.map((row) => row.minCents ?? 0)),
              maxCents: Math.max(...priced.map((row) => row.maxCents ?? 0)),
            },
      categories: values('product_cat', without('categorySlug')),
      attributes: attributes
        .map(({ slug, label }) => {
          const { [slug]: _, ...others } = filters.attributes ?? {}
          return { slug, label, values: values(slug, this.passing({ ...filters, attributes: others })) }
        })
        .filter((one) => one.values.length > 0),
      ratings: [5, 4, 3, 2, 1]
        .map((rating) => ({
          rating,
          count: rated.filter((row) => Math.round(row.ratingHundredths / 100) === rating).length,
        }))
        .filter(({ count }) => count > 0),
      stock: { instock: stock('instock'), outofstock: stock('outofstock'), onbackorder: stock('onbackorder') },
      onSale: without('onSale').filter((row) => row.onSale).length,
    }
  }
}

const sortings: readonly (Sorting | 'default')[] = [
  'default',
  'menu_order',
  'popularity',
  'rating',
  'date',
  'price',
  'price-desc',
]

function written(writes: readonly (IndexRow | number)[]): { index: ProductIndex; naive: Naive } {
  const index = new ProductIndex()
  index.terms.replaceAll(terms, attributes)
  const naive = new Naive()
  for (const one of writes) {
    if (typeof one === 'number') index.remove(one)
    else index.upsert(one)
    naive.write(one)
  }
  return { index, naive }
}

describe('[CAT-08] the product index agrees with a full scan', () => {
  test('totals, pages in every order, and what can be chosen, before and after changes', () => {
    fc.assert(
      fc.property(anyWrites, anyWrites, fc.array(anyFilters, { minLength: 1, maxLength: 4 }), (first, then, asked) => {
        const { index, naive } = written(first)
        const kept = new CountCache<Facets>(10)
        const check = () => {
          for (const filters of asked) {
            const groups = buildFilterSets(index, filters, null)
            const bits = matchingBits(index, groups)
            const rows = naive.passing(filters)
            expect(countBits(bits)).toBe(rows.length)
            for (const sorting of sortings) {
              const all = naive.sorted(rows, sorting)
              expect(pageInOrder(index, bits, sorting, { offset: 0, limit: 100 })).toEqual(all)
              expect(pageInOrder(index, bits, sorting, { offset: 3, limit: 5 })).toEqual(all.slice(3, 8))
            }
            const facets = kept.get(index, JSON.stringify(filters), () => facetsIn(index, groups))
            expect(facets).toEqual(naive.facets(filters))
          }
        }
        check()
        for (const one of then) {
          if (typeof one === 'number') index.remove(one)
          else index.upsert(one)
          naive.write(one)
        }
        check()
      }),
      { numRuns: 150 },
    )
  })

  test('changes are reported to cached searches', () => {
    fc.assert(
      fc.property(anyWrites, anyWrites, (first, then) => {
        const { index } = written(first)
        const { version } = index.searchChanges
        const found = new Map([...index.ids()].map((id) => [id, index.columns.searchTextHash[index.slotOf(id) ?? 0]]))
        for (const one of then) {
          if (typeof one === 'number') index.remove(one)
          else index.upsert(one)
        }
        const told = new Set(index.searchChanges.since(version)?.map(({ id }) => id))
        const now = new Map([...index.ids()].map((id) => [id, index.columns.searchTextHash[index.slotOf(id) ?? 0]]))
        for (const id of new Set([...found.keys(), ...now.keys()])) {
          if (found.get(id) !== now.get(id)) expect(told).toContain(id)
        }
      }),
    )
  })
})

const row = (id: number, more: Partial<IndexRow> = {}): IndexRow => ({
  id,
  type: 'simple',
  parentId: null,
  isPublished: true,
  visibility: 'visible',
  title: `Tea ${id}`,
  slug: `tea-${id}`,
  menuOrder: 0,
  publishedMicros: 0,
  updatedMicros: 0,
  minCents: 100,
  maxCents: 100,
  onSale: false,
  stockStatus: 'instock',
  isFeatured: false,
  ratingHundredths: 0,
  reviewCount: 0,
  totalSales: 0,
  searchTextHash: 0,
  termIds: [],
  ...more,
})

test('it grows beyond its initial capacity, and evicted words get no updates', () => {
  const { index } = written(Array.from({ length: 5000 }, (_, at) => row(at + 1, { termIds: [1 + (at % 9)] })))
  expect(index.size).toBe(5000)
  expect(countBits(index.set('listed'))).toBe(5000)
  expect(countBits(index.terms.subtreeBits(1, index.capacity))).toBe(556 * 2 + 556)
  expect(index.searchChanges.since(0)).toBeNull()
  expect(index.searchChanges.since(index.searchChanges.version - 1)).toHaveLength(1)
})

test('pages of many products are the same as pages of few', () => {
  const { index, naive } = written(
    Array.from({ length: 2500 }, (_, at) =>
      row(at + 1, { minCents: (at * 7919) % 500, maxCents: 500, totalSales: at % 7, title: `Tea ${at % 40}` }),
    ),
  )
  const bits = index.set('listed')
  for (const sorting of sortings) {
    const all = naive.sorted([...naive.rows.values()], sorting)
    expect(pageInOrder(index, bits, sorting, { offset: 1300, limit: 20 })).toEqual(all.slice(1300, 1320))
    expect(pageInOrder(index, bitsOfIds(index, all.slice(5, 300)), sorting, { offset: 7, limit: 9 })).toEqual(
      all.slice(12, 21),
    )
    expect(pageInOrder(index, bits, sorting, { offset: 2, limit: 3 }, true)).toEqual(all.toReversed().slice(2, 5))
  }
})

test('an order that is prepared bit by bit is the same, and one that changed meanwhile is not taken', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => row(at + 1, { title: `Tea ${(at * 7919) % 997}` }))
  const whole = written(rows).index.sortOrders.slots('title')
  const { index } = written(rows)
  let pauses = 0
  await index.sortOrders.prepare('title', async () => {
    pauses += 1
  })
  expect(pauses).toBeGreaterThan(4)
  expect(index.sortOrders.slots('title')).toEqual(whole)

  const changed = written(rows).index
  await changed.sortOrders.prepare('title', async () => changed.upsert(row(1, { title: 'Zebra' })))
  expect(changed.idAt(changed.sortOrders.slots('title').at(-1) ?? 0)).toBe(1)
  changed.upsert(row(2, { title: 'Zebra crossing' }))
  await changed.sortOrders.prepare('title', async () => {})
  expect([...changed.sortOrders.slots('title').slice(-2)].map((slot) => changed.idAt(slot))).toEqual([1, 2])
})

test('a search shows its best answers first and then what sells best, and no product twice', () => {
  const { index } = written([1, 2, 3, 4, 5].map((id) => row(id, { totalSales: id })))
  const bits = bitsOfIds(index, [1, 2, 3, 4])
  expect(pageByRelevance(index, bits, [2, 5, 1], { offset: 0, limit: 10 })).toEqual([2, 1, 4, 3])
  expect(pageByRelevance(index, bits, [2, 5, 1], { offset: 1, limit: 2 })).toEqual([1, 4])
  expect(pageByRelevance(index, bits, [2, 5, 1], { offset: 3, limit: 2 })).toEqual([3])
})

test('sales do not invalidate counts', () => {
  const { index } = written([row(1), row(2)])
  const { version } = index
  index.upsert(row(1, { totalSales: 5, updatedMicros: 7 }))
  expect(index.version).toBe(version)
  index.upsert(row(1, { minCents: 90 }))
  expect(index.version).toBeGreaterThan(version)
})

test('related products are those with most terms in common, in stock first, never hidden', () => {
  const { index } = written([
    row(1, { termIds: [1, 5, 6] }),
    row(2, { termIds: [1] }),
    row(3, { termIds: [1, 5] }),
    row(4, { termIds: [1, 5], stockStatus: 'outofstock' }),
    row(5, { termIds: [6] }),
    row(6, { termIds: [1, 5], visibility: 'hidden' }),
    row(7, { termIds: [1], ratingHundredths: 400, reviewCount: 1 }),
  ])
  expect(relatedTo(index, 1, 10)).toEqual([3, 7, 2, 4])
  expect(relatedTo(index, 1, 2)).toEqual([3, 7])
  expect(relatedTo(index, 99, 2)).toEqual([])
})

test('a count belongs to its index: another one of the same version counts again', () => {
  const counts = new CountCache<number>(10)
  const [before, after] = [new ProductIndex(), new ProductIndex()]
  expect(counts.get(before, 'all', () => 1)).toBe(1)
  expect(counts.get(after, 'all', () => 2)).toBe(2)
  expect(counts.get(before, 'all', () => 3)).toBe(1)
})
