import type { Db } from '../../src/platform/database/connect.ts'
import { stockLevels } from '../../src/shop/inventory/stock.table.ts'

/** From now on the shop counts this product, and has this many. */
export async function setStock(db: Db, productId: number, onHand: number, lowStockAmount: number | null = null) {
  const level = { tracksInventory: true, onHand, lowStockAmount }
  await db
    .insert(stockLevels)
    .values({ productId, ...level })
    .onConflictDoUpdate({ target: stockLevels.productId, set: level })
}
