import { hrefs } from '../../platform/web/routes.ts'
import type { LineProblem } from '../cart/cart.ts'
import { billingDetailsOf } from '../gateways/billing-details.ts'
import type { Intent } from '../gateways/payment-intent.ts'
import type { Order } from '../orders/orders.store.ts'
import type { GatewayId } from '../payment-methods/payment-methods.ts'
import type { PaymentPage } from '../payments/order-intent.ts'
import type { RejectedCoupon } from '../pricing/coupon.ts'
import type { Total } from '../pricing/total.ts'
import type { Refusal } from '../risk/checkout-throttle.ts'
import type { CheckoutContext } from './context.ts'

/** `empty-cart`: unless a repeated form. `too-much-unpaid`: above the reservation limit for a buyer's unpaid orders. */
export type PlaceOrderProblem =
  | { readonly kind: 'empty-cart' | 'no-shipping' | 'payment-not-offered' | 'too-much-unpaid' }
  | { readonly kind: 'email-taken' | 'currency-changed' | 'amount-too-large' }
  /** The total differs from the one that the buyer has authorized. */
  | { readonly kind: 'total-changed'; readonly total: Total }
  | { readonly kind: 'coupons'; readonly coupons: readonly RejectedCoupon[] }
  | { readonly kind: 'lines'; readonly lines: readonly { name: string; problem: LineProblem }[] }
  | { readonly kind: 'insufficient-stock'; readonly lines: readonly ShortLine[] }

type ShortLine = { readonly name: string; readonly requested: number; readonly available: number }

export type OrderProblem =
  | PlaceOrderProblem
  | { readonly kind: 'throttled'; readonly refusal: Refusal }
  | { readonly kind: 'closed' }
  /** Nothing was charged. */
  | { readonly kind: 'payment'; readonly text: string }

/** The stage before the charge: a stored order and how it is charged, or why there is none. */
export type StoredOrder =
  | {
      readonly ok: true
      readonly order: Order
      readonly isNew?: boolean
      readonly page: PaymentPage
      /** Charges an order that waits for a transfer, by this method instead. */
      readonly method?: GatewayId
    }
  | { readonly ok: false; readonly problem: OrderProblem }

/** Result of placing or paying an order; each interface maps it to its own response. */
export type Outcome =
  | { readonly kind: 'paid'; readonly order: Order }
  /** To be paid offline, or free of charge. `isNew`: placed by this request, not by an earlier one. */
  | { readonly kind: 'accepted'; readonly order: Order; readonly isNew: boolean }
  /** Accepted by the provider: the money follows (`processing`), or is captured later (`authorized`). */
  | { readonly kind: 'processing' | 'authorized'; readonly order: Order }
  | { readonly kind: 'needs-action'; readonly order: Order; readonly action: NextAction }
  | { readonly kind: 'redirect'; readonly order: Order; readonly url: string }
  /** The result is unknown: the order-received page says so, and later shows the result. */
  | { readonly kind: 'unknown'; readonly order: Order }
  | { readonly kind: 'declined'; readonly text: string }
  | { readonly kind: 'refused'; readonly problem: OrderProblem }

export type RefusedOutcome = Extract<Outcome, { readonly kind: 'declined' | 'refused' }>
export type Submitted = Exclude<Outcome, RefusedOutcome>

export const isRefused = (outcome: Outcome): outcome is RefusedOutcome =>
  outcome.kind === 'declined' || outcome.kind === 'refused'

export type AcceptedOutcome = Extract<Outcome, { readonly kind: 'paid' | 'accepted' | 'processing' | 'authorized' }>

/** Whether the order is accepted, by this request or by an earlier one with the same form in the same cart. */
export const isAccepted = (outcome: Outcome): outcome is AcceptedOutcome =>
  ['paid', 'accepted', 'processing', 'authorized'].includes(outcome.kind)

export const orderReceivedUrl = (shop: CheckoutContext, order: Order): string =>
  shop.url + hrefs.orderReceived(order.id, order.orderKey)

/** Where an API client goes on: to the order-received page, a page of the provider, or `#response=…` to authenticate. */
export function nextUrl(shop: CheckoutContext, outcome: Submitted): string {
  if (outcome.kind === 'needs-action') return nextActionHash(outcome.action)
  return outcome.kind === 'redirect' ? outcome.url : orderReceivedUrl(shop, outcome.order)
}

/** Data for the browser to continue with authentication, with the field names of stripe-plugin sheet §4. */
export type NextAction = ReturnType<typeof nextAction>

/** `page`: where the shopper pays, and where a bank with its own page returns to. */
export function nextAction(shop: CheckoutContext, order: Order, intent: Intent, page: PaymentPage) {
  const returnUrl = shop.url + hrefs.paymentReturn(order, page)
  const online = { ip_address: order.customerIpAddress, user_agent: order.userAgent }
  const mandate = { mandate_data: { customer_acceptance: { type: 'online', online } } }
  return {
    type: 'payment_intent',
    client_secret: intent.clientSecret,
    status: intent.status,
    pm: intent.paymentMethodId,
    gateway_id: order.paymentMethod,
    order_id: order.id,
    order_key: order.orderKey,
    save_method: intent.savesCard ?? false,
    return_url: returnUrl,
    confirmation_args: { return_url: returnUrl, ...(intent.savesCard ? mandate : {}) },
    order_received_url: orderReceivedUrl(shop, order),
    billing_details: billingDetailsOf(order.billing),
    entropy: Math.floor(Math.random() * 1e9),
  }
}

/** The next action as a URL hash (shop.md §2, "Return from extra authentication"). */
export const nextActionHash = (action: NextAction): string =>
  `#response=${encodeURIComponent(Buffer.from(JSON.stringify(action)).toString('base64'))}`
