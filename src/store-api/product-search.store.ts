import { and, eq, inArray, or } from 'drizzle-orm'
import { products } from '../catalog/catalog.table.ts'
import type { Found } from '../catalog/search/search.ts'
import { type Bits, countBits, hasBit } from '../catalog/shelf-index/bits.ts'
import { firstInOrder, type Groups, pageByRelevance, pageInOrder, selected } from '../catalog/shelf-index/select.ts'
import type { ShelfIndex } from '../catalog/shelf-index/shelf-index.ts'
import type { OrderName } from '../catalog/shelf-index/shelf-orders.ts'
import type { Db } from '../database/connect.ts'
import { entries } from '../entries/entries.table.ts'
import type { Shop } from '../shop.ts'
import { groupsOf } from './product-groups.ts'
import type { ProductParams } from './product-params.ts'

type Shelved = Pick<Shop, 'db' | 'shelves'>

type FoundProducts = {
  /** Of the page asked for, in its order. */
  readonly ids: readonly number[]
  readonly total: number
  /** When the newest change to any of those found was made. */
  readonly changedAt: Date | null
  /** What was searched for instead, when nothing is spelt as it was asked. */
  readonly correctedSearch: string | null
}

/** The products that a list request means. */
export async function searchProducts(shop: Shelved, params: ProductParams): Promise<FoundProducts> {
  const { index, groups, found } = await groupsFor(shop, params)
  const bits = selected(index, groups())
  const offset = params.offset > 0 ? params.offset : (params.page - 1) * params.per_page
  const part = { offset, limit: params.per_page }
  return {
    ids: pageOf(index, bits, params, found, part),
    total: countBits(bits),
    changedAt: newestChange(index, bits),
    correctedSearch: found?.correctedSearch ?? null,
  }
}

/** What each group of the parameters lets through, worked out when it is asked for, for lists and counts alike. */
export async function groupsFor(
  shop: Shelved,
  params: ProductParams,
): Promise<{ index: ShelfIndex; groups: () => Groups; found: Found | null }> {
  const [index, slugIds, skuIds] = await Promise.all([
    shop.shelves.current(),
    idsOfSlugs(shop.db, params.slug),
    idsOfSkus(shop.db, params.sku),
  ])
  const found = params.search === '' ? null : await shop.shelves.search(index, params.search, false)
  return { index, found, groups: () => groupsOf(index, params, { matches: found, slugIds, skuIds }) }
}

async function idsOfSlugs(db: Db, slugs: readonly string[]): Promise<number[]> {
  if (slugs.length === 0) return []
  // Said kind by kind, the way the index on both columns is made.
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

type Part = { readonly offset: number; readonly limit: number }

function pageOf(index: ShelfIndex, bits: Bits, params: ProductParams, found: Found | null, part: Part): number[] {
  const { orderby, order } = params
  if (orderby === 'relevance') {
    return found ? pageByRelevance(index, bits, found.ranked, part) : pageInOrder(index, bits, 'popularity', part)
  }
  if (orderby === 'include') return includedPage(index, bits, params, part)
  const { name, isReversed } = orders[orderby][order]
  return pageInOrder(index, bits, name, part, isReversed)
}

const both = (asc: OrderName, isAscReversed: boolean) => ({
  asc: { name: asc, isReversed: isAscReversed },
  desc: { name: asc, isReversed: !isAscReversed },
})

/** Some orders are kept from high to low, and read from their end for the other way. What has no price is last both ways. */
const orders = {
  date: both('date', true),
  modified: both('modified', true),
  id: both('id', false),
  title: both('title', false),
  slug: both('slug', false),
  popularity: both('popularity', true),
  rating: both('rating', true),
  menu_order: both('menu_order', false),
  comment_count: both('reviews', true),
  price: {
    asc: { name: 'price', isReversed: false },
    desc: { name: 'price-desc-id-desc', isReversed: false },
  },
} as const satisfies Record<string, Record<'asc' | 'desc', { name: OrderName; isReversed: boolean }>>

/** In the order the ids were given, and what was not named at the end, as the database sorts what is null. */
function includedPage(
  index: ShelfIndex,
  bits: Bits,
  { include, order }: ProductParams,
  { offset, limit }: Part,
): number[] {
  const isIn = (id: number) => {
    const slot = index.slotOf(id)
    return slot !== undefined && hasBit(bits, slot)
  }
  if (include.length === 0) return pageInOrder(index, bits, 'id', { offset, limit }, order === 'desc')
  const ids = [...new Set(include)].filter(isIn)
  return (order === 'asc' ? ids : ids.toReversed()).slice(offset, offset + limit)
}

function newestChange(index: ShelfIndex, bits: Bits): Date | null {
  const newest = firstInOrder(index, bits, 'modified')
  return newest === undefined ? null : new Date((index.columns.updatedMicros[newest] ?? 0) / 1000)
}
