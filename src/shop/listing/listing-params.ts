import { parsePrice, priceString } from '../../platform/money/money.ts'
import { hrefs, type ListingQuery } from '../../platform/web/routes.ts'
import type { StockStatus } from '../inventory/stock-level.ts'
import { isSorting, type ListingFilters, type ListingSorting } from './listing.ts'

/** The shelf a listing stands at. */
export type ProductArchive =
  | { readonly kind: 'shop' }
  | { readonly kind: 'category' | 'tag'; readonly slug: string }
  /** `attribute` as in the book of terms: `pa_origin`. */
  | { readonly kind: 'attribute'; readonly attribute: string; readonly slug: string }

/** What a listing's address asks for: where it stands, what the shopper has chosen there, and which page of it. */
export type ListingParams = {
  readonly archive: ProductArchive
  readonly filters: ListingFilters
  readonly sorting: ListingSorting
  readonly page: number
}

type ListingInput = {
  readonly archive?: ProductArchive
  readonly page?: string | undefined
  readonly query: Readonly<Record<string, string>>
  /** The shop's attributes; a filter by any other is passed over. */
  readonly attributes?: readonly string[]
}

/** Longest search that is looked for; the rest is cut off. */
const MAX_SEARCH_LENGTH = 100
const MAX_SLUG_LENGTH = 200
/** Most values of one attribute that are looked at. */
const MAX_VALUES = 40
const stockStatuses: readonly StockStatus[] = ['instock', 'outofstock', 'onbackorder']

/** Best answers first in a search, the shop's own order elsewhere. */
export const defaultSorting = (filters: ListingFilters): ListingSorting =>
  filters.search === undefined ? 'menu_order' : 'relevance'

/** Reads path and query by WooCommerce's public names. Anything that is not understood is as if it were not there. */
export function parseListingParams({
  archive = { kind: 'shop' },
  page,
  query,
  attributes = [],
}: ListingInput): ListingParams {
  const filters = {
    ...parseSearch(query),
    ...parseTermFilters(archive, query),
    ...parseAttributes(archive, query, attributes),
    ...parsePrices(query),
    ...parseFlags(query),
  }
  return {
    archive,
    filters,
    sorting: parseSorting(query.orderby, filters),
    page: readPage(page ?? query.paged),
  }
}

/** What is no number is the first page; one with too many digits is beyond the last, like any other that is too large. */
function readPage(text = ''): number {
  return /^\d+$/.test(text) ? Math.max(1, Math.min(Number(text), Number.MAX_SAFE_INTEGER)) : 1
}

function parseSorting(text: string | undefined, filters: ListingFilters): ListingSorting {
  // In a search "as usual" is by relevance; nobody means the order of the shelves there.
  return isSorting(text) && text !== 'menu_order' ? text : defaultSorting(filters)
}

function parseSearch(query: ListingQuery): Pick<ListingFilters, 'search' | 'isSearchExact'> {
  const search = query.s?.trim().replace(/\s+/g, ' ').slice(0, MAX_SEARCH_LENGTH)
  if (!search) return {}
  return { search, ...(query.exact === '1' ? { isSearchExact: true } : {}) }
}

/** A second shelf inside the first, where the address itself does not say one of that sort. */
function parseTermFilters(
  archive: ProductArchive,
  query: ListingQuery,
): Pick<ListingFilters, 'categorySlug' | 'tagSlug'> {
  const categorySlug = archive.kind === 'category' ? '' : parseList(query.product_cat ?? query.filter_category)[0]
  const tagSlug = archive.kind === 'tag' ? '' : parseList(query.product_tag)[0]
  return { ...(categorySlug ? { categorySlug } : {}), ...(tagSlug ? { tagSlug } : {}) }
}

function parseAttributes(
  archive: ProductArchive,
  query: ListingQuery,
  attributes: readonly string[],
): Pick<ListingFilters, 'attributes'> {
  const own = archive.kind === 'attribute' ? archive.attribute : undefined
  const parsed = attributes.flatMap((attribute) => {
    const name = attributeQueryName(attribute)
    const slugs = parseList(query[`filter_${name}`])
    if (attribute === own || slugs.length === 0) return []
    const match = slugs.length === 1 || query[`query_type_${name}`] === 'or' ? ('any' as const) : ('all' as const)
    return [[attribute, { slugs, match }] as const]
  })
  return parsed.length === 0 ? {} : { attributes: Object.fromEntries(parsed) }
}

function parsePrices(query: ListingQuery): Pick<ListingFilters, 'minCents' | 'maxCents'> {
  const min = parsePrice(query.min_price?.trim()) ?? 0
  const max = parsePrice(query.max_price?.trim()) ?? Number.POSITIVE_INFINITY
  // Typed the wrong way round they still name one range.
  const minCents = Math.min(min, max)
  const maxCents = Math.max(min, max)
  return { ...(minCents > 0 ? { minCents } : {}), ...(Number.isFinite(maxCents) ? { maxCents } : {}) }
}

function parseFlags(query: ListingQuery): Pick<ListingFilters, 'ratings' | 'stockStatuses' | 'onSale'> {
  const ratings = parseList(query.rating_filter)
    .map(Number)
    .filter((rating) => Number.isInteger(rating) && rating >= 1 && rating <= 5)
  const requested = parseList(query.filter_stock_status)
  const statuses = stockStatuses.filter((status) => requested.includes(status))
  return {
    ...(ratings.length > 0 ? { ratings } : {}),
    ...(statuses.length > 0 ? { stockStatuses: statuses } : {}),
    ...(/^(1|true|yes)$/.test(query.on_sale ?? '') ? { onSale: true } : {}),
  }
}

