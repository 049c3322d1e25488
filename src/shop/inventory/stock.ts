import type { stockLevels } from './stock.table.ts'

export type StockLevel = Readonly<
  Pick<typeof stockLevels.$inferSelect, 'tracksInventory' | 'onHand' | 'backorders' | 'status' | 'lowStockAmount'>
>
export type StockStatus = StockLevel['status']

export type StockItem = { readonly productId: number; readonly quantity: number }

export type Shortfall = { readonly productId: number; readonly requested: number; readonly available: number }

/** Sums the quantities of each product, sorted by product id, the order in which rows are locked. */
export function mergeStockItems(items: readonly StockItem[]): StockItem[] {
  const byProduct = new Map<number, number>()
  for (const item of items) byProduct.set(item.productId, (byProduct.get(item.productId) ?? 0) + item.quantity)
  return [...byProduct]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .toSorted((a, b) => a.productId - b.productId)
}

export type ProductStockLevel = StockLevel & { readonly productId: number }

/** A product without a stock level, or without inventory tracking, is in stock unless its status says otherwise. */
export const shortfallsOf = (items: readonly StockItem[], levels: readonly ProductStockLevel[]): Shortfall[] =>
  items.flatMap(({ productId, quantity }) => {
    const level = levels.find((one) => one.productId === productId)
    const shortfall = (available: number): Shortfall[] => [{ productId, requested: quantity, available }]
    if (!level?.tracksInventory) return level?.status === 'outofstock' ? shortfall(0) : []
    return level.onHand < quantity && level.backorders === 'no' ? shortfall(level.onHand) : []
  })

export type StockChange = {
  readonly productId: number
  readonly before: number
  readonly after: number
  /** The product's own low stock amount, in place of the shop's. */
  readonly lowStockAmount?: number | null
}

/** Whether this change made the product low in stock or used up its stock. `threshold`: the shop's low stock amount. */
export function stockAlertOf(change: StockChange, threshold: number): 'low' | 'out' | null {
  const { before, after, lowStockAmount } = change
  if (before > 0 && after === 0) return 'out'
  const limit = lowStockAmount ?? threshold
  return before > limit && after <= limit ? 'low' : null
}

/** True when the product sold out or came back in stock, which changes how listings show it. */
export const availabilityChanged = (change: StockChange): boolean => (change.before === 0) !== (change.after === 0)
