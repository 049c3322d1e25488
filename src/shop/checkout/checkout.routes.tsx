import { type Context, Hono } from 'hono'
import { maxOrderComments } from '../../people/addresses/address.ts'
import { currentAuthSession, currentUser, verifyNonce } from '../../people/identity/auth-session.ts'
import { consumeFormDraft } from '../../people/identity/form-draft.ts'
import { restNonceOf } from '../../people/identity/rest-nonce.ts'
import { loadAddresses } from '../../people/identity/users.store.ts'
import type { Notice, NoticeList } from '../../platform/ui/notices.tsx'
import { formFields } from '../../platform/web/form.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { type Cart, emptyCart, loadCart } from '../cart/cart.store.ts'
import { unpurchasableLines } from '../cart/cart.ts'
import { currentCartSession } from '../cart/cart-session.ts'
import { currentCart, setCookiesFor } from '../cart/cart-view.tsx'
import type { CartChange } from '../cart/change-cart.store.ts'
import { enterCoupon, removeCoupon, removeRejectedCoupons } from '../cart/change-coupons.ts'
import { saveCheckoutDraft } from '../cart/checkout-draft.ts'
import { CouponProblemMessage } from '../cart/coupon-messages.tsx'
import { cardChoiceOf } from '../gateways/cards/saved-cards.store.ts'
import { isExpiredUnpaid } from '../orders/order-status.ts'
import { findOrderRow } from '../orders/orders.store.ts'
import { availableWallets } from '../payment-methods/offered-wallets.ts'
import { type CheckoutForm, parseCheckoutForm } from './checkout-form.ts'
import { BAD_NONCE, errorNotices, noticesBesideOneAddress, placeOrderNotices } from './checkout-notices.tsx'
import { CHECKOUT_NONCE, type CheckoutView, checkoutGlobals, toCheckoutView } from './checkout-view.ts'
import type { CheckoutContext } from './context.ts'
import { redirectToSignIn } from './ended-session.tsx'
import { nextActionHash } from './outcome.ts'
import { fraudSessionId } from './page-config/fraud-visit.ts'
import { paymentGlobals, visitorOf } from './page-config/payment-globals.ts'
import { localized } from './page-config/stripe-params.ts'
import { walletGlobals } from './page-config/wallet-globals.ts'
import { woopaymentsConfig } from './page-config/woopayments-config.ts'
import { type CheckoutFormState, CheckoutPage } from './pages/checkout-page.tsx'
import { offeredAddresses, shippingToFill, withChosenAddresses } from './saved-addresses.ts'
import { submitCheckout } from './submit-checkout.ts'

export const checkoutRoutes = (shop: CheckoutContext): Hono =>
  new Hono()
    .get(paths.checkout, (context) => showCheckout(context, shop))
    .post(paths.checkout, (context) => postCheckout(context, shop))

async function showCheckout(context: Context, shop: CheckoutContext) {
  const storedCart = await currentCart(context, shop)
  if (storedCart.lines.length === 0) return context.redirect(paths.cart, 302)
  const notices: Notice[] = []
  const code = context.req.query('remove_coupon')
  const isNonceValid = verifyNonce(shop.secret, CHECKOUT_NONCE, storedCart.sessionKey, context.req.query('_wpnonce'))
  const removed = code && isNonceValid ? await removeCoupon(shop, storedCart.sessionKey, code, shop.now()) : null
  if (removed?.ok) notices.push({ kind: 'success', text: 'Coupon has been removed.' })
  const { cart, rejected } = await removeRejectedCoupons(shop, removed?.ok ? removed.cart : storedCart, shop.now())
  if (rejected.length > 0) notices.push(...placeOrderNotices({ kind: 'coupons', coupons: rejected }, shop.url))
  notices.push(...(await holdExpiredNotices(shop, cart)))
  const unavailable = unpurchasableLines(cart.lines, shop.now())
  if (unavailable.length > 0) notices.push(...placeOrderNotices({ kind: 'lines', lines: unavailable }, shop.url))
  const typed = await typedBefore(context, shop)
  if (typed)
    return checkoutPage(context, shop, withDraft(cart, typed), { ...typed, notices: [...notices, TYPED_BEFORE] })
  const chosen = await chosenAddresses(context, shop, cart)
  if (chosen) return checkoutPage(context, shop, chosen.cart, { notices, ...chosen })
  return checkoutPage(context, shop, await withCustomerAddress(context, shop, cart), { notices })
}

