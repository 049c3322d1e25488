import type { ProductCardData } from '../catalog/product-card.ts'
import type { CardSource, WithProductIndex } from './context.ts'
import { countBits, countIntersection, intersectBits, subtractBits } from './index/bits.ts'
import { facetsIn } from './index/facets.ts'
import type { ProductIndex } from './index/product-index.ts'
import { relatedTo } from './index/related.ts'
import { buildFilterSets, matchingBits, pageByRelevance, pageInOrder } from './index/select.ts'
import { cardsById } from './listing.store.ts'
import type { CategoryWithCount, Facets, Listing, ListingFilters, ListingRequest } from './listing.ts'
import type { SearchResult } from './search/search.ts'

/** A page out of range has no cards. A search without matches is corrected, and says so as `correctedSearch`. */
export async function listProducts(shop: CardSource, request: ListingRequest): Promise<Listing> {
  const { filters, sorting, page, perPage, now } = request
  const { index, result: searchResult } = await searchFor(shop, filters)
  const bits = matchingBits(index, buildFilterSets(index, filters, searchResult))
  const slice = { offset: (page - 1) * perPage, limit: perPage }
  // Without a search there is no relevance.
  const order = sorting === 'relevance' || sorting === 'menu_order' ? 'default' : sorting
  const ids =
    sorting === 'relevance' && searchResult
      ? pageByRelevance(index, bits, searchResult.ranked, slice)
      : pageInOrder(index, bits, order, slice)
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
  const count = () => facetsIn(index, buildFilterSets(index, filters, searchResult))
  // Counts of a search are not cached: its matches change with product texts as well.
  return searchResult ? count() : shop.productIndex.facets.get(index, JSON.stringify(filters), count)
}

async function searchFor(
  shop: WithProductIndex,
  { search, isSearchExact = false }: ListingFilters,
): Promise<{ index: ProductIndex; result: SearchResult | null }> {
  const index = await shop.productIndex.current()
  return { index, result: search === undefined ? null : await shop.productIndex.search(index, search, isSearchExact) }
}

/** All product categories in menu order with the number of listed products, descendants included. */
export async function categoriesWithCounts(shop: WithProductIndex): Promise<readonly CategoryWithCount[]> {
  const index = await shop.productIndex.current()
  return shop.productIndex.categories.get(index, 'all', () => {
    const listed = index.set('listed')
    return index.terms
      .inTaxonomy('product_cat')
      .map((term) => ({ ...term, count: countIntersection(index.terms.subtreeBits(term.id, index.capacity), listed) }))
  })
}

/** Related products: those that share most categories and tags, in stock first. Deterministic, so that the page can be cached. */
export async function relatedIds(shop: WithProductIndex, productId: number, count: number): Promise<number[]> {
  return relatedTo(await shop.productIndex.current(), productId, count)
}

export async function featuredProducts(shop: CardSource, count: number, now: Date): Promise<ProductCardData[]> {
  const index = await shop.productIndex.current()
  const listed = intersectBits(index.set('listed').slice(), index.set('featured'))
  const bits = subtractBits(listed, index.set('stock outofstock'))
  return (await cardsById(shop.db, pageInOrder(index, bits, 'date', { offset: 0, limit: count }), now)).cards
}