/** 'b,a,,b' as a and b: each once and always in the same order, so that one choice has one address. */
const parseList = (text: string | undefined): string[] =>
  [...new Set((text ?? '').split(',').map((part) => part.trim().slice(0, MAX_SLUG_LENGTH)))]
    .filter((part) => part !== '')
    .slice(0, MAX_VALUES)
    .toSorted()

/** `origin` for `pa_origin`: how addresses call an attribute. */
export const attributeQueryName = (attribute: string): string => attribute.replace(/^pa_/, '')

/** Whether the query names any attribute at all, known or not. */
export const hasAttributeFilter = (query: ListingQuery): boolean =>
  Object.keys(query).some((name) => name.startsWith('filter_') && !/^filter_(category|stock_status)$/.test(name))

/** What is chosen and how it is sorted, by its public names and always in the same order. */
export function listingQuery({ filters, sorting }: Pick<ListingParams, 'filters' | 'sorting'>): ListingQuery {
  const attributeFilters = Object.entries(filters.attributes ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...(filters.search === undefined ? {} : { s: filters.search, post_type: 'product' }),
    ...(filters.isSearchExact ? { exact: '1' } : {}),
    ...(filters.categorySlug === undefined ? {} : { product_cat: filters.categorySlug }),
    ...(filters.tagSlug === undefined ? {} : { product_tag: filters.tagSlug }),
    ...Object.fromEntries(attributeFilters.flatMap(attributeQuery)),
    ...(filters.minCents === undefined ? {} : { min_price: dollars(filters.minCents) }),
    ...(filters.maxCents === undefined ? {} : { max_price: dollars(filters.maxCents) }),
    ...(filters.ratings ? { rating_filter: filters.ratings.join(',') } : {}),
    ...(filters.stockStatuses ? { filter_stock_status: filters.stockStatuses.join(',') } : {}),
    ...(filters.onSale ? { on_sale: '1' } : {}),
    ...(sorting === defaultSorting(filters) ? {} : { orderby: sorting }),
  }
}

type AttributeFilter = NonNullable<ListingFilters['attributes']>[string]

function attributeQuery([attribute, { slugs, match }]: [string, AttributeFilter]): [name: string, value: string][] {
  const name = attributeQueryName(attribute)
  const either: [string, string][] = slugs.length > 1 && match === 'any' ? [[`query_type_${name}`, 'or']] : []
  return [[`filter_${name}`, slugs.join(',')], ...either]
}

/** '12' and '12.50': whole dollars without their zeros. */
export const dollars = (cents: number): string => priceString(cents).replace(/\.00$/, '')

/** Where a place's first page is, with a query. */
export function archiveHref(archive: ProductArchive, page = 1, query: ListingQuery = {}): string {
  if (archive.kind === 'category') return hrefs.category(archive.slug, page, query)
  if (archive.kind === 'tag') return hrefs.tag(archive.slug, page, query)
  if (archive.kind === 'attribute')
    return hrefs.attribute(attributeQueryName(archive.attribute), archive.slug, page, query)
  return hrefs.shop(page, query)
}

/** The address of another page of the same listing. */
export const listingHref = (params: ListingParams, page = params.page): string =>
  archiveHref(params.archive, page, listingQuery(params))

/** Everything that narrows: the place and what is chosen there. */
export function filtersOf({ archive, filters }: Pick<ListingParams, 'archive' | 'filters'>): ListingFilters {
  if (archive.kind === 'category') return { ...filters, categorySlug: archive.slug }
  if (archive.kind === 'tag') return { ...filters, tagSlug: archive.slug }
  if (archive.kind !== 'attribute') return filters
  const own = { [archive.attribute]: { slugs: [archive.slug], match: 'any' as const } }
  return { ...filters, attributes: { ...filters.attributes, ...own } }
}

/** Whether anything but a search is chosen. */
export const hasFilters = ({ search: _, isSearchExact: __, ...others }: ListingFilters): boolean =>
  Object.keys(others).length > 0

/**
 * Pages people reach by a link are kept; one that somebody made up is not worth memory. Of all that can be chosen only
 * single choices are, because there is no end to the ways of putting them together.
 */
export function isCacheableListing(params: ListingParams, query: Readonly<Record<string, string>>): boolean {
  const { filters } = params
  if (filters.search !== undefined || filters.minCents !== undefined || filters.maxCents !== undefined) return false
  const values = Object.values(filters.attributes ?? {}).flatMap(({ slugs }) => slugs)
  const others = Object.keys(filters).filter((name) => name !== 'attributes')
  if (values.length + others.length > 1) return false
  return sameQuery(query, listingQuery(params))
}

/** As the links are written, or as the sort form sends it: with its first page and the usual order named. */
function sameQuery(query: ListingQuery, canonical: ListingQuery): boolean {
  const given = Object.entries(query).filter(
    ([name, value]) => !(name === 'paged' && value === '1') && !(name === 'orderby' && value === 'menu_order'),
  )
  return given.length === Object.keys(canonical).length && given.every(([name, value]) => canonical[name] === value)
}
