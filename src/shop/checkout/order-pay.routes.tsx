import { type Context, Hono } from 'hono'
import type { Notice, NoticeList } from '../../platform/ui/notices.tsx'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { formFields } from '../../platform/web/form.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { isValidOrderKey } from '../orders/order-key.ts'
import { needsPayment } from '../orders/order-status.ts'
import { findOrder, type Order } from '../orders/orders.store.ts'
import type { WithPayments } from '../payments/context.ts'
import type { WithPricing } from '../pricing/context.ts'
import { gatewayOf } from './checkout-form.ts'
import { orderPayGlobals } from './checkout-globals.ts'
import type { CheckoutContext, OrderingSettings } from './context.ts'
import { CannotPayPage, UnknownOrderPage } from './pages/cannot-pay-page.tsx'
import { OrderPayPage } from './pages/order-pay-page.tsx'
import { gatewaysFor } from './pay-pending-order.ts'
import { settleAndCheck } from './settle-order.ts'
import { orderPayNonce, submitOrderPay } from './submit-order-pay.ts'

/**
 * The order-pay page behind a payment link. Only the key in the link grants access; a wrong key and an unknown order
 * get the same response (OPAY-01).
 */
export function orderPayRoutes(shop: CheckoutContext): Hono {
  const routes = new Hono()

  routes.get(paths.orderPay, async (context) => {
    const storedOrder = await orderByKey(context, shop)
    if (!storedOrder) return unknownOrder(context)
    if (!needsPayment(storedOrder.status)) return orderPay(context, shop, storedOrder)
    const { order, isChecking } = await settleAndCheck(shop, storedOrder)
    return orderPay(
      context,
      shop,
      order,
      isChecking
        ? { notices: [STILL_CHECKING], method: order.paymentMethod, acceptsTerms: false, waitToken: '' }
        : undefined,
    )
  })

  routes.post(paths.orderPay, async (context) => {
    const order = await orderByKey(context, shop)
    if (!order) return unknownOrder(context)
    const fields = await formFields(context)
    if (fields.woocommerce_pay === undefined) return orderPay(context, shop, order)
    const submitted = await submitOrderPay(context, shop, order, fields)
    switch (submitted.kind) {
      case 'done':
      case 'undecided':
        return context.redirect(submitted.redirect, 303)
      case 'needs-action':
        return context.redirect(hrefs.orderPay(order.id, order.orderKey) + submitted.redirect, 303)
      case 'closed':
        return orderPay(context, shop, (await findOrder(shop.db, order.id)) ?? order)
      case 'refused':
        return orderPay(context, shop, order, {
          notices: submitted.notices,
          method: fields.payment_method ?? '',
          waitToken: submitted.refusal?.waitToken?.text ?? '',
          acceptsTerms: fields.terms !== undefined,
        })
    }
  })

  return routes
}

async function orderByKey(context: Context, shop: Pick<Platform, 'db'>): Promise<Order | null> {
  const order = await findOrder(shop.db, Number(context.req.param('order')))
  return order && isValidOrderKey(order, context.req.query('key')) ? order : null
}

/** Values to restore when the form is rendered again. */
type OrderPayFormState = {
  readonly notices: NoticeList
  readonly method: string
  readonly acceptsTerms: boolean
  readonly waitToken: string
}

const STILL_CHECKING: Notice = {
  kind: 'info',
  text: 'We are still checking your last payment: the bank has not answered yet. If you pay again meanwhile, you are charged once at most.',
}

const frame = {
  title: 'Pay for order',
  bodyClass: 'page woocommerce-checkout woocommerce-page woocommerce-order-pay',
  noIndex: true,
} as const

function orderPay(
  context: Context,
  shop: Pick<Platform, 'secret'> & WithPayments & WithPricing & WithSettings<OrderingSettings>,
  order: Order,
  formState?: OrderPayFormState,
): Response {
  const settings = shop.settings()
  if (!needsPayment(order.status)) {
    const body = <CannotPayPage order={order} settings={settings} />
    return context.render({ ...frame, body })
  }
  return context.render({
    ...frame,
    layout: 'payment',
    scripts: ['src/shop/checkout/order-pay.client.ts'],
    externalScripts: [],
    globals: orderPayGlobals(),
    body: (
      <OrderPayPage
        order={order}
        settings={settings}
        gateways={gatewaysFor(shop, order)}
        chosen={gatewayOf(formState?.method ?? order.paymentMethod, settings)}
        acceptsTerms={formState?.acceptsTerms ?? false}
        notices={formState?.notices ?? []}
        nonce={orderPayNonce(shop, order)}
        waitToken={formState?.waitToken ?? ''}
        provider={{ script: shop.payments.scriptUrl, key: shop.payments.publishableKey }}
      />
    ),
  })
}

const unknownOrder = (context: Context): Response =>
  context.render({
    ...frame,
    status: 404,
    body: <UnknownOrderPage orderId={Number(context.req.param('order'))} />,
  })
