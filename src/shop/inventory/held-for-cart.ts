import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'

/**
 * What a cart's own order keeps from the shelf while it waits for its money, by product. To the shopper who pays for the
 * last tin it is not sold out.
 */
export async function heldForCart(db: Db | Tx, cartId: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.execute<{ product_id: number; held: number }>(sql`
    select product_id, -sum(delta)::int as held
    from stock_movements join orders on orders.id = stock_movements.order_id
    where orders.cart_id = ${cartId} and orders.status in ('pending', 'failed')
    group by product_id`)
  return new Map(rows.map((row) => [row.product_id, row.held]))
}
