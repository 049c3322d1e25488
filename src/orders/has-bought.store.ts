import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'

export type Buyer = { readonly userId: number | null; readonly email: string }

/** Whether this person has a paid order with this product, by sign-in or by the e-mail address of the order. */
export async function hasBought(db: Db | Tx, buyer: Buyer, productId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from order_lines
    join orders on orders.id = order_lines.order_id
    where order_lines.product_id = ${productId}
      and orders.status in ('processing', 'completed')
      and (orders.customer_id = ${buyer.userId}::int or lower(orders.billing->>'email') = ${buyer.email.toLowerCase()})
    limit 1`)
  return rows.length > 0
}
