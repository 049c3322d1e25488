import { type Context, Hono } from 'hono'
import { currentUser } from '../accounts/current-user.ts'
import { setCookiesAfterOrder } from '../cart/cart-view.tsx'
import { readSession } from '../cart/shopper.ts'
import { askForMails } from '../mail/ask-for-mails.ts'
import { hasKey } from '../orders/order-key.ts'
import { isOpen } from '../orders/order-status.ts'
import { findOrder, type Order } from '../orders/orders.store.ts'
import { paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { formFields } from '../web/form.ts'
import { AskForLinkPage } from './pages/ask-for-link-page.tsx'
import { OrderReceivedPage } from './pages/order-received-page.tsx'
import { settleAndLook } from './settle-order.ts'

/** The page after an order. Its key opens it, or the sign-in of whoever ordered; others may have the key sent to them. */
export function orderReceivedRoutes(shop: Shop): Hono {
  const routes = new Hono()

  routes.get(paths.orderReceived, async (context) => {
    const key = context.req.query('key')
    const found = await findOrder(shop.db, Number(context.req.param('order')))
    const mayRead = found !== null && (hasKey(found, key) || (await isOwn(context, shop, found)))
    if (mayRead) return orderReceived(context, shop, found)
    return key === undefined ? askForLink(context, shop, false) : context.notFound()
  })

  routes.post(paths.orderReceived, async (context) => {
    const { email = '' } = await formFields(context)
    await sendLink(shop, Number(context.req.param('order')), email)
    return askForLink(context, shop, true)
  })

  return routes
}

async function orderReceived(context: Context, shop: Shop, found: Order): Promise<Response> {
  const { order, isChecking } = isOpen(found.status)
    ? await settleAndLook(shop, found)
    : { order: found, isChecking: false }
  // Paid while nobody waited for it: the browser that ordered has not heard yet that its cart is empty.
  const session = order.paidAt === null ? null : await readSession(context, shop)
  if (session && session.id === order.cartId) await setCookiesAfterOrder(context, shop, session.id)
  return context.render({
    title: 'Order received',
    bodyClass: 'page woocommerce-checkout woocommerce-page woocommerce-order-received',
    scripts: ['src/checkout/order-received.client.ts'],
    noIndex: true,
    body: <OrderReceivedPage order={order} settings={shop.settings()} now={shop.now()} isChecking={isChecking} />,
  })
}

async function isOwn(context: Context, shop: Shop, order: Order): Promise<boolean> {
  if (order.customerId === null) return false
  const user = await currentUser(context, shop)
  return user !== null && user.id === order.customerId
}

/** The same for every number and address, known or not: it tells nothing about anybody. */
function askForLink(context: Context, shop: Shop, isSent: boolean): Response {
  return context.render({
    title: 'Your order',
    bodyClass: 'page woocommerce-checkout woocommerce-page woocommerce-order-received',
    noIndex: true,
    body: <AskForLinkPage isSent={isSent} />,
  })
}

/** Sends the order's link to the address it was ordered with, at most once an hour. Any other address brings nothing. */
async function sendLink(shop: Shop, orderId: number, email: string): Promise<void> {
  const order = await findOrder(shop.db, orderId)
  if (!order || order.billing.email.toLowerCase() !== email.trim().toLowerCase()) return
  const hour = shop.now().toISOString().slice(0, 13)
  await shop.db.transaction((tx) =>
    askForMails(shop, tx, order, { transition: `link:${hour}`, templates: ['order-link'] }),
  )
}
