import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, like, notLike, or, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../../platform/database/connect.ts'
import { users, verifications } from '../accounts.table.ts'
import { ORDER_SIGN_IN_MS, PASSWORD_LINK_MS } from '../key-lifetimes.ts'

/** Data of each token by its purpose. User or email address comes first, for the columns of `verifications`. */
export type TokenData = {
  'set-password': { readonly userId: number }
  /** Its token is the key of the order that made the account (`allowOrderSignIn`). */
  'order-sign-in': { readonly userId: number }
  'sign-in-code': {
    readonly email: string
    readonly remember: boolean
    readonly redirectTo: string | null
    /** Null until the email is rendered, and always if the address has no account. */
    readonly codeHash: string | null
    readonly attempts: number
    readonly isForSetUp?: boolean
  }
  'sign-in-link': { readonly request: string }
  'confirm-email': EmailChange
  'undo-email': EmailChange
  'confirm-account': {
    readonly email: string
    readonly name: string
    readonly orderId: number
    /** Null: the account will have a passkey instead. */
    readonly passwordHash: string | null
    /** Hash of the key in a cookie of the browser in which the password was typed. */
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

export type TokenPurpose = keyof TokenData

export const newToken = (): string => randomBytes(24).toString('base64url')

/** The database has only hashes of tokens. */
export const tokenIdentifier = (purpose: TokenPurpose, token: string): string =>
  `${purpose}:${createHash('sha256').update(token).digest('hex')}`

/** A key that queues an email once per token, without revealing the token. */
export const emailKeyOf = (event: string, token: string): string =>
  `${event}:${createHash('sha256').update(token).digest('base64url').slice(0, 16)}`

type Validity = { readonly now: Date; readonly lifetimeMs: number }

export async function saveToken<P extends TokenPurpose>(
  tx: Db | Tx,
  purpose: P,
  token: string,
  data: TokenData[P],
  { now, lifetimeMs }: Validity,
): Promise<void> {
  await tx.insert(verifications).values({
    identifier: tokenIdentifier(purpose, token),
    value: JSON.stringify(data),
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  })
}

export async function createToken<P extends TokenPurpose>(
  tx: Db | Tx,
  purpose: P,
  data: TokenData[P],
  validity: Validity,
): Promise<string> {
  const token = newToken()
  await saveToken(tx, purpose, token, data, validity)
  return token
}

const isValid = (identifier: string, now: Date) =>
  and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, now))

const columns = { value: verifications.value }
const dataOf = <P extends TokenPurpose>([row]: readonly { readonly value: string }[]): TokenData[P] | null =>
  row ? (JSON.parse(row.value) as TokenData[P]) : null

/** The data of a token; null if it was used, is expired or unknown. */
export const readToken = async <P extends TokenPurpose>(db: Db | Tx, purpose: P, token: string, now: Date) =>
  dataOf<P>(
    await db
      .select(columns)
      .from(verifications)
      .where(isValid(tokenIdentifier(purpose, token), now)),
  )

/** Redeems a token: of several requests at once, one gets its data. */
export const consumeToken = <P extends TokenPurpose>(tx: Db | Tx, purpose: P, token: string, now: Date) =>
  consumeIdentifier<P>(tx, tokenIdentifier(purpose, token), now)

export const consumeIdentifier = async <P extends TokenPurpose>(tx: Db | Tx, identifier: string, now: Date) =>
  dataOf<P>(await tx.delete(verifications).where(isValid(identifier, now)).returning(columns))

/** Moves the data of an identifier to a new token. Null if it was used, is expired or unknown. */
export async function renewToken<P extends TokenPurpose>(tx: Tx, purpose: P, identifier: string, now: Date) {
  const token = newToken()
  const data = dataOf<P>(
    await tx
      .update(verifications)
      .set({ identifier: tokenIdentifier(purpose, token), updatedAt: now })
      .where(isValid(identifier, now))
      .returning(columns),
  )
  return data && { token, data }
}

export const lockIdentifier = async <P extends TokenPurpose>(tx: Tx, identifier: string, now: Date) =>
  dataOf<P>(await tx.select(columns).from(verifications).where(isValid(identifier, now)).for('update'))

