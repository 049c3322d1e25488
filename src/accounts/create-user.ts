import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { credentials, users } from './accounts.table.ts'
import { hashPassword } from './password.ts'
import type { Role } from './permissions.ts'

export type NewUser = {
  readonly email: string
  readonly name: string
  /** As it is typed, or hashed already. */
  readonly password: string | { readonly hash: string }
  readonly role: Role
  readonly now?: Date
}

export type CreateUserResult =
  | { readonly ok: true; readonly userId: number }
  | { readonly ok: false; readonly problem: 'email-taken' }

/** One spelling for each address: people type capitals and spaces, the table holds neither. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** Whether somebody signs in with this address. */
export async function isEmailTaken(db: Db | Tx, email: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, normalEmail(email)))
  return found.length > 0
}

/** Makes a person who can sign in with a password. An address that is taken changes nothing. */
export async function createUser(db: Db | Tx, user: NewUser): Promise<CreateUserResult> {
  const password = typeof user.password === 'string' ? await hashPassword(user.password) : user.password.hash
  const times = user.now ? { createdAt: user.now, updatedAt: user.now } : {}
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(users)
      .values({ email: normalEmail(user.email), name: user.name, role: user.role, ...times })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!made) return { ok: false, problem: 'email-taken' }
    await tx
      .insert(credentials)
      .values({ userId: made.id, accountId: String(made.id), providerId: 'credential', password, ...times })
    return { ok: true, userId: made.id }
  })
}
