import { and, eq, ne } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import type { Person } from '../../platform/privacy/personal-data.ts'
import { users } from '../identity/accounts.table.ts'

/** Whose data an account's owner may read and delete: what guests did under the address only if it is proved. */
export async function personOf(db: Db | Tx, userId: number): Promise<Person | null> {
  const [user] = await db
    .select({ email: users.email, isVerified: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId))
  return user ? { userId, email: user.isVerified ? user.email : null } : null
}

/** Whose data the shop holds under an address, for a request that the owner has checked. */
export async function personByEmail(db: Db | Tx, email: string): Promise<Person> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, normalizeEmail(email)))
  return { userId: user?.id ?? null, email: normalizeEmail(email) }
}

/** Whether the account is not a customer's. */
export const isStaff = async (db: Db | Tx, userId: number): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, userId), ne(users.role, 'customer')))) > 0
