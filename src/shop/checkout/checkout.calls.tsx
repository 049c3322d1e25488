import { renderToStaticMarkup } from 'react-dom/server'
import { type FieldSet, maxOrderComments, parseOrderComments } from '../../people/addresses/address.ts'
import { currentUser, verifyNonce } from '../../people/identity/auth-session.ts'
import type { NoticeList } from '../../platform/ui/notices.tsx'
import { type AjaxHandler, ajaxJson, ajaxText } from '../../platform/web/ajax.ts'
import { formFields, nestedFields } from '../../platform/web/form.ts'
import { type Cart, emptyCart, loadCart } from '../cart/cart.store.ts'
import { currentCartSession } from '../cart/cart-session.ts'
import { setCookiesAfterOrder, setCookiesFor } from '../cart/cart-view.tsx'
import { removeRejectedCoupons } from '../cart/change-coupons.ts'
import { saveCheckoutDraft } from '../cart/checkout-draft.ts'
import { cardChoiceOf } from '../gateways/cards/saved-cards.store.ts'
import { availableWallets } from '../payment-methods/offered-wallets.ts'
import { refusalJson } from '../risk/checkout-throttle.ts'
import { gatewayData } from '../wallets/gateway-data.tsx'
import { isPaymentRequest } from '../wallets/wallets.ts'
import { type Fields, parseFormAddress } from './checkout-form.ts'
import {
  BAD_NONCE,
  errorHtml,
  errorNotices,
  placeOrderNotices,
  sessionExpired,
  TOTAL_CHANGED,
} from './checkout-notices.tsx'
import { CHECKOUT_NONCE, type CheckoutView, REVIEW_NONCE, toCheckoutView } from './checkout-view.ts'
import type { CheckoutContext } from './context.ts'
import { endedSessionNotices } from './ended-session.tsx'
import { OrderReviewTable } from './order-review-table.tsx'
import { nextUrl, type OrderProblem } from './outcome.ts'
import { elementMode } from './page-config/payment-globals.ts'
import { Payment } from './payment.tsx'
import { submitCheckout } from './submit-checkout.ts'

/** POST /?wc-ajax=update_order_review (CHK-04, wc-ajax-update-order-review.json). */
export const updateOrderReviewCall: AjaxHandler<CheckoutContext> = async (context, shop) => {
  const fields = await formFields(context)
  const session = await currentCartSession(context, shop)
  const cart = session ? await loadCart(shop.db, session.key) : emptyCart('')
  if (cart.lines.length === 0) {
    const typed = nestedFields(fields.post_data ?? '')
    const notices = session ? sessionExpired(shop.url) : await endedSessionNotices(context, shop, typed)
    return ajaxJson(context, { fragments: { 'form.woocommerce-checkout': errorHtml(notices) } })
  }
  if (!verifyNonce(shop.secret, REVIEW_NONCE, cart.sessionKey, fields.security)) return ajaxText(context, '-1', 403)
  const saved = await saveReview(shop, cart, fields, nestedFields(fields.post_data ?? ''))
  const { cart: changed, rejected } = await removeRejectedCoupons(shop, saved, shop.now())
  setCookiesFor(context, shop, changed)
  return ajaxJson(context, {
    result: 'success',
    messages: rejected.length > 0 ? errorHtml(placeOrderNotices({ kind: 'coupons', coupons: rejected }, shop.url)) : '',
    reload: false,
    fragments: checkoutFragments(
      await toCheckoutView(shop, changed, {
        choice: await cardChoiceOf(shop, (await currentUser(context, shop))?.id ?? null),
      }),
    ),
  })
}

function saveReview(shop: CheckoutContext, cart: Cart, fields: Fields, postedForm: Fields): Promise<Cart> {
  const addressOf = (prefix: '' | 's_', set: FieldSet) =>
    parseFormAddress({ ...postedForm, ...addressFields(fields, prefix, set) }, set, shop.settings())
  return saveCheckoutDraft(shop, cart, {
    billing: addressOf('', 'billing'),
    shipping: { ...addressOf('s_', postedForm.ship_to_different_address ? 'shipping' : 'billing'), email: '' },
    shippingMethod:
      (fields['shipping_method[0]'] ?? postedForm['shipping_method[0]'])?.slice(0, 60) ?? cart.shippingMethod,
    paymentMethod: fields.payment_method?.slice(0, 40) ?? cart.paymentMethod,
    ...(postedForm.order_comments === undefined ? {} : { customerNote: noteOf(postedForm) }),
  })
}

