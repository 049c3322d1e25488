import { convert, type Exchange, fromExchange } from '../../platform/money/exchange.ts'
import { parsePrice, priceString } from '../../platform/money/money.ts'
import { hrefs, type ListingQuery } from '../../platform/web/routes.ts'
import type { StockStatus } from '../inventory/stock.ts'
import { isSorting, type ListingFilters, type ListingSorting } from './listing.ts'

export type ProductArchive =
  | { readonly kind: 'shop' }
  | { readonly kind: 'category' | 'tag'; readonly slug: string }
  /** `attribute` is the taxonomy: `pa_origin`. */
  | { readonly kind: 'attribute'; readonly attribute: string; readonly slug: string }

export type ListingParams = {
  readonly archive: ProductArchive
  readonly filters: ListingFilters
  readonly sorting: ListingSorting
  readonly page: number
  /** The currency of prices in the URL; the filters are in the shop's. */
  readonly exchange?: Exchange | null
}

type ListingInput = {
  readonly archive?: ProductArchive
  readonly page?: string | undefined
  readonly query: Readonly<Record<string, string>>
  readonly attributes?: readonly string[]
  readonly exchange?: Exchange | null
}

const MAX_SEARCH_LENGTH = 100
const MAX_SLUG_LENGTH = 200
const MAX_VALUES = 40
const stockStatuses: readonly StockStatus[] = ['instock', 'outofstock', 'onbackorder']

export const defaultSorting = (filters: ListingFilters): ListingSorting =>
  filters.search === undefined ? 'menu_order' : 'relevance'

export function parseListingParams({
  archive = { kind: 'shop' },
  page,
  query,
  attributes = [],
  exchange = null,
}: ListingInput): ListingParams {
  const search = query.s?.trim().replace(/\s+/g, ' ').slice(0, MAX_SEARCH_LENGTH) || undefined
  const ratings = parseList(query.rating_filter).map(Number)
  const statuses = parseList(query.filter_stock_status)
  const filters: ListingFilters = withoutUndefined({
    search,
    isSearchExact: (search !== undefined && query.exact === '1') || undefined,
    categorySlug: archive.kind === 'category' ? undefined : parseList(query.product_cat ?? query.filter_category)[0],
    tagSlug: archive.kind === 'tag' ? undefined : parseList(query.product_tag)[0],
    attributes: parseAttributes(archive, query, attributes),
    ...parsePrices(query, exchange),
    ratings: nonEmpty(ratings.filter((rating) => [1, 2, 3, 4, 5].includes(rating))),
    stockStatuses: nonEmpty(stockStatuses.filter((status) => statuses.includes(status))),
    onSale: /^(1|true|yes)$/.test(query.on_sale ?? '') || undefined,
  })
  // In a search the default order means relevance, because menu order makes no sense there.
  const sorting = isSorting(query.orderby) && query.orderby !== 'menu_order' ? query.orderby : defaultSorting(filters)
  return { archive, filters, sorting, page: parsePage(page ?? query.paged), ...(exchange ? { exchange } : {}) }
}

export function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) result[name] = value
  return result as Fields
}

const nonEmpty = <Item>(list: readonly Item[]): readonly Item[] | undefined => (list.length > 0 ? list : undefined)

/** An invalid number is page 1; one with too many digits is out of range. */
const parsePage = (text = ''): number =>
  /^\d+$/.test(text) ? Math.max(1, Math.min(Number(text), Number.MAX_SAFE_INTEGER)) : 1

function parseAttributes(
  archive: ProductArchive,
  query: ListingQuery,
  attributes: readonly string[],
): ListingFilters['attributes'] {
  const parsed = attributes.flatMap((attribute) => {
    const name = attributeQueryName(attribute)
    const slugs = parseList(query[`filter_${name}`])
    const isArchive = archive.kind === 'attribute' && archive.attribute === attribute
    if (isArchive || slugs.length === 0) return []
    const match = slugs.length === 1 || query[`query_type_${name}`] === 'or' ? ('any' as const) : ('all' as const)
    return [[attribute, { slugs, match }] as const]
  })
  return parsed.length === 0 ? undefined : Object.fromEntries(parsed)
}

function parsePrices(query: ListingQuery, exchange: Exchange | null): Pick<ListingFilters, 'minCents' | 'maxCents'> {
  const parse = (text: string | undefined) => {
    const cents = parsePrice(text?.trim(), exchange?.currency)
    return cents === null || exchange === null ? cents : fromExchange(cents, exchange)
  }
  const min = parse(query.min_price) ?? 0
  const max = parse(query.max_price) ?? Number.POSITIVE_INFINITY
  const maxCents = Math.max(min, max)
  return { minCents: Math.min(min, max) || undefined, maxCents: Number.isFinite(maxCents) ? maxCents : undefined }
}

