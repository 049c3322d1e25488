/** Filter options of a listing as links: each adds its value to the URL, or removes it. */
import { formatMoney } from '../../platform/money/format.ts'
import type { CategoryWithCount, Facets, ListingFilters } from './listing.ts'
import { defaultSorting, type ListingParams, listingHref } from './listing-params.ts'

export type FilterOption = {
  /** Stable across pages, so that script can restore focus: `pa_size:50-g`. */
  readonly key: string
  readonly label: string
  readonly count: number
  readonly isSelected: boolean
  /** Null if selecting it would leave no products. */
  readonly href: string | null
  /** Number of stars drawn before the label. */
  readonly stars?: number
}
export type CategoryOption = FilterOption & {
  /** The current category. */
  readonly isCurrent: boolean
  /** An ancestor of the current category. */
  readonly isCurrentAncestor: boolean
  readonly children: readonly CategoryOption[]
}
export type FilterGroup = { readonly key: string; readonly label: string; readonly options: readonly FilterOption[] }

/** An active filter: its label, and the URL of the listing without it. */
export type FilterChip = { readonly key: string; readonly label: string; readonly without: ListingParams }

export type FilterView = {
  readonly params: ListingParams
  readonly facets: Facets
  readonly categories: readonly CategoryWithCount[]
  /** Names of selected values that are missing from the facets, by `taxonomy:slug`. */
  readonly names?: ReadonlyMap<string, string>
}

const withFilters = (params: ListingParams, filters: ListingFilters): ListingParams => ({
  ...params,
  filters,
  page: 1,
  sorting: params.sorting === defaultSorting(params.filters) ? defaultSorting(filters) : params.sorting,
})

function omitFilters<K extends keyof ListingFilters>(filters: ListingFilters, ...names: K[]): Omit<ListingFilters, K> {
  const rest = { ...filters }
  for (const name of names) delete rest[name]
  return rest
}

/** The listing without filters; the search is retained. */
export const withoutFilters = (params: ListingParams): ListingParams => {
  const { search, isSearchExact } = params.filters
  return withFilters(params, {
    ...(search === undefined ? {} : { search }),
    ...(isSearchExact === undefined ? {} : { isSearchExact }),
  })
}

/** The listing with this attribute value added or removed. */
export function toggleAttributeValue(params: ListingParams, attribute: string, slug: string): ListingParams {
  const { attributes = {}, ...others } = params.filters
  const { [attribute]: current, ...rest } = attributes
  const before = current?.slugs ?? []
  const slugs = before.includes(slug) ? before.filter((other) => other !== slug) : [...before, slug].toSorted()
  // Several selected sizes mean any of them; a URL that asks for all of them is left as it is.
  const match = before.length > 1 && slugs.length > 1 ? (current?.match ?? 'any') : 'any'
  const all = slugs.length === 0 ? rest : { ...rest, [attribute]: { slugs, match } }
  return withFilters(params, { ...others, ...(Object.keys(all).length > 0 ? { attributes: all } : {}) })
}

const withRatings = (params: ListingParams, ratings: readonly number[]): ListingParams =>
  withFilters(params, { ...omitFilters(params.filters, 'ratings'), ...(ratings.length > 0 ? { ratings } : {}) })

/** Applies the same filters to another category. In a search and in tag or attribute archives the category becomes a filter. */
function withCategory(params: ListingParams, slug: string | null): ListingParams {
  const { archive, filters } = params
  const retainsArchive = filters.search !== undefined || archive.kind === 'tag' || archive.kind === 'attribute'
  const others = omitFilters(filters, 'categorySlug')
  if (!retainsArchive) {
    return { ...withFilters(params, others), archive: slug === null ? { kind: 'shop' } : { kind: 'category', slug } }
  }
  return withFilters(params, slug === null ? others : { ...others, categorySlug: slug })
}

/** The category tree with product counts. Empty categories are hidden. */
export function categoryOptions({ params, facets, categories }: FilterView): readonly CategoryOption[] {
  const { archive, filters } = params
  const currentSlug = archive.kind === 'category' ? archive.slug : (filters.categorySlug ?? null)
  const counts = new Map(facets.categories.map((category) => [category.slug, category.count]))
  const nonEmpty = categories.filter((category) => category.count > 0)
  const childrenOf = (parentId: number | null): readonly CategoryOption[] =>
    nonEmpty
      .filter((category) => category.parentId === parentId)
      .map((category) => {
        const isCurrent = category.slug === currentSlug
        const count = counts.get(category.slug) ?? 0
        const children = childrenOf(category.id)
        return {
          key: `product_cat:${category.slug}`,
          label: category.name,
          count,
          isCurrent,
          isSelected: isCurrent && archive.kind !== 'category',
          href: count > 0 || isCurrent ? listingHref(withCategory(params, category.slug)) : null,
          isCurrentAncestor: children.some((child) => child.isCurrent || child.isCurrentAncestor),
          children,
        }
      })
  return childrenOf(null)
}

/** The listing without a category; other filters are retained. */
export const allCategoriesHref = (params: ListingParams): string => listingHref(withCategory(params, null))

/** One group per attribute with values, in the order of the attributes. */
export function attributeFilterGroups({ params, facets }: FilterView): readonly FilterGroup[] {
  const archiveAttribute = params.archive.kind === 'attribute' ? params.archive.attribute : undefined
  return facets.attributes
    .filter(({ slug }) => slug !== archiveAttribute)
    .map(({ slug: attribute, label, values }) => {
      const selected = params.filters.attributes?.[attribute]?.slugs ?? []
      const options = values.map((value) => {
        const isSelected = selected.includes(value.slug)
        return {
          key: `${attribute}:${value.slug}`,
          label: value.name,
          count: value.count,
          isSelected,
          href: value.count > 0 || isSelected ? listingHref(toggleAttributeValue(params, attribute, value.slug)) : null,
        }
      })
      return { key: attribute, label, options }
    })
    .filter(({ options }) => options.some((choice) => choice.href !== null))
}

