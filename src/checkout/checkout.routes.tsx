import { type Context, Hono } from 'hono'
import { renderToStaticMarkup } from 'react-dom/server'
import { currentUser } from '../accounts/current-user.ts'
import { checkNonce, makeNonce } from '../accounts/nonce.ts'
import { currentCart, setCookiesFor } from '../cart/cart.routes.tsx'
import { type Cart, emptyCart, loadCart, lockCart, touchCart } from '../cart/cart.store.ts'
import { priceCart } from '../cart/price-cart.ts'
import { readSession } from '../cart/session.ts'
import { findOrder } from '../orders/orders.store.ts'
import { livePaymentOf } from '../payments/payments.store.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { ErrorList, type NoticeList } from '../ui/notices.tsx'
import { type AjaxHandler, ajaxJson, ajaxNothing } from '../web/ajax.ts'
import { formFields } from '../web/form.ts'
import { renderPage } from '../web/render.tsx'
import { shopGlobals } from '../web/shop-globals.ts'
import { readAddress } from './address.ts'
import { canonical } from './canonical.ts'
import { type Fields, gatewayOf, readCheckoutForm } from './checkout-form.ts'
import { type CheckoutView, checkoutFragments } from './fragments.tsx'
import { CheckoutPage } from './pages/checkout-page.tsx'
import { OrderReceivedPage } from './pages/order-received-page.tsx'
import { BAD_NONCE, declineText, sessionExpired } from './problems.tsx'
import { settlePayment } from './settle-payment.ts'
import { submitCheckout } from './submit-checkout.ts'

const REVIEW_NONCE = 'update-order-review'
const CHECKOUT_NONCE = 'woocommerce-process_checkout'

function viewCheckout(shop: Shop, cart: Cart): CheckoutView {
  const settings = shop.settings()
  return {
    cart,
    total: priceCart(shop, cart),
    settings,
    paymentMethod: gatewayOf(cart.paymentMethod ?? '', settings),
    checkoutNonce: makeNonce(shop.secret, CHECKOUT_NONCE, cart.id),
  }
}

const errorHtml = (notices: NoticeList): string => renderToStaticMarkup(<ErrorList errors={notices} />)

/** POST /?wc-ajax=update_order_review (CHK-04, wc-ajax-update-order-review.json). */
export const updateOrderReviewCall: AjaxHandler = async (context, shop) => {
  const fields = await formFields(context)
  const session = readSession(context, shop)
  const cart = session ? await loadCart(shop.db, session.id) : emptyCart('')
  if (cart.lines.length === 0) {
    const notice = renderToStaticMarkup(<div className="woocommerce-error">{sessionExpired(shop.url)[0]?.text}</div>)
    return ajaxJson(context, {
      result: 'failure',
      messages: '',
      reload: false,
      fragments: { 'form.woocommerce-checkout': notice },
    })
  }
  if (!checkNonce(shop.secret, REVIEW_NONCE, cart.id, fields.security))
    return context.body('-1', 403, { 'content-type': 'text/html; charset=UTF-8' })
  const posted = Object.fromEntries(new URLSearchParams(fields.post_data ?? ''))
  const changed = await keepReview(shop, cart, fields, posted)
  setCookiesFor(context, shop, changed)
  return ajaxJson(context, {
    result: 'success',
    messages: '',
    reload: false,
    fragments: checkoutFragments(viewCheckout(shop, changed)),
  })
}

/** Takes over what decides prices, and what the form holds besides, so that a reload loses nothing. */
async function keepReview(shop: Shop, cart: Cart, fields: Fields, posted: Fields): Promise<Cart> {
  const billing = readAddress({ ...posted, ...placeFields(fields, '', 'billing') }, 'billing')
  const shipping = posted.ship_to_different_address
    ? readAddress({ ...posted, ...placeFields(fields, 's_', 'shipping') }, 'shipping')
    : readAddress({ ...posted, ...placeFields(fields, 's_', 'billing') }, 'billing')
  const decisions = {
    billing,
    shipping: { ...shipping, email: '' },
    shippingMethod: fields['shipping_method[0]'] ?? posted['shipping_method[0]'] ?? cart.shippingMethod,
    paymentMethod: fields.payment_method ?? cart.paymentMethod,
  }
  const isSame = (['billing', 'shipping', 'shippingMethod', 'paymentMethod'] as const).every(
    (name) => canonical(cart[name]) === canonical(decisions[name]),
  )
  if (isSame) return cart
  await shop.db.transaction(async (tx) => {
    await lockCart(tx, cart.id, shop.now())
    await touchCart(tx, cart.id, shop.now(), decisions)
  })
  return { ...cart, ...decisions }
}

