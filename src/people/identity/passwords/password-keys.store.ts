/** Set-password links: emailed, valid once. */

import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { users } from '../accounts.table.ts'
import { PASSWORD_LINK_MS } from '../key-lifetimes.ts'
import { consumeKey, createKey, readKey } from '../keys/secret-keys.store.ts'

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
