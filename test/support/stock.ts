import type { Db } from '../../src/platform/database/connect.ts'
import { stockLevels } from '../../src/shop/inventory/stock.table.ts'

/** Sets the stock of this product to `onHand` and makes the shop track it. */
export async function setStock(db: Db, productId: number, onHand: number, lowStockAmount: number | null = null) {
  const level = { tracksInventory: true, onHand, lowStockAmount }
  await db
    .insert(stockLevels)
    .values({ productId, ...level })
    .onConflictDoUpdate({ target: stockLevels.productId, set: level })
}
