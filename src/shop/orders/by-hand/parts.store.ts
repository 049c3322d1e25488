import { and, eq, notInArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/connect.ts'
import { insertCouponUses } from '../../pricing/coupons.store.ts'
import { orderCoupons } from '../../pricing/coupons.table.ts'
import { orderLines, orderShippingLines, orders, orderTaxLines } from '../orders.table.ts'
import type { PricedItems } from './price-items.ts'

/** The order's coupon codes. Read before the order is locked, because coupons are locked before orders. */
export const couponCodesOf = async (tx: Tx, orderId: number): Promise<string[]> =>
  (await tx.select({ code: orderCoupons.code }).from(orderCoupons).where(eq(orderCoupons.orderId, orderId))).map(
    ({ code }) => code,
  )

/** Removes the order's coupon uses, so that they do not count against limits; `writeItems` writes them again. */
export const clearCoupons = async (tx: Tx, orderId: number): Promise<void> => {
  await tx.delete(orderCoupons).where(eq(orderCoupons.orderId, orderId))
}

/** Writes items of a locked order, after `clearCoupons`. Lines and shipping lines that stay keep their ids. */
export async function writeItems(tx: Tx, orderId: number, items: PricedItems, now: Date): Promise<void> {
  const { lines, shippingLines, shippingIds, taxLines, coupons, ...amounts } = items
  await tx
    .update(orders)
    .set({ ...amounts, updatedAt: now })
    .where(eq(orders.id, orderId))
  const rows = lines.map((line) => ({ ...line, orderId }))
  await tx
    .delete(orderLines)
    .where(and(eq(orderLines.orderId, orderId), notInArray(orderLines.id, [0, ...rows.flatMap(({ id }) => id ?? [])])))
  for (const { id, ...line } of rows)
    if (id !== undefined) await tx.update(orderLines).set(line).where(eq(orderLines.id, id))
  const added = rows.filter(({ id }) => id === undefined)
  if (added.length > 0) await tx.insert(orderLines).values(added)
  const shipping = shippingLines.map((line, index) => ({ ...line, orderId, id: shippingIds[index] ?? null }))
  await tx.delete(orderShippingLines).where(eq(orderShippingLines.orderId, orderId))
  for (const { id, ...line } of shipping)
    await tx.insert(orderShippingLines).values(id === null ? line : { ...line, id })
  await tx.delete(orderTaxLines).where(eq(orderTaxLines.orderId, orderId))
  if (taxLines.length > 0) await tx.insert(orderTaxLines).values(taxLines.map((line) => ({ ...line, orderId })))
  await insertCouponUses(tx, orderId, coupons)
}
