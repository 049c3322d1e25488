import type { Context } from 'hono'
import { createNonce, currentUser, verifyNonce } from '../../../people/identity/auth-session.ts'
import { FULL_TERMS_TEXT } from '../../../people/identity/consents/consent-texts.ts'
import { recordTermsOfPayment } from '../../../people/identity/consents/consents.ts'
import { rememberDevice } from '../../../people/identity/sign-in/known-device.ts'
import { currentCartSession } from '../../cart/cart-session.ts'
import { setCookiesAfterOrder } from '../../cart/cart-view.tsx'
import type { Order } from '../../orders/orders.store.ts'
import { findActivePayment } from '../../orders/payments/payments.store.ts'
import { enabledGateway } from '../../payment-methods/payment-methods.ts'
import { isPayable } from '../../payments/change-payment.ts'
import { settleOrder } from '../../payments/settle-payment.ts'
import { areTermsRequired, type Fields } from '../checkout-form.ts'
import { BAD_NONCE, INVALID_PAYMENT_METHOD, PRICE_DIFFERS, totalChanged } from '../checkout-notices.tsx'
import type { CheckoutContext } from '../context.ts'
import { termsProblems } from '../form-check.ts'
import { authorizedIn, refusalOf, refuseFields, refuseWith, type Submitted, shopperOf } from '../submit-checkout.ts'
import { submitOrder } from '../submit-order.ts'
import { completeBilling } from './missing-billing.ts'
import { orderPaymentProblem } from './pay-pending-order.ts'

/** The order is no longer waiting for a payment; its page says why. */
const closed = { kind: 'closed' } as const

const ORDER_PAY_NONCE = 'woocommerce-pay'

/** The order-pay page's nonce, which belongs to the order: anyone with the order's key may pay it, from any browser. */
export const orderPayNonce = (shop: CheckoutContext, order: Order): string =>
  createNonce(shop.secret, ORDER_PAY_NONCE, order.orderKey)

/** Whether a parameter or field says that this order's payment method is changed. */
export const isChangeOf = (order: Pick<Order, 'id'>, parameter: string | undefined): boolean =>
  parameter === String(order.id)

/**
 * The whole of "Pay for order", for the script's call and the plain form. The caller has checked the order's key. The
 * form sets only the payment method; amount and payer are the order's.
 */
export async function submitOrderPay(context: Context, shop: CheckoutContext, order: Order, fields: Fields) {
  if (!verifyNonce(shop.secret, ORDER_PAY_NONCE, order.orderKey, fields['woocommerce-pay-nonce']))
    return refuseWith(BAD_NONCE)
  const settings = shop.settings()
  const isChange = isChangeOf(order, fields.change_payment_method)
  const method = enabledGateway(fields.payment_method ?? '', settings)
  if (method === null) return isPayable(order, isChange) ? refuseWith(INVALID_PAYMENT_METHOD) : closed
  const { billing, problems: billingProblems } = completeBilling(settings, order, fields)
  const payment = { method, data: fields, billing, isChange }
  const problem = orderPaymentProblem(shop, order, payment)
  if (problem?.kind === 'not-payable') return closed
  if (problem) return refuseWith(problem.kind === 'missing-data' ? problem.text : problemTexts[problem.kind])
  const authorizedCents = authorizedIn(fields)
  if (isPayable(order, isChange) && authorizedCents !== undefined && authorizedCents !== order.totalCents)
    return refuseWith(totalChanged(order))
  if (!isPayable(order, isChange)) return accepted(context, shop, { kind: 'accepted', order, isNew: false })
  const hasTerms = areTermsRequired(fields, settings)
  const problems = [...billingProblems, ...termsProblems(fields, hasTerms)]
  if (problems.length > 0) return refuseFields(problems)
  if (hasTerms) {
    const { id: orderId, customerId: userId } = order
    const consent = { orderId, userId, text: FULL_TERMS_TEXT, email: billing.email, at: shop.now() }
    await recordTermsOfPayment(shop.db, consent)
  }

  const shopper = shopperOf(context, shop, fields, (await currentUser(context, shop))?.id ?? null)
  const outcome = await submitOrder(shop, { kind: 'pay', shopper, order, payment })
  if (outcome.kind === 'paid') rememberDevice(context, shop, { orderId: order.id })
  if (outcome.kind === 'needs-action' || outcome.kind === 'redirect' || outcome.kind === 'unknown') return outcome
  if (outcome.kind !== 'declined' && outcome.kind !== 'refused') return accepted(context, shop, outcome)
  if (outcome.kind === 'refused' && outcome.problem.kind === 'closed') return closed
  const refusal = refusalOf(outcome, shop.url)
  if (!refusal.refusal) return refusal
  const currentOrder = await settleAuthenticated(shop, order)
  return isPayable(currentOrder, isChange)
    ? refusal
    : accepted(context, shop, { kind: 'accepted', order: currentOrder, isNew: false })
}

/** Removes the purchased items from this browser's cart. */
async function accepted<Result extends Submitted>(context: Context, shop: CheckoutContext, result: Result) {
  const session = await currentCartSession(context, shop)
  if (session) await setCookiesAfterOrder(context, shop, session.key)
  return result
}

/** A shopper returning from authentication may have paid already; no card is charged. */
async function settleAuthenticated(shop: CheckoutContext, order: Order): Promise<Order> {
  const payment = await findActivePayment(shop.db, order.id)
  return payment?.status === 'requires_action' ? settleOrder(shop, order) : order
}

const problemTexts = { 'not-offered': INVALID_PAYMENT_METHOD, 'price-differs': PRICE_DIFFERS } as const
