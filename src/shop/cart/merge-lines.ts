import type { StoredLine } from './cart.store.ts'
import { MAX_LINES, maxLineQuantity } from './cart.ts'

export type MergedLines = {
  readonly lines: readonly StoredLine[]
  /** What found no room among the hundred. */
  readonly skipped: readonly StoredLine[]
}

/**
 * Two carts as one (docs/cart-merging.md). What stands in both is wanted once, in the larger of the two quantities: a
 * shopper who chose the same tea again has forgotten the first time more often than they want the sum. The guest's lines
 * are the newer ones, so they come first where there is not room or stock for all.
 */
export function mergeLines(customerLines: readonly StoredLine[], guestLines: readonly StoredLine[]): MergedLines {
  const guestLineByKey = new Map(guestLines.map((line) => [line.key, line]))
  const lastPosition = Math.max(0, ...customerLines.map((line) => line.position))
  const customerKeys = new Set(customerLines.map((line) => line.key))
  const combined = customerLines.map((line) => {
    const guestLine = guestLineByKey.get(line.key)
    return guestLine
      ? { ...line, quantity: Math.max(line.quantity, guestLine.quantity), seenPriceCents: guestLine.seenPriceCents }
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
 * The same thing chosen in two ways shares one shelf: the first gets what it asks for, the others what remains. A line
 * that alone asks for too much stays as it is, and the cart page tells about it.
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
