import type { StockStatus } from '../../catalog/catalog.table.ts'
import type { ListingFilters } from '../listing.ts'
import { type Bits, countBits, emptyBits, forEachBit, hasBit, intersectBits, setBit, unionBits } from './bits.ts'
import { NO_MIN_PRICE, type ProductIndex } from './product-index.ts'
import type { SortOrderName } from './sort-orders.ts'

/** Products matched by each filter group: `category`, `price`, `attribute pa_size` and so on. Read-only sets. */
export type FilterSets = ReadonlyMap<string, Bits>

export type Matches = { readonly bits: Bits; readonly ranked: readonly number[] }

/** The prefix avoids collisions between attribute names and other groups. */
export const attributeFilterKey = (slug: string): string => `attribute ${slug}`

export function buildFilterSets(index: ProductIndex, filters: ListingFilters, matches: Matches | null): FilterSets {
  const { categorySlug, tagSlug, minCents, maxCents, ratings, stockStatuses } = filters
  const groups = new Map<string, Bits>([['shown', index.set(matches ? 'searchable' : 'listed')]])
  if (matches) groups.set('search', matches.bits)
  if (categorySlug !== undefined)
    groups.set('category', withAnyTerm(index, idsOf(index, 'product_cat', [categorySlug])))
  if (tagSlug !== undefined) groups.set('tag', withAnyTerm(index, idsOf(index, 'product_tag', [tagSlug])))
  for (const [slug, { slugs, match }] of Object.entries(filters.attributes ?? {})) {
    if (slugs.length === 0) continue
    const ids = idsOf(index, slug, slugs)
    // An unknown value matches no product, so "all of these values" matches none either.
    const known = match === 'all' && ids.length < new Set(slugs).size ? [] : ids
    groups.set(attributeFilterKey(slug), match === 'any' ? withAnyTerm(index, known) : withAllTerms(index, known))
  }
  if (minCents !== undefined || maxCents !== undefined) groups.set('price', withPriceIn(index, minCents, maxCents))
  if (ratings?.length) groups.set('rating', withAnyRating(index, ratings))
  if (stockStatuses?.length) groups.set('stock', withStockStatus(index, stockStatuses))
  if (filters.onSale) groups.set('sale', index.set('onSale'))
  return groups
}

export function matchingBits(index: ProductIndex, groups: FilterSets, except?: string): Bits {
  let bits: Bits | null = null
  for (const [name, group] of groups) {
    if (name === except) continue
    bits = bits ? intersectBits(bits, group) : unionBits(emptyBits(index.capacity), group)
  }
  return bits ?? emptyBits(index.capacity)
}

const idsOf = (index: ProductIndex, taxonomy: string, slugs: readonly string[]): number[] =>
  [...new Set(slugs)].flatMap((slug) => index.terms.find(taxonomy, slug)?.id ?? [])

const unionOf = (index: ProductIndex, sets: readonly Bits[]): Bits =>
  sets.reduce((bits, set) => unionBits(bits, set), emptyBits(index.capacity))

export function withAnyTerm(index: ProductIndex, ids: readonly number[]): Bits {
  const sets = ids.map((id) => index.terms.subtreeBits(id, index.capacity))
  return sets.length === 1 && sets[0] ? sets[0] : unionOf(index, sets)
}

/** Products with all of these terms or their descendants; none if there are no terms. */
export function withAllTerms(index: ProductIndex, ids: readonly number[]): Bits {
  const [first, ...others] = ids.map((id) => index.terms.subtreeBits(id, index.capacity))
  return others.reduce((bits, other) => intersectBits(bits, other), first?.slice() ?? emptyBits(index.capacity))
}

/** Products whose price range overlaps these bounds, by binary search; products without a price never match. */
export function withPriceIn(index: ProductIndex, minCents = 0, maxCents = NO_MIN_PRICE): Bits {
  const { minCents: lowest, maxCents: highest } = index.columns
  const from = Math.max(minCents, 0)
  const startsWithin = (slot: number) => (lowest[slot] ?? 0) <= maxCents
  const endsWithin = (slot: number) => (highest[slot] ?? 0) >= from
  return intersectBits(bitsWhile(index, 'price', startsWithin), bitsWhile(index, 'price-desc', endsWithin))
}