/** `s_postcode` and its like under the names of the form, so that they are tidied as the form's are. */
function placeFields(fields: Fields, prefix: '' | 's_', set: 'billing' | 'shipping'): Fields {
  const names = {
    country: 'country',
    state: 'state',
    postcode: 'postcode',
    city: 'city',
    address: 'address_1',
    address_2: 'address_2',
  }
  return Object.fromEntries(
    Object.entries(names).flatMap(([sent, name]) => {
      const value = fields[`${prefix}${sent}`]
      return value === undefined ? [] : [[`${set}_${name}`, value]]
    }),
  )
}

/** POST /?wc-ajax=checkout (CHK-13, CHK-18, wc-ajax-checkout.json). Always 200; `result` says how it went. */
export const checkoutCall: AjaxHandler = async (context, shop) => {
  const fields = await formFields(context)
  const failure = (notices: NoticeList, more: { refresh?: boolean } = {}) =>
    ajaxJson(context, {
      result: 'failure',
      messages: errorHtml(notices),
      refresh: more.refresh ?? false,
      reload: false,
    })
  const session = readSession(context, shop)
  if (!session) return failure(sessionExpired(shop.url))
  if (!checkNonce(shop.secret, CHECKOUT_NONCE, session.id, fields['woocommerce-process-checkout-nonce'])) {
    return failure([{ kind: 'error', text: BAD_NONCE }], { refresh: true })
  }
  const submitted = await submitCheckout(context, shop, await loadCart(shop.db, session.id), fields)
  if (submitted.kind === 'refused') return failure(submitted.notices)
  if (submitted.kind === 'done') setCookiesFor(context, shop, await loadCart(shop.db, session.id))
  return ajaxJson(context, { result: 'success', redirect: submitted.redirect, order_id: submitted.order.id })
}

/** `wc_stripe_frontend_request&path=/wc-stripe/v1/checkout/payment`: goes on after extra authentication (stripe-plugin sheet §2). */
export const stripeRequestCall: AjaxHandler = async (context, shop) => {
  if (context.req.query('path') !== '/wc-stripe/v1/checkout/payment' || context.req.method !== 'POST')
    return ajaxNothing(context)
  const fields = await formFields(context)
  const failure = (text: string) =>
    ajaxJson(context, { result: 'failure', messages: errorHtml([{ kind: 'error', text }]), reload: false })
  const order = await findOrder(shop.db, Number(fields.order_id) || 0)
  if (!order || order.orderKey !== fields.order_key) return failure('This order could not be found.')
  const payment = await livePaymentOf(shop.db, order.id)
  if (!payment?.intentId) return failure('This order has no payment to finish.')
  const settled = await settlePayment(shop, payment.intentId)
  if (settled.kind === 'paid') {
    const session = readSession(context, shop)
    if (session) setCookiesFor(context, shop, await loadCart(shop.db, session.id))
    return ajaxJson(context, {
      result: 'success',
      redirect: shop.url + hrefs.orderReceived(order.id, order.orderKey),
      messages: '',
      reload: false,
    })
  }
  if (settled.kind === 'not-paid')
    return failure(
      declineText({ kind: 'declined', code: settled.code ?? 'authentication_required', message: settled.message }),
    )
  return failure(declineText({ kind: 'unreachable' }))
}

