import { ok, optionalBoolean, type ParamValues, queryParser, wordList } from '../../platform/rest/params.ts'
import type { WithProductIndex } from '../../shop/listing/context.ts'
import { type Bits, countIntersection, intersectionCounter } from '../../shop/listing/index/bits.ts'
import { CountCache } from '../../shop/listing/index/live-product-index.ts'
import type { ProductIndex } from '../../shop/listing/index/product-index.ts'
import { attributeFilterKey, type FilterSets, matchingBits, priceBounds } from '../../shop/listing/index/select.ts'
import type { StoreApiContext } from './context.ts'
import { type StoreRoute, storeEndpoint } from './endpoint.ts'
import { currencyFields, minorUnits } from './money-json.ts'
import { nestedParams, type ProductParams, productQuery } from './product-params.ts'
import { filterGroupsFor } from './product-search.store.ts'
import { revalidatedJson } from './response.ts'
import { type CollectionDataJson, collectionDataShape } from './shapes/product-shape.ts'

/** `calculate_attribute_counts[0][taxonomy]=pa_origin&calculate_attribute_counts[0][query_type]=or`; defaults to 'and'. */
const countedAttributes = queryParser<readonly { readonly taxonomy: string; readonly isOr: boolean }[]>(
  {
    type: 'array',
    description: 'Attributes whose values are counted: `calculate_attribute_counts[0][taxonomy]=pa_origin`.',
    items: {
      type: 'object',
      properties: { taxonomy: { type: 'string' }, query_type: { type: 'string', enum: ['and', 'or'] } },
    },
  },
  (_text, name, query) => {
    const attributes = nestedParams(query, name).map((params) => ({
      taxonomy: params.getAll('taxonomy').at(-1) ?? '',
      isOr: params.getAll('query_type').at(-1) === 'or',
    }))
    return ok(attributes.filter(({ taxonomy }) => taxonomy !== ''))
  },
)

const query = {
  ...productQuery,
  calculate_price_range: optionalBoolean,
  calculate_stock_status_counts: optionalBoolean,
  calculate_rating_counts: optionalBoolean,
  calculate_taxonomy_counts: wordList,
  calculate_attribute_counts: countedAttributes,
} as const
type CollectionParams = ParamValues<typeof query>

/** Price range and counts for the products of a list with the same parameters (store-products-collection-data.json). */
const collectionData = storeEndpoint(
  'Price range and counts for product filters',
  { query, responses: { 200: collectionDataShape } },
  async ({ context, shop, params }) => {
    const { index, groups } = await filterGroupsFor(shop, params)
    const count = () => countCollection(index, groups(), params)
    const json = isCacheable(params) ? cacheOf(shop).get(index, JSON.stringify(params), count) : count()
    return revalidatedJson(context, json)
  },
)

export const collectionDataRoutes: readonly StoreRoute[] = [
  { path: '/products/collection-data', methods: { GET: collectionData } },
]

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

function countCollection(index: ProductIndex, groups: FilterSets, params: CollectionParams): CollectionDataJson {
  const selection = matchingBits(index, groups)
  const { calculate_taxonomy_counts: taxonomies, calculate_attribute_counts: attributes } = params
  const isAttribute = (taxonomy: string) => index.terms.attributes.some(({ slug }) => slug === taxonomy)
  return {
    price_range: params.calculate_price_range ? priceRange(index, groups) : null,
    attribute_counts:
      attributes.length === 0
        ? null
        : attributes.flatMap(({ taxonomy, isOr }) => {
            // With `or`, an attribute's own filter is ignored.
            const bits = isOr ? matchingBits(index, groups, attributeFilterKey(taxonomy)) : selection
            return isAttribute(taxonomy) ? termCounts(index, taxonomy, bits) : []
          }),
    rating_counts: params.calculate_rating_counts ? ratingCounts(index, groups) : null,
    stock_status_counts: params.calculate_stock_status_counts ? stockCounts(index, groups) : null,
    taxonomy_counts:
      taxonomies.length === 0
        ? null
        : taxonomies
            .filter((taxonomy) => publicTaxonomies.includes(taxonomy))
            .flatMap((taxonomy) => termCounts(index, taxonomy, selection)),
  }
}

const publicTaxonomies: readonly string[] = ['product_cat', 'product_tag', 'product_brand']

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
