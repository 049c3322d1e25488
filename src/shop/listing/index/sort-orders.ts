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

/** Each ends in the id, which makes pagination stable. A minus sorts descending; texts are compared by code point. */
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

type SortOrder = {
  slots: Int32Array
  /** Null means all: sets of the whole catalogue for each order would cost more than sorting it. */
  stale: Set<number> | null
  /** How often a slot became stale. */
  changes: number
  readonly columns: ReadonlySet<SortColumn>
}

/** Slots sorted between two pauses: some ten milliseconds, in which requests wait. */
const SLOTS_AT_A_TIME = 8192

export class SortOrders {
  readonly #columns: () => Columns
  readonly #orders: ReadonlyMap<SortOrderName, SortOrder>

  /** `columns` returns the current values when called; a slot without id is not in use. */
  constructor(columns: () => Columns) {
    this.#columns = columns
    this.#orders = new Map(
      sortOrderNames.map((name) => [
        name,
        { slots: new Int32Array(0), stale: null, changes: 0, columns: new Set(definitions[name].map(columnOf)) },
      ]),
    )
  }

  markStale(slot: number, changed: readonly SortColumn[] | 'all'): void {
    for (const order of this.#orders.values()) {
      if (changed !== 'all' && !changed.some((column) => order.columns.has(column))) continue
      order.stale?.add(slot)
      order.changes += 1
    }
  }

  /** All slots in this order. Valid until the next change. */
  slots(name: SortOrderName): Int32Array {
    const order = this.#order(name)
    if (order.stale?.size === 0) return order.slots
    const { compare, unchanged, stale } = this.#parts(name, order)
    return finish(order, merged(unchanged, stale.sort(compare), compare))
  }

  /** Sorts ahead of `slots`, with pauses in which requests are answered. Gives up if the index changes. */
  async prepare(name: SortOrderName, pause: () => Promise<unknown>): Promise<void> {
    const order = this.#order(name)
    const { changes } = order
    const { compare, unchanged, stale } = this.#parts(name, order)
    let runs: Int32Array[] = [unchanged]
    for (let at = 0; at < stale.length; at += SLOTS_AT_A_TIME) {
      runs.push(stale.slice(at, at + SLOTS_AT_A_TIME).sort(compare))
      await pause()
    }
    while (runs.length > 1) {
      const longer: Int32Array[] = []
      for (let at = 0; at < runs.length; at += 2) {
        longer.push(merged(runs[at] ?? unchanged, runs[at + 1] ?? new Int32Array(0), compare))
        await pause()
      }
      runs = longer
      if (order.changes !== changes || order.stale?.size === 0) return
    }
    finish(order, runs[0] ?? unchanged)
  }

  #order(name: SortOrderName): SortOrder {
    const order = this.#orders.get(name)
    if (!order) throw new Error(`There is no order ${name}`)
    return order
  }

  sorted(name: SortOrderName, slots: readonly number[]): Int32Array {
    return Int32Array.from(slots).sort(comparatorOf(definitions[name], this.#columns()))
  }

  #parts(name: SortOrderName, { slots, stale }: SortOrder) {
    const columns = this.#columns()
    return {
      compare: comparatorOf(definitions[name], columns),
      unchanged: stale ? slots.filter((slot) => !stale.has(slot)) : new Int32Array(0),
      stale: Int32Array.from(stale ?? columns.id.keys()).filter((slot) => columns.id[slot] !== 0),
    }
  }
}

function finish(order: SortOrder, slots: Int32Array): Int32Array {
  order.slots = slots
  order.stale = new Set()
  return slots
}

function merged(one: Int32Array, other: Int32Array, compare: (a: number, b: number) => number): Int32Array {
  if (other.length === 0) return one
  const all = new Int32Array(one.length + other.length)
  let oneAt = 0
  let otherAt = 0
  for (let at = 0; at < all.length; at += 1) {
    const takesOne =
      otherAt >= other.length || (oneAt < one.length && compare(one[oneAt] ?? 0, other[otherAt] ?? 0) < 0)
    all[at] = (takesOne ? one[oneAt++] : other[otherAt++]) ?? 0
  }
  return all
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
