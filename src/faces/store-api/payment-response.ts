import { knownDevice, rememberDevice } from '../../people/identity/sign-in/known-device.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import { loadCart } from '../../shop/cart/cart.store.ts'
import type { Outcome } from '../../shop/checkout/outcome.ts'
import { nextUrl } from '../../shop/checkout/outcome.ts'
import type { Shopper } from '../../shop/checkout/submit-order.ts'
import { type CartRequest, respondWithError, setCartHeaders } from './cart/cart-call.ts'
import { orderError, paymentError } from './order-errors.ts'
import { placedOrderJson } from './order-json.ts'
import { storeJson } from './response.ts'

/** Who calls, for the limits of attempts. A client with a cart token is identified by that cart only. */
export const shopperOf = ({ context, shop, session }: CartRequest, proof: string): Shopper => ({
  address: clientAddress(context),
  userId: session.userId || null,
  paidOrderId: session.via === 'token' ? null : (knownDevice(context, shop)?.orderId ?? null),
  proof,
  waitToken: '',
})

/** Responds with what became of placing or paying an order. */
export async function respondWithOutcome(request: CartRequest, outcome: Outcome): Promise<Response> {
  const { context, shop, session } = request
  if (outcome.kind === 'refused' && outcome.problem.kind === 'throttled') {
    // WooCommerce clients read the wait time in these headers.
    const seconds = String(outcome.problem.refusal.retryAfterSeconds)
    context.header('retry-after', seconds)
    context.header('ratelimit-retry-after', seconds)
    return respondWithError(request, orderError(outcome.problem))
  }
  const updated = { ...request, cart: await loadCart(shop.db, session.sessionKey) }
  if (outcome.kind === 'refused') return respondWithError(updated, orderError(outcome.problem))
  if (outcome.kind === 'declined') return respondWithError(updated, paymentError(outcome.text))
  await setCartHeaders(request, updated.cart)
  const { kind, order } = outcome
  if (kind === 'paid' && session.via !== 'token') rememberDevice(context, shop, { orderId: order.id })
  return storeJson(context, placedOrderJson(order, nextUrl(shop, outcome), kind === 'unknown' ? 'pending' : 'success'))
}
