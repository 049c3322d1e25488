import { asc, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'
import { type MovementReason, stockLevels } from './stock.table.ts'

/** The quantity on hand after a stock count or an import. */
export type StockUpdate = { readonly productId: number; readonly onHand: number }

/**
 * Sets the quantity on hand and records each difference as a stock movement. Rows are locked in id order, as in
 * `allocateStock`. Throws when a product has no stock level row.
 */
export async function setStock(
  tx: Tx,
  updates: readonly StockUpdate[],
  reason: Extract<MovementReason, 'count' | 'import'>,
  now: Date,
): Promise<void> {
  if (updates.length === 0) return
  const levels = await tx
    .select({ productId: stockLevels.productId, onHand: stockLevels.onHand })
    .from(stockLevels)
    .where(sql`${stockLevels.productId} = any(${sql.param(updates.map((count) => count.productId))}::int[])`)
    .orderBy(asc(stockLevels.productId))
    .for('update')
  const previous = new Map(levels.map((level) => [level.productId, level.onHand]))
  const movements = updates
    .map(({ productId, onHand }) => {
      const previousOnHand = previous.get(productId)
      if (previousOnHand === undefined) throw new Error(`No stock level for product ${productId}`)
      return { productId, onHand, delta: onHand - previousOnHand }
    })
    .filter((move) => move.delta !== 0)
  if (movements.length === 0) return
  await tx.execute(sql`
    update stock_levels set on_hand = counted.on_hand
    from unnest(${sql.param(movements.map((move) => move.productId))}::int[],
      ${sql.param(movements.map((move) => move.onHand))}::int[]) as counted (product_id, on_hand)
    where stock_levels.product_id = counted.product_id`)
  await tx.execute(sql`
    insert into stock_movements (product_id, delta, reason, created_at)
    select product_id, delta, ${reason}, ${now.toISOString()}::timestamptz
    from unnest(${sql.param(movements.map((move) => move.productId))}::int[],
      ${sql.param(movements.map((move) => move.delta))}::int[]) as moved (product_id, delta)`)
}
