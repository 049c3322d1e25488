import { z } from 'zod'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { loadCart } from '../../cart/cart.store.ts'
import { currentCartSession } from '../../cart/cart-session.ts'
import { setCookiesAfterOrder } from '../../cart/cart-view.tsx'
import { loadExpressCart } from '../../cart/express-cart.ts'
import type { Fields } from '../checkout-form.ts'
import { errorHtml, sessionExpired } from '../checkout-notices.tsx'
import { type Refusal, refusalJson } from '../checkout-throttle.ts'
import { nextActionHash, orderReceivedUrl } from '../next-action.ts'
import { submitCheckout } from '../submit-checkout.ts'
import { type StripeAnswer, stripeCall } from './stripe-call.ts'

/**
 * `checkout`: places and pays an order from a wallet's sheet, without the nonce of the checkout page. From a product page
 * it is the express cart that is ordered, and the shopper's own stays as it is.
 */
export const checkoutCall = stripeCall({
  route: 'checkout',
  method: 'POST',
  fields: z.object({
    page_id: z.string().default('').describe('Kind of the page, such as `product`.'),
    payment_method: z.string().default('').describe('The payment method; other fields are those of the checkout form.'),
    currency: z.string().default('').describe('Ignored: prices are in the currency of the shop.'),
  }),
  async handler({ context, shop, fields, form }) {
    const session = await currentCartSession(context, shop)
    if (!session) return failure(sessionExpired(shop.url))
    const isExpress = fields.page_id === 'product'
    const cart = isExpress ? await loadExpressCart(shop.db, session.key) : await loadCart(shop.db, session.key)
    const submitted = await submitCheckout(context, shop, cart, sheetFields(form))
    if (submitted.kind === 'refused') return failure(submitted.notices, submitted.refusal)
    const { kind, order } = submitted
    if (!isExpress && kind !== 'needs-action' && kind !== 'unknown')
      await setCookiesAfterOrder(context, shop, session.key)
    const redirect = kind === 'needs-action' ? nextActionHash(submitted.action) : orderReceivedUrl(shop, order)
    return { json: { result: 'success', redirect, order_id: order.id, reload: false, messages: '' } }
  },
})

const failure = (notices: NoticeList, refusal?: Refusal): StripeAnswer => ({
  json: { result: 'failure', messages: errorHtml(notices), reload: false, ...refusalJson(refusal) },
})

/** A field of a shipping address that a wallet has filled in. */
const hasShippingAddress = (form: Fields): boolean =>
  ['country', 'address_1', 'city'].some((name) => (form[`shipping_${name}`] ?? '').trim() !== '')

/**
 * The form as a wallet's sheet means it: the order goes to the sheet's shipping address, and terms that were not ticked
 * were not shown. They are then not recorded as agreed to.
 */
function sheetFields(form: Fields): Fields {
  const isAgreed = form.terms !== undefined
  const fields = Object.entries(form).filter(([name]) => isAgreed || name !== 'terms-field')
  return { ...Object.fromEntries(fields), ...(hasShippingAddress(form) ? { ship_to_different_address: '1' } : {}) }
}
