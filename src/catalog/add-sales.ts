import { sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'

/** Adds to how often products were sold, which sorts the listing by popularity. A variation counts for its product. */
export async function addSales(
  tx: Tx,
  sold: readonly { readonly productId: number; readonly quantity: number }[],
): Promise<void> {
  if (sold.length === 0) return
  const ids = sql.param(sold.map((line) => line.productId))
  // Locked in id order first: two orders of the same teas, settled at once, wait for each other instead of deadlocking.
  const isSeveral = sold.some((line) => line.productId !== sold[0]?.productId)
  if (isSeveral)
    await tx.execute(sql`select id from products where id = any(${ids}::int[]) order by id for no key update`)
  await tx.execute(sql`
    update products set total_sales = total_sales + sold.quantity, changed_by = pg_current_xact_id()
    from (
      select product_id, sum(quantity) as quantity
      from unnest(${ids}::int[],
        ${sql.param(sold.map((line) => line.quantity))}::int[]) as line (product_id, quantity)
      group by product_id
    ) sold
    where products.id = sold.product_id`)
}
