import type { Context } from 'hono'
import { z } from 'zod'
import { currentUser } from '../../../people/identity/auth-session.ts'
import { ORDER_SIGN_IN_MS } from '../../../people/identity/key-lifetimes.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { isCartOfSession } from '../../cart/cart.store.ts'
import { currentCartSession } from '../../cart/cart-session.ts'
import { setCookiesAfterOrder } from '../../cart/cart-view.tsx'
import { paymentMessages } from '../../gateways/payment-errors.ts'
import type { Order } from '../../orders/orders.store.ts'
import { findActivePayment } from '../../orders/payments/payments.store.ts'
import { settleAfterAuthentication } from '../../payments/confirm-payment.ts'
import { type Refusal, refusalJson } from '../../risk/checkout-throttle.ts'
import {
  CANNOT_BE_PAID,
  declineText,
  errorHtml,
  errorNotices,
  PAGE_OUTDATED,
  paymentFailureNotices,
  paymentFailureTexts,
} from '../checkout-notices.tsx'
import type { CheckoutContext } from '../context.ts'
import { requestedAccount, signInNewAccount } from '../new-account.ts'
import { orderByKey } from '../order-pay/order-pay.routes.tsx'
import { submitOrderPay } from '../order-pay/submit-order-pay.ts'
import { orderReceivedUrl } from '../outcome.ts'
import { type StripeAnswer, stripeCall, stripeError } from './stripe-call.ts'

const noOrder = errorNotices('This order could not be found.')

const orderFields = {
  order_id: z.string().describe('ID of the order.'),
  order_key: z.string().describe('Key of the order.'),
}

/** `checkout/payment`: continues after bank authentication (stripe-plugin sheet §2). */
const checkoutPayment = stripeCall({
  route: 'checkout/payment',
  method: 'POST',
  fields: z.object(orderFields),
  async handler({ context, shop, fields, form }) {
    const failure = (notices: NoticeList): StripeAnswer => ({
      json: { result: 'failure', messages: errorHtml(notices), reload: false },
    })
    const order = await orderByKey(shop, fields.order_id, fields.order_key)
    if (!order) return failure(noOrder)
    const payment = await findActivePayment(shop.db, order.id)
    if (!payment?.intentId) return failure(errorNotices('This order has no payment to finish.'))
    const success = (): StripeAnswer => ({
      json: { result: 'success', redirect: orderReceivedUrl(shop, order), messages: '', reload: false },
    })
    const result = await settleAfterAuthentication(shop, payment.intentId)
    switch (result.kind) {
      case 'paid':
      case 'processing':
      case 'authorized': {
        const session = await currentCartSession(context, shop)
        if (session) await setCookiesAfterOrder(context, shop, session.key)
        if (session && (await isCartOfSession(shop.db, order.cartId, session.key)))
          await signInAfterPayment(context, shop, result.order, form.account_password)
        return success()
      }
      case 'undecided':
        return success()
      case 'needs-action':
      case 'declined': {
        const error = result.kind === 'declined' ? result.error : null
        const text = error ? declineText(error) : paymentMessages.authentication_required
        return failure(paymentFailureNotices({ text, isCard: true }))
      }
      case 'refunding':
      case 'mismatch':
        return failure(paymentFailureNotices({ text: paymentFailureTexts[result.kind], isCard: false }))
    }
  },
})

/** The account of an order is created when it is paid: signs in the browser that placed it. */
async function signInAfterPayment(context: Context, shop: CheckoutContext, order: Order, password: string | undefined) {
  const acceptedAt = order.paidAt ?? order.updatedAt
  const isRecent = shop.now().getTime() - acceptedAt.getTime() < ORDER_SIGN_IN_MS
  if (!isRecent || order.customerId === null || (await currentUser(context, shop))) return
  const account = requestedAccount(password ?? '', shop.settings())
  if (account && account.password !== '') await signInNewAccount(context, shop, order, account)
}

/** `order-pay`: pays an existing order by card without leaving its page (stripe-plugin sheet §2 and §3, PAY-17). */
const orderPay = stripeCall({
  route: 'order-pay',
  method: 'POST',
  fields: z.object({ ...orderFields, payment_method: z.string().describe('ID of the payment method.') }),
  async handler({ context, shop, fields, form }) {
    const failure = (notices: NoticeList, refusal?: Refusal): StripeAnswer =>
      stripeError('order-pay-error', errorHtml(notices), { extraFields: refusalJson(refusal) })
    const order = await orderByKey(shop, fields.order_id, fields.order_key)
    if (!order) return failure(noOrder)
    const submitted = await submitOrderPay(context, shop, order, form)
    switch (submitted.kind) {
      case 'needs-action':
        return { json: { success: true, needs_confirmation: true, data: submitted.action } }
      case 'redirect':
        return { json: { success: true, needs_confirmation: false, redirect: submitted.url } }
      case 'unknown': {
        const redirect = hrefs.orderReceived(order.id, order.orderKey)
        return { json: { success: true, needs_confirmation: true, redirect } }
      }
      case 'refused':
        // A form without script is answered with the page as it is now.
        return submitted.isPageOutdated
          ? failure(errorNotices(PAGE_OUTDATED))
          : failure(submitted.notices, submitted.refusal)
      case 'closed':
        return failure(errorNotices(CANNOT_BE_PAID))
      default:
        return { json: { success: true, needs_confirmation: false } }
    }
  },
})

export const orderCalls = [checkoutPayment, orderPay]
