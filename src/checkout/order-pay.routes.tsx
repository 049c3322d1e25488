import { type Context, Hono } from 'hono'
import { hasKey } from '../orders/order-key.ts'
import { isOpen } from '../orders/order-status.ts'
import { findOrder, type Order } from '../orders/orders.store.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { Notice, NoticeList } from '../ui/notices.tsx'
import { formFields } from '../web/form.ts'
import { gatewayOf } from './checkout-form.ts'
import { orderPayGlobals } from './checkout-globals.ts'
import { CannotPayPage, UnknownOrderPage } from './pages/cannot-pay-page.tsx'
import { OrderPayPage } from './pages/order-pay-page.tsx'
import { gatewaysFor } from './pay-waiting-order.ts'
import { settleAndLook } from './settle-order.ts'
import { orderPayNonce, submitOrderPay } from './submit-order-pay.ts'

/**
 * The page behind a payment link. The key in the link opens it and nothing else does; a wrong one and an unknown number
 * are answered alike (OPAY-01).
 */
export function orderPayRoutes(shop: Shop): Hono {
  const routes = new Hono()

  routes.get(paths.orderPay, async (context) => {
    const found = await openedBy(context, shop)
    if (!found) return unknownOrder(context, shop)
    if (!isOpen(found.status)) return orderPay(context, shop, found)
    const { order, isChecking } = await settleAndLook(shop, found)
    return orderPay(
      context,
      shop,
      order,
      isChecking
        ? { notices: [STILL_CHECKING], method: order.paymentMethod, acceptsTerms: false, pass: '' }
        : undefined,
    )
  })

  routes.post(paths.orderPay, async (context) => {
    const order = await openedBy(context, shop)
    if (!order) return unknownOrder(context, shop)
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
          pass: submitted.door?.pass?.text ?? '',
          acceptsTerms: fields.terms !== undefined,
        })
    }
  })

  return routes
}

async function openedBy(context: Context, shop: Shop): Promise<Order | null> {
  const order = await findOrder(shop.db, Number(context.req.param('order')))
  return order && hasKey(order, context.req.query('key')) ? order : null
}

/** What stays of a form that comes back. */
type Typed = {
  readonly notices: NoticeList
  readonly method: string
  readonly acceptsTerms: boolean
  readonly pass: string
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

function orderPay(context: Context, shop: Shop, order: Order, typed?: Typed): Response {
  const settings = shop.settings()
  if (!isOpen(order.status)) {
    const body = <CannotPayPage order={order} settings={settings} />
    return context.render({ ...frame, body })
  }
  return context.render({
    ...frame,
    frame: 'payment',
    scripts: ['src/checkout/order-pay.client.ts'],
    foreignScripts: [],
    globals: orderPayGlobals(),
    body: (
      <OrderPayPage
        order={order}
        settings={settings}
        gateways={gatewaysFor(shop, order)}
        chosen={gatewayOf(typed?.method ?? order.paymentMethod, settings)}
        acceptsTerms={typed?.acceptsTerms ?? false}
        notices={typed?.notices ?? []}
        nonce={orderPayNonce(shop, order)}
        pass={typed?.pass ?? ''}
        provider={{ script: shop.payments.scriptUrl, key: shop.payments.publishableKey }}
      />
    ),
  })
}

const unknownOrder = (context: Context, shop: Shop): Response =>
  context.render({
    ...frame,
    status: 404,
    body: <UnknownOrderPage orderId={Number(context.req.param('order'))} />,
  })
