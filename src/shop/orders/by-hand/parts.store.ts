import { and, eq, notInArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/connect.ts'
import { canonicalEmail } from '../../pricing/canonical-email.ts'
import { orderCoupons } from '../../pricing/coupons.table.ts'
import { orderLines, orderShippingLines, orders, orderTaxLines } from '../orders.table.ts'
import type { PricedItems } from './price-items.ts'

/** Coupons of a locked order that others may use up. Read before the lock: coupons are locked before orders. */
export const couponCodesOf = async (tx: Tx, orderId: number): Promise<string[]> =>
  (await tx.select({ code: orderCoupons.code }).from(orderCoupons).where(eq(orderCoupons.orderId, orderId))).map(
    ({ code }) => code,
  )

/** So that its own uses do not count while its coupons are checked; `writeItems` writes them again. */
export const clearCoupons = async (tx: Tx, orderId: number): Promise<void> => {
  await tx.delete(orderCoupons).where(eq(orderCoupons.orderId, orderId))
}

/** Writes what is in a locked order, whose coupons were cleared. Lines and shipping that it keeps have their ids. */
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
  if (coupons.length > 0)
    await tx
      .insert(orderCoupons)
      .values(coupons.map((use) => ({ ...use, orderId, usedByCanonical: canonicalEmail(use.usedBy) })))
}
