import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'

/**
 * Locks products and their variable parents in id order. Transactions that change products more than once lock all of
 * them first, to avoid deadlocks.
 */
export async function lockProducts(tx: Tx, ids: readonly number[]): Promise<void> {
  const idsSql = sql`${sql.param([...ids])}::int[]`
  await tx.execute(sql`
    select id from products
    where id = any(${idsSql}) or id in (select parent_id from products where id = any(${idsSql}))
    order by id for no key update`)
}
