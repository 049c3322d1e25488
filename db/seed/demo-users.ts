/** Who the demo seed makes. Their passwords stand in the README, so they have no place in a shop that strangers use. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { users } from '../../src/people/accounts/accounts.table.ts'
import type { Db, Tx } from '../../src/platform/database/connect.ts'
import { carts } from '../../src/shop/cart/cart.table.ts'
import { addSales } from '../../src/shop/catalog/add-sales.ts'
import { orderLines, orders } from '../../src/shop/orders/orders.table.ts'
import { paymentCustomers } from '../../src/shop/payments/payments.table.ts'
import { comments } from '../../src/site/comments/comments.table.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { customers } from './customers.ts'

export const staff = [
  { email: 'owner@samovar.test', name: 'Ada Leaf', password: 'samovar-owner', role: 'administrator' },
  { email: 'editor@samovar.test', name: 'Noor Haddad', password: 'samovar-editor', role: 'editor' },
] as const

const emails = [...staff, ...customers].map((user) => user.email)

/** The addresses of demo people who can sign in here. */
export async function findDemoUsers(db: Db | Tx): Promise<string[]> {
  const rows = await db.select({ email: users.email }).from(users).where(inArray(users.email, emails)).orderBy(users.id)
  return rows.map((row) => row.email)
}

/**
 * Takes away the accounts of demo people with their sign-ins and carts, and the orders the seed has written for them, which
 * nobody placed. What was written or ordered with their accounts since stays, as of guests.
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

/** Found by the buyer's address as well: their accounts may be gone already. They no longer count as sold. */
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
