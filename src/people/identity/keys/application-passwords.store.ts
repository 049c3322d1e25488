import { randomInt } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx, violates } from '../../../platform/database/connect.ts'
import { normalizeEmail } from '../../../platform/email-address.ts'
import type { Principal } from '../../../platform/rest/call.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { sign } from '../../../platform/web/signature.ts'
import { users } from '../accounts.table.ts'
import { applicationPasswords } from './keys.table.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const LENGTH = 24

/** A fast keyed hash, because 142 random bits cannot be guessed. Spaces are only for readability. */
const hashOf = (secret: string, password: string): string =>
  sign(secret, `application password|${password.replaceAll(/[^a-z\d]/gi, '')}`)

export type ApplicationPassword = typeof applicationPasswords.$inferSelect

export const readApplicationPasswords = (db: Db, userId: number): Promise<ApplicationPassword[]> =>
  db
    .select()
    .from(applicationPasswords)
    .where(eq(applicationPasswords.userId, userId))
    .orderBy(desc(applicationPasswords.createdAt))

const isOwn = (userId: number, id: string) =>
  and(eq(applicationPasswords.userId, userId), sql`${applicationPasswords.id}::text = ${id.toLowerCase()}`)

export const readApplicationPassword = (db: Db, userId: number, id: string): Promise<ApplicationPassword | null> =>
  db.select().from(applicationPasswords).where(isOwn(userId, id)).then(firstOf)

export async function createApplicationPassword(
  { db, now, secret }: Pick<Platform, 'db' | 'now' | 'secret'>,
  fields: { readonly userId: number; readonly name: string; readonly appId: string },
) {
  const password = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const [row] = await db
    .insert(applicationPasswords)
    .values({ ...fields, passwordHash: hashOf(secret, password), createdAt: now() })
    .onConflictDoNothing({ target: [applicationPasswords.userId, applicationPasswords.name] })
    .returning()
  return row ? { row, password: password.replaceAll(/(.{4})(?=.)/g, '$1 ') } : null
}

export async function renameApplicationPassword(db: Db, userId: number, id: string, name: string): Promise<boolean> {
  try {
    await db.update(applicationPasswords).set({ name }).where(isOwn(userId, id))
    return true
  } catch (error) {
    if (violates(error, 'application_passwords_name')) return false
    throw error
  }
}

export const deleteApplicationPasswords = (db: Db | Tx, userId: number, id?: string): Promise<ApplicationPassword[]> =>
  db
    .delete(applicationPasswords)
    .where(id === undefined ? eq(applicationPasswords.userId, userId) : isOwn(userId, id))
    .returning()

export async function findPasswordOwner(
  { db, now, secret }: Pick<Platform, 'db' | 'now' | 'secret'>,
  email: string,
  password: string,
  clientAddress: string,
): Promise<Principal | null> {
  const [row] = await db
    .select({
      id: applicationPasswords.id,
      lastUsed: applicationPasswords.lastUsed,
      user: { id: users.id, email: users.email, name: users.name, role: users.role },
    })
    .from(applicationPasswords)
    .innerJoin(users, eq(users.id, applicationPasswords.userId))
    .where(
      and(
        eq(applicationPasswords.passwordHash, hashOf(secret, password)),
        eq(users.email, normalizeEmail(email)),
        isNull(users.disabledAt),
      ),
    )
  if (!row) return null
  if (!row.lastUsed || now().getTime() - row.lastUsed.getTime() > MINUTE_MS)
    await db
      .update(applicationPasswords)
      .set({ lastUsed: now(), lastIp: clientAddress === '' ? null : clientAddress })
      .where(eq(applicationPasswords.id, row.id))
  return { user: row.user, isSession: false, permissions: 'read_write', applicationPasswordId: row.id }
}

const MINUTE_MS = 60_000
