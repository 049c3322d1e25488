import type { Picture, StockStatus } from './product.ts'

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

export const isSorting = (text: unknown): text is Sorting => typeof text === 'string' && Object.hasOwn(sortings, text)

/** What one card of a listing shows. */
export type Card = {
  readonly id: number
  readonly type: 'simple' | 'variable' | 'grouped' | 'external'
  readonly slug: string
  readonly name: string
  readonly sku: string
  readonly line: string
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
  readonly netGrams: number | null
}

export type Listing = {
  readonly cards: readonly Card[]
  readonly total: number
  readonly page: number
  readonly pages: number
  /** When a price shown here changes by itself, because a sale begins or ends. */
  readonly nextPriceChange: Date | null
}

/** 'Showing 13–24 of 64 results', in the words of the recorded shop. */
export function resultCountText(listing: Pick<Listing, 'total' | 'page'>, perPage: number): string {
  const { total, page } = listing
  if (total === 1) return 'Showing the single result'
  if (total <= perPage) return `Showing all ${total} results`
  const first = (page - 1) * perPage + 1
  return `Showing ${first}–${Math.min(total, page * perPage)} of ${total} results`
}
