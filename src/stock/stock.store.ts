import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import { changing } from '../database/transaction.ts'
import { type MovementReason, stockMovements } from './stock.table.ts'
import { gatherWants, type Moved, type Shelf, type Shortfall, shortfallsOf, type Want } from './stock.ts'

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
 * Takes all of `wants` from the shelf for an order, in one statement, since other buyers wait for the same shelves. Rows are
 * locked in id order, so two orders of the same things wait for each other instead of deadlocking. Things whose stock
 * is not kept are given without counting. A caller that gets shortfalls must leave its transaction and undo it: what could be had
 * has been taken.
 */
export async function takeStock(
  tx: Tx,
  orderId: number,
  wants: readonly Want[],
  reason: Extract<MovementReason, 'order' | 'retaken'> = 'order',
): Promise<{ ok: true; taken: Moved[] } | { ok: false; shortfalls: Shortfall[] }> {
  const gathered = gatherWants(wants)
  if (gathered.length === 0) return { ok: true, taken: [] }
  const { rows } = await tx.execute<Shelf & { taken: number | null }>(sql`
    with want as (
      select product_id, quantity
      from unnest(${sql.param(gathered.map((want) => want.productId))}::int[],
        ${sql.param(gathered.map((want) => want.quantity))}::int[]) as asked (product_id, quantity)
    ), held as (
      select product_id, is_kept, on_hand, backorders, status from stock_levels
      where product_id in (select product_id from want) order by product_id for update
    ), changed as (
      -- Only what was read under the lock counts: the row itself may be seen as it was before others were waited for.
      update stock_levels set on_hand = held.on_hand - least(held.on_hand, want.quantity)
      from held join want using (product_id)
      where stock_levels.product_id = held.product_id and held.is_kept and held.on_hand > 0 and want.quantity > 0
      returning stock_levels.product_id, held.on_hand - stock_levels.on_hand as taken
    ), written as (
      insert into stock_movements (product_id, delta, reason, order_id)
      select product_id, -taken, ${reason}, ${orderId}::int from changed
    )
    select product_id as "productId", is_kept as "isKept", on_hand as "onHand", backorders, status, taken
    from held left join changed using (product_id) order by product_id`)
  const shortfalls = shortfallsOf(gathered, rows)
  if (shortfalls.length > 0) return { ok: false, shortfalls }
  const taken = rows.flatMap(({ productId, onHand, taken: pieces }) =>
    pieces === null ? [] : [{ productId, before: onHand, after: onHand - pieces }],
  )
  return { ok: true, taken }
}

/** What `takeStock` would answer now; nothing is taken. */
export async function lookForStock(tx: Tx, orderId: number, wants: readonly Want[]): ReturnType<typeof takeStock> {
  type Seen = { readonly ok: false; readonly stock: Awaited<ReturnType<typeof takeStock>> }
  const { stock } = await changing<Seen>(tx, async (undone) => ({
    ok: false,
    stock: await takeStock(undone, orderId, wants),
  }))
  return stock
}

/** Movements by which an order has goods and gives them back. */
const ofOrder = ['order', 'cancelled', 'refund', 'released', 'retaken'] satisfies MovementReason[]

/**
 * Puts back what a locked order took and has not given back yet. Safe to call twice: the second time moves nothing.
 * `released`: it still waits for its money, and may take its goods again.
 */
export async function returnStock(
  tx: Tx,
  orderId: number,
  reason: Extract<MovementReason, 'cancelled' | 'refund' | 'released'> = 'cancelled',
): Promise<Moved[]> {
  const rows = await tx
    .select({ productId: stockMovements.productId, delta: sql<number>`sum(${stockMovements.delta})::int` })
    .from(stockMovements)
    .where(and(eq(stockMovements.orderId, orderId), inArray(stockMovements.reason, ofOrder)))
    .groupBy(stockMovements.productId)
  const took = rows.filter((row) => row.delta < 0)
  if (took.length === 0) return []
  const { rows: back } = await tx.execute<{ product_id: number; delta: number; on_hand: number }>(sql`
    with move as (
      select product_id, delta
      from unnest(${sql.param(took.map((move) => move.productId))}::int[],
        ${sql.param(took.map((move) => -move.delta))}::int[]) as asked (product_id, delta)
    ), held as (
      select product_id from stock_levels where product_id in (select product_id from move) order by product_id for update
    ), changed as (
      update stock_levels set on_hand = on_hand + move.delta
      from move join held using (product_id)
      where stock_levels.product_id = move.product_id
      returning stock_levels.product_id, move.delta, stock_levels.on_hand
    ), written as (
      insert into stock_movements (product_id, delta, reason, order_id)
      select product_id, delta, ${reason}::text, ${orderId}::int from changed
    )
    select product_id, delta, on_hand from changed order by product_id`)
  if (back.length !== took.length) throw new Error(`A shelf of order ${orderId} is missing`)
  return back.map((row) => ({ productId: row.product_id, before: row.on_hand - row.delta, after: row.on_hand }))
}
