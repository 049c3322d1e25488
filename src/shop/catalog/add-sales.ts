import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'

export type Sold = { readonly productId: number; readonly quantity: number }

/** Adds to how often products were sold, which sorts the listing by popularity. A variation counts for its product. */
export async function addSales(tx: Tx, sold: readonly Sold[]): Promise<void> {
  if (sold.length === 0) return
  await lockSoldProducts(tx, sold)
  await tx.execute(addSalesSql(sold))
}

/** In id order: two orders of the same teas, settled at once, wait for each other instead of deadlocking. One tea needs none. */
export async function lockSoldProducts(tx: Tx, sold: readonly Sold[]): Promise<void> {
  if (!sold.some((line) => line.productId !== sold[0]?.productId)) return
  const ids = sql.param(sold.map((line) => line.productId))
  await tx.execute(sql`select id from products where id = any(${ids}::int[]) order by id for no key update`)
}

/** What `addSales` does, as a part of a larger statement; call `lockSoldProducts` before that. Returns the products' ids. */
export const addSalesSql = (sold: readonly Sold[]): SQL => sql`
  update products set total_sales = total_sales + sold.quantity, changed_by = pg_current_xact_id()
  from (
    select product_id, sum(quantity) as quantity
    from unnest(${sql.param(sold.map((line) => line.productId))}::int[],
      ${sql.param(sold.map((line) => line.quantity))}::int[]) as line (product_id, quantity)
    group by product_id
  ) sold
  where products.id = sold.product_id
  returning products.id`
