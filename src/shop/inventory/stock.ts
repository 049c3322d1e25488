import type { stockLevels } from './stock.table.ts'

/** One thing wanted from the shelf. */
export type StockItem = { readonly productId: number; readonly quantity: number }

/** What is missing: `available` pieces are there of the `requested` ones. */
export type Shortfall = { readonly productId: number; readonly requested: number; readonly available: number }

/** Adds up wants of the same thing and puts them in the one order in which rows are locked. */
export function mergeStockItems(items: readonly StockItem[]): StockItem[] {
  const byProduct = new Map<number, number>()
  for (const item of items) byProduct.set(item.productId, (byProduct.get(item.productId) ?? 0) + item.quantity)
  return [...byProduct]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .toSorted((a, b) => a.productId - b.productId)
}

/** What lies on the shelf, and what the shop does when nothing lies there. */
export type StockLevel = Pick<
  typeof stockLevels.$inferSelect,
  'productId' | 'isKept' | 'onHand' | 'backorders' | 'status'
>

/** What cannot be had of gathered wants. A thing without a shelf, or whose stock is not kept, is there unless it is said to be out. */
export function shortfallsOf(items: readonly StockItem[], levels: readonly StockLevel[]): Shortfall[] {
  return items.flatMap(({ productId, quantity }) => {
    const level = levels.find((one) => one.productId === productId)
    const shortfall = (available: number): Shortfall[] => [{ productId, requested: quantity, available }]
    if (!level?.isKept) return level?.status === 'outofstock' ? shortfall(0) : []
    return level.onHand < quantity && level.backorders === 'no' ? shortfall(level.onHand) : []
  })
}

/** A change on the shelf: how many pieces lay there before and after. */
export type StockChange = { readonly productId: number; readonly before: number; readonly after: number }

/** Sold out by it, or to be had again: what listings show is then another thing. */
export const availabilityChanged = (change: StockChange): boolean => (change.before === 0) !== (change.after === 0)
