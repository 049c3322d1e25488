import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import { stockLevels, stockMovements } from './stock.table.ts'
import { gatherWants, type Moved, type Shortfall, type Want } from './stock.ts'

/**
 * Locks every shelf that giving back these orders and taking these wants will touch, in id order. Whoever does both in one
 * transaction asks first: two such shoppers could otherwise each hold what the other wants. Answers their products.
 */
export async function lockShelves(tx: Tx, orderIds: readonly number[], wants: readonly Want[]): Promise<number[]> {
  const { rows } = await tx.execute<{ product_id: number }>(sql`
    select product_id from stock_levels
    where product_id = any(${sql.param(wants.map((want) => want.productId))}::int[])
      or product_id in (select product_id from stock_movements where order_id = any(${sql.param([...orderIds])}::int[]))
    order by product_id for update`)
  return rows.map((row) => row.product_id)
}

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
  const taken = await moveStock(
    tx,
    moved.map((item) => ({ productId: item.want.productId, delta: -item.taken })),
    'order',
    orderId,
  )
  return { ok: true, taken }
}

/** Puts back what an order took and has not given back yet. Safe to call twice: the second time moves nothing. */
export async function returnStock(tx: Tx, orderId: number): Promise<Moved[]> {
  const rows = await tx
    .select({ productId: stockMovements.productId, delta: stockMovements.delta, reason: stockMovements.reason })
    .from(stockMovements)
    .where(and(eq(stockMovements.orderId, orderId), inArray(stockMovements.reason, ['order', 'cancelled'])))
  const isBack = new Set(rows.filter((row) => row.reason === 'cancelled').map((row) => row.productId))
  const took = rows.filter((row) => row.reason === 'order' && !isBack.has(row.productId))
  return moveStock(
    tx,
    took.map(({ productId, delta }) => ({ productId, delta: -delta })),
    'cancelled',
    orderId,
  )
}

type Move = { readonly productId: number; readonly delta: number }

/** Changes what is on the shelves and writes down why: one statement, the shelves locked in id order. */
async function moveStock(
  tx: Tx,
  moves: readonly Move[],
  reason: 'order' | 'cancelled',
  orderId: number,
): Promise<Moved[]> {
  if (moves.length === 0) return []
  const { rows } = await tx.execute<{ product_id: number; delta: number; on_hand: number }>(sql`
    with move as (
      select product_id, delta
      from unnest(${sql.param(moves.map((move) => move.productId))}::int[],
        ${sql.param(moves.map((move) => move.delta))}::int[]) as asked (product_id, delta)
    ), held as (
      select product_id from stock_levels where product_id in (select product_id from move) order by product_id for update
    ), changed as (
      update stock_levels set on_hand = on_hand + move.delta
      from move join held using (product_id)
      where stock_levels.product_id = move.product_id
      returning stock_levels.product_id, move.delta, stock_levels.on_hand
    ), written as (
      insert into stock_movements (product_id, delta, reason, order_id)
      select product_id, delta, ${reason}, ${orderId}::int from changed
    )
    select product_id, delta, on_hand from changed order by product_id`)
  if (rows.length !== moves.length) throw new Error(`A shelf of order ${orderId} is missing`)
  return rows.map((row) => ({ productId: row.product_id, before: row.on_hand - row.delta, after: row.on_hand }))
}
