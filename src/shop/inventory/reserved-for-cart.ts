import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'

/**
 * Stock reserved by the cart's own unpaid order, by product. That shopper can still buy it, so it counts as available
 * to them.
 */
export async function reservedForCart(db: Db | Tx, cartId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.execute<{ product_id: number; held: number }>(sql`
    select product_id, -sum(delta)::int as held
    from stock_movements join orders on orders.id = stock_movements.order_id
    where orders.cart_id = ${cartId} and orders.status in ('pending', 'failed')
    group by product_id`)
  return new Map(rows.map((row) => [row.product_id, row.held]))
}
