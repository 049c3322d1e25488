import type { Picture } from '../../things/media/picture.ts'
import type { Term } from '../catalog/product.ts'
import type { StockStatus } from '../inventory/stock-level.ts'

/** Orders of the listing, as the select and the wire name them (html-notes.md, "Shop, category and search listing"). */
export const sortings = {
  menu_order: 'Default sorting',
  popularity: 'Sort by popularity',
  rating: 'Sort by average rating',
  date: 'Sort by latest',
  price: 'Sort by price: low to high',
  'price-desc': 'Sort by price: high to low',
} as const

export type Sorting = keyof typeof sortings

/** How long a product counts as new. */
export const NEW_FOR_DAYS = 14

export const isSorting = (text: unknown): text is Sorting => typeof text === 'string' && Object.hasOwn(sortings, text)

/** Which products a listing holds. What is left out does not narrow it. */
export type ListingFilters = {
  /** Of this category and of the ones below it. */
  readonly categorySlug?: string
  readonly tagSlug?: string
  /** Attribute slug (`pa_size`) to the chosen values: any of them will do, or all of them must be there. */
  readonly attributes?: Readonly<Record<string, { readonly slugs: readonly string[]; readonly match: 'any' | 'all' }>>
  /** What a product can be had for lies in this range, both ends included. */
  readonly minCents?: number
  readonly maxCents?: number
  /** Mean ratings, rounded to whole stars. */
  readonly ratings?: readonly number[]
  readonly stockStatuses?: readonly StockStatus[]
  readonly onSale?: boolean
  readonly search?: string
  /** Look for exactly what was typed, and never for a word that is spelt alike. */
  readonly isSearchExact?: boolean
}

/**
 * What a shopper can narrow a listing by, with how many products each choice would leave. Each group is counted as if
 * nothing were chosen in that group itself, so that choosing a second value of it is possible.
 */
export type Facets = {
  readonly price: { readonly minCents: number; readonly maxCents: number } | null
  readonly categories: readonly FacetValue[]
  readonly attributes: readonly {
    readonly slug: string
    readonly label: string
    readonly values: readonly FacetValue[]
  }[]
  /** By whole stars, 5 first; only those that occur. */
  readonly ratings: readonly { readonly rating: number; readonly count: number }[]
  readonly stock: Readonly<Record<StockStatus, number>>
  readonly onSale: number
}
export type FacetValue = { readonly id: number; readonly slug: string; readonly name: string; readonly count: number }

export type CategoryWithCount = Term & {
  readonly description: string
  readonly position: number
  /** Listed products in it and in those below. */
  readonly count: number
}

/** What one card of a listing shows. */
export type ProductCardData = {
  readonly id: number
  readonly type: 'simple' | 'variable' | 'grouped' | 'external'
  readonly slug: string
  readonly name: string
  readonly sku: string
  readonly subtitle: string
  readonly kind: string | null
  readonly minCents: number | null
  readonly maxCents: number | null
  /** Before the sale; equal to `minCents` when there is none. */
  readonly regularMinCents: number | null
  readonly isSale: boolean
  readonly stockStatus: StockStatus
  readonly isFeatured: boolean
  readonly ratingHundredths: number
  readonly reviewCount: number
  readonly categorySlugs: readonly string[]
  /** The first is on the card, the second shows on hover. */
  readonly pictures: readonly Picture[]
  /** '50 g', '25–100 g' of what its price counts; empty where it is not known. */
  readonly size: string
  /** On the shelf for less than a fortnight. */
  readonly isNew: boolean
  /** Where an external product is sold, and what its button says; an empty text means the usual words. */
  readonly externalUrl: string | null
  readonly externalText: string
}

/** How a listing is sorted: as a shopper chose, or the best answers to a search first. */
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
  /** When a price shown here changes by itself, because a sale begins or ends. */
  readonly nextPriceChange: Date | null
  /** What was looked for instead, where nothing is spelt as it was typed: 'sencha' for 'senhca'. */
  readonly correctedSearch: string | null
}

/** 'Showing 13–24 of 64 results', in the words of the recorded shop. */
export function resultCountText(listing: Pick<Listing, 'total' | 'page'>, perPage: number): string {
  const { total, page } = listing
  if (total === 1) return 'Showing the single result'
  if (total <= perPage) return `Showing all ${total} results`
  const first = (page - 1) * perPage + 1
  return `Showing ${first}–${Math.min(total, page * perPage)} of ${total} results`
}
