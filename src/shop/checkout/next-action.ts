import { hrefs } from '../../platform/web/routes.ts'
import { billingDetailsOf } from '../gateways/billing-details.ts'
import type { Intent } from '../gateways/payment-intent.ts'
import type { Order } from '../orders/orders.store.ts'
import type { PaymentPage } from '../payments/order-intent.ts'
import type { Outcome } from './charge-order.ts'
import type { CheckoutContext } from './context.ts'

/** The absolute URL of the order-received page, for API clients. */
export const orderReceivedUrl = (shop: CheckoutContext, order: Order): string =>
  shop.url + hrefs.orderReceived(order.id, order.orderKey)

/** Where an API client goes on: to the order-received page, a page of the provider, or `#response=…` to authenticate. */
export function nextUrl(shop: CheckoutContext, outcome: Exclude<Outcome, { kind: 'declined' | 'refused' }>): string {
  if (outcome.kind === 'needs-action') return nextActionHash(outcome.action)
  return outcome.kind === 'redirect' ? outcome.url : orderReceivedUrl(shop, outcome.order)
}

/** Data for the browser to continue with authentication, with the field names of stripe-plugin sheet §4. */
export type NextAction = ReturnType<typeof nextAction>

/** `page`: where the shopper pays, and where the provider leads back to if the bank has a page of its own. */
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

/** The same as a URL hash: `#response=…` (shop.md §2, "Return from extra authentication"). */
export const nextActionHash = (action: NextAction): string =>
  `#response=${encodeURIComponent(Buffer.from(JSON.stringify(action)).toString('base64'))}`
