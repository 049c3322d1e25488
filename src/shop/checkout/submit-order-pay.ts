import type { Context } from 'hono'
import { currentUser } from '../../people/accounts/auth-session.ts'
import { knownDevice, rememberDevice } from '../../people/accounts/known-device.ts'
import { createNonce, verifyNonce } from '../../people/accounts/nonce.ts'
import type { NoticeList } from '../../platform/ui/notices.tsx'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Platform } from '../../platform/web/context.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { setCookiesAfterOrder } from '../cart/cart-view.tsx'
import { currentCartSession } from '../cart/current-cart-session.ts'
import { needsPayment } from '../orders/order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import { findActivePayment } from '../payments/payments.store.ts'
import type { WithPricing } from '../pricing/context.ts'
import { type NextAction, nextActionHash } from './charge-order.ts'
import { areTermsRequired, type Fields, gatewayOf, WAIT_TOKEN_FIELD } from './checkout-form.ts'
import {
  BAD_NONCE,
  fieldNotices,
  INVALID_PAYMENT_METHOD,
  MISSING_CARD,
  PRICE_DIFFERS,
  paymentFailureNotices,
} from './checkout-notices.tsx'
import { type OrderOutcome, openCheckoutThrottle, type Refusal, refusalText } from './checkout-throttle.ts'
import type { SettlementContext, SubmitContext } from './context.ts'
import { termsProblems } from './form-check.ts'
import { type OrderPaymentProblem, orderPaymentProblem, payPendingOrder } from './pay-pending-order.ts'
import { settleOrder } from './settle-order.ts'
import { reservationOfOrder } from './unpaid-reservations.ts'

export type OrderPayResult =
  | { readonly kind: 'done'; readonly redirect: string }
  /** `redirect` has the same data for a page opened with it. */
  | { readonly kind: 'needs-action'; readonly action: NextAction; readonly redirect: string }
  /** The result of the payment is unknown; the page it redirects to says so. */
  | { readonly kind: 'undecided'; readonly redirect: string }
  /** `refusal`: by the throttle, after too many failures. */
  | { readonly kind: 'refused'; readonly notices: NoticeList; readonly refusal?: Refusal }
  /** The order is no longer waiting for a payment; its page says why. */
  | { readonly kind: 'closed' }

const ORDER_PAY_NONCE = 'woocommerce-pay'

/** The order-pay page's nonce, which belongs to the order: anyone with the order's key may pay it, from any browser. */
export const orderPayNonce = (shop: Pick<Platform, 'secret'>, order: Order): string =>
  createNonce(shop.secret, ORDER_PAY_NONCE, order.orderKey)

/**
 * The whole of "Pay for order", for the script's call and the plain form. The caller has checked the order's key. The
 * form sets only the payment method; amount and payer are the order's.
 */
export async function submitOrderPay(
  context: Context,
  shop: SubmitContext,
  order: Order,
  fields: Fields,
): Promise<OrderPayResult> {
  if (!verifyNonce(shop.secret, ORDER_PAY_NONCE, order.orderKey, fields['woocommerce-pay-nonce']))
    return refuse(BAD_NONCE)
  const settings = shop.settings()
  const method = gatewayOf(fields.payment_method ?? '', settings)
  if (method === null) return needsPayment(order.status) ? refuse(INVALID_PAYMENT_METHOD) : { kind: 'closed' }
  const payment = { method, card: (fields.stripe_cc_token_key ?? '').slice(0, 200), billing: order.billing }
  const problem = orderPaymentProblem(shop, order, payment)
  if (problem === 'not-payable') return { kind: 'closed' }
  if (problem) return refuse(problemTexts[problem])
  if (!needsPayment(order.status)) return done(context, shop, order)
  const problems = termsProblems(fields, areTermsRequired(fields, settings))
  if (problems.length > 0) return { kind: 'refused', notices: fieldNotices(problems) }

  const throttle = await openCheckoutThrottle(shop, {
    address: clientAddress(context),
    email: order.billing.email,
    cartId: order.cartId,
    userId: (await currentUser(context, shop))?.id ?? null,
    paidOrderId: knownDevice(context, shop)?.orderId ?? null,
    attemptKey: `order-${order.id} ${method} ${payment.card}`,
    proof: fields.proof ?? '',
    waitToken: fields[WAIT_TOKEN_FIELD] ?? '',
    isByCard: method === 'stripe_cc',
    reservation: reservationOfOrder(order),
  })
  if (!throttle.ok) {
    const currentOrder = await settleAuthenticated(shop, order)
    return needsPayment(currentOrder.status)
      ? { ...refuse(refusalText(throttle)), refusal: throttle }
      : done(context, shop, currentOrder)
  }
  let outcome: OrderOutcome = 'none'
  try {
    const result = await payPendingOrder(shop, order, payment)
    if (!result) return { kind: 'closed' }
    outcome = result.outcome
    if (outcome === 'paid') rememberDevice(context, shop, { orderId: order.id })
    if (result.kind === 'refused') return { kind: 'refused', notices: paymentFailureNotices(result) }
    if (result.kind === 'undecided')
      return { kind: 'undecided', redirect: hrefs.orderReceived(order.id, order.orderKey) }
    if (result.kind === 'needs-action')
      return { kind: 'needs-action', action: result.action, redirect: nextActionHash(result.action) }
    return done(context, shop, result.order)
  } finally {
    await throttle.report(outcome)
  }
}

const refuse = (text: string) => ({ kind: 'refused', notices: [{ kind: 'error', text }] }) as const

/** Removes the purchased items from this browser's cart. */
async function done(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'> & WithPricing,
  order: Order,
): Promise<OrderPayResult> {
  const session = await currentCartSession(context, shop)
  if (session) await setCookiesAfterOrder(context, shop, session.key)
  // A path without host: the Content-Security-Policy blocks redirects of forms to another host name of the shop.
  return { kind: 'done', redirect: hrefs.orderReceived(order.id, order.orderKey) }
}

/** A shopper returning from authentication may have paid already; no card is charged. */
async function settleAuthenticated(shop: SettlementContext, order: Order): Promise<Order> {
  const payment = await findActivePayment(shop.db, order.id)
  return payment?.status === 'requires_action' ? settleOrder(shop, order) : order
}

const problemTexts: Readonly<Record<Exclude<OrderPaymentProblem, 'not-payable'>, string>> = {
  'not-offered': INVALID_PAYMENT_METHOD,
  'price-differs': PRICE_DIFFERS,
  'missing-card': MISSING_CARD,
}
