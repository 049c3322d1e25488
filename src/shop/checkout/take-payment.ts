import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { needsPayment } from '../orders/order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import type { WithPayments } from '../payments/context.ts'
import type { Intent } from '../payments/provider.ts'
import { declineText, paymentFailureTexts, shortText } from './checkout-notices.tsx'
import type { OrderOutcome } from './checkout-throttle.ts'
import type { OrderingSettings } from './context.ts'
import { beginPaying, type TryEnd } from './hold-goods.ts'
import { type PayResult, payOrder } from './pay-order.ts'

/** What became of asking for an order's money; each way to an order answers it in its own shape. */
export type TakePaymentResult =
  /** Paid, or accepted to be paid later: there is the order-received page to go to. */
  | {
      readonly kind: 'done'
      readonly order: Order
      readonly outcome: Extract<OrderOutcome, 'paid' | 'accepted'>
    }
  /** The bank wants to hear from the shopper; `action` is what the browser needs for that. */
  | {
      readonly kind: 'needs-action'
      readonly order: Order
      readonly action: NextAction
      readonly outcome: 'action-required'
    }
  /** Nobody knows yet whether the money came: the order-received page says so, and later how it went. */
  | { readonly kind: 'undecided'; readonly order: Order; readonly outcome: 'none' }
  /** No money came; why, in the words of the catalogue. */
  | {
      readonly kind: 'refused'
      readonly text: string
      /** It failed at the card: nothing was charged, and another card may do. */
      readonly isCard: boolean
      readonly outcome: Extract<OrderOutcome, 'declined' | 'none'>
    }

/** Takes the money of an order that waits for it; any other is answered as it is. `isNew`: this request has placed it. */
export async function takePayment(
  shop: Pick<Platform, 'db' | 'jobs' | 'log' | 'now' | 'secret' | 'url'> &
    WithPayments &
    WithSettings<OrderingSettings>,
  order: Order,
  paymentToken: string,
  isNew = false,
): Promise<TakePaymentResult> {
  if (!needsPayment(order.status)) return { kind: 'done', order, outcome: 'accepted' }
  const paying = await beginPaying(shop, order, isNew)
  if (!paying.ok) return { kind: 'refused', text: shortText(paying.short), isCard: false, outcome: 'none' }
  const result = await payOrder(shop, order, paymentToken)
  await paying.ended(endOf(result))
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

/** What a try leaves behind. A refusal because the same payment is under way is no end of that one: it is counted itself. */
function endOf({ kind }: PayResult): TryEnd {
  switch (kind) {
    case 'declined':
    case 'refunding':
      return 'no'
    case 'needs-action':
    case 'not-attempted':
      return 'asked'
    case 'paid':
    case 'undecided':
    case 'mismatch':
      return 'unknown'
  }
}

/** Where a program is told to go with an order that is done, with the shop's own name in front. */
export const orderReceivedUrl = (shop: Pick<Platform, 'url'>, order: Order): string =>
  shop.url + hrefs.orderReceived(order.id, order.orderKey)

/** What a browser needs to go on with extra authentication, by the names of stripe-plugin sheet §4. */
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

/** The same as an address that a redirect leads to: `#response=…` (shop.md §2, "Return from extra authentication"). */
export const nextActionHash = (action: NextAction): string =>
  `#response=${encodeURIComponent(Buffer.from(JSON.stringify(action)).toString('base64'))}`
