import { knownDevice, rememberDevice } from '../../people/accounts/known-device.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import { loadCart } from '../../shop/cart/cart.store.ts'
import { type ChargeOrderResult, nextActionHash, orderReceivedUrl } from '../../shop/checkout/charge-order.ts'
import {
  type OrderAttempt,
  type OrderOutcome,
  openCheckoutThrottle,
  refusalText,
} from '../../shop/checkout/checkout-throttle.ts'
import { badRequest } from './cart-errors.ts'
import { type CartRequest, respondWithError, setCartHeaders } from './endpoint.ts'
import { placedOrderJson } from './order-json.ts'
import { nameHtml, storeJson } from './response.ts'

export type CheckoutResult = { readonly response: Response; readonly outcome: OrderOutcome }

/** Applies the checkout throttle, which limits failed attempts, to every order call. */
export async function withCheckoutThrottle(
  request: CartRequest,
  attempt: Omit<OrderAttempt, 'address' | 'userId' | 'paidOrderId'>,
  placeOrder: () => Promise<CheckoutResult>,
): Promise<Response> {
  const { context, shop, session } = request
  // A client with a cart token is identified by that cart only, whatever cookies it sends.
  const device = session.via === 'token' ? null : knownDevice(context, shop)
  const throttle = await openCheckoutThrottle(shop, {
    ...attempt,
    address: clientAddress(context),
    userId: session.userId || null,
    paidOrderId: device?.orderId ?? null,
  })
  if (!throttle.ok) {
    // WooCommerce clients read the wait time in these headers.
    const seconds = String(throttle.retryAfterSeconds)
    context.header('retry-after', seconds)
    context.header('ratelimit-retry-after', seconds)
    const message = refusalText({ ...throttle, waitToken: null })
    return respondWithError(request, { status: 429, code: 'rate_limit_exceeded', message })
  }
  let outcome: OrderOutcome = 'none'
  try {
    const result = await placeOrder()
    outcome = result.outcome
    return result.response
  } finally {
    await throttle.report(outcome)
  }
}

/** Responds with the payment result. */
export async function respondWithPayment(request: CartRequest, payment: ChargeOrderResult): Promise<CheckoutResult> {
  const { context, shop, session } = request
  const updated = { ...request, cart: await loadCart(shop.db, session.sessionKey) }
  const { outcome } = payment
  if (payment.kind === 'refused')
    return { response: await respondWithError(updated, paymentError(payment.text)), outcome }
  await setCartHeaders(request, updated.cart)
  if (outcome === 'paid' && session.via !== 'token') rememberDevice(context, shop, { orderId: payment.order.id })
  const redirect =
    payment.kind === 'needs-action' ? nextActionHash(payment.action) : orderReceivedUrl(shop, payment.order)
  const status = payment.kind === 'undecided' ? 'pending' : 'success'
  return { response: storeJson(context, placedOrderJson(payment.order, redirect, status)), outcome }
}

export const paymentError = (message: string) => badRequest('woocommerce_rest_payment_error', nameHtml(message))

export const paymentMethodError = (message = 'The chosen payment method is not available with this way to send it.') =>
  badRequest('woocommerce_rest_checkout_payment_method_disabled', message)
