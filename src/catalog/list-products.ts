/** What shelves, searches and their filters show: the shelf index says which products, the database what is on their cards. */
import type { Shop } from '../shop.ts'
import { cardsById } from './listing.store.ts'
import type { Card, CategoryWithCount, Facets, Listing, ListingFilters, ListingRequest } from './listing.ts'
import type { Found } from './search/search.ts'
import { countBits, countShared, dropBits } from './shelf-index/bits.ts'
import { facetsIn } from './shelf-index/facets.ts'
import { relatedTo } from './shelf-index/related.ts'
import { groupsOf, pageByRelevance, pageInOrder, selected } from './shelf-index/select.ts'
import type { ShelfIndex } from './shelf-index/shelf-index.ts'

type Shelved = Pick<Shop, 'db' | 'shelves'>

/**
 * One page of the products that pass all filters, and how many do. A page past the end has no cards. What is looked for
 * is spelt as it must be when nothing is spelt as it was typed, and `correctedSearch` says so.
 */
export async function listProducts(shop: Shelved, request: ListingRequest): Promise<Listing> {
  const { filters, sorting, page, perPage, now } = request
  const { index, found } = await foundFor(shop, filters)
  const bits = selected(index, groupsOf(index, filters, found))
  const part = { offset: (page - 1) * perPage, limit: perPage }
  // Without a search nothing is more relevant than anything else.
  const ids =
    sorting === 'relevance'
      ? found
        ? pageByRelevance(index, bits, found.ranked, part)
        : pageInOrder(index, bits, 'default', part)
      : pageInOrder(index, bits, sorting === 'menu_order' ? 'default' : sorting, part)
  const total = countBits(bits)
  const { cards, nextPriceChange } = await cardsById(shop.db, ids, now)
  return {
    cards,
    total,
    page,
    pages: Math.ceil(total / perPage),
    nextPriceChange,
    correctedSearch: found?.correctedSearch ?? null,
  }
}

/** What the products of these filters can be narrowed by. */
export async function facetsOf(shop: Shelved, filters: ListingFilters): Promise<Facets> {
  const { index, found } = await foundFor(shop, filters)
  const count = () => facetsIn(index, groupsOf(index, filters, found))
  // What a search finds may change with words alone.
  return found ? count() : shop.shelves.facets.get(index, JSON.stringify(filters), count)
}

async function foundFor(
  shop: Shelved,
  { search, isSearchExact = false }: ListingFilters,
): Promise<{ index: ShelfIndex; found: Found | null }> {
  const index = await shop.shelves.current()
  return { index, found: search === undefined ? null : await shop.shelves.search(index, search, isSearchExact) }
}

/** Every product category in menu order with the number of listed products in it; children count for their parents. */
export async function categoriesWithCounts(shop: Pick<Shop, 'shelves'>): Promise<readonly CategoryWithCount[]> {
  const index = await shop.shelves.current()
  return shop.shelves.categories.get(index, 'all', () => {
    const listed = index.set('listed')
    return index.terms
      .of('product_cat')
      .map((term) => ({ ...term, count: countShared(index.terms.whole(term.id, index.capacity), listed) }))
  })
}

/**
 * What to look at next: products that share most categories and tags with this one, those in stock first. Always the
 * same ones for the same data, so that the page can be kept.
 */
export async function relatedProducts(shop: Shelved, productId: number, count: number, now: Date): Promise<Card[]> {
  const index = await shop.shelves.current()
  return [...(await cardsById(shop.db, relatedTo(index, productId, count), now)).cards]
}

/** Featured products that can be had, the newest first. */
export async function featuredProducts(shop: Shelved, count: number, now: Date): Promise<Card[]> {
  const index = await shop.shelves.current()
  const groups = new Map([
    ['shown', index.set('listed')],
    ['featured', index.set('featured')],
  ])
  const bits = dropBits(selected(index, groups), index.set('stock outofstock'))
  return [...(await cardsById(shop.db, pageInOrder(index, bits, 'date', { offset: 0, limit: count }), now)).cards]
}
