/**
 * A bit set per category, attribute value, rating and stock status, and a sorted list per sort order. A listing takes
 * about a millisecond at 100,000 products; only the cards are read from the database.
 */
import type { ProductType, StockStatus, Visibility } from '../../catalog/catalog.table.ts'
import { type Bits, emptyBits, resizedBits, setBit, unionBits } from './bits.ts'
import { IndexTerms } from './index-terms.ts'
import type { IndexRow } from './product-index.store.ts'
import { type Columns, emptyColumns, type SortColumn, SortOrders, sortColumns } from './sort-orders.ts'

const INITIAL_CAPACITY = 1024

/** Minimum and maximum of products without a price, which sort last in both directions. */
export const NO_MIN_PRICE = 2_147_483_647
const NO_MAX_PRICE = -1

const visibilities = ['visible', 'catalog', 'search', 'hidden'] as const satisfies readonly Visibility[]
const types = ['simple', 'variable', 'variation', 'grouped', 'external'] as const satisfies readonly ProductType[]
const stockStatuses = ['instock', 'outofstock', 'onbackorder'] as const satisfies readonly StockStatus[]

const setNames = [
  ...(['listed', 'searchable', 'featured', 'onSale'] as const),
  ...visibilities.map((name) => `visibility ${name}` as const),
  ...types.map((name) => `type ${name}` as const),
  ...stockStatuses.map((name) => `stock ${name}` as const),
  ...[1, 2, 3, 4, 5].map((stars) => `rating ${stars}` as const),
]
type SetName = (typeof setNames)[number]

const columnsWithoutCounts: readonly SortColumn[] = ['totalSales', 'updatedMicros']

