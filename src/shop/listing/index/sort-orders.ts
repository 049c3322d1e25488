export const emptyColumns = (capacity: number) => ({
  id: new Int32Array(capacity),
  menuOrder: new Int32Array(capacity),
  isSoldOut: new Int32Array(capacity),
  title: [] as string[],
  slug: [] as string[],
  publishedMicros: new Float64Array(capacity),
  updatedMicros: new Float64Array(capacity),
  /** See `NO_MIN_PRICE` in product-index.ts: products without a price are last in both directions. */
  minCents: new Int32Array(capacity),
  maxCents: new Int32Array(capacity),
  totalSales: new Int32Array(capacity),
  ratingHundredths: new Int32Array(capacity),
  reviewCount: new Int32Array(capacity),
  parentId: new Int32Array(capacity),
  searchTextHash: new Int32Array(capacity),
})

export type Columns = ReturnType<typeof emptyColumns>
const { parentId: _, searchTextHash: __, ...sortKeys } = emptyColumns(0)
export type SortColumn = keyof typeof sortKeys
export const sortColumns = Object.keys(sortKeys) as SortColumn[]

/** Each ends in the id, which makes pagination stable; a minus sorts descending, and text by code point. */
const definitions = {
  default: ['isSoldOut', 'menuOrder', 'title', 'id'],
  popularity: ['-totalSales', '-id'],
  rating: ['-ratingHundredths', '-reviewCount', '-id'],
  date: ['-publishedMicros', '-id'],
  price: ['minCents', 'id'],
  'price-desc': ['-maxCents', 'id'],
  menu_order: ['menuOrder', 'title', 'id'],
  'price-desc-id-desc': ['-maxCents', '-id'],
  modified: ['-updatedMicros', '-id'],
  title: ['title', 'id'],
  slug: ['slug', 'id'],
  reviews: ['-reviewCount', '-id'],
  id: ['id'],
} as const satisfies Record<string, readonly (SortColumn | `-${SortColumn}`)[]>

export type SortOrderName = keyof typeof definitions
export const sortOrderNames = Object.keys(definitions) as SortOrderName[]

type SortOrder = { slots: Int32Array; readonly stale: Set<number>; readonly columns: ReadonlySet<SortColumn> }

export class SortOrders {
  readonly #columns: () => Columns
  readonly #orders: ReadonlyMap<SortOrderName, SortOrder>

  /** `columns` returns the current values when called; a slot without id is not in use. */
  constructor(columns: () => Columns) {
    this.#columns = columns
    this.#orders = new Map(
      sortOrderNames.map((name) => [
        name,
        { slots: new Int32Array(0), stale: new Set<number>(), columns: new Set(definitions[name].map(columnOf)) },
      ]),
    )
  }

  markStale(slot: number, changed: readonly SortColumn[] | 'all'): void {
    for (const order of this.#orders.values()) {
      if (changed === 'all' || changed.some((column) => order.columns.has(column))) order.stale.add(slot)
    }
  }

  /** All slots in this order. Valid until the next change. */
  slots(name: SortOrderName): Int32Array {
    const order = this.#orders.get(name)
    if (!order) throw new Error(`There is no order ${name}`)
    if (order.stale.size > 0) this.#refresh(name, order)
    return order.slots
  }

  sorted(name: SortOrderName, slots: readonly number[]): Int32Array {
    return Int32Array.from(slots).sort(comparatorOf(definitions[name], this.#columns()))
  }

  #refresh(name: SortOrderName, order: SortOrder): void {
    const columns = this.#columns()
    const compare = comparatorOf(definitions[name], columns)
    const moved = Int32Array.from([...order.stale].filter((slot) => columns.id[slot] !== 0)).sort(compare)
    const unchanged = order.slots.filter((slot) => !order.stale.has(slot))
    const merged = new Int32Array(unchanged.length + moved.length)
    let unchangedAt = 0
    let movedAt = 0
    for (let at = 0; at < merged.length; at += 1) {
      const takesUnchanged =
        movedAt >= moved.length ||
        (unchangedAt < unchanged.length && compare(unchanged[unchangedAt] ?? 0, moved[movedAt] ?? 0) < 0)
      merged[at] = (takesUnchanged ? unchanged[unchangedAt++] : moved[movedAt++]) ?? 0
    }
    order.slots = merged
    order.stale.clear()
  }
}

const columnOf = (part: string): SortColumn => part.replace('-', '') as SortColumn

function comparatorOf(parts: readonly string[], columns: Columns): (a: number, b: number) => number {
  const steps = parts.map((part) => ({ values: columns[columnOf(part)], isDescending: part.startsWith('-') }))
  return (a, b) => {
    for (const { values, isDescending } of steps) {
      const left = values[a] ?? 0
      const right = values[b] ?? 0
      if (left !== right) return left < right === isDescending ? 1 : -1
    }
    return 0
  }
}