/** An overlong note is rejected when the order is placed; until then it is not saved. */
const noteOf = (postedForm: Fields): string => {
  const note = parseOrderComments(postedForm)
  return note.length <= maxOrderComments ? note : ''
}

/** Maps `s_postcode` and similar to the form's field names, so that they are normalized like the form's. */
function addressFields(fields: Fields, prefix: '' | 's_', set: FieldSet): Fields {
  const posted = ['country', 'state', 'postcode', 'city', 'address', 'address_2'].flatMap((name) => {
    const value = fields[prefix + name]
    return value === undefined ? [] : [[`${set}_${name === 'address' ? 'address_1' : name}`, value] as const]
  })
  return Object.fromEntries(posted)
}

/** Refusals after which the totals on the page are outdated. */
const staleTotalsProblems: ReadonlySet<OrderProblem['kind']> = new Set(['currency-changed', 'total-changed', 'coupons'])

/** POST /?wc-ajax=checkout (CHK-13, CHK-18, wc-ajax-checkout.json). Always status 200; `result` has the outcome. */
export const checkoutCall: AjaxHandler<CheckoutContext> = async (context, shop) => {
  const fields = await formFields(context)
  const failure = (notices: NoticeList, more: Readonly<Record<string, unknown>> = {}) =>
    ajaxJson(context, { result: 'failure', messages: errorHtml(notices), refresh: false, reload: false, ...more })
  const session = await currentCartSession(context, shop)
  if (!session) return failure(await endedSessionNotices(context, shop, fields))
  if (!verifyNonce(shop.secret, CHECKOUT_NONCE, session.key, fields['woocommerce-process-checkout-nonce']))
    return failure(errorNotices(BAD_NONCE), { refresh: true })
  const submitted = await submitCheckout(context, shop, await loadCart(shop.db, session.key), fields)
  if (submitted.kind === 'refused') {
    const { notices, refusal, outcome } = submitted
    // WooCommerce's scripts fetch totals after `refresh`; this shop's fetches nonces, unless the answer says `outdated`.
    const problem = outcome?.kind === 'refused' ? outcome.problem.kind : null
    if (!problem || !staleTotalsProblems.has(problem)) return failure(notices, refusalJson(refusal))
    // Without the new total: it depends on the default rate of the totals that the page is about to show.
    const shown = problem === 'total-changed' ? errorNotices(TOTAL_CHANGED) : notices
    return failure(shown, { refresh: true, outdated: true })
  }
  const { kind, order } = submitted
  // Before the payment is confirmed, the items stay in the cart.
  if (kind !== 'needs-action' && kind !== 'redirect' && kind !== 'unknown') {
    if (kind === 'accepted' && submitted.isNew) setCookiesFor(context, shop, emptyCart(session.key))
    else await setCookiesAfterOrder(context, shop, session.key)
  }
  return ajaxJson(context, { result: 'success', redirect: nextUrl(shop, submitted), order_id: order.id })
}

/** wc-ajax-update-order-review.json, and what scripts of the Stripe plugin read (its sheet §7, "Data element"). */
function checkoutFragments(view: CheckoutView): Record<string, unknown> {
  const { total, payable, settings, sheetWith } = view
  const mode = JSON.stringify(elementMode(total.totalCents))
  const wallets = availableWallets(settings, payable).filter(isPaymentRequest)
  return {
    '.woocommerce-checkout-review-order-table': renderToStaticMarkup(<OrderReviewTable view={view} />),
    '.woocommerce-checkout-payment': renderToStaticMarkup(<Payment view={view} />),
    '.wc-stripe-element-options': encodeURIComponent(Buffer.from(mode).toString('base64')),
    ...(total.needsPayment ? Object.fromEntries(wallets.map((id) => [id, gatewayData({ sheetWith }, id)])) : {}),
  }
}
