import type { Platform } from '../../platform/web/context.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { needsPayment } from '../orders/order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import type { Intent } from '../payments/provider.ts'
import { declineText, paymentFailureTexts, shortfallTexts } from './checkout-notices.tsx'
import type { OrderOutcome } from './checkout-throttle.ts'
import { type ConfirmPaymentResult, confirmPayment } from './confirm-payment.ts'
import type { PayContext } from './context.ts'
import { type AttemptResult, startPaymentAttempt } from './reserve-stock.ts'

/** The result of a payment attempt, which each interface maps to its own response. */
export type ChargeOrderResult =
  /** Paid, or accepted for later payment: redirect to the order-received page. */
  | {
      readonly kind: 'done'
      readonly order: Order
      readonly outcome: Extract<OrderOutcome, 'paid' | 'accepted'>
    }
  /** The bank requires authentication; `action` has the data for the browser. */
  | {
      readonly kind: 'needs-action'
      readonly order: Order
      readonly action: NextAction
      readonly outcome: 'action-required'
    }
  /** The result is unknown: the order-received page says so, and later shows the result. */
  | { readonly kind: 'undecided'; readonly order: Order; readonly outcome: 'none' }
  /** Not paid; `text` is from the message catalogue. */
  | {
      readonly kind: 'refused'
      readonly text: string
      /** The card failed: nothing was charged, and another card may work. */
      readonly isCard: boolean
      readonly outcome: Extract<OrderOutcome, 'declined' | 'none'>
    }

/** Charges an unpaid order; any other order is returned as it is. `isNew`: the same request has placed it. */
export async function chargeOrder(
  shop: PayContext,
  order: Order,
  paymentToken: string,
  isNew = false,
): Promise<ChargeOrderResult> {
  if (!needsPayment(order.status)) return { kind: 'done', order, outcome: 'accepted' }
  const attempt = await startPaymentAttempt(shop, order, isNew)
  if (!attempt.ok) return { kind: 'refused', text: shortfallTexts(attempt.shortfalls), isCard: false, outcome: 'none' }
  const result = await confirmPayment(shop, order, paymentToken)
  await attempt.finish(attemptResultOf(result))
  switch (result.kind) {
    case 'paid':
      return { kind: 'done', order: result.order, outcome: 'paid' }
    case 'needs-action':
      return { kind: 'needs-action', order, action: nextAction(shop, order, result.intent), outcome: 'action-required' }
    case 'undecided':
      return { kind: 'undecided', order, outcome: 'none' }
    case 'declined':
      return { kind: 'refused', text: declineText(result.error), isCard: true, outcome: 'declined' }
    case 'not-attempted':
    case 'refunding':
    case 'mismatch':
      return { kind: 'refused', text: paymentFailureTexts[result.kind], isCard: false, outcome: 'none' }
  }
}

/**
 * How the attempt ended. `undecided` because the same payment is in progress does not end that one, which ends by
 * itself.
 */
function attemptResultOf({ kind }: ConfirmPaymentResult): AttemptResult {
  switch (kind) {
    case 'declined':
    case 'refunding':
      return 'declined'
    case 'needs-action':
    case 'not-attempted':
      return 'continuing'
    case 'paid':
    case 'undecided':
    case 'mismatch':
      return 'unknown'
  }
}

/** The absolute URL of the order-received page, for API clients. */
export const orderReceivedUrl = (shop: Pick<Platform, 'url'>, order: Order): string =>
  shop.url + hrefs.orderReceived(order.id, order.orderKey)

/** Data for the browser to continue with authentication, with the field names of stripe-plugin sheet §4. */
export type NextAction = ReturnType<typeof nextAction>

function nextAction(shop: Pick<Platform, 'url'>, order: Order, intent: Intent) {
  return {
    type: 'payment_intent',
    client_secret: intent.clientSecret,
    status: intent.status,
    pm: intent.paymentMethodId,
    gateway_id: 'stripe_cc',
    order_id: order.id,
    order_key: order.orderKey,
    save_method: false,
    order_received_url: orderReceivedUrl(shop, order),
    entropy: Math.floor(Math.random() * 1e9),
  }
}

/** The same as a URL hash: `#response=…` (shop.md §2, "Return from extra authentication"). */
export const nextActionHash = (action: NextAction): string =>
  `#response=${encodeURIComponent(Buffer.from(JSON.stringify(action)).toString('base64'))}`