export const updateIdentifier = <P extends TokenPurpose>(tx: Tx, identifier: string, data: TokenData[P]) =>
  tx
    .update(verifications)
    .set({ value: JSON.stringify(data) })
    .where(eq(verifications.identifier, identifier))

type UserToken = { [P in TokenPurpose]: TokenData[P] extends { readonly userId: number } ? P : never }[TokenPurpose]

/**
 * Redeems a token of an account, which it locks first. Whoever changes an account locks it before its tokens and sessions;
 * the other way round, both would wait for each other.
 */
export async function consumeAccountToken<P extends UserToken>(tx: Tx, purpose: P, token: string, now: Date) {
  const data = await readToken(tx, purpose, token, now)
  if (!data) return null
  await tx.select({ id: users.id }).from(users).where(eq(users.id, data.userId)).for('update')
  return consumeToken(tx, purpose, token, now)
}

/** better-auth's counters of wrong codes belong to sign-ins; their numbers only look like ids of users. */
export const isTokenOf = (userId: number) =>
  and(eq(verifications.userId, userId), notLike(verifications.identifier, '2fa-attempts-%'))
const namesEmail = (email: string) => eq(verifications.email, JSON.stringify(email).slice(1, -1))

export async function endTokensOf(tx: Db | Tx, purpose: UserToken, userId: number): Promise<void> {
  await tx.delete(verifications).where(and(like(verifications.identifier, `${purpose}:%`), isTokenOf(userId)))
}

export async function endUndoTokensSince(tx: Tx, userId: number, since: Date): Promise<void> {
  const askedAt = sql`substring(${verifications.value} from '"askedAt":"([^"]+)"')`
  const isSince = sql`coalesce(${askedAt} >= ${since.toISOString()}, true)`
  await tx.delete(verifications).where(and(like(verifications.identifier, 'undo-email:%'), isTokenOf(userId), isSince))
}

/** Whether an account may still take this address back after a change in the last week. */
export async function isEmailReserved(tx: Db | Tx, email: string, now: Date): Promise<boolean> {
  const isUndoKey = and(like(verifications.identifier, 'undo-email:%'), namesEmail(email))
  return (await tx.$count(verifications, and(isUndoKey, gt(verifications.expiresAt, now)))) > 0
}

export async function endAllTokensOf(tx: Tx, { id, email }: { readonly id: number; readonly email: string }) {
  await tx.delete(verifications).where(or(isTokenOf(id), namesEmail(email)))
}

/** Creates a token for a new link. An account's first is valid for a week. */
export const createPasswordToken = (
  tx: Db | Tx,
  userId: number,
  now: Date,
  lifetimeMs = PASSWORD_LINK_MS,
): Promise<string> => createToken(tx, 'set-password', { userId }, { now, lifetimeMs })

export async function findPasswordTokenUser(db: Db | Tx, token: string, now: Date) {
  const value = await readToken(db, 'set-password', token, now)
  if (!value) return null
  const { email, name } = users
  return db.select({ email, name }).from(users).where(eq(users.id, value.userId)).then(firstOf)
}

export const consumePasswordToken = async (tx: Tx, token: string, now: Date): Promise<number | null> =>
  (await consumeAccountToken(tx, 'set-password', token, now))?.userId ?? null

/**
 * Lets the browser that places an order sign in to the account that the order has made without a password. Valid for
 * ORDER_SIGN_IN_MS, until a sign-in of the account is ended; not used up, because an answer may get lost.
 */
export const allowOrderSignIn = (tx: Tx, userId: number, orderKey: string, now: Date): Promise<void> =>
  saveToken(tx, 'order-sign-in', orderKey, { userId }, { now, lifetimeMs: ORDER_SIGN_IN_MS })

/** The account that this order has made without a password; null if it made none, or no longer signs in to it. */
export const findOrderSignIn = async (db: Db, orderKey: string, now: Date): Promise<number | null> =>
  (await readToken(db, 'order-sign-in', orderKey, now))?.userId ?? null
