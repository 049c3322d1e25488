import { and, asc, eq, inArray, isNull, like, ne, or } from 'drizzle-orm'
import { can, type Role, roles } from '../../platform/access/permissions.ts'
import { type Db, firstOf, type Tx, violates } from '../../platform/database/connect.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import type { Address } from '../addresses/address.ts'
import { credentials, sessions, users, verifications } from './accounts.table.ts'
import { usersManage } from './capabilities.ts'
import { twoFactors } from './factors/second-factor.table.ts'
import { endTokensOf, isEmailReserved, isTokenOf } from './keys/tokens.store.ts'
import { hashPassword, verifyPassword } from './passwords/password.ts'

export type NewUser = {
  readonly email: string
  readonly name: string
  /** Plain text or a hash. Null: the user signs in by email or passkey. */
  readonly password: string | { readonly hash: string } | null
  readonly role: Role
  readonly now?: Date
  readonly isMailboxProved?: boolean
}

export type CreateUserResult =
  | { readonly ok: true; readonly userId: number }
  | { readonly ok: false; readonly problem: 'email-taken' }

export const findUser = (db: Db | Tx, email: string): Promise<{ id: number; name: string } | null> =>
  db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(eq(users.email, normalizeEmail(email)))
    .then(firstOf)

export async function isEmailTaken(db: Db | Tx, email: string): Promise<boolean> {
  return (await findUser(db, email)) !== null
}

export const isEmailVerified = async (db: Db | Tx, id: number): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, id), users.emailVerified))) > 0

export const userExists = async (db: Db | Tx, id: number): Promise<boolean> =>
  (await db.$count(users, eq(users.id, id))) > 0

/** Whether the account exists. Locks its key, so that it cannot be deleted before the transaction ends. */
export const lockUserKey = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('key share')).length > 0

export const hasSecondFactor = async (db: Db | Tx, id: number): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, id), eq(users.twoFactorEnabled, true)))) > 0

/** Refused if another account may still take the address back after a recent change (`isEmailReserved`). */
export async function createUser(db: Db | Tx, user: NewUser): Promise<CreateUserResult> {
  const password = typeof user.password === 'string' ? await hashPassword(user.password) : user.password?.hash
  const timestamps = user.now ? { createdAt: user.now, updatedAt: user.now } : {}
  return db.transaction(async (tx) => {
    if (!user.isMailboxProved && (await isEmailReserved(tx, normalizeEmail(user.email), user.now ?? new Date())))
      return { ok: false, problem: 'email-taken' }
    const [created] = await tx
      .insert(users)
      .values({ email: normalizeEmail(user.email), name: user.name, role: user.role, ...timestamps })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!created) return { ok: false, problem: 'email-taken' }
    const { id: userId } = created
    if (password !== undefined)
      await tx.insert(credentials).values({ ...newCredential(userId), password, ...timestamps })
    return { ok: true, userId }
  })
}

const newCredential = (userId: number) => ({ userId, accountId: String(userId), providerId: 'credential' })

export type CustomerAddresses = { readonly billing: Partial<Address>; readonly shipping: Partial<Address> }

export async function loadAddresses(db: Db | Tx, userId: number): Promise<CustomerAddresses> {
  const [user] = await db
    .select({ billing: users.billing, shipping: users.shipping })
    .from(users)
    .where(eq(users.id, userId))
  return user ?? { billing: {}, shipping: {} }
}

/** An address that is not given stays. */
export async function saveAddresses(db: Db | Tx, userId: number, addresses: Partial<CustomerAddresses>): Promise<void> {
  await db.update(users).set(addresses).where(eq(users.id, userId))
}

const isPassword = (userId: number) => and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential'))

export const hasPassword = async (db: Db | Tx, userId: number): Promise<boolean> =>
  (await db.$count(credentials, isPassword(userId))) > 0

export async function isPasswordOf(db: Db, userId: number, password: string): Promise<boolean> {
  const [credential] = await db.select({ hash: credentials.password }).from(credentials).where(isPassword(userId))
  return verifyPassword(password, credential?.hash ?? '')
}

/** The user then signs in by email or passkey, until they choose a password by an emailed link. */
export async function removePassword(db: Db | Tx, userId: number): Promise<void> {
  await db.delete(credentials).where(isPassword(userId))
}

/** Ends sessions, links, device trust and a pending email change. False if there is no such user. */
export async function setPassword(db: Db | Tx, email: string, password: string, now: Date): Promise<boolean> {
  const hash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, normalizeEmail(email)))
      .for('update')
    if (!user) return false
    const changed = { password: hash, updatedAt: now }
    const { rowCount } = await tx.update(credentials).set(changed).where(isPassword(user.id))
    if (rowCount === 0) await tx.insert(credentials).values({ ...newCredential(user.id), ...changed, createdAt: now })
    await endSessions(tx, user.id)
    await endTokensOf(tx, 'set-password', user.id)
    await endTokensOf(tx, 'confirm-email', user.id)
    return true
  })
}

/**
 * Also ends device trust and the sign-in by an order, and deletes an unconfirmed second-factor secret that a session may
 * have seen.
 */
export async function endSessions(tx: Db | Tx, userId: number, exceptId?: string): Promise<void> {
  const isOther = exceptId === undefined ? undefined : ne(sessions.id, Number(exceptId))
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), isOther))
  await tx.delete(twoFactors).where(and(eq(twoFactors.userId, userId), eq(twoFactors.verified, false)))
  await endTokensOf(tx, 'order-sign-in', userId)
  await forgetTrustedDevices(tx, userId)
}

export async function forgetTrustedDevices(tx: Db | Tx, userId: number): Promise<void> {
  const isOfDevice = or(like(verifications.identifier, 'trust-device-%'), like(verifications.identifier, '2fa-%'))
  await tx.delete(verifications).where(and(isTokenOf(userId), isOfDevice))
}

const managing = roles.filter((role) => can({ role }, usersManage))

/** Locked in id order before any other user, so that of two who demote each other at once the second is refused. */
export async function lockAdministrators(tx: Tx): Promise<readonly number[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, [...managing]), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
    .for('no key update')
  return rows.map(({ id }) => id)
}

export const isLastAdministrator = (administrators: readonly number[], userId: number): boolean =>
  administrators.length === 1 && administrators[0] === userId

export async function unlessEmailTaken(tx: Db | Tx, change: (inner: Tx) => Promise<unknown>): Promise<boolean> {
  try {
    // A savepoint keeps the transaction usable after a violation of the unique index.
    await tx.transaction(change)
    return true
  } catch (error) {
    if (violates(error, 'users_email')) return false
    throw error
  }
}
