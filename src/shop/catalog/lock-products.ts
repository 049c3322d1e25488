import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'

/**
 * Locks these products and the variable ones they belong to, in id order. Whoever changes products twice in one
 * transaction asks for all of them first, so that two such shoppers wait for each other instead of deadlocking.
 */
export async function lockProducts(tx: Tx, ids: readonly number[]): Promise<void> {
  const idsSql = sql`${sql.param([...ids])}::int[]`
  await tx.execute(sql`
    select id from products
    where id = any(${idsSql}) or id in (select parent_id from products where id = any(${idsSql}))
    order by id for no key update`)
}