/** Options such as 'Four stars and up'. The URL lists whole stars: `rating_filter=4,5`. */
export function ratingFilterGroup({ params, facets }: FilterView): FilterGroup {
  const selected = (params.filters.ratings ?? []).join()
  const counts = new Map(facets.ratings.map(({ rating, count }) => [rating, count]))
  const lowest = Math.min(5, ...facets.ratings.map(({ rating }) => rating))
  let sum = 0
  const options = [5, 4, 3, 2, 1].flatMap((stars): FilterOption[] => {
    sum += counts.get(stars) ?? 0
    const ratings = [5, 4, 3, 2, 1].filter((rating) => rating >= stars).toSorted()
    const isSelected = selected === ratings.join()
    // An option below the lowest rating would match all rated products; one such option is enough.
    if (stars < lowest && !isSelected) return []
    return [
      {
        key: `rating:${stars}`,
        label: stars === 5 ? 'only' : 'and up',
        stars,
        count: sum,
        isSelected,
        href: sum > 0 || isSelected ? listingHref(withRatings(params, isSelected ? [] : ratings)) : null,
      },
    ]
  })
  return { key: 'rating', label: 'Rating', options: facets.ratings.length > 0 || selected !== '' ? options : [] }
}

/** In stock and on sale. */
export function availabilityFilterGroup({ params, facets }: FilterView): FilterGroup {
  const { filters } = params
  const isInStock = filters.stockStatuses?.includes('instock') ?? false
  const isOnSale = filters.onSale ?? false
  const inStockOnly = withFilters(
    params,
    isInStock ? omitFilters(filters, 'stockStatuses') : { ...filters, stockStatuses: ['instock'] },
  )
  const onSaleOnly = withFilters(params, isOnSale ? omitFilters(filters, 'onSale') : { ...filters, onSale: true })
  const options: FilterOption[] = [
    {
      key: 'stock:instock',
      label: 'In stock',
      count: facets.stock.instock,
      isSelected: isInStock,
      href: facets.stock.instock > 0 || isInStock ? listingHref(inStockOnly) : null,
    },
    {
      key: 'sale:1',
      label: 'On sale',
      count: facets.onSale,
      isSelected: isOnSale,
      href: facets.onSale > 0 || isOnSale ? listingHref(onSaleOnly) : null,
    },
  ]
  return { key: 'offers', label: 'Availability', options: options.filter((choice) => choice.href !== null) }
}

const stockNames = { instock: 'In stock', outofstock: 'Sold out', onbackorder: 'On backorder' } as const

/** 'Early spring' for the slug of an unknown value. */
const fromSlug = (slug: string): string => {
  const text = slug.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Labels of all active filters. The search is not one of them: it is in the title. */
export function filterChips({ params, facets, categories, names = new Map() }: FilterView): readonly FilterChip[] {
  const { filters } = params
  const named = (taxonomy: string, slug: string, known?: string) =>
    known ?? names.get(`${taxonomy}:${slug}`) ?? fromSlug(slug)
  const category = categories.find(({ slug }) => slug === filters.categorySlug)
  return [
    ...(filters.categorySlug === undefined
      ? []
      : [
          {
            key: `product_cat:${filters.categorySlug}`,
            label: named('product_cat', filters.categorySlug, category?.name),
            without: withFilters(params, omitFilters(filters, 'categorySlug')),
          },
        ]),
    ...(filters.tagSlug === undefined
      ? []
      : [
          {
            key: `product_tag:${filters.tagSlug}`,
            label: named('product_tag', filters.tagSlug),
            without: withFilters(params, omitFilters(filters, 'tagSlug')),
          },
        ]),
    ...Object.entries(filters.attributes ?? {}).flatMap(([attribute, { slugs }]) => {
      const values = facets.attributes.find(({ slug }) => slug === attribute)?.values ?? []
      return slugs.map((slug) => ({
        key: `${attribute}:${slug}`,
        label: named(attribute, slug, values.find((value) => value.slug === slug)?.name),
        without: toggleAttributeValue(params, attribute, slug),
      }))
    }),
    ...(filters.minCents === undefined && filters.maxCents === undefined
      ? []
      : [
          {
            key: 'price',
            label: priceText(filters),
            without: withFilters(params, omitFilters(filters, 'minCents', 'maxCents')),
          },
        ]),
    ...(filters.ratings
      ? [{ key: 'rating', label: ratingsText(filters.ratings), without: withRatings(params, []) }]
      : []),
    ...(filters.stockStatuses
      ? [
          {
            key: 'stock',
            label: filters.stockStatuses.map((status) => stockNames[status]).join(' or '),
            without: withFilters(params, omitFilters(filters, 'stockStatuses')),
          },
        ]
      : []),
    ...(filters.onSale
      ? [{ key: 'sale', label: 'On sale', without: withFilters(params, omitFilters(filters, 'onSale')) }]
      : []),
  ]
}

function priceText({ minCents, maxCents }: ListingFilters): string {
  if (minCents === undefined) return `Up to ${formatMoney(maxCents ?? 0)}`
  return maxCents === undefined
    ? `From ${formatMoney(minCents)}`
    : `${formatMoney(minCents)} to ${formatMoney(maxCents)}`
}

function ratingsText(ratings: readonly number[]): string {
  const lowest = Math.min(...ratings)
  const isAndUp = ratings.length === 6 - lowest
  if (lowest === 5) return '5 stars'
  return isAndUp ? `${lowest} stars and up` : `${ratings.join(' or ')} stars`
}
