import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Address } from '../addresses/address.ts'
import { users } from './accounts.table.ts'

export type CustomerAddresses = { readonly billing: Partial<Address>; readonly shipping: Partial<Address> }

/** The customer's last shipping address, for the next checkout. */
export async function loadAddresses(db: Db | Tx, userId: number): Promise<CustomerAddresses> {
  const [user] = await db
    .select({ billing: users.billing, shipping: users.shipping })
    .from(users)
    .where(eq(users.id, userId))
  return user ?? { billing: {}, shipping: {} }
}

export async function saveAddresses(tx: Db | Tx, userId: number, addresses: CustomerAddresses): Promise<void> {
  await tx
    .update(users)
    .set({ ...addresses })
    .where(eq(users.id, userId))
}
