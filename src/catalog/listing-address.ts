import { parsePrice, priceString } from '../money/money.ts'
import { hrefs, type ListingQuery } from '../routes.ts'
import type { StockStatus } from '../stock/stock-level.ts'
import { isSorting, type ListingFilters, type ListingOrder } from './listing.ts'

/** The shelf a listing stands at. */
export type Place =
  | { readonly kind: 'shop' }
  | { readonly kind: 'category' | 'tag'; readonly slug: string }
  /** `attribute` as in the book of terms: `pa_origin`. */
  | { readonly kind: 'attribute'; readonly attribute: string; readonly slug: string }

/** What a listing's address asks for: where it stands, what the shopper has chosen there, and which page of it. */
export type ListingAddress = {
  readonly place: Place
  readonly chosen: ListingFilters
  readonly sorting: ListingOrder
  readonly page: number
}

type Given = {
  readonly place?: Place
  readonly page?: string | undefined
  readonly query: Readonly<Record<string, string>>
  /** The shop's attributes; a filter by any other is passed over. */
  readonly attributes?: readonly string[]
}

/** Longest search that is looked for; the rest is cut off. */
const LONGEST_SEARCH = 100
const LONGEST_SLUG = 200
/** Most values of one attribute that are looked at. */
const MOST_VALUES = 40
const stockStatuses: readonly StockStatus[] = ['instock', 'outofstock', 'onbackorder']

/** Best answers first in a search, the shop's own order elsewhere. */
export const usualOrder = (chosen: ListingFilters): ListingOrder =>
  chosen.search === undefined ? 'menu_order' : 'relevance'

/** Reads path and query by WooCommerce's public names. Anything that is not understood is as if it were not there. */
export function readListingAddress({ place = { kind: 'shop' }, page, query, attributes = [] }: Given): ListingAddress {
  const chosen = {
    ...readSearch(query),
    ...readShelf(place, query),
    ...readAttributes(place, query, attributes),
    ...readPrices(query),
    ...readMarks(query),
  }
  return {
    place,
    chosen,
    sorting: readOrder(query.orderby, chosen),
    page: readPage(page ?? query.paged),
  }
}

/** What is no number is the first page; one with too many digits is beyond the last, like any other that is too large. */
function readPage(text = ''): number {
  return /^\d+$/.test(text) ? Math.max(1, Math.min(Number(text), Number.MAX_SAFE_INTEGER)) : 1
}

function readOrder(text: string | undefined, chosen: ListingFilters): ListingOrder {
  // In a search "as usual" is by relevance; nobody means the order of the shelves there.
  return isSorting(text) && text !== 'menu_order' ? text : usualOrder(chosen)
}

function readSearch(query: ListingQuery): Pick<ListingFilters, 'search' | 'isSearchExact'> {
  const search = query.s?.trim().replace(/\s+/g, ' ').slice(0, LONGEST_SEARCH)
  if (!search) return {}
  return { search, ...(query.exact === '1' ? { isSearchExact: true } : {}) }
}

/** A second shelf inside the first, where the address itself does not say one of that sort. */
function readShelf(place: Place, query: ListingQuery): Pick<ListingFilters, 'categorySlug' | 'tagSlug'> {
  const categorySlug = place.kind === 'category' ? '' : listOf(query.product_cat ?? query.filter_category)[0]
  const tagSlug = place.kind === 'tag' ? '' : listOf(query.product_tag)[0]
  return { ...(categorySlug ? { categorySlug } : {}), ...(tagSlug ? { tagSlug } : {}) }
}

function readAttributes(
  place: Place,
  query: ListingQuery,
  attributes: readonly string[],
): Pick<ListingFilters, 'attributes'> {
  const own = place.kind === 'attribute' ? place.attribute : undefined
  const read = attributes.flatMap((attribute) => {
    const name = publicName(attribute)
    const slugs = listOf(query[`filter_${name}`])
    if (attribute === own || slugs.length === 0) return []
    const match = slugs.length === 1 || query[`query_type_${name}`] === 'or' ? ('any' as const) : ('all' as const)
    return [[attribute, { slugs, match }] as const]
  })
  return read.length === 0 ? {} : { attributes: Object.fromEntries(read) }
}

function readPrices(query: ListingQuery): Pick<ListingFilters, 'minCents' | 'maxCents'> {
  const least = parsePrice(query.min_price?.trim()) ?? 0
  const most = parsePrice(query.max_price?.trim()) ?? Number.POSITIVE_INFINITY
  // Typed the wrong way round they still name one range.
  const minCents = Math.min(least, most)
  const maxCents = Math.max(least, most)
  return { ...(minCents > 0 ? { minCents } : {}), ...(Number.isFinite(maxCents) ? { maxCents } : {}) }
}

function readMarks(query: ListingQuery): Pick<ListingFilters, 'ratings' | 'stockStatuses' | 'onSale'> {
  const ratings = listOf(query.rating_filter)
    .map(Number)
    .filter((rating) => Number.isInteger(rating) && rating >= 1 && rating <= 5)
  const asked = listOf(query.filter_stock_status)
  const statuses = stockStatuses.filter((status) => asked.includes(status))
  return {
    ...(ratings.length > 0 ? { ratings } : {}),
    ...(statuses.length > 0 ? { stockStatuses: statuses } : {}),
    ...(/^(1|true|yes)$/.test(query.on_sale ?? '') ? { onSale: true } : {}),
  }
}

