import { type Context, Hono, type Next } from 'hono'
import { rememberDevice } from '../../people/identity/sign-in/known-device.ts'
import { setFlash } from '../../platform/web/flash.tsx'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { isCartOfSession, loadCart } from '../cart/cart.store.ts'
import { currentCartSession } from '../cart/cart-session.ts'
import { setCookiesAfterOrder } from '../cart/cart-view.tsx'
import { hasClientSecret } from '../gateways/client-secret.ts'
import type { PaymentError } from '../gateways/payment-intent.ts'
import type { Order } from '../orders/orders.store.ts'
import { findActivePayment, findPaymentByIntent } from '../orders/payments/payments.store.ts'
import { awaitsTransfer, enabledGateway, redirectOf } from '../payment-methods/payment-methods.ts'
import { isPayable } from '../payments/change-payment.ts'
import { settleAfterAuthentication } from '../payments/confirm-payment.ts'
import type { PaymentPage } from '../payments/order-intent.ts'
import type { PaymentResult } from '../payments/settle-payment.ts'
import { declineText, paymentFailureTexts } from './checkout-notices.tsx'
import type { CheckoutContext } from './context.ts'
import { orderByKey } from './order-pay/order-pay.routes.tsx'
import { isChangeOf } from './order-pay/submit-order-pay.ts'
import { ProviderPage } from './pages/link-pages.tsx'

/** stripe-plugin sheet §5. The URL identifies the payment but not its result, for which the shop asks the provider. */
export function paymentReturnRoutes(shop: CheckoutContext): Hono {
  const handle = (page: PaymentPage) => async (context: Context, next: Next) => {
    const { redirect_to_provider: leaving, payment_intent, payment_intent_client_secret: secret } = context.req.query()
    if (leaving !== undefined && page === 'order-pay') return redirectToProvider(context, shop)
    return payment_intent && secret ? settleReturn(context, shop, page) : next()
  }
  return new Hono().get(paths.checkout, handle('checkout')).get(paths.orderPay, handle('order-pay'))
}

/** An intermediate page: the Content-Security-Policy lets a form without script be redirected within the shop only. */
async function redirectToProvider(context: Context, shop: CheckoutContext): Promise<Response> {
  const order = await orderByKey(shop, context.req.param('order'), context.req.query('key'))
  const payment = order && (await findActivePayment(shop.db, order.id))
  const result = payment?.intentId ? await settleAfterAuthentication(shop, payment.intentId) : null
  const url = result?.kind === 'needs-action' ? result.intent.redirectUrl : null
  if (!order || !url) {
    const { order: id = '', key = '' } = { ...context.req.param(), ...context.req.query() }
    return context.redirect(payHref(context, { id: Number(id), orderKey: key }), 303)
  }
  const method = result?.kind === 'needs-action' ? result.intent.gatewayId : null
  context.header('refresh', `0; url=${url}`)
  return context.render({
    title: 'Going on to pay',
    bodyClass: 'page woocommerce-checkout woocommerce-page',
    layout: 'payment',
    noIndex: true,
    body: <ProviderPage name={titleOf(shop, order, method)} url={url} back={payHref(context, order)} />,
  })
}

const payHref = (context: Context, order: Pick<Order, 'id' | 'orderKey'>): string =>
  (isChangeOf(order, context.req.query('change_payment_method')) ? hrefs.changePayment : hrefs.orderPay)(
    order.id,
    order.orderKey,
  )

/** The title of the method used. An order that waits for a transfer takes it over once it is paid. */
function titleOf(shop: CheckoutContext, order: Order, method: string | null | undefined): string {
  const settings = shop.settings()
  const id = awaitsTransfer(order) ? enabledGateway(method ?? '', settings) : null
  return id ? settings.gateways[id].title : order.paymentMethodTitle
}

async function settleReturn(context: Context, shop: CheckoutContext, page: PaymentPage) {
  const {
    order_id,
    key,
    payment_intent: intentId = '',
    payment_intent_client_secret: secret = '',
  } = context.req.query()
  const order = await orderByKey(shop, context.req.param('order') ?? order_id, key)
  const payment = await findPaymentByIntent(shop.db, intentId)
  if (!order || payment?.orderId !== order.id || !hasClientSecret(payment, secret)) {
    setFlash(context, shop, [{ kind: 'error', text: UNKNOWN_PAYMENT }])
    return context.redirect(paths.checkout, 303)
  }
  const orderReceived = hrefs.orderReceived(order.id, order.orderKey)
  const isChange = isChangeOf(order, context.req.query('change_payment_method'))
  if (!isPayable(order, isChange)) return context.redirect(orderReceived, 303)
  const result = await settleAfterAuthentication(shop, intentId)
  const session = await currentCartSession(context, shop)
  const isOwn = session !== null && (await isCartOfSession(shop.db, order.cartId, session.key))
  switch (result.kind) {
    case 'paid':
    case 'processing':
    case 'authorized':
      if (session) await setCookiesAfterOrder(context, shop, session.key)
      if (isOwn && result.kind === 'paid') rememberDevice(context, shop, { orderId: order.id })
      return context.redirect(orderReceived, 303)
    case 'undecided':
      return context.redirect(orderReceived, 303)
    default: {
      const method = isChange ? (context.req.query('_stripe_payment_method') ?? '') : order.paymentMethod
      const text = notPaidText(result, { method, name: titleOf(shop, order, method) })
      setFlash(context, shop, [{ kind: 'error', text }])
      const hasCart = page === 'checkout' && isOwn && (await loadCart(shop.db, session.key)).lines.length > 0
      return context.redirect(hasCart ? paths.checkout : payHref(context, order), 303)
    }
  }
}

const UNKNOWN_PAYMENT = 'This payment does not belong to an order of yours, so nothing was changed.'
const NEXT = 'Nothing was charged, and your order is kept. Please try again, or choose another way to pay.'

type NotPaid = Exclude<PaymentResult, { kind: 'paid' | 'processing' | 'authorized' | 'undecided' }>

function notPaidText(result: NotPaid, { method, name }: { readonly method: string; readonly name: string }): string {
  switch (result.kind) {
    case 'needs-action':
      return `The payment with ${name} is not finished. ${NEXT}`
    case 'declined':
      return `${redirectOf(method) === null ? declineText(result.error) : declinedText(name, result.error)} ${NEXT}`
    default:
      return paymentFailureTexts[result.kind]
  }
}

const declinedText = (name: string, error: PaymentError | null): string =>
  error === null || error.code === 'payment_method_customer_decline'
    ? `The payment with ${name} was cancelled.`
    : `${name} did not approve the payment.`
