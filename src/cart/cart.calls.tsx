import type { Context } from 'hono'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { checkNonce } from '../accounts/nonce.ts'
import { findProduct } from '../catalog/catalog.store.ts'
import { COUPON_APPLIED, COUPON_REMOVED } from '../pricing/coupon.ts'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import noticeStyles from '../ui/notices.module.css'
import { ErrorList } from '../ui/notices.tsx'
import { type AjaxHandler, ajaxHeaders, ajaxJson, ajaxNothing } from '../web/ajax.ts'
import { setFlash } from '../web/flash.tsx'
import { formFields } from '../web/form.ts'
import { addFromFields, addNotices } from './add-from-form.ts'
import type { Cart } from './cart.store.ts'
import { APPLY_NONCE, currentCart, REMOVE_NONCE, SHIPPING_NONCE, setCookiesFor, viewCart } from './cart-view.tsx'
import { removeFromCart } from './change-cart.ts'
import { applyCoupon, removeCoupon } from './change-coupons.ts'
import { chooseMethod } from './choose-shipping.ts'
import { CouponProblemWords } from './coupon-words.tsx'
import { cartFragments } from './fragments.tsx'
import { CartTotals } from './pages/cart-totals.tsx'
import { hashOf } from './price-cart.ts'
import { setCartCookies } from './session.ts'
import { readSession } from './shopper.ts'

/** The answer of every call about lines: fragments and hash, with the cookies that scripts read. */
function answerWithCart(context: Context, shop: Shop, cart: Cart): Response {
  const view = viewCart(shop, cart)
  const hash = hashOf(cart, view.total)
  setCartCookies(context, hash)
  return ajaxJson(context, { fragments: cartFragments(view), cart_hash: hash })
}

/** POST /?wc-ajax=add_to_cart (ATC-01, wc-ajax-add-to-cart.json). */
export const addToCartCall: AjaxHandler = async (context, shop) => {
  if (context.req.method !== 'POST') return ajaxNothing(context)
  const fields = await formFields(context)
  if (!fields.product_id) return ajaxNothing(context)
  const results = await addFromFields(context, shop, fields)
  const added = results.findLast((result) => result.ok)
  const refused = results.find((result) => !result.ok)
  if (added && !refused) return answerWithCart(context, shop, added.cart)
  // Of a grouped product some parts may have gone in and others not: its own page tells which.
  if (added) setCookiesFor(context, shop, added.cart)
  const isGroup = Object.keys(fields).some((name) => name.startsWith('quantity['))
  const group = isGroup ? await findProduct(shop.db, { id: Number(fields.product_id) }) : null
  const slug = (isGroup ? group?.slug : refused?.slug) ?? null
  if (slug === null) return ajaxJson(context, { error: true, product_url: false })
  // Whoever asked goes to that page, and there it must say why.
  setFlash(context, shop, addNotices(results))
  return ajaxJson(context, { error: true, product_url: `${shop.url}${hrefs.product(slug)}` })
}

/** POST /?wc-ajax=remove_from_cart (MINI-01, wc-ajax-remove-from-cart.json). */
export const removeFromCartCall: AjaxHandler = async (context, shop) => {
  const fields = await formFields(context)
  const session = await readSession(context, shop)
  if (!session || !fields.cart_item_key) return ajaxJson(context, { success: false })
  const removed = await removeFromCart(shop.db, session.id, fields.cart_item_key, shop.now())
  return removed.ok ? answerWithCart(context, shop, removed.cart) : ajaxJson(context, { success: false })
}

/** GET or POST /?wc-ajax=get_refreshed_fragments. */
export const refreshedFragmentsCall: AjaxHandler = async (context, shop) =>
  answerWithCart(context, shop, await currentCart(context, shop))

const html = (context: Context, body: string): Response =>
  context.body(body, 200, { ...ajaxHeaders, 'content-type': 'text/html; charset=UTF-8' })

/** What a call without its nonce is told, as recorded. */
const notAllowed = (context: Context): Response =>
  context.body('-1', 403, { ...ajaxHeaders, 'content-type': 'text/html; charset=UTF-8' })

const good = (text: string): string =>
  renderToStaticMarkup(
    <div className={`woocommerce-message ${noticeStyles.success}`} role="alert">
      {text}
    </div>,
  )
const bad = (text: ReactNode): string => renderToStaticMarkup(<ErrorList errors={[{ kind: 'error', text }]} />)

/** The fields of a POST whose `security` is the nonce of `action` for this session; null: refuse it. */
async function trustedFields(context: Context, shop: Shop, action: string) {
  if (context.req.method !== 'POST') return null
  const fields = await formFields(context)
  const session = await readSession(context, shop)
  if (!session || !checkNonce(shop.secret, action, session.id, fields.security)) return null
  return { fields, session }
}

/** POST /?wc-ajax=apply_coupon: a notice as markup (wc-ajax-apply-coupon.json). */
export const applyCouponCall: AjaxHandler = async (context, shop) => {
  const trusted = await trustedFields(context, shop, APPLY_NONCE)
  if (!trusted) return notAllowed(context)
  const applied = await applyCoupon(shop, trusted.session.id, trusted.fields.coupon_code ?? '', shop.now())
  if (!applied.ok) return html(context, bad(<CouponProblemWords code={applied.code} problem={applied.problem} />))
  setCookiesFor(context, shop, applied.cart)
  return html(context, good(COUPON_APPLIED))
}

/** POST /?wc-ajax=remove_coupon (wc-ajax-remove-coupon.json). A code that is not in the cart is as good as removed. */
export const removeCouponCall: AjaxHandler = async (context, shop) => {
  const trusted = await trustedFields(context, shop, REMOVE_NONCE)
  if (!trusted) return notAllowed(context)
  const code = trusted.fields.coupon ?? ''
  if (code.trim() === '') return html(context, bad('Sorry there was a problem removing this coupon.'))
  const removed = await removeCoupon(shop, trusted.session.id, code, shop.now())
  if (removed.ok) setCookiesFor(context, shop, removed.cart)
  return html(context, good(COUPON_REMOVED))
}

function answerWithTotals(context: Context, shop: Shop, cart: Cart): Response {
  const view = viewCart(shop, cart)
  setCartCookies(context, hashOf(cart, view.total))
  return html(context, renderToStaticMarkup(<CartTotals view={view} />))
}

/** GET or POST /?wc-ajax=get_cart_totals: `div.cart_totals` as it now is (wc-ajax-cart-totals-and-shipping.json). */
export const cartTotalsCall: AjaxHandler = async (context, shop) =>
  answerWithTotals(context, shop, await currentCart(context, shop))

/** POST /?wc-ajax=update_shipping_method, with the same answer. */
export const updateShippingMethodCall: AjaxHandler = async (context, shop) => {
  const trusted = await trustedFields(context, shop, SHIPPING_NONCE)
  if (!trusted) return notAllowed(context)
  const wanted = trusted.fields['shipping_method[0]'] ?? ''
  return answerWithTotals(context, shop, await chooseMethod(shop, trusted.session.id, wanted))
}
