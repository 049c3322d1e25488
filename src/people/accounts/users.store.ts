import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, like } from 'drizzle-orm'
import type { Role } from '../../platform/access/permissions.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Address } from '../addresses/address.ts'
import { credentials, sessions, users, verifications } from './accounts.table.ts'
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

/** The account with this email address. */
export async function findUser(db: Db | Tx, email: string): Promise<{ id: number; name: string } | null> {
  const [user] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(eq(users.email, normalizeEmail(email)))
  return user ?? null
}

/** Whether an account has this email address. */
export async function isEmailTaken(db: Db | Tx, email: string): Promise<boolean> {
  return (await findUser(db, email)) !== null
}

export const userExists = async (db: Db | Tx, id: number): Promise<boolean> =>
  (await db.$count(users, eq(users.id, id))) > 0

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
  await tx.update(users).set(addresses).where(eq(users.id, userId))
}

/** Set-password links: emailed, valid once. The database has only their hash. */

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** A link that was asked for is used at once or never. */
export const RESET_LINK_MS = DAY_MS

const KEY_PREFIX = 'set-password:'
const identifierOf = (key: string): string => `${KEY_PREFIX}${createHash('sha256').update(key).digest('hex')}`

/** Creates a key for a new link; the first one of an account is valid for a week. */
export async function createPasswordKey(
  tx: Db | Tx,
  userId: number,
  now: Date,
  lifetimeMs: number = WEEK_MS,
): Promise<string> {
  const key = randomBytes(24).toString('base64url')
  await tx.insert(verifications).values({
    ...{ identifier: identifierOf(key), value: String(userId), expiresAt: new Date(now.getTime() + lifetimeMs) },
    ...{ createdAt: now, updatedAt: now },
  })
  return key
}

/** The user of a valid key; null if it was used, is expired or unknown. */
export async function findPasswordKeyUser(db: Db | Tx, key: string, now: Date) {
  if (key === '' || key.length > 100) return null
  const [verification] = await db
    .select({ userId: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, identifierOf(key)), gt(verifications.expiresAt, now)))
  if (!verification) return null
  const [user] = await db
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, Number(verification.userId)))
  return user ?? null
}

/** Redeems a key. False if it was used concurrently. Using it also confirms the account's email address. */
export async function consumePasswordKey(db: Db, key: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(verifications)
      .where(eq(verifications.identifier, identifierOf(key)))
      .returning({ userId: verifications.value })
    if (!deleted) return false
    await tx
      .update(users)
      .set({ emailVerified: true })
      .where(eq(users.id, Number(deleted.userId)))
    return true
  })
}

/** Sets a new password, and ends all sessions and links of the user. False if there is no such user. */
export async function setPassword(db: Db | Tx, email: string, password: string, now: Date): Promise<boolean> {
  const hash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, normalizeEmail(email)))
      .for('update')
    if (!user) return false
    const isCredential = and(eq(credentials.userId, user.id), eq(credentials.providerId, 'credential'))
    const changed = await tx.update(credentials).set({ password: hash, updatedAt: now }).where(isCredential).returning()
    if (changed.length === 0) {
      await tx.insert(credentials).values({
        ...{ userId: user.id, accountId: String(user.id), providerId: 'credential', password: hash },
        ...{ createdAt: now, updatedAt: now },
      })
    }
    await tx.delete(sessions).where(eq(sessions.userId, user.id))
    const isPasswordKey = and(
      eq(verifications.value, String(user.id)),
      like(verifications.identifier, `${KEY_PREFIX}%`),
    )
    await tx.delete(verifications).where(isPasswordKey)
    return true
  })
}
