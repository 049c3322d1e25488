import { inArray, type SQL } from 'drizzle-orm'
import { users } from '../../people/identity/accounts.table.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { addSales } from '../../shop/catalog/add-sales.ts'
import { type ReassignShop, reassignAccount } from '../../shop/customers/customers.store.ts'
import { orderLines, orders } from '../../shop/orders/orders.table.ts'

/** Deletes accounts, as staff do it: their orders, comments and texts stay. Returns the email addresses. */
export async function removePeople(tx: Tx, shop: ReassignShop, where: SQL | undefined): Promise<readonly string[]> {
  const people = await tx.select({ id: users.id, email: users.email }).from(users).where(where).orderBy(users.id)
  for (const { id } of people) await reassignAccount(tx, shop, id, 0)
  const ids = people.map(({ id }) => id)
  await tx.delete(users).where(inArray(users.id, ids))
  return people.map(({ email }) => email)
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
