import type { stockLevels } from './stock.table.ts'

/** One thing wanted from the shelf. */
export type Want = { readonly productId: number; readonly quantity: number }

/** What is missing: `available` pieces are there of the `wanted` ones. */
export type Shortfall = { readonly productId: number; readonly wanted: number; readonly available: number }

/** Adds up wants of the same thing and puts them in the one order in which rows are locked. */
export function gatherWants(wants: readonly Want[]): Want[] {
  const byProduct = new Map<number, number>()
  for (const want of wants) byProduct.set(want.productId, (byProduct.get(want.productId) ?? 0) + want.quantity)
  return [...byProduct]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .toSorted((a, b) => a.productId - b.productId)
}

/** What lies on the shelf, and what the shop does when nothing lies there. */
export type Shelf = Pick<typeof stockLevels.$inferSelect, 'productId' | 'isKept' | 'onHand' | 'backorders' | 'status'>

/** What cannot be had of gathered wants. A thing without a shelf, or whose stock is not kept, is there unless it is said to be out. */
export function shortfallsOf(wants: readonly Want[], shelves: readonly Shelf[]): Shortfall[] {
  return wants.flatMap(({ productId, quantity }) => {
    const shelf = shelves.find((one) => one.productId === productId)
    const short = (available: number): Shortfall[] => [{ productId, wanted: quantity, available }]
    if (!shelf?.isKept) return shelf?.status === 'outofstock' ? short(0) : []
    return shelf.onHand < quantity && shelf.backorders === 'no' ? short(shelf.onHand) : []
  })
}

/** A change on the shelf: how many pieces lay there before and after. */
export type Moved = { readonly productId: number; readonly before: number; readonly after: number }

/** Sold out by it, or to be had again: what listings show is then another thing. */
export const hasTurned = (moved: Moved): boolean => (moved.before === 0) !== (moved.after === 0)
