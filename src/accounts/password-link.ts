import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { users, verifications } from './accounts.table.ts'

/** Links by which somebody sets a password: sent by mail, good once, and for a week. The database keeps only their hash. */

const WEEK_MS = 7 * 86_400_000

const named = (key: string): string => `set-password:${createHash('sha256').update(key).digest('hex')}`

/** The key of a new link for this person. */
export async function makePasswordKey(tx: Db | Tx, userId: number, now: Date): Promise<string> {
  const key = randomBytes(24).toString('base64url')
  await tx.insert(verifications).values({
    ...{ identifier: named(key), value: String(userId), expiresAt: new Date(now.getTime() + WEEK_MS) },
    ...{ createdAt: now, updatedAt: now },
  })
  return key
}

/** Whose link this is; null for one that was used, is too old, or never was. */
export async function whoseKey(db: Db | Tx, key: string, now: Date): Promise<{ email: string; name: string } | null> {
  if (key === '' || key.length > 100) return null
  const [found] = await db
    .select({ userId: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, named(key)), gt(verifications.expiresAt, now)))
  if (!found) return null
  const [user] = await db
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, Number(found.userId)))
  return user ?? null
}

/**
 * Takes the link away. False: somebody else was quicker. Whoever has it reads the mail of the account's address, which is
 * thereby confirmed.
 */
export async function spendPasswordKey(db: Db, key: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(verifications)
      .where(eq(verifications.identifier, named(key)))
      .returning({ userId: verifications.value })
    if (!gone) return false
    await tx
      .update(users)
      .set({ emailVerified: true })
      .where(eq(users.id, Number(gone.userId)))
    return true
  })
}
