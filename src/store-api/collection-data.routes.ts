import { type Bits, counterOf, countShared } from '../catalog/shelf-index/bits.ts'
import { Counted } from '../catalog/shelf-index/counted.ts'
import { attributeGroup, type Groups, pricesOf, selected } from '../catalog/shelf-index/select.ts'
import type { ShelfIndex } from '../catalog/shelf-index/shelf-index.ts'
import { described, readParams } from '../rest/params.ts'
import type { Shop } from '../shop.ts'
import { storeError } from './answer.ts'
import { plainCall } from './call.ts'
import { kept } from './list-answer.ts'
import { currencyFields, minorUnits } from './money-json.ts'
import { list, namedParams, type ProductParams, productQuery, readProductParams, yesOrNo } from './product-params.ts'
import { groupsFor } from './product-search.store.ts'
import type { StoreRoute } from './router.ts'
import { type CollectionDataJson, collectionDataShape } from './shapes/product-shape.ts'

const readers = {
  calculate_price_range: yesOrNo,
  calculate_stock_status_counts: yesOrNo,
  calculate_rating_counts: yesOrNo,
  calculate_taxonomy_counts: list,
} as const

/** An attribute to be counted. `or`: as if none of its own values were chosen. */
type CountedAttribute = { readonly taxonomy: string; readonly isOr: boolean }

/** `calculate_attribute_counts[0][taxonomy]=pa_origin&calculate_attribute_counts[0][query_type]=or`; 'and' unless it says so. */
const countedAttributes = described(
  {
    type: 'array',
    description: 'Attributes whose values are counted: `calculate_attribute_counts[0][taxonomy]=pa_origin`.',
    items: {
      type: 'object',
      properties: { taxonomy: { type: 'string' }, query_type: { type: 'string', enum: ['and', 'or'] } },
    },
  },
  (query: URLSearchParams): CountedAttribute[] => {
    const named = new Map<string, { taxonomy: string; isOr: boolean }>()
    for (const [key, value] of query) {
      const [, place, part] = /^calculate_attribute_counts\[(\d{1,2})\]\[(taxonomy|query_type)\]$/.exec(key) ?? []
      if (place === undefined) continue
      const one = named.get(place) ?? { taxonomy: '', isOr: false }
      named.set(place, part === 'taxonomy' ? { ...one, taxonomy: value } : { ...one, isOr: value === 'or' })
    }
    return [...named.values()].filter(({ taxonomy }) => taxonomy !== '')
  },
)

/** Prices and counts of the products that a list with the same parameters would hold (store-products-collection-data.json). */
const collectionData = plainCall(
  {
    summary: 'What filters of a list of products show',
    query: { ...productQuery, ...readers, calculate_attribute_counts: countedAttributes },
    answers: { 200: collectionDataShape },
  },
  async (context, shop) => {
    const read = readProductParams(context)
    if (!read.ok) return storeError(context, read.error)
    const asked = readParams(readers, namedParams(context))
    if (!asked.ok) return storeError(context, asked.error)
    const counted = countedAttributes(new URL(context.req.url).searchParams)
    const { index, groups } = await groupsFor(shop, read.params)
    const count = () => countCollection(index, groups(), asked.values, counted)
    const key = JSON.stringify([read.params, asked.values, counted])
    return kept(context, isOfIndexAlone(read.params) ? keptBy(shop).get(index, key, count) : count())
  },
)

/** Filters beside a shelf ask the same for every visitor: kept until what is counted has changed. */
const MOST_KEPT = 300

const collections = new WeakMap<Shop['shelves'], Counted<CollectionDataJson>>()

function keptBy({ shelves }: Shop): Counted<CollectionDataJson> {
  const known = collections.get(shelves) ?? new Counted(MOST_KEPT)
  collections.set(shelves, known)
  return known
}

/** Words, SKUs and moments of change are no part of the edition that what is kept goes by. */
const isOfIndexAlone = ({ search, slug, sku, after, before }: ProductParams): boolean =>
  search === '' && slug.length === 0 && sku.length === 0 && after === undefined && before === undefined

type Wanted = {
  readonly calculate_price_range: boolean | undefined
  readonly calculate_stock_status_counts: boolean | undefined
  readonly calculate_rating_counts: boolean | undefined
  readonly calculate_taxonomy_counts: readonly string[]
}

function countCollection(
  index: ShelfIndex,
  groups: Groups,
  { calculate_taxonomy_counts: taxonomies, ...wanted }: Wanted,
  attributes: readonly CountedAttribute[],
): CollectionDataJson {
  const everything = selected(index, groups)
  return {
    price_range: wanted.calculate_price_range ? priceRange(index, groups) : null,
    attribute_counts:
      attributes.length === 0
        ? null
        : attributes.flatMap(({ taxonomy, isOr }) =>
            termCounts(
              index,
              index.terms.attributes.some(({ slug }) => slug === taxonomy) ? taxonomy : '',
              isOr ? selected(index, groups, attributeGroup(taxonomy)) : everything,
            ),
          ),
    rating_counts: wanted.calculate_rating_counts ? ratingCounts(index, groups) : null,
    stock_status_counts: wanted.calculate_stock_status_counts ? stockCounts(index, groups) : null,
    taxonomy_counts:
      taxonomies.length === 0
        ? null
        : taxonomies.flatMap((taxonomy) =>
            termCounts(index, publicTaxonomies.includes(taxonomy) ? taxonomy : '', everything),
          ),
  }
}

const publicTaxonomies: readonly string[] = ['product_cat', 'product_tag', 'product_brand']

export const collectionDataRoutes: readonly StoreRoute[] = [
  { path: '/products/collection-data', methods: { GET: collectionData } },
]

/** Whatever price was chosen: the ends of a slider do not move with its handles. */
function priceRange(index: ShelfIndex, groups: Groups) {
  const prices = pricesOf(index, selected(index, groups, 'price'))
  return {
    min_price: minorUnits(prices?.minCents ?? 0),
    max_price: minorUnits(prices?.maxCents ?? 0),
    ...currencyFields,
  }
}

/** Those that occur, by id. */
function termCounts(index: ShelfIndex, taxonomy: string, bits: Bits) {
  const countIn = counterOf(bits)
  return index.terms
    .of(taxonomy)
    .map(({ id }) => ({ term: id, count: countIn(index.terms.whole(id, index.capacity)) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.term - b.term)
}

function ratingCounts(index: ShelfIndex, groups: Groups) {
  const bits = selected(index, groups, 'rating')
  return [1, 2, 3, 4, 5]
    .map((rating) => ({ rating, count: countShared(index.set(`rating ${rating}`), bits) }))
    .filter(({ count }) => count > 0)
}

/** As texts, as recorded. */
function stockCounts(index: ShelfIndex, groups: Groups) {
  const bits = selected(index, groups, 'stock')
  return (['instock', 'outofstock', 'onbackorder'] as const).map((status) => ({
    status,
    count: String(countShared(index.set(`stock ${status}`), bits)),
  }))
}
