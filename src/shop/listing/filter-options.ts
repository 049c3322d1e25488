import { costText, type Exchange } from '../../platform/money/exchange.ts'
import type { CategoryWithCount, Facets, ListingFilters } from './listing.ts'
import { type ListingParams, listingHref, type ProductArchive, withoutUndefined } from './listing-params.ts'

export type FilterOption = {
  /** Stable across pages, so that script can restore focus: `pa_size:50-g`. */
  readonly key: string
  readonly label: string
  readonly count: number
  readonly isSelected: boolean
  /** Null if selecting it would leave no products. */
  readonly href: string | null
  readonly stars?: number
}
export type CategoryOption = FilterOption & {
  readonly isCurrent: boolean
  readonly isCurrentAncestor: boolean
  readonly children: readonly CategoryOption[]
}
export type FilterGroup = { readonly key: string; readonly label: string; readonly options: readonly FilterOption[] }

export type FilterChip = { readonly key: string; readonly label: string; readonly without: ListingParams }

export type FilterView = {
  readonly params: ListingParams
  readonly facets: Facets
  readonly categories: readonly CategoryWithCount[]
  /** Names of selected values that are missing from the facets, by `taxonomy:slug`. */
  readonly names?: ReadonlyMap<string, string>
}

const withFilters = (params: ListingParams, changes: ListingFilters): ListingParams => ({
  ...params,
  filters: withoutUndefined({ ...params.filters, ...changes }),
  page: 1,
})

export const withoutFilters = (params: ListingParams): ListingParams => {
  const { search, isSearchExact } = params.filters
  return withFilters({ ...params, filters: {} }, { search, isSearchExact })
}

export function toggleAttributeValue(params: ListingParams, attribute: string, slug: string): ListingParams {
  const { [attribute]: current, ...others } = params.filters.attributes ?? {}
  const selected = current?.slugs ?? []
  const slugs = selected.includes(slug) ? selected.filter((other) => other !== slug) : [...selected, slug].toSorted()
  // Selecting several sizes means any of them; a URL that already requires all of them keeps doing so.
  const match = selected.length > 1 && slugs.length > 1 ? (current?.match ?? 'any') : 'any'
  const attributes = slugs.length === 0 ? others : { ...others, [attribute]: { slugs, match } }
  return withFilters(params, { attributes: Object.keys(attributes).length > 0 ? attributes : undefined })
}

/** Applies the same filters to another category. In a search and in tag or attribute archives the category becomes a filter. */
function withCategory(params: ListingParams, slug: string | null): ListingParams {
  const { kind } = params.archive
  if (params.filters.search !== undefined || kind === 'tag' || kind === 'attribute')
    return withFilters(params, { categorySlug: slug ?? undefined })
  const archive: ProductArchive = slug === null ? { kind: 'shop' } : { kind: 'category', slug }
  return { ...withFilters(params, { categorySlug: undefined }), archive }
}

type OptionInput = Omit<FilterOption, 'href'> & { readonly toggled: ListingParams }

const filterOption = ({ toggled, ...option }: OptionInput): FilterOption => ({
  ...option,
  href: option.count > 0 || option.isSelected ? listingHref(toggled) : null,
})

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
        const option = {
          key: `product_cat:${category.slug}`,
          label: category.name,
          count,
          isSelected: isCurrent,
          toggled: withCategory(params, category.slug),
        }
        return {
          ...filterOption(option),
          isCurrent,
          isSelected: isCurrent && archive.kind !== 'category',
          isCurrentAncestor: children.some((child) => child.isCurrent || child.isCurrentAncestor),
          children,
        }
      })
  return childrenOf(null)
}

export const allCategoriesHref = (params: ListingParams): string => listingHref(withCategory(params, null))

