import { type Context, Hono, type Next } from 'hono'
import {
  type AuthSession,
  createNonce,
  currentAuthSession,
  verifyNonce,
} from '../../../people/identity/auth-session.ts'
import { safeRedirect } from '../../../people/identity/safe-redirect.ts'
import { shopCurrency } from '../../../platform/money/money.ts'
import { type FlashNotice, setFlash } from '../../../platform/web/flash.tsx'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { isPageRequest, isPrefetch } from '../../cart/add-from-form.ts'
import { currentCartSession, newSessionKey, startCartSession } from '../../cart/cart-session.ts'
import { setCookiesFor } from '../../cart/cart-view.tsx'
import { refillCart, refillNotices } from '../../cart/refill-cart.ts'
import { unlockedAmong } from '../../catalog/product-password.ts'
import { hasActiveAttempt } from '../../orders/order-payment.ts'
import { canOrderAgain, needsPayment, orderName } from '../../orders/order-status.ts'
import { findOrder, type Order } from '../../orders/orders.store.ts'
import { releaseOrder, transitionOrder } from '../../orders/transition-order.ts'
import { lockOrderWithCart } from '../../payments/order-cart.ts'
import { canStillBePaid } from '../../reconciliation/payment-jobs.ts'
import type { CheckoutContext } from '../context.ts'
import { orderByKey } from '../order-pay/order-pay.routes.tsx'
import { ConfirmLinkPage } from '../pages/link-pages.tsx'

export const CANCEL_NONCE = 'woocommerce-cancel_order'
export const ORDER_AGAIN_NONCE = 'woocommerce-order_again'

const INVALID_ORDER: FlashNotice = { kind: 'error', text: 'Invalid order.' }
const FILLED = 'The cart has been filled with the items from your previous order.'

/** account-pages.md: links with this browser's nonce act at once; others, as mail scanners open, ask first. */
export function orderLinksRoutes(shop: CheckoutContext): Hono {
  const handle = async (context: Context, next: Next) => {
    const query = context.req.query()
    const follow =
      query.cancel_order !== undefined ? cancelLink : query.order_again !== undefined ? orderAgainLink : null
    if (!follow) return next()
    context.header('cache-control', 'no-store')
    if (context.req.method === 'HEAD') return context.body(null)
    if (isPrefetch(context) || !isPageRequest(context)) return context.text('Not without being opened.', 503)
    return follow(context, shop, query)
  }
  return new Hono().get(paths.cart, handle).post(paths.cart, handle)
}

type Query = Readonly<Record<string, string>>

async function cancelLink(context: Context, shop: CheckoutContext, query: Query): Promise<Response> {
  const target = safeRedirect(query.redirect, shop.url) ?? paths.cart
  const order = await orderByKey(shop, query.order_id, query.order)
  const session = await currentAuthSession(context, shop)
  if (order && order.customerId !== null && !session) return signInFirst(context)
  const isOwn = order !== null && (order.customerId === null || order.customerId === session?.user.id)
  if (!order || !isOwn) return leave(context, shop, target, [INVALID_ORDER])
  const cart = await currentCartSession(context, shop)
  const holder = session?.sessionId ?? cart?.key ?? ''
  if (!(await isConfirmed(context, shop, { action: CANCEL_NONCE, holder, formHolder: order.orderKey, query }))) {
    return confirmPage(context, {
      title: `Cancel ${orderName(order).toLowerCase()}?`,
      text: 'It has not been paid. Its items go back into your cart.',
      confirm: 'Cancel the order',
      action: hrefs.cancelOrder(order, target),
      nonce: createNonce(shop.secret, CANCEL_NONCE, order.orderKey),
      back: { href: hrefs.orderReceived(order.id, order.orderKey), label: 'Keep the order' },
    })
  }
  const result = await cancelOwnOrder(shop, order)
  if (result !== 'cancelled') return leave(context, shop, target, [notCancelled[result]])
  const refilled = await refill(context, shop, order, 'Its items are back in your cart.')
  return leave(context, shop, target, [{ kind: 'success', text: 'Your order was cancelled.' }, ...refilled])
}

const notCancelled: Readonly<Record<Exclude<CancelResult, 'cancelled'>, FlashNotice>> = {
  'was-cancelled': { kind: 'info', text: 'This order is cancelled already.' },
  paying: {
    kind: 'error',
    text: 'A payment for this order is under way, so it cannot be cancelled now. Look again in a few minutes.',
  },
  'too-late': {
    kind: 'error',
    text: 'Your order can no longer be cancelled. Please contact us if you need assistance.',
  },
}

