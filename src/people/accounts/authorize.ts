import type { Context } from 'hono'
import { type Capability, can } from '../../platform/access/permissions.ts'
import { type RestError, restError } from '../../platform/rest/response.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type AuthSession, currentAuthSession } from './auth-session.ts'
import { verifyNonce } from './nonce.ts'

/** Action of the browser's REST nonce, sent in `X-WP-Nonce`. */
export const REST_NONCE = 'wp_rest'

type Action = 'list' | 'view' | 'create' | 'edit' | 'delete'

/** Codes and messages of forbidden responses by action, as recorded. */
const forbiddenErrors: Readonly<Record<Action, Pick<RestError, 'code' | 'message'>>> = {
  list: { code: 'woocommerce_rest_cannot_view', message: 'Sorry, you cannot list resources.' },
  view: { code: 'woocommerce_rest_cannot_view', message: 'Sorry, you cannot view this resource.' },
  create: { code: 'woocommerce_rest_cannot_create', message: 'Sorry, you are not allowed to create resources.' },
  edit: { code: 'woocommerce_rest_cannot_edit', message: 'Sorry, you are not allowed to edit this resource.' },
  delete: { code: 'woocommerce_rest_cannot_delete', message: 'Sorry, you are not allowed to delete this resource.' },
}

export type Authorization =
  | { readonly ok: true; readonly signedIn: AuthSession }
  | { readonly ok: false; readonly response: Response }

/**
 * Authorizes a request. A session cookie without nonce counts as anonymous, because other sites can send the cookie but
 * not the nonce.
 */
export async function authorize(
  context: Context,
  shop: Pick<Platform, 'db' | 'secret' | 'url'>,
  capability: Capability,
  action: Action,
): Promise<Authorization> {
  const deny = (error: RestError): Authorization => ({ ok: false, response: restError(context, shop, error) })
  const nonce = context.req.header('x-wp-nonce') ?? context.req.query('_wpnonce')
  const signedIn = nonce === undefined ? null : await currentAuthSession(context, shop)
  if (!signedIn) return deny({ ...forbiddenErrors[action], status: 401 })
  if (!verifyNonce(shop.secret, REST_NONCE, signedIn.sessionId, nonce)) {
    return deny({ status: 403, code: 'rest_cookie_invalid_nonce', message: 'Cookie check failed' })
  }
  if (!can(signedIn.user, capability)) return deny({ ...forbiddenErrors[action], status: 403 })
  return { ok: true, signedIn }
}
