import { type Context, Hono } from 'hono'
import { currentUser } from '../accounts/current-user.ts'
import { checkNonce, makeNonce } from '../accounts/nonce.ts'
import { type Cart, emptyCart, loadCart } from '../cart/cart.store.ts'
import { currentCart, setCookiesFor } from '../cart/cart-view.tsx'
import { droppedText, dropRefusedCoupons } from '../cart/change-coupons.ts'
import { readSession } from '../cart/shopper.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { type NoticeList } from '../ui/notices.tsx'
import { formFields } from '../web/form.ts'
import { renderPage } from '../web/render.tsx'
import { shopGlobals } from '../web/shop-globals.ts'
import { readCheckoutForm } from './checkout-form.ts'
import { CHECKOUT_NONCE, REVIEW_NONCE, viewCheckout } from './checkout-view.ts'
import { heldTooLong } from './held-too-long.ts'
import { CheckoutPage } from './pages/checkout-page.tsx'
import { BAD_NONCE } from './problems.tsx'
import { submitCheckout } from './submit-checkout.ts'

export function checkoutRoutes(shop: Shop): Hono {
  const routes = new Hono()

  routes.get(paths.checkout, async (context) => {
    const { cart, dropped } = await dropRefusedCoupons(shop, await currentCart(context, shop), shop.now())
    if (cart.lines.length === 0) return context.redirect(hrefs.cart(), 302)
    const notices = [
      ...dropped.map((one) => ({ kind: 'error' as const, text: droppedText(one) })),
      ...(await heldTooLong(shop, cart)),
    ]
    return checkoutPage(context, shop, await prefilled(context, shop, cart), { notices })
  })

  routes.post(paths.checkout, async (context) => {
    const fields = await formFields(context)
    const session = await readSession(context, shop)
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

  return routes
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
  const errors = new Map(notices.flatMap(({ field, fieldText }) => (field && fieldText ? [[field, fieldText]] : [])))
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
