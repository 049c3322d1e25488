import { needsPayment } from '../orders/order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import { findActivePayment } from '../orders/payments/payments.store.ts'
import { awaitsTransfer, type GatewayId } from '../payment-methods/payment-methods.ts'
import { type ConfirmPaymentResult, confirmPayment } from '../payments/confirm-payment.ts'
import type { PaymentPage } from '../payments/order-intent.ts'
import { CARD_NOT_SAVED, type PaymentSource } from '../payments/payment-source.ts'
import { type AttemptResult, startPaymentAttempt } from '../payments/reserve-stock.ts'
import type { Refusal } from '../risk/checkout-throttle.ts'
import { declineText, paymentFailureTexts, shortfallTexts } from './checkout-notices.tsx'
import type { CheckoutContext } from './context.ts'
import { type NextAction, nextAction } from './next-action.ts'
import type { PlaceOrderProblem } from './purchase.ts'

/** Why nothing was ordered or paid. */
export type OrderProblem =
  | PlaceOrderProblem
  /** Too many attempts have failed; what makes the next one succeed. */
  | { readonly kind: 'throttled'; readonly refusal: Refusal }
  /** The order is no longer waiting for a payment. */
  | { readonly kind: 'closed' }
  /** Nothing was charged. */
  | { readonly kind: 'payment'; readonly text: string }

/** What became of placing or paying an order; each interface maps it to its own response. */
export type Outcome =
  /** Paid now. */
  | { readonly kind: 'paid'; readonly order: Order }
  /** Accepted to be paid without provider, or with nothing to pay. `isNew`: by this request, not by an earlier one. */
  | { readonly kind: 'accepted'; readonly order: Order; readonly isNew: boolean }
  /** Accepted by the provider: the money follows (`processing`), or is captured later (`authorized`). */
  | { readonly kind: 'processing' | 'authorized'; readonly order: Order }
  /** The bank requires authentication; `action` has the data for the browser. */
  | { readonly kind: 'needs-action'; readonly order: Order; readonly action: NextAction }
  /** The shopper goes on to a page of the provider to agree to the payment, and comes back. */
  | { readonly kind: 'redirect'; readonly order: Order; readonly url: string }
  /** The result is unknown: the order-received page says so, and later shows the result. */
  | { readonly kind: 'unknown'; readonly order: Order }
  /** The card failed, and another one may work. `text` is from the message catalogue. */
  | { readonly kind: 'declined'; readonly text: string }
  | { readonly kind: 'refused'; readonly problem: OrderProblem }

/** Whether this request has got the order accepted, and emptied its cart. */
export const isAcceptedNow = (outcome: Outcome): boolean =>
  outcome.kind === 'paid' ||
  outcome.kind === 'processing' ||
  outcome.kind === 'authorized' ||
  (outcome.kind === 'accepted' && outcome.isNew)

const refused = (text: string): Outcome => ({ kind: 'refused', problem: { kind: 'payment', text } })

type ChargeOptions = {
  /** The same request has placed the order. */
  readonly isNew?: boolean
  /** Where the shopper comes back to from a page of the provider. */
  readonly page?: PaymentPage
  /** Charges an order that waits for a transfer, by this method instead. */
  readonly method?: GatewayId
}

/** Charges an unpaid order, or one that waits for a transfer; any other order is returned as it is. */
export async function chargeOrder(
  shop: CheckoutContext,
  storedOrder: Order,
  source: PaymentSource,
  { isNew = false, page = 'order-pay', method }: ChargeOptions = {},
): Promise<Outcome> {
  const isWaiting = method !== undefined && awaitsTransfer(storedOrder)
  if (!needsPayment(storedOrder.status) && !isWaiting) return { kind: 'accepted', order: storedOrder, isNew }
  // Its method changes once it is paid (settle-payment.ts).
  const order = isWaiting ? { ...storedOrder, paymentMethod: method } : storedOrder
  if (source.isSaved && source.userId !== order.customerId) return refused(CARD_NOT_SAVED)
  const attempt = await startPaymentAttempt(shop, order, isNew)
  if (!attempt.ok) return refused(shortfallTexts(attempt.shortfalls))
  const result = await confirmPayment(shop, order, source, page)
  const isContinuing = result.kind === 'not-attempted' && (await isAuthenticating(shop, order))
  await attempt.finish(isContinuing ? 'continuing' : attemptResults[result.kind])
  switch (result.kind) {
    case 'paid':
    case 'processing':
    case 'authorized':
      return result
    case 'needs-action':
      return result.intent.redirectUrl
        ? { kind: 'redirect', order, url: result.intent.redirectUrl }
        : { kind: 'needs-action', order, action: nextAction(shop, order, result.intent, page) }
    case 'undecided':
      return { kind: 'unknown', order }
    case 'declined':
      return { kind: 'declined', text: declineText(result.error) }
    default:
      return refused(paymentFailureTexts[result.kind])
  }
}

/** Whether an earlier attempt waits for the shopper's bank, on another page perhaps. */
const isAuthenticating = async (shop: CheckoutContext, order: Order): Promise<boolean> =>
  (await findActivePayment(shop.db, order.id))?.status === 'requires_action'

/** An attempt that is undecided because the same payment is in progress does not end that one, which ends by itself. */
const attemptResults: Readonly<Record<ConfirmPaymentResult['kind'], AttemptResult>> = {
  declined: 'declined',
  refunding: 'declined',
  'not-attempted': 'declined',
  'needs-action': 'continuing',
  paid: 'unknown',
  processing: 'unknown',
  authorized: 'unknown',
  undecided: 'unknown',
  mismatch: 'unknown',
}