async function orderAgainLink(context: Context, shop: CheckoutContext, query: Query): Promise<Response> {
  const session = await currentAuthSession(context, shop)
  if (!session) return signInFirst(context)
  const order = await findOrder(shop.db, Number(query.order_again) || 0)
  if (!order || order.customerId !== session.user.id || !canOrderAgain(order.status))
    return leave(context, shop, paths.cart, [INVALID_ORDER])
  const { sessionId: holder } = session
  if (!(await isConfirmed(context, shop, { action: ORDER_AGAIN_NONCE, holder, formHolder: holder, query }))) {
    return confirmPage(context, {
      title: 'Order again?',
      text: `The items of ${orderName(order).toLowerCase()} go into your cart, at today's prices.`,
      confirm: 'Put them into the cart',
      action: hrefs.orderAgain(order.id),
      nonce: createNonce(shop.secret, ORDER_AGAIN_NONCE, holder),
      back: { href: hrefs.viewOrder(order.id), label: 'Back to the order' },
    })
  }
  return leave(context, shop, paths.cart, await refill(context, shop, order, FILLED))
}

async function refill(context: Context, shop: CheckoutContext, order: Order, filledText: string) {
  const session = await currentCartSession(context, shop)
  const key = session?.key ?? newSessionKey()
  // Prices of an order in another currency are not those of the catalogue.
  const comparesPrices = order.currency === shopCurrency && order.pricesIncludeTax === shop.pricing().pricesIncludeTax
  const { lines } = order
  const unlockedIds = await unlockedAmong(
    context,
    shop,
    lines.map(({ productId }) => productId),
  )
  const refilled = await refillCart(shop.db, key, { lines, comparesPrices, unlockedIds, now: shop.now() })
  if (!session && refilled.filled > 0) startCartSession(context, shop, key)
  setCookiesFor(context, shop, refilled.cart)
  return refillNotices(refilled, filledText)
}

type Confirmation = {
  readonly action: string
  readonly holder: string
  readonly formHolder: string
  readonly query: Query
}

async function isConfirmed(
  context: Context,
  { secret }: CheckoutContext,
  { action, holder, formHolder, query }: Confirmation,
) {
  const isLink = holder !== '' && verifyNonce(secret, action, holder, query._wpnonce)
  if (isLink || context.req.method !== 'POST') return isLink
  return verifyNonce(secret, action, formHolder, (await formFields(context))._wpnonce)
}

function confirmPage(context: Context, props: Parameters<typeof ConfirmLinkPage>[0]): Response | Promise<Response> {
  const bodyClass = 'page woocommerce-cart woocommerce-page'
  return context.render({ title: props.title, bodyClass, noIndex: true, body: <ConfirmLinkPage {...props} /> })
}

function signInFirst(context: Context): Response {
  const { pathname, search } = new URL(context.req.url)
  return context.redirect(hrefs.login(pathname + search), 303)
}

function leave(context: Context, shop: CheckoutContext, href: string, notices: readonly FlashNotice[]): Response {
  setFlash(context, shop, notices)
  return context.redirect(href, 303)
}

export const cancelHref = (shop: Pick<CheckoutContext, 'secret'>, order: Order, holder: string, redirect: string) =>
  hrefs.cancelOrder(order, redirect, holder === '' ? undefined : createNonce(shop.secret, CANCEL_NONCE, holder))

export const orderAgainHref = (shop: Pick<CheckoutContext, 'secret'>, orderId: number, session: AuthSession): string =>
  hrefs.orderAgain(orderId, createNonce(shop.secret, ORDER_AGAIN_NONCE, session.sessionId))

type CancelResult = 'cancelled' | 'was-cancelled' | 'too-late' | 'paying'

/** A payment under way is cancelled at the provider first, if it can be (docs/decisions/late-payments.md). */
async function cancelOwnOrder(shop: CheckoutContext, order: Order): Promise<CancelResult> {
  const refusal = refusalOf(shop, order)
  if (refusal) return refusal
  if (await canStillBePaid(shop, order.id)) {
    const current = await findOrder(shop.db, order.id)
    return (current && refusalOf(shop, current)) ?? 'paying'
  }
  return shop.db.transaction(async (tx) => {
    const { order: current } = await lockOrderWithCart(tx, order.id)
    // It may have been paid, or be paid in another tab, since it was read.
    const problem = current ? refusalOf(shop, current) : 'too-late'
    if (!current || problem) return problem ?? 'too-late'
    await releaseOrder(shop, tx, current)
    await transitionOrder(shop, tx, current, 'cancelled', { reason: 'Order cancelled by customer.' })
    return 'cancelled'
  })
}

function refusalOf(shop: CheckoutContext, order: Order): Exclude<CancelResult, 'cancelled'> | null {
  if (order.status === 'cancelled') return 'was-cancelled'
  if (!needsPayment(order.status)) return 'too-late'
  return hasActiveAttempt(order, shop.now()) ? 'paying' : null
}
