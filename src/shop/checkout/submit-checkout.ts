import type { Context } from 'hono'
import { currentUser } from '../../people/accounts/auth-session.ts'
import { knownDevice, rememberDevice } from '../../people/accounts/known-device.ts'
import type { NoticeList } from '../../platform/ui/notices.tsx'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Cart } from '../cart/cart.store.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { NewAccount } from '../orders/new-account.ts'
import type { Order } from '../orders/orders.store.ts'
import type { GatewayId } from '../payments/gateways.ts'
import { sanitizeAttribution } from '../tracking/attribution.ts'
import { chargeOrder, nextActionHash } from './charge-order.ts'
import {
  type CheckoutForm,
  checkoutProblems,
  type Fields,
  gatewayOf,
  parseCheckoutForm,
  WAIT_TOKEN_FIELD,
} from './checkout-form.ts'
import {
  fieldNotices,
  INVALID_PAYMENT_METHOD,
  MISSING_CARD,
  paymentFailureNotices,
  placeOrderNotices,
  sessionExpired,
} from './checkout-notices.tsx'
import { type OrderOutcome, openCheckoutThrottle, type Refusal, refusalText } from './checkout-throttle.ts'
import type { PayContext, SubmitContext } from './context.ts'
import { requestedAccount, resolveAccount, signInNewAccount } from './new-account.ts'
import { placeOrder } from './place-order.ts'
import { reservationOfCart } from './unpaid-reservations.ts'

export type SubmitResult =
  /** Redirect to the order-received page. */
  | { readonly kind: 'done'; readonly order: Order; readonly cartEmptied: boolean }
  | { readonly kind: 'needs-action'; readonly order: Order; readonly redirect: string }
  /** The order is placed, but the result of its payment is unknown: the order-received page says so. */
  | { readonly kind: 'undecided'; readonly order: Order }
  /** `refused` by the throttle: too many failures before, and what is required to proceed. */
  | {
      readonly kind: 'refused'
      readonly notices: NoticeList
      readonly form: CheckoutForm
      readonly refusal?: Refusal
    }

/** The whole of "Place order", for the script's call and the plain form: validate, place, pay, redirect. */
export async function submitCheckout(
  context: Context,
  shop: SubmitContext,
  cart: Cart,
  fields: Fields,
): Promise<SubmitResult> {
  const form = parseCheckoutForm(fields, shop.settings())
  const refuse = (notices: NoticeList): SubmitResult & { kind: 'refused' } => ({ kind: 'refused', notices, form })
  const isRepeat = cart.lines.length === 0 && cart.placedOrderId !== null && cart.placedOrderDigest === form.digest
  if (cart.lines.length === 0 && !isRepeat) return refuse(sessionExpired(shop.url))

  const settings = shop.settings()
  const priced = priceCart(shop, { ...cart, billing: form.billing, shipping: form.shipping })
  const user = await currentUser(context, shop)
  const requested = !user && form.createsAccount ? requestedAccount(fields.account_password ?? '', settings) : null
  const options = { needsShipping: priced.needsShipping, createsAccount: requested !== null }
  const problems = checkoutProblems(fields, form, settings, options)
  if (problems.length > 0) return refuse(fieldNotices(problems))
  if (priced.needsShipping && !priced.shippingRate) return refuse(placeOrderNotices({ kind: 'no-shipping' }, shop.url))
  const gateway = gatewayOf(form.paymentMethod, settings)
  if (gateway === null && (priced.needsPayment || isRepeat))
    return refuse([{ kind: 'error', text: INVALID_PAYMENT_METHOD }])
  if (gateway === 'stripe_cc' && priced.needsPayment && form.paymentToken === '')
    return refuse([{ kind: 'error', text: MISSING_CARD }])

  const resolved = isRepeat
    ? ({ ok: true, account: requested } as const)
    : await resolveAccount(context, shop, requested, form.billing.email)
  if (!resolved.ok) return refuse(placeOrderNotices({ kind: 'email-taken' }, shop.url))
  const { account } = resolved

  const throttle = await openCheckoutThrottle(shop, {
    address: clientAddress(context),
    email: form.billing.email,
    cartId: cart.id,
    userId: user?.id ?? null,
    paidOrderId: knownDevice(context, shop)?.orderId ?? null,
    attemptKey: `${cart.id} ${form.digest} ${form.paymentToken}`,
    proof: fields.proof ?? '',
    waitToken: fields[WAIT_TOKEN_FIELD] ?? '',
    isByCard: gateway === 'stripe_cc' && priced.needsPayment,
    ...(priced.needsPayment ? { reservation: reservationOfCart(cart, priced) } : {}),
  })
  if (!throttle.ok) return { ...refuse([{ kind: 'error', text: refusalText(throttle) }]), refusal: throttle }
  let outcome: OrderOutcome = 'none'
  try {
    const submitted = await placeAndPay(context, shop, {
      cart,
      form,
      fields,
      gateway,
      account,
      customerId: user?.id ?? null,
    })
    outcome = submitted.outcome
    return submitted.result
  } finally {
    await throttle.report(outcome)
  }
}

