import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'

/**
 * Verified identity of a reviewer: a signed-in user, or an order whose email they received. A typed email address is
 * not verified.
 */
export type VerifiedBuyer = { readonly userId: number | null; readonly orderId: number | null }

/**
 * Whether this person has a paid order with this product. Guest orders count for an account only after its email
 * address was confirmed, because anyone can register any address.
 */
export async function hasPurchased(db: Db | Tx, buyer: VerifiedBuyer, productId: number): Promise<boolean> {
  if (buyer.userId === null && buyer.orderId === null) return false
  const { rows } = await db.execute(sql`
    select 1 from order_lines
    join orders on orders.id = order_lines.order_id
    where order_lines.product_id = ${productId}
      and orders.status in ('processing', 'completed')
      and (orders.customer_id = ${buyer.userId}::int or orders.id = ${buyer.orderId}::int
        or lower(orders.billing->>'email') =
          (select users.email from users where users.id = ${buyer.userId}::int and users.email_verified))
    limit 1`)
  return rows.length > 0
}
