import { hrefs } from '../../platform/web/routes.ts'
import { needsPayment } from '../orders/order-status.ts'
import { insertOrderNote, type Order } from '../orders/orders.store.ts'
import { billingDetailsOf } from '../payments/billing-details.ts'
import { isInCatalogue } from '../payments/payment-errors.ts'
import { awaitsTransfer, type GatewayId, providerPayment } from '../payments/payment-methods.ts'
import { findActivePayment, markUnanswered } from '../payments/payments.store.ts'
import type { Intent, PaymentError, ProviderProblem } from '../payments/provider.ts'
import { isCustomerGone } from '../payments/provider-customer.ts'
import { assessesPayments, assessPayment } from './assess-payment.ts'
import { declineText, paymentFailureTexts, shortfallTexts } from './checkout-notices.tsx'
import type { Refusal } from './checkout-throttle.ts'
import type { CheckoutContext } from './context.ts'
import { extendHoldWhilePaying } from './extend-hold.ts'
import { intentFor, isTaken, saveIntent } from './order-intent.ts'
import { CARD_NOT_SAVED, type PaymentSource } from './payment-source.ts'
import type { PlaceOrderProblem } from './place-order.ts'
import { confirmationKey, prepareIntent } from './prepare-intent.ts'
import { type PaymentPage, redirectConfirmation } from './redirect-payment.ts'
import { type AttemptResult, startPaymentAttempt } from './reserve-stock.ts'
import { applyIntent, type PaymentResult, type SettleResult, settlePayment } from './settle-payment.ts'

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
  await attempt.finish(attemptResults[result.kind])
  switch (result.kind) {
    case 'paid':
    case 'processing':
    case 'authorized':
      return result
    case 'needs-action':
      return result.intent.redirectUrl
        ? { kind: 'redirect', order, url: result.intent.redirectUrl }
        : { kind: 'needs-action', order, action: nextAction(shop, order, result.intent) }
    case 'undecided':
      return { kind: 'unknown', order }
    case 'declined':
      return { kind: 'declined', text: declineText(result.error) }
    default:
      return refused(paymentFailureTexts[result.kind])
  }
}

/** `not-attempted`: the provider was not reached, so nothing was charged. */
type ConfirmPaymentResult = PaymentResult | { readonly kind: 'not-attempted' }

/** An attempt that is undecided because the same payment is in progress does not end that one, which ends by itself. */
const attemptResults: Readonly<Record<ConfirmPaymentResult['kind'], AttemptResult>> = {
  declined: 'declined',
  refunding: 'declined',
  'needs-action': 'continuing',
  'not-attempted': 'continuing',
  paid: 'unknown',
  processing: 'unknown',
  authorized: 'unknown',
  undecided: 'unknown',
  mismatch: 'unknown',
}

/**
 * Charges an unpaid order. Safe under concurrency: every request to the provider has an idempotency key derived from
 * the order and the card, so it is carried out once. No database transaction is open during provider calls. Responds
 * within `shopperTimeoutMs` (docs/decisions/provider-timeouts.md).
 */
async function confirmPayment(
  shop: CheckoutContext,
  order: Order,
  source: PaymentSource,
  page: PaymentPage,
): Promise<ConfirmPaymentResult> {
  if (order.paidAt !== null) return { kind: 'paid', order }
  const signal = AbortSignal.timeout(shop.payments.shopperTimeoutMs)
  await extendHoldWhilePaying(shop, order)
  const found = await intentFor(shop, order, source, signal)
  if (!found.ok) return afterNoIntent(shop, order, found.problem)
  const { intent } = found
  const redirect = redirectConfirmation(shop, order, intent, page)
  // The page of an attempt that has not ended is still open to the shopper: a second press leads there again.
  const isUnderWay = redirect !== null && intent.status === 'requires_action'
  if (isTaken(intent) || isUnderWay) return settleWithin(shop, intent.id, signal)
  if (signal.aborted) return afterNoIntent(shop, order, { kind: 'unreachable' })
  const { paymentMethodId } = source
  const assessed = await assess(shop, order, redirect ? null : paymentMethodId, signal)
  if (!assessed.ok) return afterNoIntent(shop, order, assessed.problem)
  if (assessed.action === 'block') return { kind: 'declined', error: redirect ? BLOCKED_REDIRECT : BLOCKED }
  const requestsAuthentication = assessed.action === 'challenge'
  const prepared = redirect ? found : await prepareIntent(shop, order, intent, source, signal)
  if (!prepared.ok)
    return prepared.problem.kind === 'unreachable' || isCustomerGone(prepared)
      ? afterNoIntent(shop, order, prepared.problem)
      : settleWithin(shop, intent.id, signal)
  if (signal.aborted) return afterNoIntent(shop, order, { kind: 'unreachable' })
  const idempotencyKey = confirmationKey(order, intent, source, requestsAuthentication)
  const confirmation = redirect ?? { intentId: intent.id, paymentMethodId, requestsAuthentication, idempotencyKey }
  const confirmed = await shop.payments.provider.confirmIntent(confirmation, signal)
  // A succeeded payment is final; any other status may be the response to an earlier attempt.
  if (confirmed.ok)
    return confirmed.intent.status === 'succeeded'
      ? toPaymentResult(await applyIntent(shop, confirmed.intent))
      : settleWithin(shop, intent.id, signal)

  const { problem } = confirmed
  switch (problem.kind) {
    case 'unreachable':
      return problem.isNotSent ? { kind: 'not-attempted' } : undecided(shop, intent.id)
    case 'refused': {
      // Most likely it is already paid or in progress: the intent's current state decides.
      const current = await settleWithin(shop, intent.id, signal)
      return current.kind === 'declined' && isInCatalogue(problem.error)
        ? { kind: 'declined', error: problem.error }
        : current
    }
    case 'declined': {
      const { error } = problem
      if (problem.intent) await saveIntent(shop, order, problem.intent)
      const text = providerPayment(order.paymentMethod)?.notes.declined(error)
      if (text) await insertOrderNote(shop.db, order.id, text, shop.now())
      return { kind: 'declined', error }
    }
  }
}