type CheckedSubmission = {
  readonly cart: Cart
  readonly form: CheckoutForm
  readonly fields: Fields
  readonly gateway: GatewayId | null
  readonly account: NewAccount | null
  readonly customerId: number | null
}

async function placeAndPay(
  context: Context,
  shop: SubmitContext,
  { cart, form, fields, gateway, account, customerId }: CheckedSubmission,
): Promise<{ readonly result: SubmitResult; readonly outcome: OrderOutcome }> {
  const placed = await placeOrder(shop, {
    cart,
    billing: form.billing,
    shipping: form.shipping,
    customerNote: form.customerNote,
    paymentMethod: gateway ?? 'stripe_cc',
    shippingMethod: form.shippingMethod,
    digest: form.digest,
    via: 'checkout',
    customerId,
    ...(account ? { account } : {}),
    clientAddress: clientAddress(context),
    userAgent: context.req.header('user-agent') ?? '',
    attribution: sanitizeAttribution(attributionFields(fields)),
  })
  if (!placed.ok) {
    const notices = placeOrderNotices(placed.problem, shop.url)
    return { result: { kind: 'refused', notices, form }, outcome: 'none' }
  }
  const paid = await payPlacedOrder(shop, placed, form)
  if (paid.outcome === 'paid') rememberDevice(context, shop, { orderId: placed.order.id })
  if (account && paid.result.kind === 'done' && (placed.isNew || paid.outcome === 'paid'))
    await signInNewAccount(context, shop, paid.result.order, account)
  return paid
}

async function payPlacedOrder(
  shop: PayContext,
  { order, cartEmptied, isNew }: { readonly order: Order; readonly cartEmptied: boolean; readonly isNew: boolean },
  form: CheckoutForm,
): Promise<{ result: SubmitResult; outcome: OrderOutcome }> {
  const payment = await chargeOrder(shop, order, form.paymentToken, isNew)
  const { outcome } = payment
  switch (payment.kind) {
    case 'done':
      return { result: { kind: 'done', order: payment.order, cartEmptied }, outcome }
    case 'needs-action':
      return { result: { kind: 'needs-action', order, redirect: nextActionHash(payment.action) }, outcome }
    case 'undecided':
      return { result: { kind: 'undecided', order }, outcome }
    case 'refused':
      return { result: { kind: 'refused', notices: paymentFailureNotices(payment), form }, outcome }
  }
}

/** `wc_order_attribution_*` fields without their prefix. */
function attributionFields(fields: Fields): Record<string, string> {
  const prefix = 'wc_order_attribution_'
  const attribution = Object.entries(fields).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(attribution.map(([name, value]) => [name.slice(prefix.length), value]))
}
