import type { Term } from '../catalog/product.ts'
import type { ProductCardData } from '../catalog/product-card.ts'
import type { StockStatus } from '../inventory/stock.ts'

/** Sort options by their public names (html-notes.md, "Shop, category and search listing"). */
export const sortings = {
  menu_order: 'Default sorting',
  popularity: 'Sort by popularity',
  rating: 'Sort by average rating',
  date: 'Sort by latest',
  price: 'Sort by price: low to high',
  'price-desc': 'Sort by price: high to low',
} as const

export type Sorting = keyof typeof sortings

export const NEW_FOR_DAYS = 14

export const isSorting = (text: unknown): text is Sorting => typeof text === 'string' && Object.hasOwn(sortings, text)

export type ListingFilters = {
  readonly categorySlug?: string
  readonly tagSlug?: string
  /** Attribute slug (`pa_size`) to the selected values; products match any or all of them. */
  readonly attributes?: Readonly<Record<string, { readonly slugs: readonly string[]; readonly match: 'any' | 'all' }>>
  /** The product's price range overlaps this one, bounds included. */
  readonly minCents?: number
  readonly maxCents?: number
  /** Average ratings, rounded to whole stars. */
  readonly ratings?: readonly number[]
  readonly stockStatuses?: readonly StockStatus[]
  readonly onSale?: boolean
  readonly search?: string
  readonly isSearchExact?: boolean
}

/** Filter options with product counts. Each group ignores its own selection, so that a second value can be selected. */
export type Facets = {
  readonly price: { readonly minCents: number; readonly maxCents: number } | null
  readonly categories: readonly FacetValue[]
  readonly attributes: readonly {
    readonly slug: string
    readonly label: string
    readonly values: readonly FacetValue[]
  }[]
  /** By whole stars, 5 first; empty ones omitted. */
  readonly ratings: readonly { readonly rating: number; readonly count: number }[]
  readonly stock: Readonly<Record<StockStatus, number>>
  readonly onSale: number
}
export type FacetValue = { readonly id: number; readonly slug: string; readonly name: string; readonly count: number }

export type CategoryWithCount = Term & {
  readonly description: string
  readonly position: number
  readonly count: number
}

export type ListingSorting = Sorting | 'relevance'

export type ListingRequest = {
  readonly filters: ListingFilters
  readonly sorting: ListingSorting
  readonly page: number
  readonly perPage: number
  readonly now: Date
}

export type Listing = {
  readonly cards: readonly ProductCardData[]
  readonly total: number
  readonly page: number
  readonly pages: number
  readonly nextPriceChange: Date | null
  /** The spelling that was searched for instead, if the original had no matches: 'sencha' for 'senhca'. */
  readonly correctedSearch: string | null
}

/** 'Showing 13–24 of 64 results', worded as in WooCommerce. */
export function resultCountText(listing: Pick<Listing, 'total' | 'page'>, perPage: number): string {
  const { total, page } = listing
  if (total === 1) return 'Showing the single result'
  if (total <= perPage) return `Showing all ${total} results`
  const first = (page - 1) * perPage + 1
  return `Showing ${first}–${Math.min(total, page * perPage)} of ${total} results`
}

export const fillRow = (recommended: readonly number[], related: readonly number[], count: number): number[] =>
  [...new Set([...recommended, ...related])].slice(0, count)