function bitsWhile(index: ProductIndex, order: SortOrderName, holds: (slot: number) => boolean): Bits {
  const slots = index.sortOrders.slots(order)
  return bitsOfFirst(slots, countWhile(slots, holds), index.capacity)
}

function countWhile(slots: Int32Array, holds: (slot: number) => boolean): number {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(slots[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** The set of the first `count` slots: built by setting those, or by clearing the others, whichever are fewer. */
function bitsOfFirst(slots: Int32Array, count: number, capacity: number): Bits {
  const isMajority = count > slots.length / 2
  const bits = emptyBits(capacity).fill(isMajority ? -1 : 0)
  const [from, to] = isMajority ? [count, slots.length] : [0, count]
  for (let at = from; at < to; at += 1) setBit(bits, slots[at] ?? 0, !isMajority)
  return bits
}

export const withAnyRating = (index: ProductIndex, ratings: readonly number[]): Bits =>
  unionOf(
    index,
    [1, 2, 3, 4, 5].flatMap((stars) => (ratings.includes(stars) ? [index.set(`rating ${stars}`)] : [])),
  )

export const withStockStatus = (index: ProductIndex, statuses: readonly StockStatus[]): Bits =>
  unionOf(
    index,
    statuses.map((status) => index.set(`stock ${status}`)),
  )

export type PageSlice = { readonly offset: number; readonly limit: number }

/** Below this size, sorting the slots is faster than scanning the complete sorted list. */
const SORT_THRESHOLD = 1000

export function pageInOrder(
  index: ProductIndex,
  bits: Bits,
  order: SortOrderName,
  { offset, limit }: PageSlice,
  isReversed = false,
): number[] {
  const slots =
    countBits(bits) <= SORT_THRESHOLD ? index.sortOrders.sorted(order, slotsOf(bits)) : index.sortOrders.slots(order)
  const ids: number[] = []
  let skipped = 0
  for (let step = 0; step < slots.length && ids.length < limit; step += 1) {
    const slot = slots[isReversed ? slots.length - 1 - step : step] ?? 0
    if (!hasBit(bits, slot)) continue
    if (skipped < offset) skipped += 1
    else ids.push(index.idAt(slot))
  }
  return ids
}

function slotsOf(bits: Bits): number[] {
  const slots: number[] = []
  forEachBit(bits, (slot) => slots.push(slot))
  return slots
}

export function pageByRelevance(
  index: ProductIndex,
  bits: Bits,
  ranked: readonly number[],
  { offset, limit }: PageSlice,
): number[] {
  const best = ranked.filter((id) => {
    const slot = index.slotOf(id)
    return slot !== undefined && hasBit(bits, slot)
  })
  const ids = best.slice(offset, offset + limit)
  if (ids.length === limit) return ids
  const unranked = bits.slice()
  for (const id of best) setBit(unranked, index.slotOf(id) ?? 0, false)
  const restSlice = { offset: Math.max(0, offset - best.length), limit: limit - ids.length }
  return [...ids, ...pageInOrder(index, unranked, 'popularity', restSlice)]
}

export function bitsOfIds(index: ProductIndex, ids: Iterable<number>): Bits {
  const bits = emptyBits(index.capacity)
  for (const id of ids) {
    const slot = index.slotOf(id)
    if (slot !== undefined) setBit(bits, slot, true)
  }
  return bits
}

export function firstInOrder(index: ProductIndex, bits: Bits, order: SortOrderName): number | undefined {
  for (const slot of index.sortOrders.slots(order)) if (hasBit(bits, slot)) return slot
  return undefined
}

export function priceBounds(index: ProductIndex, bits: Bits): { minCents: number; maxCents: number } | null {
  const { minCents: lowest, maxCents: highest } = index.columns
  let minCents = Number.POSITIVE_INFINITY
  let maxCents = Number.NEGATIVE_INFINITY
  const include = (slot: number) => {
    minCents = Math.min(minCents, lowest[slot] ?? minCents)
    maxCents = Math.max(maxCents, highest[slot] ?? maxCents)
  }
  if (countBits(bits) <= SORT_THRESHOLD) forEachBit(bits, include)
  else for (const order of ['price', 'price-desc'] as const) include(firstInOrder(index, bits, order) ?? -1)
  return maxCents < minCents ? null : { minCents, maxCents }
}
