import type { Context } from 'hono'
import { currentAuthSession } from '../../../people/identity/auth-session.ts'
import { restNonceOf } from '../../../people/identity/rest-nonce.ts'
import { type AjaxHandler, ajaxJson } from '../../../platform/web/ajax.ts'
import { currentCartSession } from '../../cart/cart-session.ts'
import type { CheckoutContext } from '../context.ts'
import { fraudSessionId, startFraudVisit } from './fraud-visit.ts'
import { visitorOf } from './gateway-params.ts'
import { siftVisitor } from './woopayments-config.ts'

/**
 * `POST admin-ajax.php`, action `payment_visitor`: what the payment settings of a cached page leave open (XW-14,
 * PAY-16). Guests' calls need no `rest_nonce`; `sift` is null without a fraud-detection service.
 */
export const paymentVisitorCall: AjaxHandler<CheckoutContext> = async (context, shop) => {
  const session = await currentAuthSession(context, shop)
  const userId = session?.user.id ?? null
  const { address, userAgent } = visitorOf(context, session)
  return ajaxJson(context, {
    user_id: String(userId ?? 0),
    rest_nonce: session ? restNonceOf(shop, session) : '',
    ip_address: address,
    user_agent: userAgent,
    sift: isWatched(shop) ? siftVisitor({ userId, fraudSessionId: await visitOf(context, shop) }) : null,
  })
}

const isWatched = (shop: CheckoutContext): boolean => shop.settings().fraudDetection.beaconKey !== ''

const visitOf = async (context: Context, shop: CheckoutContext): Promise<string> => {
  const cart = await currentCartSession(context, shop)
  return fraudSessionId(context, shop, cart?.key) || startFraudVisit(context, shop)
}
