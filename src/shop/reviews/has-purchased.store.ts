import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'

/** What is proved of somebody: a sign-in, or an order whose mail they can read. A typed e-mail address proves nothing. */
export type VerifiedBuyer = { readonly userId: number | null; readonly orderId: number | null }

/**
 * Whether this person has a paid order with this product. Orders placed as a guest count for an account once its e-mail
 * address was confirmed by a mailed link: an account alone can be made for any address.
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
