import { inArray, type SQL } from 'drizzle-orm'
import { users } from '../../people/identity/accounts.table.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { carts } from '../../shop/cart/cart.table.ts'
import { addSales } from '../../shop/catalog/add-sales.ts'
import { paymentCustomers } from '../../shop/gateways/cards/saved-cards.table.ts'
import { orderLines, orders } from '../../shop/orders/orders.table.ts'
import { comments } from '../../site/comments/comments.table.ts'
import { entries } from '../../things/entries/entries.table.ts'

/** Deletes accounts with sessions and carts. Their orders stay as guest orders. Returns the email addresses. */
export async function removePeople(tx: Tx, where: SQL | undefined): Promise<readonly string[]> {
  const removed = await tx.delete(users).where(where).returning({ id: users.id, email: users.email })
  const ids = removed.map(({ id }) => id)
  if (ids.length === 0) return []
  await tx.delete(carts).where(inArray(carts.customerId, ids))
  await tx.delete(paymentCustomers).where(inArray(paymentCustomers.customerId, ids))
  await tx.update(orders).set({ customerId: null }).where(inArray(orders.customerId, ids))
  await tx.update(comments).set({ userId: null }).where(inArray(comments.userId, ids))
  await tx.update(entries).set({ authorId: null }).where(inArray(entries.authorId, ids))
  return removed.map(({ email }) => email)
}

/** Deletes orders, and subtracts them from the sales of their products. */
export async function removeOrders(tx: Tx, where: SQL | undefined): Promise<number> {
  const seeded = await tx.select({ id: orders.id }).from(orders).where(where).for('update')
  const ids = seeded.map(({ id }) => id)
  if (ids.length === 0) return 0
  const sold = await tx
    .select({ productId: orderLines.productId, quantity: orderLines.quantity })
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
  await addSales(
    tx,
    sold.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
  )
  await tx.delete(orders).where(inArray(orders.id, ids))
  return ids.length
}
