import type { Context } from 'hono'
import { type Address, type CheckoutField, checkoutFields } from '../../../people/addresses/address.ts'
import { addressProblems } from '../../../people/addresses/address-check.ts'
import { includesCountry } from '../../../people/addresses/countries.ts'
import { createNonce, currentUser, verifyNonce } from '../../../people/identity/auth-session.ts'
import { FULL_TERMS_TEXT } from '../../../people/identity/consents/consent-texts.ts'
import { recordTermsOfPayment } from '../../../people/identity/consents/consents.ts'
import { rememberDevice } from '../../../people/identity/sign-in/known-device.ts'
import { currentCartSession } from '../../cart/cart-session.ts'
import { setCookiesAfterOrder } from '../../cart/cart-view.tsx'
import { needsPayment } from '../../orders/order-status.ts'
import type { Order } from '../../orders/orders.store.ts'
import { findActivePayment } from '../../orders/payments/payments.store.ts'
import { enabledGateway } from '../../payment-methods/payment-methods.ts'
import { isPayable } from '../../payments/change-payment.ts'
import { settleOrder } from '../../payments/settle-payment.ts'
import { areTermsRequired, type Fields, parseFormAddress, shopAddressRules } from '../checkout-form.ts'
import { BAD_NONCE, INVALID_PAYMENT_METHOD, PRICE_DIFFERS, totalChanged } from '../checkout-notices.tsx'
import type { CheckoutContext } from '../context.ts'
import { notServed, termsProblems } from '../form-check.ts'
import { isRefused, type Submitted } from '../outcome.ts'
import type { CheckoutSettings } from '../settings.ts'
import { parseTotalCents, refusalOf, refuseFields, refuseWith, shopperOf } from '../submit-checkout.ts'
import { submitOrder } from '../submit-order.ts'
import { orderPaymentProblem } from './pay-pending-order.ts'

/** The order is no longer waiting for a payment; its page says why. */
const closed = { kind: 'closed' } as const

const ORDER_PAY_NONCE = 'woocommerce-pay'

/** The order-pay page's nonce, which belongs to the order: anyone with the order's key may pay it, from any browser. */
export const orderPayNonce = (shop: CheckoutContext, order: Order): string =>
  createNonce(shop.secret, ORDER_PAY_NONCE, shownOrder(order))

/** Staff may change an order while its page is open: nobody pays a total that they have not seen. */
const shownOrder = ({ orderKey, totalCents }: Order): string => `${orderKey} ${totalCents}`

export const isChangeOf = (order: Pick<Order, 'id'>, parameter: string | undefined): boolean =>
  parameter === String(order.id)

