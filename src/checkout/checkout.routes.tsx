import { type Context, Hono } from 'hono'
import { currentUser } from '../accounts/current-user.ts'
import { loadAddresses } from '../accounts/customer-address.ts'
import { checkNonce } from '../accounts/nonce.ts'
import { type Cart, emptyCart, loadCart } from '../cart/cart.store.ts'
import { unbuyableLines } from '../cart/cart.ts'
import { currentCart, setCookiesFor } from '../cart/cart-view.tsx'
import type { CartChange } from '../cart/change-cart.store.ts'
import { applyCoupon, dropRefusedCoupons, removeCoupon } from '../cart/change-coupons.ts'
import { CouponProblemWords } from '../cart/coupon-words.tsx'
import { readSession } from '../cart/shopper.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { Notice, NoticeList } from '../ui/notices.tsx'
import { formFields } from '../web/form.ts'
import { type CheckoutForm, readCheckoutForm } from './checkout-form.ts'
import { checkoutGlobals } from './checkout-globals.ts'
import { CHECKOUT_NONCE, viewCheckout } from './checkout-view.ts'
import { maxOrderComments } from './fields.ts'
import { heldTooLong } from './held-too-long.ts'
import { keepDecisions } from './keep-decisions.ts'
import { CheckoutPage } from './pages/checkout-page.tsx'
import { BAD_NONCE, placeNotices } from './problems.tsx'
import { submitCheckout } from './submit-checkout.ts'

export function checkoutRoutes(shop: Shop): Hono {
  const routes = new Hono()

  routes.get(paths.checkout, async (context) => {
    const found = await currentCart(context, shop)
    if (found.lines.length === 0) return context.redirect(hrefs.cart(), 302)
    const notices: Notice[] = []
    const code = context.req.query('remove_coupon')
    const isOurs = checkNonce(shop.secret, CHECKOUT_NONCE, found.id, context.req.query('_wpnonce'))
    const removed = code && isOurs ? await removeCoupon(shop, found.id, code, shop.now()) : null
    if (removed?.ok) notices.push({ kind: 'success', text: 'Coupon has been removed.' })
    const { cart, dropped } = await dropRefusedCoupons(shop, removed?.ok ? removed.cart : found, shop.now())
    if (dropped.length > 0) notices.push(...placeNotices({ kind: 'coupons', coupons: dropped }, shop.url))
    notices.push(...(await heldTooLong(shop, cart)))
    // Told before a whole form is filled in for nothing.
    const gone = unbuyableLines(cart.lines, shop.now())
    if (gone.length > 0) notices.push(...placeNotices({ kind: 'lines', lines: gone }, shop.url))
    return checkoutPage(context, shop, await prefilled(context, shop, cart), { notices })
  })

  routes.post(paths.checkout, async (context) => {
    const fields = await formFields(context)
    const session = await readSession(context, shop)
    const cart = session ? await loadCart(shop.db, session.id) : emptyCart('')
    if (!session || (cart.lines.length === 0 && cart.placedOrderId === null)) return context.redirect(hrefs.cart(), 303)
    const isOurs = checkNonce(shop.secret, CHECKOUT_NONCE, session.id, fields['woocommerce-process-checkout-nonce'])
    if (fields.apply_coupon !== undefined && isOurs && cart.lines.length > 0) {
      return couponPage(context, shop, cart, fields.coupon_code ?? '')
    }
    const form = readCheckoutForm(fields, shop.settings())
    const typed: Cart = { ...cart, ...decisionsOf(form, cart) }
    const shown = {
      shipToDifferent: form.shipToDifferent,
      createsAccount: form.createsAccount,
      acceptsTerms: form.acceptsTerms,
    }
    if (!isOurs) return checkoutPage(context, shop, typed, { ...shown, notices: [{ kind: 'error', text: BAD_NONCE }] })
    if (fields.woocommerce_checkout_update_totals !== undefined && cart.lines.length > 0) {
      return checkoutPage(context, shop, await keepDecisions(shop, cart, decisionsOf(form, cart)), shown)
    }
    const submitted = await submitCheckout(context, shop, cart, fields)
    const after = await loadCart(shop.db, session.id)
    if (submitted.kind === 'refused') {
      return after.lines.length === 0
        ? context.redirect(hrefs.cart(), 303)
        : checkoutPage(
            context,
            shop,
            { ...after, ...decisionsOf(form, after) },
            { ...shown, notices: submitted.notices, pass: submitted.door?.pass?.text ?? '' },
          )
    }
    setCookiesFor(context, shop, after)
    if (submitted.kind === 'needs-action') return context.redirect(submitted.redirect, 303)
    // Without the shop's host: under another of its names its own policy would stop a form that leads to the first.
    return context.redirect(hrefs.orderReceived(submitted.order.id, submitted.order.orderKey), 303)
  })

  return routes
}

