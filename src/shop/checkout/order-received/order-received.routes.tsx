import { type Context, Hono } from 'hono'
import { requestAccountAfterOrder, setAccountRequestKey } from '../../../people/identity/account-after-order.ts'
import { supportsPasskeys } from '../../../people/identity/auth.ts'
import { createNonce, currentAuthSession, currentUser, verifyNonce } from '../../../people/identity/auth-session.ts'
import { normalizeEmail } from '../../../platform/email-address.ts'
import { DAY_MS } from '../../../platform/time/durations.ts'
import { type NoticeList, pageExpired } from '../../../platform/ui/notices.tsx'
import { clientAddress } from '../../../platform/web/client-address.ts'
import { consumeFlash, setFlash } from '../../../platform/web/flash.tsx'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { isCartOfSession } from '../../cart/cart.store.ts'
import { currentCartSession } from '../../cart/cart-session.ts'
import { setCookiesAfterOrder } from '../../cart/cart-view.tsx'
import { askAboutOrder } from '../../orders/ask-about-order.ts'
import { extrasOf } from '../../orders/downloads/order-downloads.ts'
import { enqueueEmails } from '../../orders/messages/order-messages.ts'
import { isValidOrderKey } from '../../orders/order-key.ts'
import { needsPayment } from '../../orders/order-status.ts'
import { findOrder, type Order } from '../../orders/orders.store.ts'
import { readShipments } from '../../orders/shipments.store.ts'
import { settleAndCheck } from '../../payments/settle-payment.ts'
import type { CheckoutContext } from '../context.ts'
import { cancelHref } from '../order-links/order-links.routes.tsx'
import type { AccountOfferState } from '../pages/account-offer.tsx'
import { RequestLinkPage } from '../pages/link-pages.tsx'
import { MESSAGE_FIELD, MESSAGE_NONCE, messageNotice, type OrderMessageState } from '../pages/order-message-form.tsx'
import { OrderReceivedPage } from '../pages/order-received-page.tsx'

/** Access with the order's key or the customer's sign-in; others can request the link by email. */
export const orderReceivedRoutes = (shop: CheckoutContext): Hono =>
  new Hono()
    .get(paths.orderReceived, (context) => showOrderReceived(context, shop))
    .post(paths.orderReceived, (context) => postOrderReceived(context, shop))

async function showOrderReceived(context: Context, shop: CheckoutContext) {
  const key = context.req.query('key')
  const order = await readableOrder(context, shop)
  if (order) {
    const offer: AccountOfferState = { sent: sentBy(context.req.query('account')), problem: null }
    return orderReceived(context, shop, order, isValidOrderKey(order, key) ? { offer } : {})
  }
  return key === undefined ? requestLinkPage(context, false) : context.notFound()
}

async function postOrderReceived(context: Context, shop: CheckoutContext) {
  const { email = '', account_password: password, account_way: way, ...fields } = await formFields(context)
  if (way === 'passkey') return createAccount(context, shop, null)
  if (password !== undefined) return createAccount(context, shop, password)
  const order = fields[MESSAGE_FIELD] === undefined ? null : await readableOrder(context, shop)
  if (order) return takeMessage(context, shop, order, fields)
  await sendLink(shop, Number(context.req.param('order')), email)
  return requestLinkPage(context, true)
}

const sentBy = (account: string | undefined) =>
  account === 'asked' ? 'password' : account === 'passkey' ? 'passkey' : null

async function createAccount(context: Context, shop: CheckoutContext, password: string | null): Promise<Response> {
  const order = await findOrder(shop.db, Number(context.req.param('order')))
  if (!order || !isValidOrderKey(order, context.req.query('key')) || !(await offersAccount(context, shop, order)))
    return context.notFound()
  const offer = await submitAccountRequest(context, shop, order, password)
  if (offer.sent === null) return orderReceived(context, shop, order, { offer })
  const account = offer.sent === 'password' ? 'asked' : 'passkey'
  return context.redirect(`${hrefs.orderReceived(order.id, order.orderKey)}&account=${account}`, 303)
}

async function readableOrder(context: Context, shop: CheckoutContext): Promise<Order | null> {
  const order = await findOrder(shop.db, Number(context.req.param('order')))
  const isReadable =
    order && (isValidOrderKey(order, context.req.query('key')) || (await isOwnOrder(context, shop, order)))
  return isReadable ? order : null
}

/** A message to the shop. Its nonce belongs to the order: anyone with the key may write, from any browser. */
async function takeMessage(
  context: Context,
  shop: CheckoutContext,
  order: Order,
  fields: Readonly<Record<string, string>>,
) {
  const text = fields[MESSAGE_FIELD] ?? ''
  if (!verifyNonce(shop.secret, MESSAGE_NONCE, order.orderKey, fields[MESSAGE_NONCE]))
    return orderReceived(context, shop, order, { state: { text, problem: null }, notices: [pageExpired] })
  const problem = await askAboutOrder(shop, order, text)
  if (problem) {
    if (problem.kind === 'rate-limited') context.header('retry-after', String(problem.retryAfterSeconds))
    return orderReceived(context, shop, order, { state: { text, problem }, notices: [messageNotice(problem)] })
  }
  setFlash(context, shop, [messageNotice(null)])
  return context.redirect(hrefs.orderReceived(order.id, order.orderKey), 303)
}

