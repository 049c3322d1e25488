import { type Context, Hono } from 'hono'
import { currentUser } from '../../people/accounts/auth-session.ts'
import { formFields } from '../../platform/web/form.ts'
import { paths } from '../../platform/web/routes.ts'
import { isCartOfSession } from '../cart/cart.store.ts'
import { currentCartSession } from '../cart/cart-session.ts'
import { setCookiesAfterOrder } from '../cart/cart-view.tsx'
import { enqueueEmails } from '../orders/messages/order-messages.ts'
import { isValidOrderKey } from '../orders/order-key.ts'
import { findOrder, type Order } from '../orders/orders.store.ts'
import type { CheckoutContext } from './context.ts'
import { OrderReceivedPage } from './pages/order-received-page.tsx'
import { RequestLinkPage } from './pages/request-link-page.tsx'
import { settleAndCheck } from './settle-payment.ts'

/**
 * The order-received page. Access by the order's key or by its customer's sign-in; others can request the link by
 * email.
 */
export function orderReceivedRoutes(shop: CheckoutContext): Hono {
  const routes = new Hono()

  routes.get(paths.orderReceived, async (context) => {
    const key = context.req.query('key')
    const storedOrder = await findOrder(shop.db, Number(context.req.param('order')))
    if (storedOrder && (isValidOrderKey(storedOrder, key) || (await isOwnOrder(context, shop, storedOrder))))
      return orderReceived(context, shop, storedOrder)
    return key === undefined ? requestLinkPage(context, false) : context.notFound()
  })

  routes.post(paths.orderReceived, async (context) => {
    const { email = '' } = await formFields(context)
    await sendLink(shop, Number(context.req.param('order')), email)
    return requestLinkPage(context, true)
  })

  return routes
}

async function orderReceived(context: Context, shop: CheckoutContext, storedOrder: Order): Promise<Response> {
  const { order, isChecking } = await settleAndCheck(shop, storedOrder)
  // Paid while no page was open: this browser's cart cookies still have to be updated.
  const session = order.paidAt === null ? null : await currentCartSession(context, shop)
  if (session && (await isCartOfSession(shop.db, order.cartId, session.key)))
    await setCookiesAfterOrder(context, shop, session.key)
  return context.render({
    title: 'Order received',
    bodyClass: 'page woocommerce-checkout woocommerce-page woocommerce-order-received',
    scripts: ['src/shop/checkout/order-received.client.ts'],
    noIndex: true,
    body: <OrderReceivedPage order={order} settings={shop.settings()} now={shop.now()} isChecking={isChecking} />,
  })
}

async function isOwnOrder(context: Context, shop: CheckoutContext, order: Order): Promise<boolean> {
  if (order.customerId === null) return false
  const user = await currentUser(context, shop)
  return user !== null && user.id === order.customerId
}

/** The same for every order id and email address, so that it reveals nothing. */
function requestLinkPage(context: Context, isSent: boolean): Response {
  return context.render({
    title: 'Your order',
    bodyClass: 'page woocommerce-checkout woocommerce-page woocommerce-order-received',
    noIndex: true,
    body: <RequestLinkPage isSent={isSent} />,
  })
}

/** Emails the order's link to the order's own address, at most once an hour. Any other address gets nothing. */
async function sendLink(shop: CheckoutContext, orderId: number, email: string): Promise<void> {
  const order = await findOrder(shop.db, orderId)
  if (!order || order.billing.email.toLowerCase() !== email.trim().toLowerCase()) return
  const hour = shop.now().toISOString().slice(0, 13)
  await shop.db.transaction((tx) =>
    enqueueEmails(shop, tx, order, { transition: `link:${hour}`, templates: ['order-link'] }),
  )
}