/** What a posted form decides about a cart. */
const decisionsOf = (form: CheckoutForm, cart: Cart): CartChange => ({
  billing: form.billing,
  shipping: form.shipping,
  customerNote: form.customerNote.slice(0, maxOrderComments),
  paymentMethod: form.paymentMethod,
  shippingMethod: form.shippingMethod ?? cart.shippingMethod,
})

/** Without script a coupon is given by its own form. */
async function couponPage(context: Context, shop: Shop, cart: Cart, code: string): Promise<Response> {
  const applied = await applyCoupon(shop, cart.id, code.slice(0, 200), shop.now())
  if (applied.ok)
    return checkoutPage(context, shop, applied.cart, {
      notices: [{ kind: 'success', text: 'Coupon code applied successfully.' }],
    })
  const text = <CouponProblemWords code={applied.code} problem={applied.problem} />
  return checkoutPage(context, shop, cart, { notices: [{ kind: 'error', text }] })
}

/** A customer's own address, where none has been typed yet. */
async function prefilled(context: Context, shop: Shop, cart: Cart): Promise<Cart> {
  const user = await currentUser(context, shop)
  if (!user || cart.billing.address1) return cart
  const own = (await loadAddresses(shop.db, user.id)).billing
  const email = cart.billing.email || own.email || user.email
  // An estimate by province does not mix with an address from elsewhere.
  if (!own.address1) return { ...cart, billing: { ...cart.billing, email } }
  return { ...cart, billing: { ...own, email }, shipping: { ...own, email: '' } }
}

type Shown = {
  readonly notices?: NoticeList
  readonly shipToDifferent?: boolean
  readonly createsAccount?: boolean
  readonly acceptsTerms?: boolean
  readonly pass?: string
}

async function checkoutPage(context: Context, shop: Shop, cart: Cart, shown: Shown): Promise<Response> {
  const notices = shown.notices ?? []
  const isVisitor = (await currentUser(context, shop)) === null
  const errors = new Map(notices.flatMap(({ field, fieldText }) => (field && fieldText ? [[field, fieldText]] : [])))
  return context.render({
    title: 'Checkout',
    bodyClass: `page page-id-checkout woocommerce-checkout woocommerce-page${isVisitor ? '' : ' logged-in'}`,
    frame: 'checkout',
    noIndex: true,
    scripts: ['src/checkout/checkout.client.ts'],
    foreignScripts: [],
    globals: checkoutGlobals(shop, cart.id),
    body: (
      <CheckoutPage
        view={viewCheckout(shop, cart, shown.acceptsTerms)}
        notices={notices}
        errors={errors}
        shipToDifferent={shown.shipToDifferent ?? false}
        createsAccount={shown.createsAccount ?? false}
        isVisitor={isVisitor}
        pass={shown.pass ?? ''}
        provider={{ script: shop.payments.scriptUrl, key: shop.payments.publishableKey }}
      />
    ),
  })
}
