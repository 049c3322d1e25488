import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'

/**
 * Only for a proved address: anybody can type anybody’s at a checkout. An order that awaits its own account is left to
 * that.
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
