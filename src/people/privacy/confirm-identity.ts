import type { Platform } from '../../platform/web/context.ts'
import type { AuthSession } from '../identity/auth-session.ts'
import { confirmByPassword, isFresh } from '../identity/sign-in/fresh-session.ts'

export type IdentityProblem = 'password-missing' | 'password-wrong' | 'rate-limited'

/** What keeps the person from doing what a borrowed browser must not: null after a fresh sign-in, or with the password. */
export async function confirmIdentity(
  shop: Pick<Platform, 'db' | 'now' | 'secret'>,
  session: AuthSession,
  password: string,
): Promise<IdentityProblem | null> {
  if (isFresh(session, shop.now())) return null
  if (password === '') return 'password-missing'
  const result = await confirmByPassword(shop, session, password)
  if (result === 'confirmed') return null
  return result === 'wrong' ? 'password-wrong' : 'rate-limited'
}