type Forms = {
  readonly offer?: AccountOfferState | null
  readonly state?: OrderMessageState
  readonly notices?: NoticeList
}

async function orderReceived(
  context: Context,
  shop: CheckoutContext,
  storedOrder: Order,
  { offer = null, state = { text: '', problem: null }, notices = [] }: Forms = {},
): Promise<Response> {
  const { order, isChecking } = await settleAndCheck(shop, storedOrder)
  // Paid while no page was open: this browser's cart cookies still have to be updated.
  const session = await currentCartSession(context, shop)
  if (order.paidAt !== null && session && (await isCartOfSession(shop.db, order.cartId, session.key)))
    await setCookiesAfterOrder(context, shop, session.key)
  const holder = (await currentAuthSession(context, shop))?.sessionId ?? session?.key ?? ''
  return context.render({
    title: 'Order received',
    bodyClass: 'page woocommerce-checkout woocommerce-page woocommerce-order-received',
    scripts: ['src/shop/checkout/client/order-received.client.ts'],
    noIndex: true,
    status: offer?.problem === 'rate-limited' ? 429 : offer?.problem || notices.length > 0 ? 422 : 200,
    body: (
      <OrderReceivedPage
        message={{
          state,
          action: hrefs.orderReceived(order.id, order.orderKey),
          nonce: createNonce(shop.secret, MESSAGE_NONCE, order.orderKey),
        }}
        notices={[...consumeFlash(context, shop), ...notices]}
        order={order}
        isChecking={isChecking}
        settings={shop.settings()}
        now={shop.now()}
        accountOffer={
          offer !== null && (await offersAccount(context, shop, order))
            ? { state: offer, offersPasskey: supportsPasskeys(shop.url) }
            : null
        }
        shipments={await readShipments(shop.db, [order.id])}
        extras={await extrasOf(shop.db, order, shop.now())}
        {...(needsPayment(order.status) ? { cancelHref: cancelHref(shop, order, holder, paths.cart) } : {})}
      />
    ),
  })
}

async function isOwnOrder(context: Context, shop: CheckoutContext, order: Order): Promise<boolean> {
  if (order.customerId === null) return false
  const user = await currentUser(context, shop)
  return user !== null && user.id === order.customerId
}

/** The same page for every order id and email address, so that it reveals nothing. */
const requestLinkPage = (context: Context, isSent: boolean): Response =>
  context.render({
    title: 'Your order',
    bodyClass: 'page woocommerce-checkout woocommerce-page woocommerce-order-received',
    noIndex: true,
    body: <RequestLinkPage isSent={isSent} />,
  })

/** Emails the order's link to the order's own address, at most once an hour. Any other address gets nothing. */
async function sendLink(shop: CheckoutContext, orderId: number, email: string): Promise<void> {
  const order = await findOrder(shop.db, orderId)
  if (!order || normalizeEmail(order.billing.email) !== normalizeEmail(email)) return
  const hour = shop.now().toISOString().slice(0, 13)
  await shop.db.transaction((tx) =>
    enqueueEmails(shop, tx, order, { transition: `link:${hour}`, templates: ['order-link'] }),
  )
}

/** For this long, anyone with the link of a guest's order may request an account with its email address. */
const OFFER_MS = DAY_MS

async function offersAccount(context: Context, shop: CheckoutContext, order: Order): Promise<boolean> {
  const isGuestOrder = order.customerId === null && order.pendingAccount === null
  const isOver = order.status === 'cancelled' || order.status === 'refunded'
  const isRecent = shop.now().getTime() - order.createdAt.getTime() < OFFER_MS
  const isOffered = shop.settings().checkout.accountCreation !== 'none' && isGuestOrder && !isOver && isRecent
  return isOffered && (await currentUser(context, shop)) === null
}

/** A null password stands for a passkey. The response is the same whether the address has an account or not. */
async function submitAccountRequest(
  context: Context,
  shop: CheckoutContext,
  order: Order,
  password: string | null,
): Promise<AccountOfferState> {
  const { email, firstName, lastName } = order.billing
  const requested = await requestAccountAfterOrder(shop, {
    email,
    name: `${firstName} ${lastName}`.trim(),
    orderId: order.id,
    password,
    clientAddress: clientAddress(context),
  })
  if (!requested.ok) return { sent: null, problem: requested.problem }
  if (requested.browserKey === null) return { sent: 'passkey', problem: null }
  setAccountRequestKey(context, shop, requested.browserKey)
  return { sent: 'password', problem: null }
}
