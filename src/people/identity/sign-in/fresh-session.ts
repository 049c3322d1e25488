import { eq } from 'drizzle-orm'
import type { Platform } from '../../../platform/web/context.ts'
import { rateLimiter } from '../../abuse/rate-limit.ts'
import { sessions } from '../accounts.table.ts'
import type { AuthSession } from '../auth-session.ts'
import { isPasswordOf } from '../users.store.ts'

const FRESH_MS = 10 * 60_000

/** Required to change account security: second factor, passkeys, email address, deletion. */
export const isFresh = (session: Pick<AuthSession, 'provenAt'>, now: Date): boolean =>
  now.getTime() - session.provenAt.getTime() < FRESH_MS

type Shop = Pick<Platform, 'db' | 'now' | 'secret'>

export async function confirmByPassword(
  shop: Shop,
  session: AuthSession,
  password: string,
): Promise<'confirmed' | 'wrong' | 'rate-limited'> {
  const attempts = rateLimiter(shop, { name: 'confirm-password', max: 10, seconds: 15 * 60 })
  if (!(await attempts.consume(String(session.user.id))).ok) return 'rate-limited'
  if (!(await isPasswordOf(shop.db, session.user.id, password))) return 'wrong'
  await attempts.reset(String(session.user.id))
  await markFresh(shop, session.sessionId)
  return 'confirmed'
}

export async function markFresh({ db, now }: Pick<Shop, 'db' | 'now'>, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ confirmedAt: now() })
    .where(eq(sessions.id, Number(sessionId)))
}
