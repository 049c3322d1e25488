import type { Context } from 'hono'
import { currentSession, type SignedIn } from '../accounts/current-user.ts'
import { checkNonce } from '../accounts/nonce.ts'
import { type Capability, can } from '../accounts/permissions.ts'
import { type RestError, restError } from './answer.ts'
import type { RestShop } from './rest-shop.ts'

/** The action a browser's nonce is made for; it travels in `X-WP-Nonce`. */
export const REST_NONCE = 'wp_rest'

type Doing = 'list' | 'view' | 'create' | 'edit' | 'delete'

/** Words and codes of a refusal by what was tried, as recorded. */
const refusals: Readonly<Record<Doing, Pick<RestError, 'code' | 'message'>>> = {
  list: { code: 'woocommerce_rest_cannot_view', message: 'Sorry, you cannot list resources.' },
  view: { code: 'woocommerce_rest_cannot_view', message: 'Sorry, you cannot view this resource.' },
  create: { code: 'woocommerce_rest_cannot_create', message: 'Sorry, you are not allowed to create resources.' },
  edit: { code: 'woocommerce_rest_cannot_edit', message: 'Sorry, you are not allowed to edit this resource.' },
  delete: { code: 'woocommerce_rest_cannot_delete', message: 'Sorry, you are not allowed to delete this resource.' },
}

export type Admission =
  | { readonly ok: true; readonly signedIn: SignedIn }
  | { readonly ok: false; readonly answer: Response }

/**
 * Lets in who may do this. A session cookie without the nonce counts as nobody: a cookie alone is sent by any page,
 * the nonce only by ours.
 */
export async function admit(
  context: Context,
  shop: RestShop,
  capability: Capability,
  doing: Doing,
): Promise<Admission> {
  const refuse = (error: RestError): Admission => ({ ok: false, answer: restError(context, shop, error) })
  const nonce = context.req.header('x-wp-nonce') ?? context.req.query('_wpnonce')
  const signedIn = nonce === undefined ? null : await currentSession(context, shop)
  if (!signedIn) return refuse({ ...refusals[doing], status: 401 })
  if (!checkNonce(shop.secret, REST_NONCE, signedIn.sessionId, nonce)) {
    return refuse({ status: 403, code: 'rest_cookie_invalid_nonce', message: 'Cookie check failed' })
  }
  if (!can(signedIn.user, capability)) return refuse({ ...refusals[doing], status: 403 })
  return { ok: true, signedIn }
}