async function postCheckout(context: Context, shop: CheckoutContext) {
  const fields = await formFields(context)
  const session = await currentCartSession(context, shop)
  const cart = session ? await loadCart(shop.db, session.key) : emptyCart('')
  if (!session) return redirectToSignIn(context, shop, fields)
  if (cart.lines.length === 0 && cart.placedOrderId === null) return context.redirect(paths.cart, 303)
  const nonce = fields['woocommerce-process-checkout-nonce']
  const isNonceValid = verifyNonce(shop.secret, CHECKOUT_NONCE, session.key, nonce)
  if (fields.apply_coupon !== undefined && isNonceValid && cart.lines.length > 0)
    return couponPage(context, shop, cart, fields.coupon_code ?? '')

  const form = parseCheckoutForm(fields, shop.settings())
  if (!isNonceValid)
    return checkoutPage(context, shop, withDraft(cart, form), { ...form, notices: errorNotices(BAD_NONCE) })
  if (fields.woocommerce_checkout_update_totals !== undefined && cart.lines.length > 0)
    return checkoutPage(context, shop, await saveCheckoutDraft(shop, cart, draftOf(form, cart)), form)

  const submitted = await submitCheckout(context, shop, cart, fields)
  const after = await loadCart(shop.db, session.key)
  if (submitted.kind === 'refused') {
    if (after.lines.length === 0) return context.redirect(paths.cart, 303)
    return checkoutPage(context, shop, withDraft(after, form), {
      ...form,
      notices: form.shipToDifferent ? submitted.notices : noticesBesideOneAddress(submitted),
      waitToken: submitted.refusal?.waitToken?.text,
    })
  }
  setCookiesFor(context, shop, after)
  if (submitted.kind === 'needs-action') return context.redirect(nextActionHash(submitted.action), 303)
  if (submitted.kind === 'redirect')
    return context.redirect(hrefs.providerPage('order-pay', submitted.order.id, submitted.order.orderKey), 303)
  // A path without host: the Content-Security-Policy blocks redirects of forms to another host name of the shop.
  return context.redirect(hrefs.orderReceived(submitted.order.id, submitted.order.orderKey), 303)
}

const TYPED_BEFORE: Notice = {
  kind: 'info',
  text: 'Welcome back. This is what you had typed; nothing is ordered yet.',
}

async function typedBefore(context: Context, shop: CheckoutContext): Promise<CheckoutForm | null> {
  const session = await currentAuthSession(context, shop)
  const fields = session && (await consumeFormDraft(context, shop, session))
  return fields && parseCheckoutForm(fields, shop.settings())
}

const draftOf = (form: CheckoutForm, cart: Cart): CartChange => ({
  billing: form.billing,
  shipping: form.shipping,
  customerNote: form.customerNote.slice(0, maxOrderComments),
  paymentMethod: form.paymentMethod,
  shippingMethod: form.shippingMethod ?? cart.shippingMethod,
})

const withDraft = (cart: Cart, form: CheckoutForm): Cart => ({ ...cart, ...draftOf(form, cart) })

async function couponPage(context: Context, shop: CheckoutContext, cart: Cart, code: string): Promise<Response> {
  const applied = await enterCoupon(context, shop, cart.sessionKey, code.slice(0, 200))
  if (applied.ok)
    return checkoutPage(context, shop, applied.cart, {
      notices: [{ kind: 'success', text: 'Coupon code applied successfully.' }],
    })
  const problem = <CouponProblemMessage code={applied.code} problem={applied.problem} />
  return checkoutPage(context, shop, cart, { refusedCoupon: { typed: code, problem } })
}

