import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'

export type Sold = { readonly productId: number; readonly quantity: number }

/** Adds to the products' total sales, which sort the listing by popularity. Sales of a variation count for its product. */
export async function addSales(tx: Tx, sold: readonly Sold[]): Promise<void> {
  if (sold.length === 0) return
  await lockSoldProducts(tx, sold)
  await tx.execute(addSalesSql(sold))
}

/** Locks in id order, so that two orders of the same products do not deadlock. A single product needs no lock. */
export async function lockSoldProducts(tx: Tx, sold: readonly Sold[]): Promise<void> {
  if (!sold.some((line) => line.productId !== sold[0]?.productId)) return
  const ids = sql.param(sold.map((line) => line.productId))
  await tx.execute(sql`select id from products where id = any(${ids}::int[]) order by id for no key update`)
}

/** `addSales` as part of a larger statement. Call `lockSoldProducts` first. Returns the ids of the products. */
export const addSalesSql = (sold: readonly Sold[]): SQL => sql`
  update products set total_sales = total_sales + sold.quantity, changed_xid = pg_current_xact_id()
  from (
    select product_id, sum(quantity) as quantity
    from unnest(${sql.param(sold.map((line) => line.productId))}::int[],
      ${sql.param(sold.map((line) => line.quantity))}::int[]) as line (product_id, quantity)
    group by product_id
  ) sold
  where products.id = sold.product_id
  returning products.id`