export function attributeFilterGroups({ params, facets }: FilterView): readonly FilterGroup[] {
  const archiveAttribute = params.archive.kind === 'attribute' ? params.archive.attribute : undefined
  return facets.attributes
    .filter(({ slug }) => slug !== archiveAttribute)
    .map(({ slug: attribute, label, values }) => {
      const selected = params.filters.attributes?.[attribute]?.slugs ?? []
      const options = values.map(({ slug, name, count }) =>
        filterOption({
          key: `${attribute}:${slug}`,
          label: name,
          count,
          isSelected: selected.includes(slug),
          toggled: toggleAttributeValue(params, attribute, slug),
        }),
      )
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
    const option = { key: `rating:${stars}`, label: stars === 5 ? 'only' : 'and up', stars, count: sum, isSelected }
    return [filterOption({ ...option, toggled: withFilters(params, { ratings: isSelected ? undefined : ratings }) })]
  })
  return { key: 'rating', label: 'Rating', options: facets.ratings.length > 0 || selected !== '' ? options : [] }
}

export function availabilityFilterGroup({ params, facets }: FilterView): FilterGroup {
  const isInStock = params.filters.stockStatuses?.includes('instock') ?? false
  const isOnSale = params.filters.onSale ?? false
  const options = [
    filterOption({
      key: 'stock:instock',
      label: 'In stock',
      count: facets.stock.instock,
      isSelected: isInStock,
      toggled: withFilters(params, { stockStatuses: isInStock ? undefined : ['instock'] }),
    }),
    filterOption({
      key: 'sale:1',
      label: 'On sale',
      count: facets.onSale,
      isSelected: isOnSale,
      toggled: withFilters(params, { onSale: isOnSale ? undefined : true }),
    }),
  ]
  return { key: 'offers', label: 'Availability', options: options.filter((choice) => choice.href !== null) }
}

const stockNames = { instock: 'In stock', outofstock: 'Sold out', onbackorder: 'On backorder' } as const

/** 'Early spring' for the slug of an unknown value. */
const fromSlug = (slug: string): string => {
  const text = slug.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Labels of all active filters, without the search, which is in the title. */
export function filterChips({ params, facets, categories, names = new Map() }: FilterView): readonly FilterChip[] {
  const { filters } = params
  const nameOf = (taxonomy: string, slug: string, facetName?: string) =>
    facetName ?? names.get(`${taxonomy}:${slug}`) ?? fromSlug(slug)
  const chip = (key: string, label: string, removed: ListingFilters): FilterChip => ({
    key,
    label,
    without: withFilters(params, removed),
  })
  const { categorySlug, tagSlug, minCents, maxCents, ratings, stockStatuses, onSale } = filters
  const category = categories.find(({ slug }) => slug === categorySlug)
  const attributeChips = Object.entries(filters.attributes ?? {}).flatMap(([attribute, { slugs }]) => {
    const values = facets.attributes.find(({ slug }) => slug === attribute)?.values
    return slugs.map((slug) => ({
      key: `${attribute}:${slug}`,
      label: nameOf(attribute, slug, values?.find((value) => value.slug === slug)?.name),
      without: toggleAttributeValue(params, attribute, slug),
    }))
  })
  return [
    categorySlug !== undefined &&
      chip(`product_cat:${categorySlug}`, nameOf('product_cat', categorySlug, category?.name), {
        categorySlug: undefined,
      }),
    tagSlug !== undefined && chip(`product_tag:${tagSlug}`, nameOf('product_tag', tagSlug), { tagSlug: undefined }),
    ...attributeChips,
    (minCents ?? maxCents) !== undefined &&
      chip('price', pricesText(filters, params.exchange ?? null), { minCents: undefined, maxCents: undefined }),
    ratings && chip('rating', ratingsText(ratings), { ratings: undefined }),
    stockStatuses &&
      chip('stock', stockStatuses.map((status) => stockNames[status]).join(' or '), { stockStatuses: undefined }),
    onSale && chip('sale', 'On sale', { onSale: undefined }),
  ].filter((one) => typeof one === 'object')
}

function pricesText({ minCents, maxCents }: ListingFilters, exchange: Exchange | null): string {
  if (minCents === undefined) return `Up to ${costText(maxCents ?? 0, exchange)}`
  return maxCents === undefined
    ? `From ${costText(minCents, exchange)}`
    : `${costText(minCents, exchange)} to ${costText(maxCents, exchange)}`
}

function ratingsText(ratings: readonly number[]): string {
  const lowest = Math.min(...ratings)
  const isAndUp = ratings.length === 6 - lowest
  if (lowest === 5) return '5 stars'
  return isAndUp ? `${lowest} stars and up` : `${ratings.join(' or ')} stars`
}