async function withCustomerAddress(context: Context, shop: CheckoutContext, cart: Cart): Promise<Cart> {
  const user = await currentUser(context, shop)
  if (!user || cart.billing.address1) return cart
  const savedAddress = (await loadAddresses(shop.db, user.id)).billing
  const email = cart.billing.email || savedAddress.email || user.email
  // An estimate by province is not mixed with a saved address from elsewhere.
  if (!savedAddress.address1) return { ...cart, billing: { ...cart.billing, email } }
  return { ...cart, billing: { ...savedAddress, email }, shipping: { ...savedAddress, email: '' } }
}

async function chosenAddresses(context: Context, shop: CheckoutContext, cart: Cart) {
  const { bill_to: billTo = '', ship_to: shipTo = '' } = context.req.query()
  const user = billTo === '' && shipTo === '' ? null : await currentUser(context, shop)
  if (!user) return null
  const chosenAddress = { billTo, shipTo }
  const filled = await withCustomerAddress(context, shop, cart)
  const offered = await offeredAddresses(shop.db, user.id, await loadAddresses(shop.db, user.id))
  const chosen = withChosenAddresses(filled, offered, chosenAddress, user.email)
  return chosen && { ...chosen, chosenAddress }
}

async function checkoutPage(context: Context, shop: CheckoutContext, cart: Cart, formState: CheckoutFormState) {
  const session = await currentAuthSession(context, shop)
  const user = session?.user ?? null
  const isGuest = user === null
  const stored = user ? await loadAddresses(shop.db, user.id) : { billing: {}, shipping: {} }
  const view = await toCheckoutView(shop, cart, {
    acceptsTerms: formState.acceptsTerms ?? false,
    choice: await cardChoiceOf(shop, user?.id ?? null),
  })
  return context.render({
    title: 'Checkout',
    bodyClass: `page page-id-checkout woocommerce-checkout woocommerce-page${isGuest ? '' : ' logged-in'}`,
    layout: 'checkout',
    noIndex: true,
    scripts: ['src/shop/checkout/client/checkout.client.ts'],
    externalScripts: [],
    globals: { ...checkoutGlobals(shop, cart.sessionKey), ...(await paymentPageGlobals(context, shop, view)) },
    body: (
      <CheckoutPage
        view={view}
        formState={formState}
        isGuest={isGuest}
        addresses={user ? await offeredAddresses(shop.db, user.id, stored) : []}
        shipping={
          formState.shipToDifferent
            ? cart.shipping
            : shippingToFill(stored, cart.billing, shop.settings().checkout.shipsTo)
        }
        payments={shop.payments}
        restNonce={session ? restNonceOf(shop, session) : undefined}
      />
    ),
  })
}

async function paymentPageGlobals(context: Context, shop: CheckoutContext, view: CheckoutView) {
  const session = await currentAuthSession(context, shop)
  const { cart, total, payable, sheetWith } = view
  const { billing, shipping, sessionKey } = cart
  const { currency, totalCents: cents } = total
  const visitor = { fraudSessionId: fraudSessionId(context, shop, sessionKey), userId: session?.user.id ?? null }
  return {
    ...paymentGlobals(context, shop, {
      page: 'checkout',
      session,
      amount: { cents, currency },
      billing,
      shipping,
    }),
    ...walletGlobals(shop, {
      page: 'checkout',
      visitor: visitorOf(context, session),
      sheetWith,
      wallets: availableWallets(shop.settings(), payable),
    }),
    wcpay_upe_config: localized(
      woopaymentsConfig(shop, { isCheckout: true, currency, cartTotalCents: cents, visitor }),
    ),
  }
}

async function holdExpiredNotices(shop: CheckoutContext, cart: Cart): Promise<NoticeList> {
  if (cart.placedOrderId === null) return []
  const order = await findOrderRow(shop.db, cart.placedOrderId)
  if (!order || order.cartVersion !== cart.version || !isExpiredUnpaid(order)) return []
  const text =
    'Your order was not paid in time, so we could not keep its goods for you any longer. Nothing was charged. Everything that can still be had is in your cart: please order again.'
  return [{ kind: 'info', text }]
}