/** 'b,a,,b' as a and b: each once and always in the same order, so that one choice has one address. */
const listOf = (text: string | undefined): string[] =>
  [...new Set((text ?? '').split(',').map((part) => part.trim().slice(0, LONGEST_SLUG)))]
    .filter((part) => part !== '')
    .slice(0, MOST_VALUES)
    .toSorted()

/** `origin` for `pa_origin`: how addresses call an attribute. */
export const publicName = (attribute: string): string => attribute.replace(/^pa_/, '')

/** Whether the query names any attribute at all, known or not. */
export const namesAttributes = (query: ListingQuery): boolean =>
  Object.keys(query).some((name) => name.startsWith('filter_') && !/^filter_(category|stock_status)$/.test(name))

/** What is chosen and how it is sorted, by its public names and always in the same order. */
export function listingQuery({ chosen, sorting }: Pick<ListingAddress, 'chosen' | 'sorting'>): ListingQuery {
  const filters = Object.entries(chosen.attributes ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...(chosen.search === undefined ? {} : { s: chosen.search, post_type: 'product' }),
    ...(chosen.isSearchExact ? { exact: '1' } : {}),
    ...(chosen.categorySlug === undefined ? {} : { product_cat: chosen.categorySlug }),
    ...(chosen.tagSlug === undefined ? {} : { product_tag: chosen.tagSlug }),
    ...Object.fromEntries(filters.flatMap(attributeQuery)),
    ...(chosen.minCents === undefined ? {} : { min_price: dollars(chosen.minCents) }),
    ...(chosen.maxCents === undefined ? {} : { max_price: dollars(chosen.maxCents) }),
    ...(chosen.ratings ? { rating_filter: chosen.ratings.join(',') } : {}),
    ...(chosen.stockStatuses ? { filter_stock_status: chosen.stockStatuses.join(',') } : {}),
    ...(chosen.onSale ? { on_sale: '1' } : {}),
    ...(sorting === usualOrder(chosen) ? {} : { orderby: sorting }),
  }
}

type AttributeFilter = NonNullable<ListingFilters['attributes']>[string]

function attributeQuery([attribute, { slugs, match }]: [string, AttributeFilter]): [name: string, value: string][] {
  const name = publicName(attribute)
  const either: [string, string][] = slugs.length > 1 && match === 'any' ? [[`query_type_${name}`, 'or']] : []
  return [[`filter_${name}`, slugs.join(',')], ...either]
}

/** '12' and '12.50': whole dollars without their zeros. */
export const dollars = (cents: number): string => priceString(cents).replace(/\.00$/, '')

/** Where a place's first page is, with a query. */
export function placeHref(place: Place, page = 1, query: ListingQuery = {}): string {
  if (place.kind === 'category') return hrefs.category(place.slug, page, query)
  if (place.kind === 'tag') return hrefs.tag(place.slug, page, query)
  if (place.kind === 'attribute') return hrefs.attribute(publicName(place.attribute), place.slug, page, query)
  return hrefs.shop(page, query)
}

/** The address of another page of the same listing. */
export const listingHref = (address: ListingAddress, page = address.page): string =>
  placeHref(address.place, page, listingQuery(address))

/** Everything that narrows: the place and what is chosen there. */
export function filtersOf({ place, chosen }: Pick<ListingAddress, 'place' | 'chosen'>): ListingFilters {
  if (place.kind === 'category') return { ...chosen, categorySlug: place.slug }
  if (place.kind === 'tag') return { ...chosen, tagSlug: place.slug }
  if (place.kind !== 'attribute') return chosen
  const own = { [place.attribute]: { slugs: [place.slug], match: 'any' as const } }
  return { ...chosen, attributes: { ...chosen.attributes, ...own } }
}

/** Whether anything but a search is chosen. */
export const isNarrowed = ({ search: _, isSearchExact: __, ...others }: ListingFilters): boolean =>
  Object.keys(others).length > 0

/**
 * Pages people reach by a link are kept; one that somebody made up is not worth memory. Of all that can be chosen only
 * single choices are, because there is no end to the ways of putting them together.
 */
export function isKeptListing(address: ListingAddress, query: Readonly<Record<string, string>>): boolean {
  const { chosen } = address
  if (chosen.search !== undefined || chosen.minCents !== undefined || chosen.maxCents !== undefined) return false
  const values = Object.values(chosen.attributes ?? {}).flatMap(({ slugs }) => slugs)
  const others = Object.keys(chosen).filter((name) => name !== 'attributes')
  if (values.length + others.length > 1) return false
  return sameQuery(query, listingQuery(address))
}

/** As the links are written, or as the sort form sends it: with its first page and the usual order named. */
function sameQuery(query: ListingQuery, canonical: ListingQuery): boolean {
  const asked = Object.entries(query).filter(
    ([name, value]) => !(name === 'paged' && value === '1') && !(name === 'orderby' && value === 'menu_order'),
  )
  return asked.length === Object.keys(canonical).length && asked.every(([name, value]) => canonical[name] === value)
}
