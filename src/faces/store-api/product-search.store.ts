import { and, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { products } from '../../shop/catalog/catalog.table.ts'
import type { WithProductIndex } from '../../shop/listing/context.ts'
import { type Bits, countBits, hasBit } from '../../shop/listing/index/bits.ts'
import type { ProductIndex } from '../../shop/listing/index/product-index.ts'
import {
  type FilterSets,
  firstInOrder,
  matchingBits,
  pageByRelevance,
  pageInOrder,
} from '../../shop/listing/index/select.ts'
import type { SortOrderName } from '../../shop/listing/index/sort-orders.ts'
import type { SearchResult } from '../../shop/listing/search/search.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { filterGroupsOf } from './product-filters.ts'
import type { ProductParams } from './product-params.ts'

type ProductSearchResult = {
  /** Ids of the requested page, in order. */
  readonly ids: readonly number[]
  readonly total: number
  /** Last modification of all matches. */
  readonly changedAt: Date | null
  /** The spelling correction that was used, if any. */
  readonly correctedSearch: string | null
}

/** Finds the products of a list request. */
export async function searchProducts(
  shop: Pick<Platform, 'db'> & WithProductIndex,
  params: ProductParams,
): Promise<ProductSearchResult> {
  const { index, groups, matches } = await filterGroupsFor(shop, params)
  const bits = matchingBits(index, groups())
  const offset = params.offset > 0 ? params.offset : (params.page - 1) * params.per_page
  const range = { offset, limit: params.per_page }
  return {
    ids: pageOf(index, bits, params, matches, range),
    total: countBits(bits),
    changedAt: newestChange(index, bits),
    correctedSearch: matches?.correctedSearch ?? null,
  }
}

/** Product sets per filter group, for lists and counts. */
export async function filterGroupsFor(
  shop: Pick<Platform, 'db'> & WithProductIndex,
  params: ProductParams,
): Promise<{ index: ProductIndex; groups: () => FilterSets; matches: SearchResult | null }> {
  const [index, slugIds, skuIds] = await Promise.all([
    shop.productIndex.current(),
    idsOfSlugs(shop.db, params.slug),
    idsOfSkus(shop.db, params.sku),
  ])
  const matches = params.search === '' ? null : await shop.productIndex.search(index, params.search, false)
  return { index, matches, groups: () => filterGroupsOf(index, params, { matches, slugIds, skuIds }) }
}

async function idsOfSlugs(db: Db, slugs: readonly string[]): Promise<number[]> {
  if (slugs.length === 0) return []
  // One query per kind, to match the index on both columns.
  const kinds = (['product', 'product_variation'] as const).map((kind) =>
    and(eq(entries.kind, kind), inArray(entries.slug, [...slugs])),
  )
  const rows = await db
    .select({ id: entries.id })
    .from(entries)
    .where(or(...kinds))
  return rows.map((row) => row.id)
}

async function idsOfSkus(db: Db, skus: readonly string[]): Promise<number[]> {
  if (skus.length === 0) return []
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.sku, [...skus]))
  return rows.map((row) => row.id)
}

type PageRange = { readonly offset: number; readonly limit: number }

function pageOf(
  index: ProductIndex,
  bits: Bits,
  params: ProductParams,
  matches: SearchResult | null,
  range: PageRange,
): number[] {
  const { orderby, order } = params
  if (orderby === 'relevance') {
    return matches ? pageByRelevance(index, bits, matches.ranked, range) : pageInOrder(index, bits, 'popularity', range)
  }
  if (orderby === 'include') return includedPage(index, bits, params, range)
  const { name, isReversed } = sortOrders[orderby][order]
  return pageInOrder(index, bits, name, range, isReversed)
}

const bothDirections = (orderName: SortOrderName, isAscReversed: boolean) => ({
  asc: { name: orderName, isReversed: isAscReversed },
  desc: { name: orderName, isReversed: !isAscReversed },
})

/** Some orders are stored descending and read in reverse. Products without a price are last in both directions. */
const sortOrders = {
  date: bothDirections('date', true),
  modified: bothDirections('modified', true),
  id: bothDirections('id', false),
  title: bothDirections('title', false),
  slug: bothDirections('slug', false),
  popularity: bothDirections('popularity', true),
  rating: bothDirections('rating', true),
  menu_order: bothDirections('menu_order', false),
  comment_count: bothDirections('reviews', true),
  price: {
    asc: { name: 'price', isReversed: false },
    desc: { name: 'price-desc-id-desc', isReversed: false },
  },
} as const satisfies Record<string, Record<'asc' | 'desc', { name: SortOrderName; isReversed: boolean }>>

/** In the order of the given ids, others at the end, as SQL sorts nulls. */
function includedPage(
  index: ProductIndex,
  bits: Bits,
  { include, order }: ProductParams,
  { offset, limit }: PageRange,
): number[] {
  const isSelected = (id: number) => {
    const slot = index.slotOf(id)
    return slot !== undefined && hasBit(bits, slot)
  }
  if (include.length === 0) return pageInOrder(index, bits, 'id', { offset, limit }, order === 'desc')
  const ids = [...new Set(include)].filter(isSelected)
  return (order === 'asc' ? ids : ids.toReversed()).slice(offset, offset + limit)
}

function newestChange(index: ProductIndex, bits: Bits): Date | null {
  const newest = firstInOrder(index, bits, 'modified')
  return newest === undefined ? null : new Date((index.columns.updatedMicros[newest] ?? 0) / 1000)
}