/** 'b,a,,b' is a and b: sorted and without duplicates, so that equal filters have one URL. */
const parseList = (text: string | undefined): string[] =>
  [...new Set((text ?? '').split(',').map((part) => part.trim().slice(0, MAX_SLUG_LENGTH)))]
    .filter((part) => part !== '')
    .slice(0, MAX_VALUES)
    .toSorted()

export const attributeQueryName = (attribute: string): string => attribute.replace(/^pa_/, '')

export const hasAttributeFilter = (query: ListingQuery): boolean =>
  Object.keys(query).some((name) => name.startsWith('filter_') && !/^filter_(category|stock_status)$/.test(name))

/** Parameters in a fixed order. Written for speed, because every filter option of a page has a query. */
export function listingQuery({
  filters,
  sorting,
  exchange = null,
}: Pick<ListingParams, 'filters' | 'sorting' | 'exchange'>): ListingQuery {
  const { search, attributes, minCents, maxCents, ratings, stockStatuses } = filters
  const query: Record<string, string> = {}
  if (search !== undefined) Object.assign(query, { s: search, post_type: 'product' })
  if (filters.isSearchExact) query.exact = '1'
  if (filters.categorySlug !== undefined) query.product_cat = filters.categorySlug
  if (filters.tagSlug !== undefined) query.product_tag = filters.tagSlug
  for (const attribute of attributes ? Object.keys(attributes).toSorted() : []) {
    const { slugs, match } = attributes?.[attribute] ?? { slugs: [], match: 'any' }
    const name = attributeQueryName(attribute)
    query[`filter_${name}`] = slugs.join(',')
    if (slugs.length > 1 && match === 'any') query[`query_type_${name}`] = 'or'
  }
  if (minCents !== undefined) query.min_price = dollars(minCents, exchange)
  if (maxCents !== undefined) query.max_price = dollars(maxCents, exchange)
  if (ratings !== undefined) query.rating_filter = ratings.join(',')
  if (stockStatuses !== undefined) query.filter_stock_status = stockStatuses.join(',')
  if (filters.onSale) query.on_sale = '1'
  if (sorting !== defaultSorting(filters)) query.orderby = sorting
  return query
}

/** '12' and '12.50': an amount in the currency of the page; whole ones without decimals. */
export const dollars = (cents: number, exchange: Exchange | null = null): string =>
  priceString(convert(cents, exchange), exchange?.currency).replace(/\.0+$/, '')

export function archiveHref(archive: ProductArchive, page = 1, query: ListingQuery = {}): string {
  if (archive.kind === 'category') return hrefs.category(archive.slug, page, query)
  if (archive.kind === 'tag') return hrefs.tag(archive.slug, page, query)
  if (archive.kind === 'attribute')
    return hrefs.attribute(attributeQueryName(archive.attribute), archive.slug, page, query)
  return hrefs.shop(page, query)
}

export const listingHref = (params: ListingParams, page = params.page): string =>
  archiveHref(params.archive, page, listingQuery(params))

export function filtersOf({ archive, filters }: Pick<ListingParams, 'archive' | 'filters'>): ListingFilters {
  if (archive.kind === 'category') return { ...filters, categorySlug: archive.slug }
  if (archive.kind === 'tag') return { ...filters, tagSlug: archive.slug }
  if (archive.kind !== 'attribute') return filters
  const archiveFilter = { [archive.attribute]: { slugs: [archive.slug], match: 'any' as const } }
  return { ...filters, attributes: { ...filters.attributes, ...archiveFilter } }
}

export const hasFilters = ({ search: _, isSearchExact: __, ...others }: ListingFilters): boolean =>
  Object.keys(others).length > 0

/** Whether the page may be cached. Only canonical URLs and single filter values are, because combinations are unlimited. */
export function isCacheableListing(params: ListingParams, query: Readonly<Record<string, string>>): boolean {
  const { filters } = params
  if (filters.search !== undefined || filters.minCents !== undefined || filters.maxCents !== undefined) return false
  const values = Object.values(filters.attributes ?? {}).flatMap(({ slugs }) => slugs)
  const otherFilters = Object.keys(filters).filter((name) => name !== 'attributes')
  if (values.length + otherFilters.length > 1) return false
  return sameQuery(query, listingQuery(params))
}

/** Whether the query is canonical, apart from page 1 and the default order, which the sort form submits. */
function sameQuery(query: ListingQuery, canonical: ListingQuery): boolean {
  const params = Object.entries(query).filter(
    ([name, value]) => !(name === 'paged' && value === '1') && !(name === 'orderby' && value === 'menu_order'),
  )
  return params.length === Object.keys(canonical).length && params.every(([name, value]) => canonical[name] === value)
}
