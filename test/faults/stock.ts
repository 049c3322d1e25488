/** Products with stock, and the invariants of that stock. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../src/platform/database/connect.ts'
import { saveProduct } from '../../src/shop/catalog/save-product.ts'
import { setStock } from '../../src/shop/inventory/stock.store.ts'

let productCount = 0

/** Creates a simple product with stock and returns its id. */
export async function addProduct(db: Db, onHand: number, regularPriceCents = 2450): Promise<number> {
  productCount += 1
  const now = new Date()
  return db.transaction(async (tx) => {
    const saved = await saveProduct(
      tx,
      {
        name: `Tin ${productCount}`,
        slug: `tin-${productCount}`,
        sku: `TIN-${productCount}`,
        type: 'simple',
        regularPriceCents,
        status: 'publish',
        stock: { tracksInventory: true, onHand, backorders: 'no', status: 'instock', lowStockAmount: null },
      },
      { now },
    )
    if (!saved.ok) throw new Error(`Tin ${productCount} was not saved: ${saved.problem.kind}`)
    return saved.id
  })
}

/** Sets the stock as a stock count does. */
export const setStockOnHand = (db: Db, productId: number, onHand: number) =>
  db.transaction((tx) => setStock(tx, [{ productId, onHand }], 'count', new Date()))

export async function stockOnHand(db: Db, productId: number): Promise<number> {
  const { rows } = await db.execute<{ on_hand: number }>(
    sql`select on_hand from stock_levels where product_id = ${productId}`,
  )
  return rows[0]?.on_hand ?? Number.NaN
}

/** The sum of a product's stock movements, including the initial count. */
export async function sumOfMovements(db: Db, productId: number): Promise<number> {
  const { rows } = await db.execute<{ sum: string }>(
    sql`select coalesce(sum(delta), 0) as sum from stock_movements where product_id = ${productId}`,
  )
  return Number(rows[0]?.sum)
}
