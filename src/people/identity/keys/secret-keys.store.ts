import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, like, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { users, verifications } from '../accounts.table.ts'
import { PASSWORD_LINK_MS } from '../key-lifetimes.ts'

/** What a secret key of a mailed link or a cookie stands for, by its purpose. User or address is first (`verifications`). */
export type SecretKeys = {
  'set-password': { readonly userId: number }
  /** A request to sign in by email, bound to the browser that has the key. */
  'sign-in-code': {
    readonly email: string
    readonly remember: boolean
    readonly redirectTo: string | null
    /** Null until the mail is written, and for ever if the email address has no account. */
    readonly codeHash: string | null
    readonly attempts: number
    readonly isForSetUp?: boolean
  }
  /** The link in that mail; `request` is the request's identifier. */
  'sign-in-link': { readonly request: string }
  'confirm-email': EmailChange
  'undo-email': EmailChange
  /** An account that a guest asked for after an order, made when its mailbox is proved (account-after-order.ts). */
  'confirm-account': {
    readonly email: string
    readonly name: string
    readonly orderId: number
    /** Null: the account has a passkey instead. */
    readonly passwordHash: string | null
    /** Of the key that is in a cookie of the browser where the password was typed. */
    readonly browserKeyHash: string | null
  }
  'form-draft': {
    readonly userId: number
    readonly path: string
    readonly fields: Readonly<Record<string, string>>
  }
}

type EmailChange = {
  readonly userId: number
  readonly oldEmail: string
  readonly newEmail: string
  /** ISO 8601. Missing in links of earlier versions. */
  readonly askedAt?: string
}

export type KeyPurpose = keyof SecretKeys

export const newKey = (): string => randomBytes(24).toString('base64url')

/** The database has only hashes of keys. */
export const keyIdentifier = (purpose: KeyPurpose, key: string): string =>
  `${purpose}:${createHash('sha256').update(key).digest('hex')}`

/** Names the email with a key, so that it is queued once; the name tells nothing of the key. */
export const emailKeyOf = (event: string, key: string): string =>
  `${event}:${createHash('sha256').update(key).digest('base64url').slice(0, 16)}`

type Validity = { readonly now: Date; readonly lifetimeMs: number }

export async function saveKey<P extends KeyPurpose>(
  tx: Db | Tx,
  purpose: P,
  key: string,
  value: SecretKeys[P],
  { now, lifetimeMs }: Validity,
): Promise<void> {
  await tx.insert(verifications).values({
    ...{ identifier: keyIdentifier(purpose, key), value: JSON.stringify(value), createdAt: now, updatedAt: now },
    expiresAt: new Date(now.getTime() + lifetimeMs),
  })
}

export async function createKey<P extends KeyPurpose>(
  tx: Db | Tx,
  purpose: P,
  value: SecretKeys[P],
  validity: Validity,
): Promise<string> {
  const key = newKey()
  await saveKey(tx, purpose, key, value, validity)
  return key
}

const isValid = (identifier: string, now: Date) =>
  and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, now))

/** What a key stands for; null if it was used, is expired or unknown. */
export async function readKey<P extends KeyPurpose>(db: Db | Tx, purpose: P, key: string, now: Date) {
  const [row] = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(isValid(keyIdentifier(purpose, key), now))
  return row ? (JSON.parse(row.value) as SecretKeys[P]) : null
}

/** Redeems a key: of several requests at once, one gets its value. */
export const consumeKey = <P extends KeyPurpose>(tx: Db | Tx, purpose: P, key: string, now: Date) =>
  consumeIdentifier<P>(tx, keyIdentifier(purpose, key), now)

export async function consumeIdentifier<P extends KeyPurpose>(tx: Db | Tx, identifier: string, now: Date) {
  const [row] = await tx.delete(verifications).where(isValid(identifier, now)).returning({ value: verifications.value })
  return row ? (JSON.parse(row.value) as SecretKeys[P]) : null
}

/** Gives what an identifier stands for to a new key. Null if it was used, is expired or unknown. */
export async function moveToNewKey<P extends KeyPurpose>(tx: Tx, purpose: P, identifier: string, now: Date) {
  const key = newKey()
  const [row] = await tx
    .update(verifications)
    .set({ identifier: keyIdentifier(purpose, key), updatedAt: now })
    .where(isValid(identifier, now))
    .returning({ value: verifications.value })
  return row ? { key, value: JSON.parse(row.value) as SecretKeys[P] } : null
}

export async function lockIdentifier<P extends KeyPurpose>(tx: Tx, identifier: string, now: Date) {
  const [row] = await tx
    .select({ value: verifications.value })
    .from(verifications)
    .where(isValid(identifier, now))
    .for('update')
  return row ? (JSON.parse(row.value) as SecretKeys[P]) : null
}

export async function updateIdentifier<P extends KeyPurpose>(
  tx: Tx,
  identifier: string,
  value: SecretKeys[P],
): Promise<void> {
  await tx
    .update(verifications)
    .set({ value: JSON.stringify(value) })
    .where(eq(verifications.identifier, identifier))
}

type UserKey = { [P in KeyPurpose]: SecretKeys[P] extends { readonly userId: number } ? P : never }[KeyPurpose]

const isOf = (userId: number) => eq(verifications.userId, userId)
const namesEmail = (email: string) => eq(verifications.email, JSON.stringify(email).slice(1, -1))

export async function endKeysOf(tx: Tx, purpose: UserKey, userId: number): Promise<void> {
  await tx.delete(verifications).where(and(like(verifications.identifier, `${purpose}:%`), isOf(userId)))
}

export async function endUndoKeysSince(tx: Tx, userId: number, since: Date): Promise<void> {
  const askedAt = sql`substring(${verifications.value} from '"askedAt":"([^"]+)"')`
  const isSince = sql`coalesce(${askedAt} >= ${since.toISOString()}, true)`
  await tx.delete(verifications).where(and(like(verifications.identifier, 'undo-email:%'), isOf(userId), isSince))
}

/** Whether the owner of an address may still take it back, because an account had it until a change of this week. */
export async function isEmailKept(tx: Db | Tx, email: string, now: Date): Promise<boolean> {
  const isUndoKey = and(like(verifications.identifier, 'undo-email:%'), namesEmail(email))
  return (await tx.$count(verifications, and(isUndoKey, gt(verifications.expiresAt, now)))) > 0
}

export async function endAllKeysOf(tx: Tx, { id, email }: { readonly id: number; readonly email: string }) {
  await tx.delete(verifications).where(or(isOf(id), namesEmail(email)))
}

/** Set-password links: emailed, valid once. */

/** Creates a key for a new link; the first one of an account is valid for a week. */
export const createPasswordKey = (
  tx: Db | Tx,
  userId: number,
  now: Date,
  lifetimeMs = PASSWORD_LINK_MS,
): Promise<string> => createKey(tx, 'set-password', { userId }, { now, lifetimeMs })

/** The user of a valid key; null if it was used, is expired or unknown. */
export async function findPasswordKeyUser(db: Db | Tx, key: string, now: Date) {
  const value = await readKey(db, 'set-password', key, now)
  if (!value) return null
  const [user] = await db.select({ email: users.email, name: users.name }).from(users).where(eq(users.id, value.userId))
  return user ?? null
}

/** Redeems a key. Returns whose it is, who has thus shown to read the mailbox; null if it was used concurrently. */
export const consumePasswordKey = async (tx: Tx, key: string, now: Date): Promise<number | null> =>
  (await consumeKey(tx, 'set-password', key, now))?.userId ?? null
