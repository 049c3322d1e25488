import { type Context, Hono } from 'hono'
import { currentAuthSession } from '../../../people/identity/auth-session.ts'
import { restNonceOf } from '../../../people/identity/rest-nonce.ts'
import type { Notice } from '../../../platform/ui/notices.tsx'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { noCardChoice } from '../../gateways/cards/saved-card.ts'
import { cardChoiceOf } from '../../gateways/cards/saved-cards.store.ts'
import { isValidOrderKey } from '../../orders/order-key.ts'
import { findOrder, type Order } from '../../orders/orders.store.ts'
import { availableWallets } from '../../payment-methods/offered-wallets.ts'
import { awaitsTransfer } from '../../payment-methods/payment-methods.ts'
import { isPayable } from '../../payments/change-payment.ts'
import { settleAndCheck, settleOrder } from '../../payments/settle-payment.ts'
import { sheetOfOrder } from '../../wallets/sheet.ts'
import { noticesBesideOneAddress } from '../checkout-notices.tsx'
import { countryGlobals, orderPayGlobals, readPolicyPages } from '../checkout-view.ts'
import type { CheckoutContext } from '../context.ts'
import { nextActionHash } from '../outcome.ts'
import { paymentGlobals, visitorOf } from '../page-config/payment-globals.ts'
import { walletGlobals } from '../page-config/wallet-globals.ts'
import { CannotPayPage, UnknownOrderPage } from '../pages/link-pages.tsx'
import { type OrderPayFormState, OrderPayPage } from '../pages/order-pay-page.tsx'
import { gatewaysFor } from './pay-pending-order.ts'
import { payableOfOrder } from './payable.ts'
import { completeBilling, isChangeOf, missingBilling, orderPayNonce, submitOrderPay } from './submit-order-pay.ts'

/** Only the key grants access; a wrong key and an unknown order get the same response (OPAY-01). */
export const orderPayRoutes = (shop: CheckoutContext): Hono =>
  new Hono()
    .get(paths.orderPay, (context) => showOrderPay(context, shop))
    .post(paths.orderPay, (context) => postOrderPay(context, shop))

async function showOrderPay(context: Context, shop: CheckoutContext) {
  const storedOrder = await orderByKey(shop, context.req.param('order'), context.req.query('key'))
  if (!storedOrder) return unknownOrder(context)
  const isChange = isChangeOf(storedOrder, context.req.query('change_payment_method'))
  if (isChange && awaitsTransfer(storedOrder))
    return orderPay(context, shop, await settleOrder(shop, storedOrder), { isChange })
  const { order, isChecking } = await settleAndCheck(shop, storedOrder)
  return orderPay(context, shop, order, { isChange, ...(isChecking ? { notices: [STILL_CHECKING] } : {}) })
}

async function postOrderPay(context: Context, shop: CheckoutContext) {
  const order = await orderByKey(shop, context.req.param('order'), context.req.query('key'))
  if (!order) return unknownOrder(context)
  const fields = await formFields(context)
  const isChange = isChangeOf(order, fields.change_payment_method)
  if (fields.woocommerce_pay === undefined) return orderPay(context, shop, order, { isChange })
  const submitted = await submitOrderPay(context, shop, order, fields)
  switch (submitted.kind) {
    case 'needs-action':
      return context.redirect(pageHref(order, isChange) + nextActionHash(submitted.action), 303)
    case 'redirect':
      return context.redirect(hrefs.providerPage(pageOf(isChange), order.id, order.orderKey), 303)
    case 'closed':
      return orderPay(context, shop, (await findOrder(shop.db, order.id)) ?? order)
    case 'refused':
      return orderPay(context, shop, order, {
        isChange,
        notices: noticesBesideOneAddress(submitted),
        method: fields.payment_method ?? '',
        waitToken: submitted.refusal?.waitToken?.text,
        acceptsTerms: fields.terms !== undefined,
        billing: completeBilling(shop.settings(), order, fields).billing,
      })
    default:
      // A path without host: the Content-Security-Policy blocks redirects of forms to another host name of the shop.
      return context.redirect(hrefs.orderReceived(order.id, order.orderKey), 303)
  }
}

export async function orderByKey({ db }: CheckoutContext, id: string | undefined, key: string | undefined) {
  const order = await findOrder(db, Number(id) || 0)
  return order && isValidOrderKey(order, key) ? order : null
}

const pageOf = (isChange: boolean) => (isChange ? 'change-payment' : 'order-pay')

const pageHref = ({ id, orderKey }: Order, isChange: boolean): string =>
  (isChange ? hrefs.changePayment : hrefs.orderPay)(id, orderKey)

const STILL_CHECKING: Notice = {
  kind: 'info',
  text: 'We are still checking your last payment: the bank has not answered yet. If you pay again meanwhile, you are charged once at most.',
}

const frame = {
  title: 'Pay for order',
  bodyClass: 'page woocommerce-checkout woocommerce-page woocommerce-order-pay',
  noIndex: true,
} as const

async function orderPay(context: Context, shop: CheckoutContext, order: Order, formState: OrderPayFormState = {}) {
  const settings = shop.settings()
  const { isChange = false } = formState
  if (!isPayable(order, isChange))
    return context.render({ ...frame, body: <CannotPayPage order={order} settings={settings} /> })
  const session = await currentAuthSession(context, shop)
  // Saved cards are not offered to somebody who pays another customer's order by its link.
  const isOwn = session !== null && session.user.id === order.customerId
  const choice = isOwn ? await cardChoiceOf(shop, session.user.id) : noCardChoice
  const page = isChange ? 'change_payment_method' : 'order_pay'
  const restNonce = session ? restNonceOf(shop, session) : undefined
  const missing = missingBilling(settings, order)
  const props = {
    order,
    restNonce,
    settings,
    formState,
    gateways: gatewaysFor(shop, order),
    payable: payableOfOrder(shop, order),
    payments: shop.payments,
    choice,
    missing: missing.map(({ name }) => name),
    policyPages: await readPolicyPages(shop),
  }
  return context.render({
    ...frame,
    ...(isChange && { title: 'Change payment method' }),
    bodyClass: `${frame.bodyClass}${session ? ' logged-in' : ''}`,
    layout: 'payment',
    scripts: ['src/shop/checkout/client/order-pay.client.ts'],
    externalScripts: [],
    globals: {
      ...orderPayGlobals(),
      ...(missing.some(({ name }) => name === 'country') ? countryGlobals(settings) : {}),
      ...paymentGlobals(context, shop, {
        page,
        session,
        order,
        billing: order.billing,
        shipping: order.shipping,
        amount: { cents: order.totalCents, currency: order.currency },
      }),
      ...walletGlobals(shop, {
        page,
        visitor: visitorOf(context, session),
        order,
        // The order's total does not change: methods with other fees are not offered.
        sheetWith: () => sheetOfOrder(order),
        wallets: availableWallets(settings, props.payable),
      }),
    },
    body: <OrderPayPage {...props} now={shop.now()} nonce={orderPayNonce(shop, order)} />,
  })
}

const unknownOrder = (context: Context): Response =>
  context.render({ ...frame, status: 404, body: <UnknownOrderPage orderId={Number(context.req.param('order'))} /> })
