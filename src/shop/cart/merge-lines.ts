import type { StoredLine } from './cart.store.ts'
import { MAX_LINES, maxLineQuantity } from './cart.ts'

export type MergedLines = {
  readonly lines: readonly StoredLine[]
  /** Lines beyond the maximum of one hundred. */
  readonly skipped: readonly StoredLine[]
}

/**
 * Merges two carts (docs/cart-merging.md). An item in both gets the larger quantity, not the sum: a shopper who chose
 * the same tea again has most likely forgotten the first time. The guest's lines are newer, so they have priority when
 * lines or stock do not suffice.
 */
export function mergeLines(customerLines: readonly StoredLine[], guestLines: readonly StoredLine[]): MergedLines {
  const guestLineByKey = new Map(guestLines.map((line) => [line.key, line]))
  const lastPosition = Math.max(0, ...customerLines.map((line) => line.position))
  const customerKeys = new Set(customerLines.map((line) => line.key))
  const combined = customerLines.map((line) => {
    const guestLine = guestLineByKey.get(line.key)
    return guestLine
      ? { ...line, quantity: Math.max(line.quantity, guestLine.quantity), quotedPriceCents: guestLine.quotedPriceCents }
      : line
  })
  const added = guestLines
    .filter((line) => !customerKeys.has(line.key))
    .map((line, index) => ({ ...line, position: lastPosition + index + 1 }))

  const newestFirst = [...combined, ...added].toSorted(
    (one, other) =>
      Number(guestLineByKey.has(other.key)) - Number(guestLineByKey.has(one.key)) || one.position - other.position,
  )
  const withinStockLines = capToStock(newestFirst)
  const byPosition = (lines: readonly StoredLine[]) => lines.toSorted((one, other) => one.position - other.position)
  return {
    lines: byPosition(withinStockLines.slice(0, MAX_LINES)),
    skipped: byPosition(withinStockLines.slice(MAX_LINES)),
  }
}

/**
 * Lines with the same product but different choices share its stock: the first gets its full quantity, the others the
 * rest. A single line above the stock stays unchanged, and the cart page reports it.
 */
function capToStock(lines: readonly StoredLine[]): StoredLine[] {
  const allocated = new Map<number, number>()
  return lines.flatMap((line) => {
    const { id } = line.sellable
    const allocatedBefore = allocated.get(id) ?? 0
    const quantity =
      allocatedBefore === 0 ? line.quantity : Math.min(line.quantity, maxLineQuantity(line.sellable) - allocatedBefore)
    if (quantity < 1) return []
    allocated.set(id, allocatedBefore + quantity)
    return [{ ...line, quantity }]
  })
}
