import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { credentials, sessions, users, verifications } from './accounts.table.ts'
import { hashPassword } from './password.ts'
import { normalizeEmail } from './users.store.ts'

/** Set-password links: emailed, valid once and for a week. The database has only their hash. */

const WEEK_MS = 7 * 86_400_000

const identifierOf = (key: string): string => `set-password:${createHash('sha256').update(key).digest('hex')}`

/** Creates a key for a new link. */
export async function createPasswordKey(tx: Db | Tx, userId: number, now: Date): Promise<string> {
  const key = randomBytes(24).toString('base64url')
  await tx.insert(verifications).values({
    ...{ identifier: identifierOf(key), value: String(userId), expiresAt: new Date(now.getTime() + WEEK_MS) },
    ...{ createdAt: now, updatedAt: now },
  })
  return key
}

/** The user of a valid key; null if it was used, is expired or unknown. */
export async function findPasswordKeyUser(
  db: Db | Tx,
  key: string,
  now: Date,
): Promise<{ email: string; name: string } | null> {
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

export type SetPasswordResult = { readonly ok: true } | { readonly ok: false; readonly problem: 'no-such-user' }

/** Sets a new password and ends all sessions of the user. */
export async function setPassword(db: Db, email: string, password: string, now: Date): Promise<SetPasswordResult> {
  const hash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, normalizeEmail(email)))
      .for('update')
    if (!user) return { ok: false, problem: 'no-such-user' }
    const isCredential = and(eq(credentials.userId, user.id), eq(credentials.providerId, 'credential'))
    const changed = await tx.update(credentials).set({ password: hash, updatedAt: now }).where(isCredential).returning()
    if (changed.length === 0) {
      await tx.insert(credentials).values({
        ...{ userId: user.id, accountId: String(user.id), providerId: 'credential', password: hash },
        ...{ createdAt: now, updatedAt: now },
      })
    }
    await tx.delete(sessions).where(eq(sessions.userId, user.id))
    return { ok: true }
  })
}