/** For a payment that the shop's own rules refuse: no reason is given, as issuers do. */
const BLOCKED: PaymentError = { code: 'card_declined', declineCode: null, message: 'The card has been declined.' }

/** The same where no card is charged. */
const BLOCKED_REDIRECT: PaymentError = {
  ...{ code: 'payment_method_provider_decline', declineCode: null },
  message: 'The payment was declined. Please choose another way to pay.',
}

/**
 * What the fraud rules say about charging this card; the provider is asked about it only if any rule is on. Null: what
 * is charged is not a card.
 */
async function assess(shop: CheckoutContext, order: Order, cardId: string | null, signal: AbortSignal) {
  if (!assessesPayments(shop)) return { ok: true, action: 'off' } as const
  if (cardId === null) return { ok: true, action: await assessPayment(shop, order, null) } as const
  const retrieved = await shop.payments.cards.retrieveCard(cardId, signal)
  return retrieved.ok
    ? { ok: true as const, action: await assessPayment(shop, order, retrieved.card) }
    : { ok: false as const, problem: retrieved.problem }
}

/** The result of a payment after the shopper's authentication, within the same time limit. */
export const settleAfterAuthentication = (shop: CheckoutContext, intentId: string): Promise<PaymentResult> =>
  settleWithin(shop, intentId, AbortSignal.timeout(shop.payments.shopperTimeoutMs))

async function settleWithin(shop: CheckoutContext, intentId: string, signal: AbortSignal): Promise<PaymentResult> {
  const result = await settlePayment(shop, intentId, { signal })
  return result.kind === 'unreachable' ? undecided(shop, intentId) : toPaymentResult(result)
}

/** The provider did not respond: webhook or reconciliation job will find out; the shopper may simply retry. */
async function undecided(shop: CheckoutContext, intentId: string): Promise<PaymentResult> {
  await markUnanswered(shop.db, intentId, shop.now())
  return { kind: 'undecided' }
}

function toPaymentResult(result: Exclude<SettleResult, { kind: 'unreachable' }>): PaymentResult {
  if (result.kind === 'unknown-order') throw new Error('A payment names no order of this shop')
  return result
}

/**
 * The intent could not be retrieved or created. Without an intent no card was charged; an existing one may have been
 * paid before.
 */
async function afterNoIntent(
  shop: CheckoutContext,
  order: Order,
  problem: ProviderProblem,
): Promise<ConfirmPaymentResult> {
  if (problem.kind !== 'unreachable') return { kind: 'declined', error: problem.error }
  const payment = await findActivePayment(shop.db, order.id)
  return payment?.intentId ? undecided(shop, payment.intentId) : { kind: 'not-attempted' }
}

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

function nextAction(shop: CheckoutContext, order: Order, intent: Intent) {
  return {
    type: 'payment_intent',
    client_secret: intent.clientSecret,
    status: intent.status,
    pm: intent.paymentMethodId,
    gateway_id: order.paymentMethod,
    order_id: order.id,
    order_key: order.orderKey,
    save_method: intent.savesCard ?? false,
    order_received_url: orderReceivedUrl(shop, order),
    billing_details: billingDetailsOf(order.billing),
    entropy: Math.floor(Math.random() * 1e9),
  }
}

/** The same as a URL hash: `#response=…` (shop.md §2, "Return from extra authentication"). */
export const nextActionHash = (action: NextAction): string =>
  `#response=${encodeURIComponent(Buffer.from(JSON.stringify(action)).toString('base64'))}`