/** The caller has checked the order's key. The form sets only the method; amount and payer are the order's. */
export async function submitOrderPay(context: Context, shop: CheckoutContext, order: Order, fields: Fields) {
  if (!verifyNonce(shop.secret, ORDER_PAY_NONCE, shownOrder(order), fields['woocommerce-pay-nonce']))
    return { ...refuseWith(BAD_NONCE), isPageOutdated: true } as const
  const settings = shop.settings()
  const isChange = isChangeOf(order, fields.change_payment_method)
  const method = enabledGateway(fields.payment_method ?? '', settings)
  if (method === null) return isPayable(order, isChange) ? refuseWith(INVALID_PAYMENT_METHOD) : closed
  const { billing, problems: billingProblems } = completeBilling(settings, order, fields)
  const payment = { method, data: fields, billing, isChange }
  const problem = orderPaymentProblem(shop, order, payment)
  if (problem?.kind === 'not-payable') return closed
  if (problem) return refuseWith(problem.kind === 'missing-data' ? problem.text : problemTexts[problem.kind])
  const authorizedCents = parseTotalCents(fields.expected_total_cents)
  if (isPayable(order, isChange) && authorizedCents !== undefined && authorizedCents !== order.totalCents)
    return refuseWith(totalChanged(order))
  if (!isPayable(order, isChange)) return accepted(context, shop, { kind: 'accepted', order, isNew: false })
  const hasTerms = areTermsRequired(fields, settings)
  const problems = [...billingProblems, ...termsProblems(fields, hasTerms)]
  if (problems.length > 0) return refuseFields(problems)
  if (hasTerms) {
    const { id: orderId, customerId: userId } = order
    const consent = { orderId, userId, text: FULL_TERMS_TEXT, email: billing.email, at: shop.now() }
    await recordTermsOfPayment(shop.db, consent)
  }

  const shopper = shopperOf(context, shop, fields, (await currentUser(context, shop))?.id ?? null)
  const outcome = await submitOrder(shop, { kind: 'pay', shopper, order, payment })
  if (outcome.kind === 'paid') rememberDevice(context, shop, { orderId: order.id })
  if (outcome.kind === 'needs-action' || outcome.kind === 'redirect' || outcome.kind === 'unknown') return outcome
  if (!isRefused(outcome)) return accepted(context, shop, outcome)
  if (outcome.kind === 'refused' && outcome.problem.kind === 'closed') return closed
  const refusal = refusalOf(outcome, shop.url)
  if (!refusal.refusal) return refusal
  const currentOrder = await settleAuthenticated(shop, order)
  return isPayable(currentOrder, isChange)
    ? refusal
    : accepted(context, shop, { kind: 'accepted', order: currentOrder, isNew: false })
}

async function accepted<Result extends Submitted>(context: Context, shop: CheckoutContext, result: Result) {
  const session = await currentCartSession(context, shop)
  if (session) await setCookiesAfterOrder(context, shop, session.key)
  return result
}

/** A shopper returning from authentication may have paid already; no card is charged. */
async function settleAuthenticated(shop: CheckoutContext, order: Order): Promise<Order> {
  const payment = await findActivePayment(shop.db, order.id)
  return payment?.status === 'requires_action' ? settleOrder(shop, order) : order
}

const problemTexts = { 'not-offered': INVALID_PAYMENT_METHOD, 'price-differs': PRICE_DIFFERS } as const

type Unpaid = Pick<Order, 'status' | 'billing'>

/** Required fields without a value, for example in an order written by staff. The payer is asked for them. */
export function missingBilling(settings: CheckoutSettings, { status, billing }: Unpaid): readonly CheckoutField[] {
  if (!needsPayment(status)) return []
  const fields = checkoutFields('billing', shopAddressRules(settings)(billing.country))
  return fields.filter(
    ({ name, required, hidden, property }) =>
      required && !hidden && billing[property] === '' && !(name === 'first_name' && hasOneName(billing)),
  )
}

/** Wallets return a single name, which is stored as the last name. */
const hasOneName = ({ lastName }: Address): boolean => lastName !== ''

export function completeBilling(settings: CheckoutSettings, order: Unpaid, posted: Fields) {
  // A client whose form has no such field is not asked, as with the terms.
  const missing = missingBilling(settings, order).filter(({ key }) => posted[key] !== undefined)
  if (missing.length === 0) return { billing: order.billing, problems: [] }
  const rulesOf = shopAddressRules(settings)
  const keys = new Set(missing.map(({ key }) => key))
  const country = order.billing.country || (posted.billing_country ?? '')
  const input = Object.fromEntries(
    checkoutFields('billing', rulesOf(country)).map(({ key, property }) => [
      key,
      keys.has(key) ? posted[key] : order.billing[property],
    ]),
  )
  const entered = parseFormAddress(input, 'billing', settings)
  const billing = {
    ...order.billing,
    ...Object.fromEntries(missing.map(({ property }) => [property, entered[property]])),
  }
  const { sellsTo } = settings.checkout
  const checkCountry = (code: string) => (includesCountry(code, sellsTo) ? null : notServed('billing'))
  const problems = addressProblems(input, 'billing', { rulesOf }, checkCountry)
  return { billing, problems: problems.filter(({ field }) => keys.has(field)) }
}
