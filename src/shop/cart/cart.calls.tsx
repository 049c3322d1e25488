import type { Context } from 'hono'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { verifyNonce } from '../../people/identity/auth-session.ts'
import noticeStyles from '../../platform/ui/notices.module.css'
import { ErrorList } from '../../platform/ui/notices.tsx'
import { type AjaxHandler, ajaxEmpty, ajaxHeaders, ajaxJson } from '../../platform/web/ajax.ts'
import { setFlash } from '../../platform/web/flash.tsx'
import { formFields } from '../../platform/web/form.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { findProduct } from '../catalog/catalog.store.ts'
import { COUPON_APPLIED, COUPON_REMOVED } from '../pricing/coupon.ts'
import { addFromFields, addNotices } from './add-from-form.ts'
import type { Cart } from './cart.store.ts'
import { currentCartSession, setCartCookies } from './cart-session.ts'
import {
  APPLY_NONCE,
  currentCart,
  inChosenCurrency,
  REMOVE_NONCE,
  SHIPPING_NONCE,
  setCookiesFor,
  toCartView,
} from './cart-view.tsx'
import { removeFromCart } from './change-cart.ts'
import { enterCoupon, removeCoupon } from './change-coupons.ts'
import { chooseShippingMethod } from './choose-shipping.ts'
import type { CartContext } from './context.ts'
import { CouponProblemMessage } from './coupon-messages.tsx'
import { cartFragments } from './fragments.tsx'
import { CartTotals } from './pages/cart-totals.tsx'

async function respondWithCart(context: Context, shop: CartContext, written: Cart): Promise<Response> {
  const cart = await inChosenCurrency(context, shop, written)
  const view = await toCartView(shop, cart)
  setCartCookies(context, view.hash)
  return ajaxJson(context, { fragments: cartFragments(view), cart_hash: view.hash })
}

/** POST /?wc-ajax=add_to_cart (ATC-01, wc-ajax-add-to-cart.json). */
export const addToCartCall: AjaxHandler<CartContext> = async (context, shop) => {
  if (context.req.method !== 'POST') return ajaxEmpty(context)
  const fields = await formFields(context)
  if (!fields.product_id) return ajaxEmpty(context)
  const results = await addFromFields(context, shop, fields)
  const added = results.findLast((result) => result.ok)
  const failed = results.find((result) => !result.ok)
  if (added && !failed) return respondWithCart(context, shop, added.cart)
  // Some children of a grouped product may have been added and others not: the product page explains which.
  if (added) setCookiesFor(context, shop, added.cart)
  const isGroup = Object.keys(fields).some((name) => name.startsWith('quantity['))
  const group = isGroup ? await findProduct(shop.db, { id: Number(fields.product_id) }) : null
  const slug = (isGroup ? group?.slug : failed?.slug) ?? null
  if (slug === null) return ajaxJson(context, { error: true, product_url: false })
  setFlash(context, shop, addNotices(results))
  return ajaxJson(context, { error: true, product_url: `${shop.url}${hrefs.product(slug)}` })
}

/** POST /?wc-ajax=remove_from_cart (MINI-01, wc-ajax-remove-from-cart.json). */
export const removeFromCartCall: AjaxHandler<CartContext> = async (context, shop) => {
  const fields = await formFields(context)
  const session = await currentCartSession(context, shop)
  if (!session || !fields.cart_item_key) return ajaxJson(context, { success: false })
  const removed = await removeFromCart(shop.db, session.key, fields.cart_item_key, shop.now())
  return removed.ok ? respondWithCart(context, shop, removed.cart) : ajaxJson(context, { success: false })
}

/** GET or POST /?wc-ajax=get_refreshed_fragments. */
export const refreshedFragmentsCall: AjaxHandler<CartContext> = async (context, shop) =>
  respondWithCart(context, shop, await currentCart(context, shop))

const html = (context: Context, body: string, status: 200 | 403 = 200): Response =>
  context.body(body, status, { ...ajaxHeaders, 'content-type': 'text/html; charset=UTF-8' })

const forbidden = (context: Context): Response => html(context, '-1', 403)

const successHtml = (text: string): string =>
  renderToStaticMarkup(
    <div className={`woocommerce-message ${noticeStyles.success}`} role="alert">
      {text}
    </div>,
  )
const errorHtml = (text: ReactNode): string => renderToStaticMarkup(<ErrorList errors={[{ kind: 'error', text }]} />)

/** The fields of a POST with a valid nonce of `action` in `security`; null otherwise. */
async function verifiedFields(context: Context, shop: CartContext, action: string) {
  if (context.req.method !== 'POST') return null
  const fields = await formFields(context)
  const session = await currentCartSession(context, shop)
  if (!session || !verifyNonce(shop.secret, action, session.key, fields.security)) return null
  return { fields, session }
}

/** POST /?wc-ajax=apply_coupon: a notice as markup (wc-ajax-apply-coupon.json). */
export const applyCouponCall: AjaxHandler<CartContext> = async (context, shop) => {
  const verified = await verifiedFields(context, shop, APPLY_NONCE)
  if (!verified) return forbidden(context)
  const applied = await enterCoupon(context, shop, verified.session.key, verified.fields.coupon_code ?? '')
  if (!applied.ok)
    return html(context, errorHtml(<CouponProblemMessage code={applied.code} problem={applied.problem} />))
  setCookiesFor(context, shop, applied.cart)
  return html(context, successHtml(COUPON_APPLIED))
}

/** POST /?wc-ajax=remove_coupon (wc-ajax-remove-coupon.json). Succeeds for a code that is not in the cart. */
export const removeCouponCall: AjaxHandler<CartContext> = async (context, shop) => {
  const verified = await verifiedFields(context, shop, REMOVE_NONCE)
  if (!verified) return forbidden(context)
  const code = verified.fields.coupon ?? ''
  if (code.trim() === '') return html(context, errorHtml('Sorry there was a problem removing this coupon.'))
  const removed = await removeCoupon(shop, verified.session.key, code, shop.now())
  if (removed.ok) setCookiesFor(context, shop, removed.cart)
  return html(context, successHtml(COUPON_REMOVED))
}

async function respondWithTotals(context: Context, shop: CartContext, cart: Cart): Promise<Response> {
  const view = await toCartView(shop, cart)
  setCartCookies(context, view.hash)
  return html(context, renderToStaticMarkup(<CartTotals view={view} />))
}

/** GET or POST /?wc-ajax=get_cart_totals: the current `div.cart_totals` (wc-ajax-cart-totals-and-shipping.json). */
export const cartTotalsCall: AjaxHandler<CartContext> = async (context, shop) =>
  respondWithTotals(context, shop, await currentCart(context, shop))

/** POST /?wc-ajax=update_shipping_method, with the same response. */
export const updateShippingMethodCall: AjaxHandler<CartContext> = async (context, shop) => {
  const verified = await verifiedFields(context, shop, SHIPPING_NONCE)
  if (!verified) return forbidden(context)
  const rateId = verified.fields['shipping_method[0]'] ?? ''
  return respondWithTotals(context, shop, await chooseShippingMethod(shop, verified.session.key, rateId))
}
