import type { ProductCardData } from '../catalog/product-card.ts'
import type { CardSource, WithProductIndex } from './context.ts'
import {
  type Bits,
  countBits,
  countIntersection,
  forEachBit,
  hasBit,
  intersectBits,
  intersectionCounter,
  subtractBits,
} from './index/bits.ts'
import type { ProductIndex } from './index/product-index.ts'
import * as select from './index/select.ts'
import { cardsById } from './listing.store.ts'
import type { CategoryWithCount, Facets, FacetValue, Listing, ListingFilters, ListingRequest } from './listing.ts'

/** A page out of range has no cards. A search without matches is corrected, and says so as `correctedSearch`. */
export async function listProducts(shop: CardSource, request: ListingRequest): Promise<Listing> {
  const { filters, sorting, page, perPage, now } = request
  const { index, result: searchResult } = await searchFor(shop, filters)
  const bits = select.matchingBits(index, select.buildFilterSets(index, filters, searchResult))
  const slice = { offset: (page - 1) * perPage, limit: perPage }
  // Without a search there is no relevance.
  const order = sorting === 'relevance' || sorting === 'menu_order' ? 'default' : sorting
  const ids =
    sorting === 'relevance' && searchResult
      ? select.pageByRelevance(index, bits, searchResult.ranked, slice)
      : select.pageInOrder(index, bits, order, slice)
  const total = countBits(bits)
  const { cards, nextPriceChange } = await cardsById(shop.db, ids, now)
  return {
    cards,
    total,
    page,
    pages: Math.ceil(total / perPage),
    nextPriceChange,
    correctedSearch: searchResult?.correctedSearch ?? null,
  }
}

export async function facetsOf(shop: WithProductIndex, filters: ListingFilters): Promise<Facets> {
  const { index, result: searchResult } = await searchFor(shop, filters)
  const count = () => facetsIn(index, select.buildFilterSets(index, filters, searchResult))
  // Counts of a search are not cached: its matches change with product texts as well.
  return searchResult ? count() : shop.productIndex.facets.get(index, JSON.stringify(filters), count)
}

async function searchFor(shop: WithProductIndex, { search, isSearchExact = false }: ListingFilters) {
  const index = await shop.productIndex.current()
  return { index, result: search === undefined ? null : await shop.productIndex.search(index, search, isSearchExact) }
}

export async function categoriesWithCounts(shop: WithProductIndex): Promise<readonly CategoryWithCount[]> {
  const index = await shop.productIndex.current()
  return shop.productIndex.categories.get(index, 'all', () => {
    const listed = index.set('listed')
    return index.terms
      .inTaxonomy('product_cat')
      .map((term) => ({ ...term, count: countIntersection(index.terms.subtreeBits(term.id, index.capacity), listed) }))
  })
}

export async function relatedIds(shop: WithProductIndex, productId: number, count: number): Promise<number[]> {
  return relatedTo(await shop.productIndex.current(), productId, count)
}

export async function featuredProducts(shop: CardSource, count: number, now: Date): Promise<ProductCardData[]> {
  const index = await shop.productIndex.current()
  const listed = intersectBits(index.set('listed').slice(), index.set('featured'))
  const bits = subtractBits(listed, index.set('stock outofstock'))
  return (await cardsById(shop.db, select.pageInOrder(index, bits, 'date', { offset: 0, limit: count }), now)).cards
}

/** Facet counts of every filter group, each ignoring the group's own selection. Values without products are omitted. */
export function facetsIn(index: ProductIndex, filterSets: select.FilterSets): Facets {
  const all = select.matchingBits(index, filterSets)
  const without = (group: string): Bits => (filterSets.has(group) ? select.matchingBits(index, filterSets, group) : all)
  const countAll = intersectionCounter(all)
  const valuesOf = (taxonomy: string, group: string): FacetValue[] => {
    const countIn = filterSets.has(group) ? intersectionCounter(without(group)) : countAll
    return index.terms.inTaxonomy(taxonomy).flatMap(({ id, slug, name }) => {
      const count = countIn(index.terms.subtreeBits(id, index.capacity))
      return count === 0 ? [] : [{ id, slug, name, count }]
    })
  }
  const inStock = without('stock')
  const rated = without('rating')
  return {
    price: select.priceBounds(index, without('price')),
    categories: valuesOf('product_cat', 'category'),
    attributes: index.terms.attributes.flatMap(({ slug, label }) => {
      const values = valuesOf(slug, select.attributeFilterKey(slug))
      return values.length === 0 ? [] : [{ slug, label, values }]
    }),
    ratings: [5, 4, 3, 2, 1].flatMap((rating) => {
      const count = countIntersection(index.set(`rating ${rating}`), rated)
      return count === 0 ? [] : [{ rating, count }]
    }),
    stock: {
      instock: countIntersection(index.set('stock instock'), inStock),
      outofstock: countIntersection(index.set('stock outofstock'), inStock),
      onbackorder: countIntersection(index.set('stock onbackorder'), inStock),
    },
    onSale: countIntersection(index.set('onSale'), without('sale')),
  }
}

/** The products that share most categories and tags: in stock first, then by rating, then by age. Deterministic. */
export function relatedTo(index: ProductIndex, productId: number, count: number): number[] {
  const productSlot = index.slotOf(productId)
  if (productSlot === undefined) return []
  const shared = new Uint8Array(index.capacity)
  for (const termId of index.terms.idsAt(productSlot)) {
    const taxonomy = index.terms.byId(termId)?.taxonomy
    if (taxonomy !== 'product_cat' && taxonomy !== 'product_tag') continue
    forEachBit(index.terms.directBits(termId) ?? new Int32Array(0), (slot) => {
      shared[slot] = Math.min(255, (shared[slot] ?? 0) + 1)
    })
  }
  const listed = index.set('listed')
  const soldOut = index.set('stock outofstock')
  const { ratingHundredths, id } = index.columns
  const isBetter = (a: number, b: number): boolean => {
    const byStock = Number(hasBit(soldOut, a)) - Number(hasBit(soldOut, b))
    if (byStock !== 0) return byStock < 0
    const byTerms = (shared[b] ?? 0) - (shared[a] ?? 0)
    if (byTerms !== 0) return byTerms < 0
    const byRating = (ratingHundredths[b] ?? 0) - (ratingHundredths[a] ?? 0)
    return byRating === 0 ? (id[a] ?? 0) < (id[b] ?? 0) : byRating < 0
  }
  const best: number[] = []
  for (let slot = 0; slot < index.capacity; slot += 1) {
    if (shared[slot] === 0 || slot === productSlot || !hasBit(listed, slot)) continue
    const last = best[count - 1]
    if (last !== undefined && !isBetter(slot, last)) continue
    const at = best.findIndex((other) => isBetter(slot, other))
    best.splice(at === -1 ? best.length : at, 0, slot)
    best.length = Math.min(best.length, count)
  }
  return best.map((slot) => index.idAt(slot))
}
