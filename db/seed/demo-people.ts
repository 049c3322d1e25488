/** Who the demo seed makes. Their passwords stand in the README, so they have no place in a shop that strangers use. */
import { inArray } from 'drizzle-orm'
import { users } from '../../src/accounts/accounts.table.ts'
import { carts } from '../../src/cart/cart.table.ts'
import { comments } from '../../src/content/comments.table.ts'
import type { Db, Tx } from '../../src/database/connect.ts'
import { entries } from '../../src/entries/entries.table.ts'
import { orders } from '../../src/orders/orders.table.ts'
import { paymentCustomers } from '../../src/payments/payments.table.ts'
import { customers } from './people.ts'

export const staff = [
  { email: 'owner@samovar.test', name: 'Ada Leaf', password: 'samovar-owner', role: 'administrator' },
  { email: 'editor@samovar.test', name: 'Noor Haddad', password: 'samovar-editor', role: 'editor' },
] as const

const emails = [...staff, ...customers].map((person) => person.email)

/** The addresses of demo people who can sign in here. */
export async function demoPeopleIn(db: Db | Tx): Promise<string[]> {
  const rows = await db.select({ email: users.email }).from(users).where(inArray(users.email, emails)).orderBy(users.id)
  return rows.map((row) => row.email)
}

/**
 * Takes away the accounts of demo people with their sign-ins and carts, and answers their addresses. What they wrote and
 * ordered stays, as of guests.
 */
export async function removeDemoPeople(db: Db): Promise<string[]> {
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(users)
      .where(inArray(users.email, emails))
      .returning({ id: users.id, email: users.email })
    const ids = gone.map((person) => person.id)
    if (ids.length === 0) return []
    await tx.delete(carts).where(inArray(carts.customerId, ids))
    await tx.delete(paymentCustomers).where(inArray(paymentCustomers.customerId, ids))
    await tx.update(orders).set({ customerId: null }).where(inArray(orders.customerId, ids))
    await tx.update(comments).set({ userId: null }).where(inArray(comments.userId, ids))
    await tx.update(entries).set({ authorId: null }).where(inArray(entries.authorId, ids))
    return gone.map((person) => person.email)
  })
}
