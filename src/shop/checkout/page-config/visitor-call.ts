import { currentAuthSession } from '../../../people/accounts/auth-session.ts'
import { restNonceOf } from '../../../people/accounts/rest-nonce.ts'
import { type AjaxHandler, ajaxJson } from '../../../platform/web/ajax.ts'
import { currentCartSession } from '../../cart/cart-session.ts'
import type { CheckoutContext } from '../context.ts'
import { visitorOf } from './gateway-params.ts'
import { fraudSessionId } from './woopayments-config.ts'

/**
 * `POST admin-ajax.php`, action `payment_visitor`: what the payment settings of a page that is the same for everybody
 * leave open (XW-14, PAY-16). `rest_nonce` is empty for a guest, whose calls need none.
 */
export const paymentVisitorCall: AjaxHandler<CheckoutContext> = async (context, shop) => {
  const session = await currentAuthSession(context, shop)
  const cart = await currentCartSession(context, shop)
  const { address, userAgent } = visitorOf(context, session)
  return ajaxJson(context, {
    user_id: String(session?.user.id ?? 0),
    rest_nonce: session ? restNonceOf(shop, session) : '',
    ip_address: address,
    user_agent: userAgent,
    session_id: cart ? fraudSessionId(shop.secret, cart.key) : '',
  })
}
