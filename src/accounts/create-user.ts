import type { Db, Tx } from '../database/connect.ts'
import { credentials, type Role, users } from './accounts.table.ts'
import { hashPassword } from './password.ts'

export type NewUser = {
  readonly email: string
  readonly name: string
  readonly password: string
  readonly role: Role
  readonly now?: Date
}

export type CreateUserResult =
  | { readonly ok: true; readonly userId: number }
  | { readonly ok: false; readonly problem: 'email-taken' }

/** One spelling for each address: people type capitals and spaces, the table holds neither. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** Makes a person who can sign in with a password. An address that is taken changes nothing. */
export async function createUser(db: Db | Tx, user: NewUser): Promise<CreateUserResult> {
  const password = await hashPassword(user.password)
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
