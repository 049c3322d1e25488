import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type Db, type Tx } from '../../platform/database/connect.ts'
import { type MovementReason, stockLevels, stockMovements } from './stock.table.ts'
import {
  mergeStockItems,
  type ProductStockLevel,
  type Shortfall,
  type StockChange,
  type StockItem,
  shortfallsOf,
} from './stock.ts'

/** SQL condition on `stock_levels level` and its `entries entry`: neither it nor a variation's product is in the trash. */
export const isNotTrashed = sql`entry.status <> 'trash' and level.product_id not in (
  select id from products where parent_id in (select id from entries where kind = 'product' and status = 'trash'))`

/** Locks stock in id order. To avoid deadlocks, call it before returning and allocating stock in one transaction. */
export async function lockStock(tx: Tx, orderIds: readonly number[], items: readonly StockItem[]): Promise<number[]> {
  const { rows } = await tx.execute<{ product_id: number }>(sql`
    select product_id from stock_levels
    where product_id = any(${sql.param(items.map((item) => item.productId))}::int[])
      or product_id in (select product_id from stock_movements where order_id = any(${sql.param([...orderIds])}::int[]))
    order by product_id for update`)
  return rows.map((row) => row.product_id)
}

/** Locks rows in id order, to avoid deadlocks. On shortfalls the caller must roll back: some items are held already. */
export async function allocateStock(
  tx: Tx,
  orderId: number,
  items: readonly StockItem[],
  reason: Extract<MovementReason, 'order' | 'reallocated'> = 'order',
): Promise<{ ok: true; held: StockChange[] } | { ok: false; shortfalls: Shortfall[] }> {
  const merged = mergeStockItems(items)
  if (merged.length === 0) return { ok: true, held: [] }
  const { rows } = await tx.execute<ProductStockLevel & { taken: number | null }>(sql`
    with want as (
      select product_id, quantity
      from unnest(${sql.param(merged.map((item) => item.productId))}::int[],
        ${sql.param(merged.map((want) => want.quantity))}::int[]) as asked (product_id, quantity)
    ), held as (
      select product_id, tracks_inventory, on_hand, backorders, status, low_stock_amount from stock_levels
      where product_id in (select product_id from want) order by product_id for update
    ), changed as (
      -- Uses the values read under the lock: the update itself may see the row as it was before the lock wait.
      update stock_levels set on_hand = held.on_hand - least(held.on_hand, want.quantity)
      from held join want using (product_id)
      where stock_levels.product_id = held.product_id and held.tracks_inventory and held.on_hand > 0 and want.quantity > 0
      returning stock_levels.product_id, held.on_hand - stock_levels.on_hand as taken
    ), written as (
      insert into stock_movements (product_id, delta, reason, order_id)
      select product_id, -taken, ${reason}, ${orderId}::int from changed
    )
    select product_id as "productId", tracks_inventory as "tracksInventory", on_hand as "onHand", backorders, status, taken,
      low_stock_amount as "lowStockAmount"
    from held left join changed using (product_id) order by product_id`)
  const shortfalls = shortfallsOf(merged, rows)
  if (shortfalls.length > 0) return { ok: false, shortfalls }
  const held = rows.flatMap(({ productId, onHand, taken: quantity, lowStockAmount }) =>
    quantity === null ? [] : [{ productId, before: onHand, after: onHand - quantity, lowStockAmount }],
  )
  return { ok: true, held }
}

/** The result that `allocateStock` would return now, without allocating anything. */
export async function checkHold(tx: Tx, orderId: number, items: readonly StockItem[]) {
  const { stock } = await tx.transaction(async (nested) => ({
    ok: false,
    stock: await allocateStock(nested, orderId, items),
  }))
  return stock
}

const orderReasons = ['order', 'cancelled', 'refund', 'released', 'reallocated'] satisfies MovementReason[]

