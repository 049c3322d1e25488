import { renderToStaticMarkup } from 'react-dom/server'
import { checkNonce } from '../accounts/nonce.ts'
import { type Cart, emptyCart, loadCart } from '../cart/cart.store.ts'
import { setCookiesAfterOrder, setCookiesFor } from '../cart/cart-view.tsx'
import { dropRefusedCoupons } from '../cart/change-coupons.ts'
import { readSession } from '../cart/shopper.ts'
import type { Shop } from '../shop.ts'
import { ErrorList, type NoticeList } from '../ui/notices.tsx'
import { type AjaxHandler, ajaxHeaders, ajaxJson } from '../web/ajax.ts'
import { formFields, innerFields } from '../web/form.ts'
import { readOrderComments } from './address.ts'
import { type Fields, readFormAddress } from './checkout-form.ts'
import { CHECKOUT_NONCE, REVIEW_NONCE, viewCheckout } from './checkout-view.ts'
import { maxOrderComments } from './fields.ts'
import { checkoutFragments } from './fragments.tsx'
import { keepDecisions } from './keep-decisions.ts'
import { doorJson, type Refusal } from './order-door.ts'
import { BAD_NONCE, placeNotices, sessionExpired } from './problems.tsx'
import { submitCheckout } from './submit-checkout.ts'
import { receivedUrl } from './take-payment.ts'

const errorHtml = (notices: NoticeList): string => renderToStaticMarkup(<ErrorList errors={notices} />)

/** POST /?wc-ajax=update_order_review (CHK-04, wc-ajax-update-order-review.json). */
export const updateOrderReviewCall: AjaxHandler = async (context, shop) => {
  const fields = await formFields(context)
  const session = await readSession(context, shop)
  const cart = session ? await loadCart(shop.db, session.id) : emptyCart('')
  if (cart.lines.length === 0) {
    return ajaxJson(context, { fragments: { 'form.woocommerce-checkout': errorHtml(sessionExpired(shop.url)) } })
  }
  if (!checkNonce(shop.secret, REVIEW_NONCE, cart.id, fields.security))
    return context.body('-1', 403, { ...ajaxHeaders, 'content-type': 'text/html; charset=UTF-8' })
  const kept = await keepReview(shop, cart, fields, innerFields(fields.post_data ?? ''))
  const { cart: changed, dropped } = await dropRefusedCoupons(shop, kept, shop.now())
  setCookiesFor(context, shop, changed)
  return ajaxJson(context, {
    result: 'success',
    messages: dropped.length > 0 ? errorHtml(placeNotices({ kind: 'coupons', coupons: dropped }, shop.url)) : '',
    reload: false,
    fragments: checkoutFragments(viewCheckout(shop, changed)),
  })
}

/** Takes over what decides prices, and what the form holds besides. */
function keepReview(shop: Shop, cart: Cart, fields: Fields, posted: Fields): Promise<Cart> {
  const billing = readFormAddress({ ...posted, ...placeFields(fields, '', 'billing') }, 'billing', shop.settings())
  const shipping = posted.ship_to_different_address
    ? readFormAddress({ ...posted, ...placeFields(fields, 's_', 'shipping') }, 'shipping', shop.settings())
    : readFormAddress({ ...posted, ...placeFields(fields, 's_', 'billing') }, 'billing', shop.settings())
  return keepDecisions(shop, cart, {
    billing,
    shipping: { ...shipping, email: '' },
    shippingMethod: (fields['shipping_method[0]'] ?? posted['shipping_method[0]'])?.slice(0, 60) ?? cart.shippingMethod,
    paymentMethod: fields.payment_method?.slice(0, 40) ?? cart.paymentMethod,
    ...(posted.order_comments === undefined ? {} : { customerNote: noteOf(posted) }),
  })
}

/** A note that is too long is refused when the order is placed; until then it is not kept. */
const noteOf = (posted: Fields): string => {
  const note = readOrderComments(posted)
  return note.length <= maxOrderComments ? note : ''
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
  const failure = (notices: NoticeList, more: { refresh?: boolean; door?: Refusal } = {}) =>
    ajaxJson(context, {
      result: 'failure',
      messages: errorHtml(notices),
      refresh: more.refresh ?? false,
      reload: false,
      ...doorJson(more.door),
    })
  const session = await readSession(context, shop)
  if (!session) return failure(sessionExpired(shop.url))
  if (!checkNonce(shop.secret, CHECKOUT_NONCE, session.id, fields['woocommerce-process-checkout-nonce'])) {
    return failure([{ kind: 'error', text: BAD_NONCE }], { refresh: true })
  }
  const submitted = await submitCheckout(context, shop, await loadCart(shop.db, session.id), fields)
  if (submitted.kind === 'refused') return failure(submitted.notices, submitted.door ? { door: submitted.door } : {})
  const { order } = submitted
  if (submitted.kind === 'needs-action')
    return ajaxJson(context, { result: 'success', redirect: submitted.redirect, order_id: order.id })
  // Not paid as far as anybody knows: what was bought stays in the cart until it is.
  if (submitted.kind === 'undecided')
    return ajaxJson(context, { result: 'success', redirect: receivedUrl(shop, order), order_id: order.id })
  if (submitted.hasEmptiedCart) setCookiesFor(context, shop, emptyCart(session.id))
  else await setCookiesAfterOrder(context, shop, session.id)
  return ajaxJson(context, { result: 'success', redirect: receivedUrl(shop, order), order_id: order.id })
}
