import { eq } from 'drizzle-orm'
import type { Role } from '../../platform/access/permissions.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Address } from '../addresses/address.ts'
import { credentials, users } from './accounts.table.ts'
import { hashPassword } from './password.ts'

export type NewUser = {
  readonly email: string
  readonly name: string
  /** Plain text, or a hash. */
  readonly password: string | { readonly hash: string }
  readonly role: Role
  readonly now?: Date
}

export type CreateUserResult =
  | { readonly ok: true; readonly userId: number }
  | { readonly ok: false; readonly problem: 'email-taken' }

/** Normalized spelling: trimmed and in lower case, as stored. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** Whether an account has this email address. */
export async function isEmailTaken(db: Db | Tx, email: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, normalizeEmail(email)))
  return rows.length > 0
}

/** Creates a user with a password. Returns null, without changes, if the address is taken. */
export async function createUser(db: Db | Tx, user: NewUser): Promise<CreateUserResult> {
  const password = typeof user.password === 'string' ? await hashPassword(user.password) : user.password.hash
  const timestamps = user.now ? { createdAt: user.now, updatedAt: user.now } : {}
  return db.transaction(async (tx) => {
    const [created] = await tx
      .insert(users)
      .values({ email: normalizeEmail(user.email), name: user.name, role: user.role, ...timestamps })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!created) return { ok: false, problem: 'email-taken' }
    await tx
      .insert(credentials)
      .values({ userId: created.id, accountId: String(created.id), providerId: 'credential', password, ...timestamps })
    return { ok: true, userId: created.id }
  })
}

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
