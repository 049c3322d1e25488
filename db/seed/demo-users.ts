/** The accounts of the demo seed. Their passwords are in the README, so they must not exist in a public shop. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { users } from '../../src/people/identity/accounts.table.ts'
import type { Db, Tx } from '../../src/platform/database/connect.ts'
import { carts } from '../../src/shop/cart/cart.table.ts'
import { addSales } from '../../src/shop/catalog/add-sales.ts'
import { paymentCustomers } from '../../src/shop/gateways/cards/saved-cards.table.ts'
import { orderLines, orders } from '../../src/shop/orders/orders.table.ts'
import { comments } from '../../src/site/comments/comments.table.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { customers } from './customers.ts'

export const staff = [
  { email: 'owner@samovar.test', name: 'Ada Leaf', password: 'samovar-owner', role: 'administrator' },
  { email: 'editor@samovar.test', name: 'Noor Haddad', password: 'samovar-editor', role: 'editor' },
] as const

const emails = [...staff, ...customers].map((user) => user.email)

/** Email addresses of the demo accounts. */
export async function findDemoUsers(db: Db | Tx): Promise<string[]> {
  const rows = await db.select({ email: users.email }).from(users).where(inArray(users.email, emails)).orderBy(users.id)
  return rows.map((row) => row.email)
}

/**
 * Deletes the demo accounts with their sessions and carts, and the orders that the seed created for them. Content and
 * orders created with these accounts afterwards stay, as a guest's.
 */
export async function removeDemoUsers(db: Db): Promise<{ readonly people: string[]; readonly orderCount: number }> {
  return db.transaction(async (tx) => {
    const orderCount = await removeDemoOrders(tx)
    const removed = await tx
      .delete(users)
      .where(inArray(users.email, emails))
      .returning({ id: users.id, email: users.email })
    const ids = removed.map((user) => user.id)
    if (ids.length > 0) {
      await tx.delete(carts).where(inArray(carts.customerId, ids))
      await tx.delete(paymentCustomers).where(inArray(paymentCustomers.customerId, ids))
      await tx.update(orders).set({ customerId: null }).where(inArray(orders.customerId, ids))
      await tx.update(comments).set({ userId: null }).where(inArray(comments.userId, ids))
      await tx.update(entries).set({ authorId: null }).where(inArray(entries.authorId, ids))
    }
    return { people: removed.map((user) => user.email), orderCount }
  })
}

/**
 * Also found by billing email, because the accounts may be deleted already. These orders no longer count as sales.
 */
async function removeDemoOrders(tx: Tx): Promise<number> {
  const seeded = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.createdVia, 'seed'), inArray(sql`${orders.billing} ->> 'email'`, emails)))
    .for('update')
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
