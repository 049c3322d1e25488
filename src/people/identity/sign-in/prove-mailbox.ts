import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { credentials, users } from '../accounts.table.ts'
import { passkeys, twoFactors } from '../factors/second-factor.table.ts'
import { deleteApiKeysOf } from '../keys/api-keys.store.ts'
import { deleteApplicationPasswords } from '../keys/application-passwords.store.ts'
import { endTokensOf } from '../keys/tokens.store.ts'
import { endSessions } from '../users.store.ts'

/**
 * Records that a user can read the account's mailbox; true for the first proof. The creator of an account may have
 * typed a stranger's address, so the first proof removes every sign-in method and pending change of address that was
 * set up before, unless this browser has signed in to the account, which proves that both are the same person.
 */
export async function proveMailbox(
  db: Db | Tx,
  userId: number,
  { isKnownDevice }: { readonly isKnownDevice: boolean },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ isProved: users.emailVerified })
      .from(users)
      .where(eq(users.id, userId))
      .for('update')
    if (!user || user.isProved) return false
    const change = { emailVerified: true, ...(!isKnownDevice && { twoFactorEnabled: false }) }
    await tx.update(users).set(change).where(eq(users.id, userId))
    if (isKnownDevice) return true
    await tx.delete(credentials).where(eq(credentials.userId, userId))
    await tx.delete(passkeys).where(eq(passkeys.userId, userId))
    await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
    await deleteApplicationPasswords(tx, userId)
    await deleteApiKeysOf(tx, userId)
    await endTokensOf(tx, 'confirm-email', userId)
    await endSessions(tx, userId)
    return true
  })
}
