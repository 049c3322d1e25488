import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { sessions } from './accounts.table.ts'

/** Whether a session is valid: signing out, a password change and expiry end it. */
export async function isSessionActive(
  db: Db,
  session: { readonly id: string; readonly userId: number },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, Number(session.id)), eq(sessions.userId, session.userId), gt(sessions.expiresAt, now)))
  return rows.length > 0
}
