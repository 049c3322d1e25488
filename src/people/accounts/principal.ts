import type { Context } from 'hono'
import type { Principal } from '../../platform/rest/call.ts'
import type { RestError } from '../../platform/rest/response.ts'
import { type AuthDeps, currentAuthSession, verifyNonce } from './auth-session.ts'

/** Action of the browser's REST nonce, sent in `X-WP-Nonce`. */
export const REST_NONCE = 'wp_rest'

const invalidNonce: RestError = { status: 403, code: 'rest_cookie_invalid_nonce', message: 'Cookie check failed' }

/**
 * Who makes a REST request; null is nobody. A session cookie without nonce counts as nobody, because other sites can send
 * the cookie but not the nonce.
 */
export async function authenticate(context: Context, shop: AuthDeps): Promise<Principal | RestError | null> {
  const nonce = context.req.header('x-wp-nonce') ?? context.req.query('_wpnonce')
  const session = nonce === undefined ? null : await currentAuthSession(context, shop)
  if (!session) return null
  if (!verifyNonce(shop.secret, REST_NONCE, session.sessionId, nonce)) return invalidNonce
  return { user: session.user, isSession: true, permissions: 'read_write' }
}
