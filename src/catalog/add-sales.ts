import { sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'

/** Adds to how often products were sold, which sorts the listing by popularity. A variation counts for its product. */
export async function addSales(
  tx: Tx,
  sold: readonly { readonly productId: number; readonly quantity: number }[],
): Promise<void> {
  if (sold.length === 0) return
  await tx.execute(sql`
    update products set total_sales = total_sales + sold.quantity
    from (
      select product_id, sum(quantity) as quantity
      from unnest(${sql.param(sold.map((line) => line.productId))}::int[],
        ${sql.param(sold.map((line) => line.quantity))}::int[]) as line (product_id, quantity)
      group by product_id order by product_id
    ) sold
    where products.id = sold.product_id`)
}
