import { hrefs, type ListingQuery } from '../routes.ts'
import { isSorting, type Sorting } from './listing.ts'

/** What a listing's address asks for. */
export type ListingAddress = {
  readonly page: number
  readonly sorting: Sorting
  readonly categorySlug?: string
  readonly search?: string
}

type Given = {
  readonly page?: string | undefined
  readonly slug?: string | undefined
  readonly query: Readonly<Record<string, string>>
}

/** Longest search that is looked for; the rest is cut off. */
const LONGEST_SEARCH = 100

/** Reads path and query. Anything that is not understood is as if it were not there. */
export function readListingAddress({ page, slug, query }: Given): ListingAddress {
  const search = query.s?.trim().slice(0, LONGEST_SEARCH)
  const number = Number(page ?? query.paged ?? 1)
  return {
    page: Number.isSafeInteger(number) && number >= 1 ? number : 1,
    sorting: isSorting(query.orderby) ? query.orderby : 'menu_order',
    ...(slug === undefined ? {} : { categorySlug: slug }),
    ...(search ? { search } : {}),
  }
}

/** The address of another page of the same listing. */
export function listingHref(address: ListingAddress, page = address.page): string {
  const filters: ListingQuery = {
    ...(address.sorting === 'menu_order' ? {} : { orderby: address.sorting }),
    ...(address.search === undefined ? {} : { s: address.search, post_type: 'product' }),
  }
  return address.categorySlug === undefined
    ? hrefs.shop(page, filters)
    : hrefs.category(address.categorySlug, page, filters)
}

/** Addresses people and search engines reach by links are kept; one that somebody made up is not worth memory. */
export const isKeptListing = (address: ListingAddress, query: Readonly<Record<string, string>>): boolean =>
  address.search === undefined &&
  Object.keys(query).every((name) => name === 'orderby' || (name === 'paged' && query.paged === '1'))
