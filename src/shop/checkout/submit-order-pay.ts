import type { Context } from 'hono'
import { createNonce, currentUser, verifyNonce } from '../../people/accounts/auth-session.ts'
import { rememberDevice } from '../../people/accounts/known-device.ts'
import { currentCartSession } from '../cart/cart-session.ts'
import { setCookiesAfterOrder } from '../cart/cart-view.tsx'
import { needsPayment } from '../orders/order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import { findActivePayment } from '../payments/payments.store.ts'
import { areTermsRequired, type Fields, gatewayOf } from './checkout-form.ts'
import {
  BAD_NONCE,
  fieldNotices,
  INVALID_PAYMENT_METHOD,
  MISSING_CARD,
  PRICE_DIFFERS,
  paymentFailureNotices,
} from './checkout-notices.tsx'
import { cartKeyOfOrder } from './checkout-throttle.ts'
import type { CheckoutContext } from './context.ts'
import { termsProblems } from './form-check.ts'
import { type OrderPaymentProblem, orderPaymentProblem, payPendingOrder } from './pay-pending-order.ts'
import { settleOrder } from './settle-payment.ts'
import { refuse, refuseWith, type Submitted, throttled } from './submit-checkout.ts'
import { reservationOfOrder } from './unpaid-reservations.ts'

/** The order is no longer waiting for a payment; its page says why. */
const closed = { kind: 'closed', outcome: 'none' } as const

const ORDER_PAY_NONCE = 'woocommerce-pay'

/** The order-pay page's nonce, which belongs to the order: anyone with the order's key may pay it, from any browser. */
export const orderPayNonce = (shop: CheckoutContext, order: Order): string =>
  createNonce(shop.secret, ORDER_PAY_NONCE, order.orderKey)

/**
 * The whole of "Pay for order", for the script's call and the plain form. The caller has checked the order's key. The
 * form sets only the payment method; amount and payer are the order's.
 */
export async function submitOrderPay(context: Context, shop: CheckoutContext, order: Order, fields: Fields) {
  if (!verifyNonce(shop.secret, ORDER_PAY_NONCE, order.orderKey, fields['woocommerce-pay-nonce']))
    return refuseWith(BAD_NONCE)
  const settings = shop.settings()
  const method = gatewayOf(fields.payment_method ?? '', settings)
  if (method === null) return needsPayment(order.status) ? refuseWith(INVALID_PAYMENT_METHOD) : closed
  const payment = { method, card: (fields.stripe_cc_token_key ?? '').slice(0, 200), billing: order.billing }
  const problem = orderPaymentProblem(shop, order, payment)
  if (problem === 'not-payable') return closed
  if (problem) return refuseWith(problemTexts[problem])
  if (!needsPayment(order.status)) return done(context, shop, order)
  const problems = termsProblems(fields, areTermsRequired(fields, settings))
  if (problems.length > 0) return refuse(fieldNotices(problems))

  const attempt = {
    email: order.billing.email,
    cartId: order.cartId,
    cartKey: cartKeyOfOrder(order),
    userId: (await currentUser(context, shop))?.id ?? null,
    attemptKey: `order-${order.id} ${method} ${payment.card}`,
    isByCard: method === 'stripe_cc',
    reservation: reservationOfOrder(order),
  }
  const result = await throttled(context, shop, fields, attempt, async () => {
    const paid = await payPendingOrder(shop, order, payment)
    if (paid?.outcome === 'paid') rememberDevice(context, shop, { orderId: order.id })
    if (paid?.kind === 'refused') return refuse(paymentFailureNotices(paid), paid.outcome)
    return paid?.kind === 'done' ? done(context, shop, paid.order, paid.outcome) : (paid ?? closed)
  })
  if (result.kind !== 'refused' || !result.refusal) return result
  const currentOrder = await settleAuthenticated(shop, order)
  return needsPayment(currentOrder.status) ? result : done(context, shop, currentOrder)
}

/** Removes the purchased items from this browser's cart. */
async function done(context: Context, shop: CheckoutContext, order: Order, outcome: Submitted['outcome'] = 'accepted') {
  const session = await currentCartSession(context, shop)
  if (session) await setCookiesAfterOrder(context, shop, session.key)
  return { kind: 'done', order, outcome } as const
}

/** A shopper returning from authentication may have paid already; no card is charged. */
async function settleAuthenticated(shop: CheckoutContext, order: Order): Promise<Order> {
  const payment = await findActivePayment(shop.db, order.id)
  return payment?.status === 'requires_action' ? settleOrder(shop, order) : order
}

const problemTexts: Readonly<Record<Exclude<OrderPaymentProblem, 'not-payable'>, string>> = {
  'not-offered': INVALID_PAYMENT_METHOD,
  'price-differs': PRICE_DIFFERS,
  'missing-card': MISSING_CARD,
}