/** Returns all stock that the order holds, or at most `items` (then not idempotent). `released`: may be held again. */
export async function returnStock(
  tx: Tx,
  orderId: number,
  reason: Extract<MovementReason, 'cancelled' | 'refund' | 'released'> = 'cancelled',
  items?: readonly StockItem[],
): Promise<StockChange[]> {
  const rows = await tx
    .select({ productId: stockMovements.productId, delta: sql<number>`sum(${stockMovements.delta})::int` })
    .from(stockMovements)
    .where(and(eq(stockMovements.orderId, orderId), inArray(stockMovements.reason, orderReasons)))
    .groupBy(stockMovements.productId)
  const most = items && new Map(mergeStockItems(items).map(({ productId, quantity }) => [productId, quantity]))
  const held = rows
    .map(({ productId, delta }) => ({ productId, delta: most ? Math.max(delta, -(most.get(productId) ?? 0)) : delta }))
    .filter((row) => row.delta < 0)
  if (held.length === 0) return []
  const { rows: returned } = await tx.execute<StockChange>(sql`
    with move as (
      select product_id, delta
      from unnest(${sql.param(held.map((move) => move.productId))}::int[],
        ${sql.param(held.map((move) => -move.delta))}::int[]) as asked (product_id, delta)
    ), held as (
      select product_id from stock_levels where product_id in (select product_id from move) order by product_id for update
    ), changed as (
      update stock_levels set on_hand = on_hand + move.delta
      from move join held using (product_id)
      where stock_levels.product_id = move.product_id
      returning stock_levels.product_id, move.delta, stock_levels.on_hand, stock_levels.low_stock_amount
    ), written as (
      insert into stock_movements (product_id, delta, reason, order_id)
      select product_id, delta, ${reason}::text, ${orderId}::int from changed
    )
    select product_id as "productId", on_hand - delta as before, on_hand as after,
      low_stock_amount as "lowStockAmount"
    from changed order by product_id`)
  if (returned.length !== held.length) throw new Error(`The stock row of an item of order ${orderId} is missing`)
  return returned
}

/** Adjusts held stock to new quantities. On shortfalls the caller must roll back: some items are held already. */
export async function changeHold(
  tx: Tx,
  orderId: number,
  pieces: { readonly before: ReadonlyMap<number, number>; readonly after: ReadonlyMap<number, number> },
): Promise<Awaited<ReturnType<typeof allocateStock>>> {
  const { before, after } = pieces
  const ids = [...new Set([...before.keys(), ...after.keys()])]
  const items = ids.map((productId) => {
    const newQuantity = after.get(productId) ?? 0
    return { productId, newQuantity, quantity: newQuantity - (before.get(productId) ?? 0) }
  })
  const changed = items.filter(({ quantity }) => quantity !== 0)
  await lockStock(tx, [], changed)
  const { rows } = await tx.execute<{ product_id: number; held: number }>(sql`
    select product_id, -sum(delta)::int as held from stock_movements
    where order_id = ${orderId} and reason in (${sql.join(
      orderReasons.map((reason) => sql`${reason}`),
      sql`, `,
    )})
    group by product_id`)
  const held = new Map(rows.map((row) => [row.product_id, row.held]))
  const returns = changed
    .filter(({ quantity }) => quantity < 0)
    .map(({ productId, newQuantity, quantity }) => {
      // Quantities on backorder were never taken from stock.
      const excess = Math.max(0, (held.get(productId) ?? 0) - newQuantity)
      return { productId, quantity: Math.min(-quantity, excess) }
    })
  const returned = returns.length > 0 ? await returnStock(tx, orderId, 'released', returns) : []
  const additions = changed.filter(({ quantity }) => quantity > 0)
  const allocated = await allocateStock(tx, orderId, additions, 'reallocated')
  return allocated.ok ? { ok: true, held: [...returned, ...allocated.held] } : allocated
}

/** Stock held by the cart's own unpaid order, which counts as available to that shopper. */
export async function heldForCart(db: Db | Tx, cartId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.execute<{ product_id: number; held: number }>(sql`
    select product_id, -sum(delta)::int as held
    from stock_movements join orders on orders.id = stock_movements.order_id
    where orders.cart_id = ${cartId} and orders.status in ('pending', 'failed') and orders.invoice_number is null
    group by product_id`)
  return new Map(rows.map((row) => [row.product_id, row.held]))
}

/** Records each difference as a movement. Locks rows in id order. Throws when a product has no stock level. */
export async function setStock(
  tx: Tx,
  updates: readonly { readonly productId: number; readonly onHand: number }[],
  reason: Extract<MovementReason, 'count' | 'import' | 'adjusted'>,
  now: Date,
): Promise<StockChange[]> {
  if (updates.length === 0) return []
  const levels = await tx
    .select({
      productId: stockLevels.productId,
      onHand: stockLevels.onHand,
      lowStockAmount: stockLevels.lowStockAmount,
    })
    .from(stockLevels)
    .where(sql`${stockLevels.productId} = any(${sql.param(updates.map((count) => count.productId))}::int[])`)
    .orderBy(asc(stockLevels.productId))
    .for('update')
  const previous = new Map(levels.map((level) => [level.productId, level]))
  const movements = updates
    .map(({ productId, onHand }) => {
      const level = previous.get(productId)
      if (!level) throw new Error(`No stock level for product ${productId}`)
      return { ...level, before: level.onHand, onHand, delta: onHand - level.onHand }
    })
    .filter((move) => move.delta !== 0)
  if (movements.length === 0) return []
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
  return movements.map(({ productId, before, onHand: after, lowStockAmount }) => ({
    productId,
    before,
    after,
    lowStockAmount,
  }))
}
