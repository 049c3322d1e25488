import type { Context } from 'hono'
import type { ReactNode } from 'react'
import { currentUser } from '../../people/accounts/auth-session.ts'
import { knownDevice, rememberDevice } from '../../people/accounts/known-device.ts'
import type { NoticeList } from '../../platform/ui/notices.tsx'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Cart } from '../cart/cart.store.ts'
import { priceCart } from '../cart/price-cart.ts'
import { sanitizeAttribution } from '../tracking/attribution.ts'
import { type ChargeOrderResult, chargeOrder } from './charge-order.ts'
import { checkoutProblems, type Fields, gatewayOf, parseCheckoutForm, WAIT_TOKEN_FIELD } from './checkout-form.ts'
import {
  errorNotices,
  fieldNotices,
  INVALID_PAYMENT_METHOD,
  MISSING_CARD,
  paymentFailureNotices,
  placeOrderNotices,
  sessionExpired,
} from './checkout-notices.tsx'
import {
  cartKeyOf,
  type OrderAttempt,
  type OrderOutcome,
  openCheckoutThrottle,
  type Refusal,
  refusalText,
} from './checkout-throttle.ts'
import type { CheckoutContext } from './context.ts'
import { requestedAccount, resolveAccount, signInNewAccount } from './new-account.ts'
import { type Purchase, placeOrder } from './place-order.ts'
import { reservationOfCart } from './unpaid-reservations.ts'

/** An order is placed, or paid, or its payment continues. */
export type Submitted = Exclude<ChargeOrderResult, { readonly kind: 'refused' }>

export type SubmitRefusal = {
  readonly kind: 'refused'
  readonly notices: NoticeList
  readonly outcome: OrderOutcome
  /** Refused by the throttle: too many failures before, and what is required to proceed. */
  readonly refusal?: Refusal
}

export const refuse = (notices: NoticeList, outcome: OrderOutcome = 'none'): SubmitRefusal => ({
  kind: 'refused',
  notices,
  outcome,
})
export const refuseWith = (text: ReactNode): SubmitRefusal => refuse(errorNotices(text))

/**
 * The whole of "Place order", for the script's call and the plain form: validate, place, pay. `cartEmptied` in the
 * result: by this submit.
 */
export async function submitCheckout(context: Context, shop: CheckoutContext, cart: Cart, fields: Fields) {
  const settings = shop.settings()
  const form = parseCheckoutForm(fields, settings)
  const isRepeat = cart.lines.length === 0 && cart.placedOrderId !== null && cart.placedOrderDigest === form.digest
  if (cart.lines.length === 0 && !isRepeat) return refuse(sessionExpired(shop.url))

  const priced = priceCart(shop, { ...cart, billing: form.billing, shipping: form.shipping })
  const user = await currentUser(context, shop)
  const requested = !user && form.createsAccount ? requestedAccount(fields.account_password ?? '', settings) : null
  const options = { needsShipping: priced.needsShipping, createsAccount: requested !== null }
  const problems = checkoutProblems(fields, form, settings, options)
  if (problems.length > 0) return refuse(fieldNotices(problems))
  if (priced.needsShipping && !priced.shippingRate) return refuse(placeOrderNotices({ kind: 'no-shipping' }, shop.url))
  const gateway = gatewayOf(form.paymentMethod, settings)
  if (gateway === null && (priced.needsPayment || isRepeat)) return refuseWith(INVALID_PAYMENT_METHOD)
  const isByCard = gateway === 'stripe_cc' && priced.needsPayment
  if (isByCard && form.paymentToken === '') return refuseWith(MISSING_CARD)

  const account = isRepeat ? requested : await resolveAccount(context, shop, requested, form.billing.email)
  if (account === 'email-taken') return refuse(placeOrderNotices({ kind: 'email-taken' }, shop.url))

  const customerId = user?.id ?? null
  const attempt = {
    email: form.billing.email,
    cartId: cart.id,
    cartKey: cartKeyOf(cart),
    userId: customerId,
    attemptKey: `${cartKeyOf(cart)} ${form.digest} ${form.paymentToken}`,
    isByCard,
    ...(priced.needsPayment ? { reservation: reservationOfCart(cart, priced) } : {}),
  }
  const { billing, shipping, customerNote, shippingMethod, digest } = form
  const purchase: Purchase = {
    ...{ cart, billing, shipping, customerNote, shippingMethod, digest, customerId },
    paymentMethod: gateway ?? 'stripe_cc',
    via: 'checkout',
    ...(account ? { account } : {}),
    clientAddress: clientAddress(context),
    userAgent: context.req.header('user-agent') ?? '',
    attribution: sanitizeAttribution(attributionFields(fields)),
  }
  return throttled(context, shop, fields, attempt, () => placeAndPay(context, shop, purchase, form.paymentToken))
}

/** Submits a form's attempt within the limits of failed attempts. */
export async function throttled<Result extends { readonly outcome: OrderOutcome }>(
  context: Context,
  shop: CheckoutContext,
  fields: Fields,
  attempt: Omit<OrderAttempt, 'address' | 'paidOrderId' | 'proof' | 'waitToken'>,
  submit: () => Promise<Result>,
): Promise<Result | SubmitRefusal> {
  const throttle = await openCheckoutThrottle(shop, {
    ...attempt,
    address: clientAddress(context),
    paidOrderId: knownDevice(context, shop)?.orderId ?? null,
    proof: fields.proof ?? '',
    waitToken: fields[WAIT_TOKEN_FIELD] ?? '',
  })
  if (!throttle.ok) return { ...refuseWith(refusalText(throttle)), refusal: throttle }
  let outcome: OrderOutcome = 'none'
  try {
    const result = await submit()
    outcome = result.outcome
    return result
  } finally {
    await throttle.report(outcome)
  }
}

async function placeAndPay(context: Context, shop: CheckoutContext, purchase: Purchase, paymentToken: string) {
  const { account } = purchase
  const placed = await placeOrder(shop, purchase)
  if (!placed.ok) return refuse(placeOrderNotices(placed.problem, shop.url))
  const payment = await chargeOrder(shop, placed.order, paymentToken, placed.isNew)
  if (payment.kind === 'refused') return refuse(paymentFailureNotices(payment), payment.outcome)
  if (payment.outcome === 'paid') rememberDevice(context, shop, { orderId: placed.order.id })
  if (account && payment.kind === 'done' && (placed.isNew || payment.outcome === 'paid'))
    await signInNewAccount(context, shop, payment.order, account)
  return { ...payment, cartEmptied: placed.cartEmptied }
}

/** `wc_order_attribution_*` fields without their prefix. */
function attributionFields(fields: Fields): Record<string, string> {
  const prefix = 'wc_order_attribution_'
  const attribution = Object.entries(fields).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(attribution.map(([name, value]) => [name.slice(prefix.length), value]))
}
