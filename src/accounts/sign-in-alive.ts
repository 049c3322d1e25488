import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../database/connect.ts'
import { sessions } from './accounts.table.ts'

/** Whether this sign-in of this person still holds: signing out, a new password and time end it. */
export async function isSignInAlive(
  db: Db,
  signIn: { readonly id: string; readonly userId: number },
  now: Date,
): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, Number(signIn.id)), eq(sessions.userId, signIn.userId), gt(sessions.expiresAt, now)))
  return found.length > 0
}
