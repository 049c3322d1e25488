import { and, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '../../../platform/database/connect.ts'
import { products } from '../../../shop/catalog/catalog.table.ts'
import { choiceLabels } from '../../../shop/catalog/choice-labels.ts'
import type { Product } from '../../../shop/catalog/product.ts'
import { hasSku } from '../../../shop/catalog/sku/sku.ts'
import { type Bits, countBits, hasBit } from '../../../shop/listing/index/bits.ts'
import type { ProductIndex } from '../../../shop/listing/index/product-index.ts'
import {
  type FilterSets,
  firstInOrder,
  matchingBits,
  pageByRelevance,
  pageInOrder,
} from '../../../shop/listing/index/select.ts'
import type { SortOrderName } from '../../../shop/listing/index/sort-orders.ts'
import type { SearchResult } from '../../../shop/listing/search/search.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import type { StoreApiContext } from '../context.ts'
import { filterGroupsOf } from './product-filters.ts'
import type { VariationDetails } from './product-json.ts'
import type { ProductQuery } from './product-query.ts'

export async function searchProducts(shop: StoreApiContext, params: ProductQuery) {
  const { index, groups, matches } = await filterGroupsFor(shop, params)
  const bits = matchingBits(index, groups())
  return {
    ids: pageOf(index, bits, params, matches),
    total: countBits(bits),
    changedAt: newestChange(index, bits),
    correctedSearch: matches?.correctedSearch ?? null,
  }
}

export async function filterGroupsFor(
  shop: StoreApiContext,
  params: ProductQuery,
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
  const rows = await db.select({ id: products.id }).from(products).where(hasSku(skus))
  return rows.map((row) => row.id)
}

function pageOf(index: ProductIndex, bits: Bits, params: ProductQuery, matches: SearchResult | null): number[] {
  const { orderby, order, page, per_page: limit } = params
  const range = { limit, offset: params.offset > 0 ? params.offset : (page - 1) * limit }
  if (orderby === 'relevance') {
    return matches ? pageByRelevance(index, bits, matches.ranked, range) : pageInOrder(index, bits, 'popularity', range)
  }
  if (orderby === 'include') {
    // In the order of the given ids. Without any, nulls sort as in SQL.
    if (params.include.length === 0) return pageInOrder(index, bits, 'id', range, order === 'desc')
    const ids = [...new Set(params.include)].filter((id) => hasBit(bits, index.slotOf(id) ?? -1))
    return (order === 'asc' ? ids : ids.toReversed()).slice(range.offset, range.offset + limit)
  }
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

function newestChange(index: ProductIndex, bits: Bits): Date | null {
  const newest = firstInOrder(index, bits, 'modified')
  return newest === undefined ? null : new Date((index.columns.updatedMicros[newest] ?? 0) / 1000)
}

export async function loadVariationDetails(db: Db, products: readonly Product[]) {
  const variations = products.filter((product) => product.type === 'variation')
  if (variations.length === 0) return new Map<number, VariationDetails>()
  const choicesById = new Map(variations.map(({ id, choices }) => [id, withoutOpenChoices(choices)]))
  const [slugs, labels] = await Promise.all([
    db
      .select({ id: entries.id, slug: entries.slug })
      .from(entries)
      .where(inArray(entries.id, [...choicesById.keys()])),
    choiceLabels(db, [...choicesById.values()]),
  ])
  return new Map(slugs.map(({ id, slug }) => [id, { slug, choices: labels(choicesById.get(id) ?? {}) }]))
}

const withoutOpenChoices = (choices: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== ''))

/** The id of the product or variation with this slug; a product takes precedence. */
export async function findBySlug(db: Db, slug: string): Promise<number | null> {
  const [row] = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.slug, slug.replaceAll('\0', '')), inArray(entries.kind, ['product', 'product_variation'])))
    .orderBy(entries.kind)
    .limit(1)
  return row?.id ?? null
}
