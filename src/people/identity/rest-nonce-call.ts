import { type AjaxHandler, ajaxText } from '../../platform/web/ajax.ts'
import type { AuthDeps } from './auth.ts'
import { currentAuthSession } from './auth-session.ts'
import { restNonceOf } from './rest-nonce.ts'

/** `POST admin-ajax.php`, action `rest-nonce`, for pages that are the same for everybody. '' for a guest. */
export const restNonceCall: AjaxHandler<AuthDeps> = async (context, shop) => {
  const session = await currentAuthSession(context, shop)
  return ajaxText(context, session ? restNonceOf(shop, session) : '', 200)
}
