import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'

/**
 * Adds to an account the orders that were placed as a guest with its email address, if that address is proved: anybody
 * can type anybody's address at a checkout. An order whose own account is still to be made is left to that. Returns how
 * many there were.
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
