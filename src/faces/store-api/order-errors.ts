import {
  AMOUNT_TOO_LARGE,
  CANNOT_BE_PAID,
  CURRENCY_CHANGED,
  TOO_MUCH_UNPAID,
  totalChanged,
} from '../../shop/checkout/checkout-notices.tsx'
import type { OrderProblem } from '../../shop/checkout/outcome.ts'
import { refusalText } from '../../shop/risk/checkout-throttle.ts'
import { badRequest, type CartError, cartConflict, couponErrorText } from './cart/cart-errors.ts'
import { lineErrorJson } from './cart/cart-json.ts'
import { nameHtml, type StoreError } from './response.ts'

export const emptyCartError = cartConflict('woocommerce_rest_cart_empty', 'Cannot place an order, your cart is empty.')
export const noShippingError = badRequest(
  'woocommerce_rest_invalid_shipping_option',
  'Sorry, this order requires a shipping option.',
)
export const emailTakenError = badRequest(
  'registration-error-email-exists',
  'An account is already registered with your email address. Please log in.',
)
export const orderNotPayable: StoreError = { status: 409, code: 'invalid_order_update_status', message: CANNOT_BE_PAID }

export const paymentError = (message: string) => badRequest('woocommerce_rest_payment_error', nameHtml(message))

export const paymentMethodError = (message = 'The chosen payment method is not available with this way to send it.') =>
  badRequest('woocommerce_rest_checkout_payment_method_disabled', message)

/** Why nothing was ordered or paid. */
export function orderError(problem: OrderProblem): CartError {
  switch (problem.kind) {
    case 'empty-cart':
      return emptyCartError
    case 'no-shipping':
      return noShippingError
    case 'payment-not-offered':
      return paymentMethodError()
    case 'too-much-unpaid':
      return paymentMethodError(TOO_MUCH_UNPAID)
    case 'currency-changed':
      return cartConflict('woocommerce_rest_cart_error', CURRENCY_CHANGED)
    case 'total-changed':
      return cartConflict('woocommerce_rest_cart_error', totalChanged(problem.total))
    case 'amount-too-large':
      return badRequest('woocommerce_rest_cart_error', AMOUNT_TOO_LARGE)
    case 'email-taken':
      return emailTakenError
    case 'closed':
      return orderNotPayable
    case 'payment':
      return paymentError(problem.text)
    case 'throttled':
      return {
        status: 429,
        code: 'rate_limit_exceeded',
        message: refusalText({ ...problem.refusal, waitToken: null }),
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

/** The first unavailable line determines the error code. */
const lineError = (errors: readonly { code: string; message: string }[]): CartError =>
  cartConflict(errors[0]?.code ?? 'woocommerce_rest_cart_error', errors.map((error) => error.message).join(' '))
