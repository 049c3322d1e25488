/** The orders a listing can stand in, each kept as one list of slots that is repaired where products have changed. */

/** What products are sorted by, by slot. */
export type SortColumns = {
  readonly id: Int32Array
  readonly menuOrder: Int32Array
  /** 1 for what is sold out. */
  readonly isSoldOut: Int32Array
  readonly title: readonly string[]
  readonly slug: readonly string[]
  readonly publishedMicros: Float64Array
  readonly updatedMicros: Float64Array
  /** See `NO_LOWEST` in shelf-index.ts: what has no price comes last both ways. */
  readonly minCents: Int32Array
  readonly maxCents: Int32Array
  readonly totalSales: Int32Array
  readonly ratingHundredths: Int32Array
  readonly reviewCount: Int32Array
}
export type SortColumn = keyof SortColumns

/**
 * Each ends in the id, so that no product shows twice or never while a shopper turns pages. A minus sorts from high to
 * low. Words are sorted as the database does, by the numbers of their letters.
 */
const definitions = {
  // The shop's own order: what can be had before what is sold out.
  default: ['isSoldOut', 'menuOrder', 'title', 'id'],
  popularity: ['-totalSales', '-id'],
  rating: ['-ratingHundredths', '-reviewCount', '-id'],
  date: ['-publishedMicros', '-id'],
  price: ['minCents', 'id'],
  'price-desc': ['-maxCents', 'id'],
  // These only the Store API has.
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
  readonly #columns: () => SortColumns
  readonly #isUsed: (slot: number) => boolean
  readonly #orders: ReadonlyMap<SortOrderName, SortOrder>

  /** `columns` and `isUsed` tell how things are when they are called. */
  constructor(columns: () => SortColumns, isUsed: (slot: number) => boolean) {
    this.#columns = columns
    this.#isUsed = isUsed
    this.#orders = new Map(
      sortOrderNames.map((name) => [
        name,
        { slots: new Int32Array(0), stale: new Set<number>(), columns: new Set(definitions[name].map(columnOf)) },
      ]),
    )
  }

  /** This slot has other values in these columns now, or is new or gone. It is put right when an order is asked for. */
  markStale(slot: number, changed: readonly SortColumn[] | 'all'): void {
    for (const order of this.#orders.values()) {
      if (changed === 'all' || changed.some((column) => order.columns.has(column))) order.stale.add(slot)
    }
  }

  /** Every slot in this order. Good until the next change. */
  slots(name: SortOrderName): Int32Array {
    const order = this.#orders.get(name)
    if (!order) throw new Error(`There is no order ${name}`)
    if (order.stale.size > 0) this.#refresh(name, order)
    return order.slots
  }

  /** These slots, all of them used, in this order. */
  sorted(name: SortOrderName, slots: readonly number[]): Int32Array {
    return Int32Array.from(slots).sort(comparatorOf(definitions[name], this.#columns()))
  }

  /** Takes the stale slots out and sorts them in again: one pass, however many there are. */
  #refresh(name: SortOrderName, order: SortOrder): void {
    const compare = comparatorOf(definitions[name], this.#columns())
    const moved = Int32Array.from([...order.stale].filter(this.#isUsed)).sort(compare)
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

function comparatorOf(parts: readonly string[], columns: SortColumns): (a: number, b: number) => number {
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
