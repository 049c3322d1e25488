import { z } from 'zod'
import { words } from '../../../platform/rest/fields.ts'
import type { WithProductIndex } from '../../../shop/listing/context.ts'
import { type Bits, countIntersection, intersectionCounter } from '../../../shop/listing/index/bits.ts'
import { CountCache } from '../../../shop/listing/index/live-product-index.ts'
import type { ProductIndex } from '../../../shop/listing/index/product-index.ts'
import { attributeFilterKey, type FilterSets, matchingBits, priceBounds } from '../../../shop/listing/index/select.ts'
import type { StoreApiContext } from '../context.ts'
import { currencyFields, minorUnits } from '../money-json.ts'
import { revalidatedJson } from '../response.ts'
import { type CollectionDataJson, collectionDataShape } from '../shapes/product-shape.ts'
import { storeCall } from '../store-call.ts'
import { type ProductQuery, productQuery } from './product-query.ts'
import { filterGroupsFor } from './product-search.store.ts'

/** `calculate_attribute_counts[0][taxonomy]=pa_origin&calculate_attribute_counts[0][query_type]=or`; defaults to 'and'. */
const countedAttributes = z
  .array(
    z.object({
      taxonomy: z.string().optional(),
      query_type: z
        .string()
        .meta({ enum: ['and', 'or'] })
        .optional(),
    }),
  )
  .transform((counted) =>
    counted.flatMap(({ taxonomy, query_type: type }) => (taxonomy ? [{ taxonomy, isOr: type === 'or' }] : [])),
  )
  .describe('Attributes whose values to count, such as `calculate_attribute_counts[0][taxonomy]=pa_origin`.')

const query = z.object({
  ...productQuery.shape,
  calculate_price_range: z.boolean().optional(),
  calculate_stock_status_counts: z.boolean().optional(),
  calculate_rating_counts: z.boolean().optional(),
  calculate_taxonomy_counts: words,
  calculate_attribute_counts: countedAttributes,
})

export const collectionData = storeCall({
  summary: 'Retrieves the price range and counts for product filters',
  method: 'GET',
  path: '/products/collection-data',
  query,
  responses: { 200: collectionDataShape },
  handler: async ({ context, shop, query: params }) => {
    const { index, groups } = await filterGroupsFor(shop, params)
    const count = () => countCollection(index, groups(), params)
    const json = isCacheable(params) ? cacheOf(shop).get(index, JSON.stringify(params), count) : count()
    return revalidatedJson(context, json)
  },
})

/** Results per filter are the same for every visitor, so they are cached until the index changes. */
const MAX_CACHED = 300

const caches = new WeakMap<StoreApiContext['productIndex'], CountCache<CollectionDataJson>>()

function cacheOf({ productIndex }: WithProductIndex): CountCache<CollectionDataJson> {
  const cache = caches.get(productIndex) ?? new CountCache(MAX_CACHED)
  caches.set(productIndex, cache)
  return cache
}

/** Searches, SKUs and dates are not covered by the index version that invalidates this cache. */
const isCacheable = ({ search, slug, sku, after, before }: ProductQuery): boolean =>
  search === '' && slug.length === 0 && sku.length === 0 && after === undefined && before === undefined

function countCollection(index: ProductIndex, groups: FilterSets, params: z.output<typeof query>): CollectionDataJson {
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

/** Ignores the price filter, so that the ends of a slider do not move with its handles. */
function priceRange(index: ProductIndex, groups: FilterSets) {
  const prices = priceBounds(index, matchingBits(index, groups, 'price'))
  return {
    min_price: minorUnits(prices?.minCents ?? 0),
    max_price: minorUnits(prices?.maxCents ?? 0),
    ...currencyFields(),
  }
}

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

function stockCounts(index: ProductIndex, groups: FilterSets) {
  const bits = matchingBits(index, groups, 'stock')
  return (['instock', 'outofstock', 'onbackorder'] as const).map((status) => ({
    status,
    count: String(countIntersection(index.set(`stock ${status}`), bits)),
  }))
}
