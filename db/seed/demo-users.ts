/** The accounts of the demo seed. Their passwords are in the README, so they must not exist in a public shop. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { removeOrders, removePeople } from '../../src/faces/onboarding/remove-people.ts'
import { users } from '../../src/people/identity/accounts.table.ts'
import type { Db, Tx } from '../../src/platform/database/connect.ts'
import type { Platform } from '../../src/platform/web/context.ts'
import type { ReassignShop } from '../../src/shop/customers/customers.store.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
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
 * Deletes the demo accounts with their sessions and carts, and the orders that the seed created for them, also found by
 * billing email, because the accounts may be deleted already. Content and orders created with these accounts afterwards
 * stay, as a guest's.
 */
export async function removeDemoUsers(
  shop: Pick<Platform, 'db'> & ReassignShop,
): Promise<{ readonly people: string[]; readonly orderCount: number }> {
  return shop.db.transaction(async (tx) => {
    const isSeeded = and(eq(orders.createdVia, 'seed'), inArray(sql`${orders.billing} ->> 'email'`, emails))
    const orderCount = await removeOrders(tx, isSeeded)
    return { people: [...(await removePeople(tx, shop, inArray(users.email, emails)))], orderCount }
  })
}
