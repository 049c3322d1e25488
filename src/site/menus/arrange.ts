type Nested = { readonly depth: number }

export type Direction = 'up' | 'down' | 'in' | 'out'

/** Number of rows of an item, including its children. */
export const sizeAt = (items: readonly Nested[], at: number): number => {
  const next = items.findIndex(({ depth }, index) => index > at && depth <= (items[at]?.depth ?? 0))
  return (next === -1 ? items.length : next) - at
}

/**
 * Moves an item with its children to index `to` of the remaining ones. Uses `wantedDepth` if it is possible there; null
 * if the item cannot be there.
 */
export function moveTo<T extends Nested>(items: readonly T[], at: number, to: number, wantedDepth: number): T[] | null {
  const size = sizeAt(items, at)
  const [head, ...below] = items.slice(at, at + size)
  const others = items.toSpliced(at, size)
  // The following child must not become a child of the moved item.
  const minDepth = others[to]?.depth ?? 0
  const maxDepth = to === 0 || below.length > 0 ? 0 : 1
  if (!head || minDepth > maxDepth) return null
  return others.toSpliced(to, 0, { ...head, depth: Math.min(Math.max(wantedDepth, minDepth), maxDepth) }, ...below)
}

/** Moves an item one step: past a neighbour, below the previous one, or to the top level. Null if impossible. */
export function move<T extends Nested>(items: readonly T[], at: number, direction: Direction): T[] | null {
  const depth = items[at]?.depth ?? 0
  if (direction === 'in') return depth === 0 ? withDepth(moveTo(items, at, at, 1), at, 1) : null
  const others = items.toSpliced(at, sizeAt(items, at))
  if (direction === 'out') {
    const next = others.findIndex((other, index) => index >= at && other.depth === 0)
    return depth === 1 ? moveTo(items, at, next === -1 ? others.length : next, 0) : null
  }
  const step = direction === 'up' ? -1 : 1
  for (let to = at + step; to >= 0 && to <= others.length; to += step) {
    const moved = withDepth(moveTo(items, at, to, depth), to, depth)
    if (moved) return moved
  }
  return null
}

const withDepth = <T extends Nested>(items: T[] | null, at: number, depth: number): T[] | null =>
  items?.[at]?.depth === depth ? items : null

/**
 * Index among the other items for a child of `parent` (-1: top level), as close as possible to its `menu_order`, or at
 * the end.
 */
export function nearestIndex(others: readonly Nested[], parent: number, order?: number): number {
  if (parent >= 0) {
    const end = parent + sizeAt(others, parent)
    return order === undefined ? end : Math.min(Math.max(order - 1, parent + 1), end)
  }
  const next = order === undefined ? -1 : others.findIndex(({ depth }, index) => index >= order - 1 && depth === 0)
  return next === -1 ? others.length : next
}

/** Removes an item; its children move up. */
export const withoutItem = <T extends Nested>(items: readonly T[], at: number): T[] => {
  const end = at + sizeAt(items, at)
  return items.flatMap((item, index) => {
    if (index === at) return []
    return [index > at && index < end ? { ...item, depth: 0 } : item]
  })
}
