import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import { stockLevels, stockMovements } from './stock.table.ts'
import { gatherWants, type Moved, type Shortfall, type Want } from './stock.ts'

/**
 * Takes all of `wants` from the shelf for an order, or none. Rows are locked in id order, so two orders of the same
 * things wait for each other instead of deadlocking. Things whose stock is not kept are given without counting.
 * A caller that gets shortfalls must leave its transaction: nothing is written then.
 */
export async function takeStock(
  tx: Tx,
  orderId: number,
  wants: readonly Want[],
): Promise<{ ok: true; taken: Moved[] } | { ok: false; shortfalls: Shortfall[] }> {
  const gathered = gatherWants(wants)
  if (gathered.length === 0) return { ok: true, taken: [] }
  const levels = await tx
    .select()
    .from(stockLevels)
    .where(
      inArray(
        stockLevels.productId,
        gathered.map((want) => want.productId),
      ),
    )
    .orderBy(asc(stockLevels.productId))
    .for('update')
  const levelOf = new Map(levels.map((level) => [level.productId, level]))
  const shortfalls: Shortfall[] = []
  const counted: { want: Want; onHand: number; taken: number }[] = []
  for (const want of gathered) {
    const level = levelOf.get(want.productId)
    if (!level?.isKept) {
      if (level?.status === 'outofstock')
        shortfalls.push({ productId: want.productId, wanted: want.quantity, available: 0 })
      continue
    }
    if (level.onHand < want.quantity && level.backorders === 'no') {
      shortfalls.push({ productId: want.productId, wanted: want.quantity, available: level.onHand })
      continue
    }
    counted.push({ want, onHand: level.onHand, taken: Math.min(level.onHand, want.quantity) })
  }
  if (shortfalls.length > 0) return { ok: false, shortfalls }
  const moved = counted.filter((item) => item.taken > 0)
  for (const item of moved) await moveStock(tx, item.want.productId, -item.taken, 'order', orderId)
  return {
    ok: true,
    taken: moved.map((item) => ({
      productId: item.want.productId,
      before: item.onHand,
      after: item.onHand - item.taken,
    })),
  }
}

/** Puts back what an order took and has not given back yet. Safe to call twice: the second time moves nothing. */
export async function returnStock(tx: Tx, orderId: number): Promise<Moved[]> {
  const took = await tx
    .select({ productId: stockMovements.productId, delta: stockMovements.delta })
    .from(stockMovements)
    .where(and(eq(stockMovements.orderId, orderId), eq(stockMovements.reason, 'order')))
    .orderBy(asc(stockMovements.productId))
  const given = await tx
    .select({ productId: stockMovements.productId })
    .from(stockMovements)
    .where(and(eq(stockMovements.orderId, orderId), eq(stockMovements.reason, 'cancelled')))
  const alreadyBack = new Set(given.map((row) => row.productId))
  const returned: Moved[] = []
  for (const { productId, delta } of took) {
    if (alreadyBack.has(productId)) continue
    const after = await moveStock(tx, productId, -delta, 'cancelled', orderId)
    returned.push({ productId, before: after + delta, after })
  }
  return returned
}

/** Changes what is on the shelf and writes down why. Returns what is there afterwards. */
async function moveStock(
  tx: Tx,
  productId: number,
  delta: number,
  reason: 'order' | 'cancelled',
  orderId: number,
): Promise<number> {
  const [level] = await tx
    .update(stockLevels)
    .set({ onHand: sql`${stockLevels.onHand} + ${delta}` })
    .where(eq(stockLevels.productId, productId))
    .returning({ onHand: stockLevels.onHand })
  if (!level) throw new Error(`No stock level for product ${productId}`)
  await tx.insert(stockMovements).values({ productId, delta, reason, orderId })
  return level.onHand
}
