import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { credentials, sessions, users } from './accounts.table.ts'
import { normalizeEmail } from './create-user.ts'
import { hashPassword } from './password.ts'

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
