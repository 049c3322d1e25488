import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'

/**
 * Adds guest orders with the user's email address, which must be verified: anyone could type it at a checkout. Orders
 * with a pending account are excluded.
 */
export async function claimGuestOrders(db: Db | Tx, userId: number, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update orders set customer_id = users.id, updated_at = ${now.toISOString()}::timestamptz
    from users
    where users.id = ${userId} and users.email_verified
      and orders.customer_id is null and orders.pending_account is null
      and lower(orders.billing ->> 'email') = users.email`)
  return rowCount ?? 0
}