export function checkoutRoutes(shop: Shop): Hono {
  const routes = new Hono()

  routes.get(paths.checkout, async (context) => {
    const cart = await currentCart(context, shop)
    if (cart.lines.length === 0) return context.redirect(hrefs.cart(), 302)
    return checkoutPage(context, shop, await prefilled(context, shop, cart), {})
  })

  routes.post(paths.checkout, async (context) => {
    const fields = await formFields(context)
    const session = readSession(context, shop)
    const cart = session ? await loadCart(shop.db, session.id) : emptyCart('')
    if (!session || (cart.lines.length === 0 && cart.placedOrderId === null)) return context.redirect(hrefs.cart(), 303)
    const form = readCheckoutForm(fields)
    const typed: Cart = {
      ...cart,
      billing: form.billing,
      shipping: form.shipping,
      customerNote: form.customerNote,
      paymentMethod: form.paymentMethod,
      ...(form.shippingMethod ? { shippingMethod: form.shippingMethod } : {}),
    }
    const shown = { shipToDifferent: form.shipToDifferent }
    if (!checkNonce(shop.secret, CHECKOUT_NONCE, session.id, fields['woocommerce-process-checkout-nonce'])) {
      return checkoutPage(context, shop, typed, { ...shown, notices: [{ kind: 'error', text: BAD_NONCE }] })
    }
    if (fields.woocommerce_checkout_update_totals) return checkoutPage(context, shop, typed, shown)
    const submitted = await submitCheckout(context, shop, cart, fields)
    if (submitted.kind === 'refused') {
      return cart.lines.length === 0
        ? context.redirect(hrefs.cart(), 303)
        : checkoutPage(context, shop, typed, { ...shown, notices: submitted.notices })
    }
    setCookiesFor(context, shop, await loadCart(shop.db, session.id))
    return context.redirect(submitted.redirect, 303)
  })

  routes.get(paths.orderReceived, async (context) => {
    const found = await findOrder(shop.db, Number(context.req.param('order')))
    if (!found || found.orderKey !== context.req.query('key')) return context.notFound()
    const order = found.status === 'pending' ? await afterPayment(shop, found.id) : found
    return renderPage(context, shop, {
      title: 'Order received',
      bodyClass: 'page woocommerce-checkout woocommerce-page woocommerce-order-received',
      globals: shopGlobals(shop),
      noIndex: true,
      body: <OrderReceivedPage order={order ?? found} />,
    })
  })

  return routes
}

/** A shopper who comes back before the webhook: the provider is asked at once. */
async function afterPayment(shop: Shop, orderId: number) {
  const payment = await livePaymentOf(shop.db, orderId)
  if (payment?.intentId) await settlePayment(shop, payment.intentId)
  return findOrder(shop.db, orderId)
}

/** A customer's own address, where the cart does not hold one yet. */
async function prefilled(context: Context, shop: Shop, cart: Cart): Promise<Cart> {
  const user = await currentUser(context, shop)
  if (!user || cart.billing.email) return cart
  return { ...cart, billing: { ...cart.billing, email: user.email } }
}

type Shown = { readonly notices?: NoticeList; readonly shipToDifferent?: boolean }

function checkoutPage(context: Context, shop: Shop, cart: Cart, shown: Shown): Response {
  const notices = shown.notices ?? []
  const errors = new Map(
    notices.flatMap((notice) =>
      notice.field && typeof notice.text !== 'undefined' ? [[notice.field, 'Please check this field.'] as const] : [],
    ),
  )
  return renderPage(context, shop, {
    title: 'Checkout',
    bodyClass: 'page page-id-checkout woocommerce-checkout woocommerce-page',
    frame: 'checkout',
    noIndex: true,
    scripts: ['src/checkout/checkout.client.ts'],
    foreignScripts: [],
    globals: {
      ...shopGlobals(shop),
      wc_checkout_params: {
        ajax_url: '/wp-admin/admin-ajax.php',
        wc_ajax_url: '/?wc-ajax=%%endpoint%%',
        update_order_review_nonce: makeNonce(shop.secret, REVIEW_NONCE, cart.id),
        option_guest_checkout: 'yes',
        checkout_url: hrefs.ajax('checkout'),
        is_checkout: '1',
        debug_mode: '',
        i18n_checkout_error:
          'There was an error processing your order. Please check for any charges in your payment method and try again.',
        gateways_with_custom_place_order_button: [],
      },
    },
    body: (
      <CheckoutPage
        view={viewCheckout(shop, cart)}
        notices={notices}
        errors={errors}
        shipToDifferent={shown.shipToDifferent ?? false}
        provider={{ script: shop.payments.scriptUrl, key: shop.payments.publishableKey }}
      />
    ),
  })
}
