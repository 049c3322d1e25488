import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { extendHold, insertOrderNote, type Order } from '../orders/orders.store.ts'
import type { OrderSettings } from '../orders/settings.ts'
import type { WithPayments } from '../payments/context.ts'
import { isInCatalogue } from '../payments/payment-errors.ts'
import { cartVersionText } from '../payments/payment-verdict.ts'
import { findActivePayment, markUnanswered, startPayment, storeIntent } from '../payments/payments.store.ts'
import type { Intent, PaymentError, ProviderProblem } from '../payments/provider.ts'
import type { SettlementContext } from './context.ts'
import { applyIntent, type SettleResult, settlePayment } from './settle-payment.ts'

export type ConfirmPaymentResult =
  | { readonly kind: 'paid'; readonly order: Order }
  /** The bank requires authentication; the browser continues with the intent's client secret. */
  | { readonly kind: 'needs-action'; readonly intent: Intent }
  /** Nothing was charged. `error` has the provider's reason, if any. */
  | { readonly kind: 'declined'; readonly error: PaymentError | null }
  /** The provider was not reached, so nothing was charged. */
  | { readonly kind: 'not-attempted' }
  /** The result is unknown. Webhook or reconciliation job will find out; the shopper may simply retry. */
  | { readonly kind: 'undecided' }
  /** The order was cancelled meanwhile; the payment is being refunded. */
  | { readonly kind: 'refunding' }
  | { readonly kind: 'mismatch' }

/**
 * Charges an unpaid order. Safe under concurrency: every request to the provider has an idempotency key derived from
 * the order and the card, so it is carried out once. No database transaction is open during provider calls. Responds
 * within `shopperTimeoutMs` (docs/decisions/provider-timeouts.md).
 */
export async function confirmPayment(
  shop: SettlementContext,
  order: Order,
  paymentMethodId: string,
): Promise<ConfirmPaymentResult> {
  if (order.paidAt !== null) return { kind: 'paid', order }
  const signal = AbortSignal.timeout(shop.payments.shopperTimeoutMs)
  await extendHoldWhilePaying(shop, order)
  const intent = await intentFor(shop, order, signal)
  if (!intent.ok) return afterNoIntent(shop, order, intent.problem)
  if (intent.intent.status === 'succeeded') return settleToResult(shop, intent.intent.id, signal)
  if (signal.aborted) return afterNoIntent(shop, order, { kind: 'unreachable' })
  const confirmed = await shop.payments.provider.confirmIntent(
    {
      intentId: intent.intent.id,
      paymentMethodId,
      idempotencyKey: `order-${order.id}-${order.orderKey}-confirm-${paymentMethodId}`,
    },
    signal,
  )
  if (!confirmed.ok)
    return afterFailedConfirmation(shop, order, { intent: intent.intent, problem: confirmed.problem, signal })
  // A succeeded payment is final; any other status may be the response to an earlier attempt.
  return confirmed.intent.status === 'succeeded'
    ? toConfirmResult(await applyIntent(shop, confirmed.intent))
    : settleToResult(shop, intent.intent.id, signal)
}

/** The result of a payment after the shopper's authentication, within the same time limit. */
export const settleAfterAuthentication = (shop: SettlementContext, intentId: string): Promise<SettledPaymentResult> =>
  settleToResult(shop, intentId, AbortSignal.timeout(shop.payments.shopperTimeoutMs))

/** Leaves enough time for an authentication in progress, but repeated attempts cannot extend the hold forever. */
const MIN_MINUTES_TO_PAY = 15
const MAX_HOLD_FACTOR = 2

async function extendHoldWhilePaying(
  shop: Pick<Platform, 'db' | 'now'> & WithSettings<OrderSettings>,
  order: Order,
): Promise<void> {
  if (order.holdExpiresAt === null) return
  const holdMs = order.holdExpiresAt.getTime() - order.createdAt.getTime()
  const requestedEnd = shop.now().getTime() + MIN_MINUTES_TO_PAY * 60_000
  const latestEnd =
    order.createdAt.getTime() + Math.max(holdMs, shop.settings().holdStockMinutes * 60_000 * MAX_HOLD_FACTOR)
  const holdExpiresAt = new Date(Math.min(requestedEnd, latestEnd))
  if (holdExpiresAt > order.holdExpiresAt) await extendHold(shop.db, order.id, holdExpiresAt)
}