export class ProductIndex {
  readonly searchChanges = new SearchChangeLog()
  readonly terms = new IndexTerms()
  readonly sortOrders = new SortOrders(() => this.#columns)
  #version = 0
  #capacity = INITIAL_CAPACITY
  #columns = emptyColumns(INITIAL_CAPACITY)
  readonly #sets = new Map<SetName, Bits>(setNames.map((name) => [name, emptyBits(INITIAL_CAPACITY)]))
  readonly #slots = new Map<number, number>()
  readonly #freeSlots: number[] = []

  get size(): number {
    return this.#slots.size
  }

  /** All slots are below this; every bit set has this capacity. */
  get capacity(): number {
    return this.#capacity
  }

  get columns(): Readonly<Columns> {
    return this.#columns
  }

  /** Incremented with every change that affects counts: all except sales and modification time. */
  get version(): number {
    return this.#version + this.terms.version
  }

  slotOf(id: number): number | undefined {
    return this.#slots.get(id)
  }

  idAt(slot: number): number {
    return this.#columns.id[slot] ?? 0
  }

  set(name: SetName): Bits {
    const bits = this.#sets.get(name)
    if (!bits) throw new Error(`There is no set ${name}`)
    return bits
  }

  /** All products and variations; not every slot has one. */
  all(): Bits {
    return types.reduce((bits, type) => unionBits(bits, this.set(`type ${type}`)), emptyBits(this.#capacity))
  }

  upsert(row: IndexRow): void {
    if (!row.isPublished) return this.remove(row.id)
    const existingSlot = this.#slots.get(row.id)
    const slot = existingSlot ?? this.#newSlot(row.id)
    const changed = this.#write(slot, row)
    this.sortOrders.markStale(slot, existingSlot === undefined ? 'all' : changed)
    const setChanges = this.#updateSets(slot, row)
    if (setChanges.hasChanged || changed.some((column) => !columnsWithoutCounts.includes(column))) this.#version += 1
    const { searchTextHash } = this.#columns
    if (existingSlot === undefined || setChanges.searchableChanged || searchTextHash[slot] !== row.searchTextHash)
      this.searchChanges.record(slot, row.id)
    searchTextHash[slot] = row.searchTextHash
    this.terms.assign(slot, row.termIds, this.#capacity, existingSlot === undefined)
  }

  remove(id: number): void {
    const slot = this.#slots.get(id)
    if (slot === undefined) return
    for (const bits of this.#sets.values()) setBit(bits, slot, false)
    this.#version += 1
    this.terms.assign(slot, [], this.#capacity, false)
    this.#columns.id[slot] = 0
    this.#columns.title[slot] = ''
    this.#columns.slug[slot] = ''
    this.sortOrders.markStale(slot, 'all')
    this.#slots.delete(id)
    this.#freeSlots.push(slot)
    this.searchChanges.record(slot, id)
  }

  ids(): IterableIterator<number> {
    return this.#slots.keys()
  }

  #newSlot(id: number): number {
    const slot = this.#freeSlots.pop() ?? this.#slots.size
    if (slot >= this.#capacity) this.#grow()
    this.#slots.set(id, slot)
    return slot
  }

  #grow(): void {
    this.#capacity *= 2
    for (const [name, bits] of this.#sets) this.#sets.set(name, resizedBits(bits, this.#capacity))
    const old = this.#columns
    const grown = emptyColumns(this.#capacity)
    for (const name of Object.keys(grown) as (keyof Columns)[]) {
      const to = grown[name]
      const from = old[name]
      if (ArrayBuffer.isView(to) && ArrayBuffer.isView(from)) to.set(from)
    }
    this.#columns = { ...grown, title: old.title, slug: old.slug }
  }

  #write(slot: number, row: IndexRow): SortColumn[] {
    const columns = this.#columns
    const fresh = {
      ...row,
      isSoldOut: row.stockStatus === 'outofstock' ? 1 : 0,
      minCents: row.minCents ?? NO_MIN_PRICE,
      maxCents: row.maxCents ?? NO_MAX_PRICE,
    }
    const changed = sortColumns.filter((name) => columns[name][slot] !== fresh[name])
    for (const name of changed) (columns[name] as (number | string)[])[slot] = fresh[name]
    columns.parentId[slot] = row.parentId ?? 0
    return changed
  }

  #updateSets(slot: number, row: IndexRow): { hasChanged: boolean; searchableChanged: boolean } {
    let hasChanged = false
    const assign = (name: SetName, truth: boolean): boolean => {
      const isChanged = setBit(this.set(name), slot, truth)
      hasChanged ||= isChanged
      return isChanged
    }
    const isProduct = row.type !== 'variation'
    assign('listed', isProduct && (row.visibility === 'visible' || row.visibility === 'catalog'))
    assign('featured', row.isFeatured)
    assign('onSale', row.onSale)
    for (const name of visibilities) assign(`visibility ${name}`, row.visibility === name)
    for (const name of types) assign(`type ${name}`, row.type === name)
    for (const name of stockStatuses) assign(`stock ${name}`, row.stockStatus === name)
    const stars = row.reviewCount > 0 ? Math.round(row.ratingHundredths / 100) : 0
    for (const number of [1, 2, 3, 4, 5]) assign(`rating ${number}`, stars === number)
    const isSearchable = isProduct && (row.visibility === 'visible' || row.visibility === 'search')
    const searchableChanged = assign('searchable', isSearchable)
    return { hasChanged, searchableChanged }
  }
}

/** A cache for each index: slots and versions of one mean something else in the next, after a complete reload. */
export function ofEachIndex<Cache>(open: () => Cache): (index: ProductIndex) => Cache {
  const caches = new WeakMap<ProductIndex, Cache>()
  return (index) => {
    const cache = caches.get(index) ?? open()
    caches.set(index, cache)
    return cache
  }
}

/** Capacity of the log; consumers that have missed more rebuild from scratch. */
const MAX_CHANGES = 2000

export type SearchChange = { readonly version: number; readonly slot: number; readonly id: number }

export class SearchChangeLog {
  #version = 0
  #trimmedUpTo = 0
  #changes: SearchChange[] = []

  get version(): number {
    return this.#version
  }

  /** The slot has a product with a different search text, another product, or none. */
  record(slot: number, id: number): void {
    this.#version += 1
    this.#changes.push({ version: this.#version, slot, id })
    if (this.#changes.length <= 2 * MAX_CHANGES) return
    this.#changes = this.#changes.slice(-MAX_CHANGES)
    this.#trimmedUpTo = (this.#changes[0]?.version ?? 1) - 1
  }

  /** Changes after `version`, or null if the log no longer reaches back that far. */
  since(version: number): readonly SearchChange[] | null {
    if (version < this.#trimmedUpTo) return null
    return this.#changes.slice(this.#changes.length - (this.#version - version))
  }
}
