import type { StoredLine } from './cart.store.ts'
import { MOST_LINES, mostOf } from './cart.ts'

export type MergedLines = {
  readonly lines: readonly StoredLine[]
  /** What found no room among the hundred. */
  readonly leftOut: readonly StoredLine[]
}

/**
 * Two carts as one (docs/cart-merging.md). What stands in both is wanted once, in the larger of the two quantities: a
 * shopper who chose the same tea again has forgotten the first time more often than they want the sum. The guest's lines
 * are the newer ones, so they come first where there is not room or stock for all.
 */
export function mergeLines(customers: readonly StoredLine[], guests: readonly StoredLine[]): MergedLines {
  const ofGuest = new Map(guests.map((line) => [line.key, line]))
  const last = Math.max(0, ...customers.map((line) => line.position))
  const known = new Set(customers.map((line) => line.key))
  const both = customers.map((line) => {
    const again = ofGuest.get(line.key)
    return again
      ? { ...line, quantity: Math.max(line.quantity, again.quantity), seenPriceCents: again.seenPriceCents }
      : line
  })
  const added = guests
    .filter((line) => !known.has(line.key))
    .map((line, index) => ({ ...line, position: last + index + 1 }))

  const newestFirst = [...both, ...added].toSorted(
    (one, other) => Number(ofGuest.has(other.key)) - Number(ofGuest.has(one.key)) || one.position - other.position,
  )
  const fitting = withinStock(newestFirst)
  const inOrder = (lines: readonly StoredLine[]) => lines.toSorted((one, other) => one.position - other.position)
  return { lines: inOrder(fitting.slice(0, MOST_LINES)), leftOut: inOrder(fitting.slice(MOST_LINES)) }
}

/**
 * The same thing chosen in two ways shares one shelf: the first gets what it asks for, the others what remains. A line
 * that alone asks for too much stays as it is, and the cart page tells about it.
 */
function withinStock(lines: readonly StoredLine[]): StoredLine[] {
  const taken = new Map<number, number>()
  return lines.flatMap((line) => {
    const { id } = line.sellable
    const before = taken.get(id) ?? 0
    const quantity = before === 0 ? line.quantity : Math.min(line.quantity, mostOf(line.sellable) - before)
    if (quantity < 1) return []
    taken.set(id, before + quantity)
    return [{ ...line, quantity }]
  })
}