/** The order's one payment intent, created if needed. */
export async function intentFor(
  shop: Pick<Platform, 'db' | 'now'> & WithPayments & WithSettings<SiteSettings>,
  order: Order,
  signal?: AbortSignal,
): Promise<{ ok: true; intent: Intent } | { ok: false; problem: ProviderProblem }> {
  // Stored before the provider is called, so that after a crash the same idempotency key is used again.
  const payment = await startPayment(shop.db, {
    orderId: order.id,
    provider: shop.payments.provider.name,
    amountCents: order.totalCents,
    currency: order.currency,
    cartVersion: cartVersionText(order),
    now: shop.now(),
  })
  if (payment.intentId) return shop.payments.provider.retrieveIntent(payment.intentId, signal)
  const created = await shop.payments.provider.createIntent(
    {
      amountCents: order.totalCents,
      currency: order.currency,
      orderId: order.id,
      orderKey: order.orderKey,
      cartVersion: cartVersionText(order),
      receiptEmail: order.billing.email,
      // Shown on bank statements and receipts; the order has no number yet, and its id means nothing to the customer.
      description: `${shop.settings().siteTitle} order`,
      idempotencyKey: payment.idempotencyKey,
    },
    signal,
  )
  if (created.ok) await saveIntent(shop, order, created.intent)
  return created
}

const saveIntent = (shop: Pick<Platform, 'db' | 'now'>, order: Order, intent: Intent): Promise<void> =>
  storeIntent(shop.db, { orderId: order.id, intent, now: shop.now() })

type SettledPaymentResult = Exclude<ConfirmPaymentResult, { readonly kind: 'not-attempted' }>

async function settleToResult(
  shop: SettlementContext,
  intentId: string,
  signal: AbortSignal,
): Promise<SettledPaymentResult> {
  const result = await settlePayment(shop, intentId, signal)
  if (result.kind === 'unreachable') await markUnanswered(shop.db, intentId, shop.now())
  return toConfirmResult(result)
}

function toConfirmResult(result: SettleResult): SettledPaymentResult {
  switch (result.kind) {
    case 'paid':
    case 'needs-action':
    case 'refunding':
    case 'mismatch':
    case 'undecided':
      return result
    case 'not-paid':
      return { kind: 'declined', error: result.error }
    case 'unreachable':
      return { kind: 'undecided' }
    case 'unknown-order':
      throw new Error('A payment names no order of this shop')
  }
}

/**
 * The intent could not be retrieved or created. Without an intent no card was charged; an existing one may have been
 * paid before.
 */
async function afterNoIntent(
  shop: Pick<Platform, 'db' | 'now'>,
  order: Order,
  problem: ProviderProblem,
): Promise<ConfirmPaymentResult> {
  if (problem.kind !== 'unreachable') return { kind: 'declined', error: problem.error }
  const payment = await findActivePayment(shop.db, order.id)
  if (!payment?.intentId) return { kind: 'not-attempted' }
  await markUnanswered(shop.db, payment.intentId, shop.now())
  return { kind: 'undecided' }
}

type FailedConfirmation = { readonly intent: Intent; readonly problem: ProviderProblem; readonly signal: AbortSignal }

async function afterFailedConfirmation(
  shop: SettlementContext,
  order: Order,
  { intent, problem, signal }: FailedConfirmation,
): Promise<ConfirmPaymentResult> {
  switch (problem.kind) {
    case 'unreachable':
      await markUnanswered(shop.db, intent.id, shop.now())
      return { kind: 'undecided' }
    case 'refused': {
      // Most likely it is already paid or in progress: the intent's current state decides.
      const currentResult = await settleToResult(shop, intent.id, signal)
      return currentResult.kind === 'declined' && isInCatalogue(problem.error)
        ? { kind: 'declined', error: problem.error }
        : currentResult
    }
    case 'declined':
      if (problem.intent) await saveIntent(shop, order, problem.intent)
      await insertOrderNote(shop.db, order.id, `The card was declined (${codeOf(problem.error)}).`, shop.now())
      return { kind: 'declined', error: problem.error }
  }
}

/** The issuer's decline code is more specific than the error code. */
const codeOf = (error: PaymentError): string => error.declineCode ?? error.code
