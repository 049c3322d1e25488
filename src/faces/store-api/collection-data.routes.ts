import { parseParams, withSchema } from '../../platform/rest/params.ts'
import type { WithProductIndex } from '../../shop/listing/context.ts'
import { type Bits, countIntersection, intersectionCounter } from '../../shop/listing/index/bits.ts'
import { CountCache } from '../../shop/listing/index/count-cache.ts'
import type { ProductIndex } from '../../shop/listing/index/product-index.ts'
import { attributeFilterKey, type FilterSets, matchingBits, priceBounds } from '../../shop/listing/index/select.ts'
import type { StoreApiContext } from './context.ts'
import { storeEndpoint } from './endpoint.ts'
import { revalidatedJson } from './list-response.ts'
import { currencyFields, minorUnits } from './money-json.ts'
import {
  optionalBoolean,
  type ProductParams,
  parseProductParams,
  productQuery,
  queryParams,
  stringList,
} from './product-params.ts'
import { filterGroupsFor } from './product-search.store.ts'
import { storeError } from './response.ts'
import type { StoreRoute } from './router.ts'
import { type CollectionDataJson, collectionDataShape } from './shapes/product-shape.ts'

const parsers = {
  calculate_price_range: optionalBoolean,
  calculate_stock_status_counts: optionalBoolean,
  calculate_rating_counts: optionalBoolean,
  calculate_taxonomy_counts: stringList,
} as const

/** An attribute to count. `or`: its own filter is ignored. */
type CountedAttribute = { readonly taxonomy: string; readonly isOr: boolean }

/** `calculate_attribute_counts[0][taxonomy]=pa_origin&calculate_attribute_counts[0][query_type]=or`; defaults to 'and'. */
const countedAttributes = withSchema(
  {
    type: 'array',
    description: 'Attributes whose values are counted: `calculate_attribute_counts[0][taxonomy]=pa_origin`.',
    items: {
      type: 'object',
      properties: { taxonomy: { type: 'string' }, query_type: { type: 'string', enum: ['and', 'or'] } },
    },
  },
  (query: URLSearchParams): CountedAttribute[] => {
    const byIndex = new Map<string, { taxonomy: string; isOr: boolean }>()
    for (const [key, value] of query) {
      const [, index, part] = /^calculate_attribute_counts\[(\d{1,2})\]\[(taxonomy|query_type)\]$/.exec(key) ?? []
      if (index === undefined) continue
      const one = byIndex.get(index) ?? { taxonomy: '', isOr: false }
      byIndex.set(index, part === 'taxonomy' ? { ...one, taxonomy: value } : { ...one, isOr: value === 'or' })
    }
    return [...byIndex.values()].filter(({ taxonomy }) => taxonomy !== '')
  },
)

/** Price range and counts for the products of a list with the same parameters (store-products-collection-data.json). */
const collectionData = storeEndpoint(
  {
    summary: 'Price range and counts for product filters',
    query: { ...productQuery, ...parsers, calculate_attribute_counts: countedAttributes },
    responses: { 200: collectionDataShape },
  },
  async (context, shop) => {
    const parsed = parseProductParams(context)
    if (!parsed.ok) return storeError(context, parsed.error)
    const requested = parseParams(parsers, queryParams(context))
    if (!requested.ok) return storeError(context, requested.error)
    const attributes = countedAttributes(new URL(context.req.url).searchParams)
    const { index, groups } = await filterGroupsFor(shop, parsed.params)
    const count = () => countCollection(index, groups(), requested.values, attributes)
    const key = JSON.stringify([parsed.params, requested.values, attributes])
    return revalidatedJson(context, isCacheable(parsed.params) ? cacheOf(shop).get(index, key, count) : count())
  },
)

/** The filters of a listing are the same for every visitor: cached until the index changes. */
const MAX_CACHED = 300

const caches = new WeakMap<StoreApiContext['productIndex'], CountCache<CollectionDataJson>>()

function cacheOf({ productIndex }: WithProductIndex): CountCache<CollectionDataJson> {
  const cache = caches.get(productIndex) ?? new CountCache(MAX_CACHED)
  caches.set(productIndex, cache)
  return cache
}

/** Searches, SKUs and dates are not covered by the index version that invalidates this cache. */
const isCacheable = ({ search, slug, sku, after, before }: ProductParams): boolean =>
  search === '' && slug.length === 0 && sku.length === 0 && after === undefined && before === undefined

type RequestedCounts = {
  readonly calculate_price_range: boolean | undefined
  readonly calculate_stock_status_counts: boolean | undefined
  readonly calculate_rating_counts: boolean | undefined
  readonly calculate_taxonomy_counts: readonly string[]
}

function countCollection(
  index: ProductIndex,
  groups: FilterSets,
  { calculate_taxonomy_counts: taxonomies, ...requested }: RequestedCounts,
  attributes: readonly CountedAttribute[],
): CollectionDataJson {
  const selection = matchingBits(index, groups)
  return {
    price_range: requested.calculate_price_range ? priceRange(index, groups) : null,
    attribute_counts:
      attributes.length === 0
        ? null
        : attributes.flatMap(({ taxonomy, isOr }) =>
            termCounts(
              index,
              index.terms.attributes.some(({ slug }) => slug === taxonomy) ? taxonomy : '',
              isOr ? matchingBits(index, groups, attributeFilterKey(taxonomy)) : selection,
            ),
          ),
    rating_counts: requested.calculate_rating_counts ? ratingCounts(index, groups) : null,
    stock_status_counts: requested.calculate_stock_status_counts ? stockCounts(index, groups) : null,
    taxonomy_counts:
      taxonomies.length === 0
        ? null
        : taxonomies.flatMap((taxonomy) =>
            termCounts(index, publicTaxonomies.includes(taxonomy) ? taxonomy : '', selection),
          ),
  }
}

const publicTaxonomies: readonly string[] = ['product_cat', 'product_tag', 'product_brand']

export const collectionDataRoutes: readonly StoreRoute[] = [
  { path: '/products/collection-data', methods: { GET: collectionData } },
]

/** Ignores the price filter: the ends of a slider do not move with its handles. */
function priceRange(index: ProductIndex, groups: FilterSets) {
  const prices = priceBounds(index, matchingBits(index, groups, 'price'))
  return {
    min_price: minorUnits(prices?.minCents ?? 0),
    max_price: minorUnits(prices?.maxCents ?? 0),
    ...currencyFields,
  }
}

/** Terms with products, by id. */
function termCounts(index: ProductIndex, taxonomy: string, bits: Bits) {
  const countIn = intersectionCounter(bits)
  return index.terms
    .inTaxonomy(taxonomy)
    .map(({ id }) => ({ term: id, count: countIn(index.terms.subtreeBits(id, index.capacity)) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.term - b.term)
}

function ratingCounts(index: ProductIndex, groups: FilterSets) {
  const bits = matchingBits(index, groups, 'rating')
  return [1, 2, 3, 4, 5]
    .map((rating) => ({ rating, count: countIntersection(index.set(`rating ${rating}`), bits) }))
    .filter(({ count }) => count > 0)
}

/** As text, as recorded. */
function stockCounts(index: ProductIndex, groups: FilterSets) {
  const bits = matchingBits(index, groups, 'stock')
  return (['instock', 'outofstock', 'onbackorder'] as const).map((status) => ({
    status,
    count: String(countIntersection(index.set(`stock ${status}`), bits)),
  }))
}
