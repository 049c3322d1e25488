import { knownDevice, rememberDevice } from '../../people/identity/sign-in/known-device.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import { loadCart } from '../../shop/cart/cart.store.ts'
import * as notices from '../../shop/checkout/checkout-notices.tsx'
import { nextUrl, type OrderProblem, type Outcome } from '../../shop/checkout/outcome.ts'
import type { Countries } from '../../shop/checkout/settings.ts'
import type { Shopper } from '../../shop/checkout/submit-order.ts'
import { refusalText } from '../../shop/risk/checkout-throttle.ts'
import { type CartRequest, respondWithError, setCartHeaders } from './cart/cart-call.ts'
import { badRequest, type CartError, cartConflict, couponErrorText } from './cart/cart-errors.ts'
import { lineErrorJson } from './cart/cart-json.ts'
import { placedOrderJson } from './order-json.ts'
import { nameHtml, type StoreError, storeJson } from './response.ts'

export const emptyCartError = cartConflict('woocommerce_rest_cart_empty', 'Cannot place an order, your cart is empty.')
export const noShippingError = badRequest(
  'woocommerce_rest_invalid_shipping_option',
  'Sorry, this order requires a shipping option.',
)
/** Null if the shop sells to the country. The code and message are WooCommerce's. */
export const countryError = (country: string, sellsTo: Countries): StoreError | null =>
  sellsTo === 'everywhere' || sellsTo.includes(country)
    ? null
    : {
        ...badRequest(
          'woocommerce_rest_invalid_address_country',
          `Sorry, we do not allow orders from the provided country (${country})`,
        ),
        data: { allowed_countries: sellsTo },
      }
export const emailTakenError = badRequest(
  'registration-error-email-exists',
  'An account is already registered with your email address. Please log in.',
)
export const orderNotPayable: StoreError = {
  status: 409,
  code: 'invalid_order_update_status',
  message: notices.CANNOT_BE_PAID,
}

export const paymentError = (message: string) => badRequest('woocommerce_rest_payment_error', nameHtml(message))

export const paymentMethodError = (message = 'The chosen payment method is not available with this way to send it.') =>
  badRequest('woocommerce_rest_checkout_payment_method_disabled', message)

export function orderError(problem: OrderProblem): CartError {
  switch (problem.kind) {
    case 'empty-cart':
      return emptyCartError
    case 'no-shipping':
      return noShippingError
    case 'payment-not-offered':
      return paymentMethodError()
    case 'too-much-unpaid':
      return paymentMethodError(notices.TOO_MUCH_UNPAID)
    case 'currency-changed':
      return cartConflict('woocommerce_rest_cart_error', notices.CURRENCY_CHANGED)
    case 'total-changed':
      return cartConflict('woocommerce_rest_cart_error', notices.totalChanged(problem.total))
    case 'amount-too-large':
      return badRequest('woocommerce_rest_cart_error', notices.AMOUNT_TOO_LARGE)
    case 'email-taken':
      return emailTakenError
    case 'closed':
      return orderNotPayable
    case 'payment':
      return paymentError(problem.text)
    case 'throttled': {
      const message = refusalText({ ...problem.refusal, waitToken: null })
      return { status: 429, code: 'rate_limit_exceeded', message }
    }
    case 'coupons':
      return cartConflict(
        'woocommerce_rest_cart_coupon_errors',
        problem.coupons.map((coupon) => couponErrorText(coupon.code, coupon.problem)).join(' '),
      )
    case 'lines':
      return lineError(
        problem.lines.map(({ name, problem: line }) =>
          lineErrorJson(name, line.kind === 'price-changed' ? { kind: 'unavailable' } : line),
        ),
      )
    case 'insufficient-stock':
      return lineError(
        problem.lines.map(({ name, available }) => lineErrorJson(name, { kind: 'insufficient-stock', available })),
      )
  }
}

const lineError = (errors: readonly { code: string; message: string }[]): CartError =>
  cartConflict(errors[0]?.code ?? 'woocommerce_rest_cart_error', errors.map((error) => error.message).join(' '))

/** The caller as identified for rate limits. A client with a cart token is identified by that cart only. */
export const shopperOf = ({ context, shop, session }: CartRequest, proof: string): Shopper => ({
  address: clientAddress(context),
  userId: session.userId || null,
  paidOrderId: session.via === 'token' ? null : (knownDevice(context, shop)?.orderId ?? null),
  proof,
  waitToken: '',
})

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
