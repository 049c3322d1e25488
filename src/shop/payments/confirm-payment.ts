import { isCustomerGone } from '../gateways/cards/provider-customer.ts'
import { isInCatalogue } from '../gateways/payment-errors.ts'
import type { IntentResult, ProviderProblem } from '../gateways/provider.ts'
import { extendHold, insertOrderNote, type Order } from '../orders/orders.store.ts'
import { findActivePayment, markUnanswered } from '../orders/payments/payments.store.ts'
import { providerPayment } from '../payment-methods/payment-methods.ts'
import { assessesPayments, assessPayment, BLOCKED_CARD, BLOCKED_WITHOUT_CARD } from '../risk/assess-payment.ts'
import type { OrderingContext } from '../risk/context.ts'
import { chargeIntent } from './charge-intent.ts'
import { holdsMoney, intentFor, type PaymentPage, redirectConfirmation, saveIntent } from './order-intent.ts'
import type { PaymentAttempt, PaymentSource } from './payment-source.ts'
import { applyIntent, type PaymentResult, type SettleResult, settlePayment } from './settle-payment.ts'

/** `not-attempted`: the provider was not reached, so nothing was charged. */
export type ConfirmPaymentResult = PaymentResult | { readonly kind: 'not-attempted' }

/** Charges an unpaid order, once: keys derive from order and card (docs/decisions/provider-timeouts.md). */
export async function confirmPayment(
  shop: OrderingContext,
  order: Order,
  source: PaymentSource,
  page: PaymentPage,
): Promise<ConfirmPaymentResult> {
  if (order.paidAt !== null) return { kind: 'paid', order }
  const signal = AbortSignal.timeout(shop.payments.shopperTimeoutMs)
  await extendHoldWhilePaying(shop, order)
  const attempt = { shop, order, source, signal }
  const result = await intentFor(attempt)
  if (!result.ok) return afterNoIntent(shop, order, result.problem)
  const { intent } = result
  const redirect = redirectConfirmation(attempt, intent, page)
  // An attempt with a redirect has not ended: submitting again leads to the same page.
  const isUnderWay = redirect !== null && intent.status === 'requires_action'
  if (holdsMoney(intent) || isUnderWay) return settleWithin(shop, intent.id, signal)
  if (signal.aborted) return afterNoIntent(shop, order, { kind: 'unreachable' })
  const assessed = await assess(attempt, redirect !== null)
  if (!assessed.ok) return afterNoIntent(shop, order, assessed.problem)
  if (assessed.action === 'block') return { kind: 'declined', error: redirect ? BLOCKED_WITHOUT_CARD : BLOCKED_CARD }
  const requestsAuthentication = assessed.action === 'challenge'
  const charge = await chargeIntent(attempt, intent, { redirect, requestsAuthentication })
  if (charge.isConfirmed) return resultOf(attempt, charge.intent.id, charge.result)
  return charge.result.problem.kind === 'unreachable' || isCustomerGone(charge.result)
    ? afterNoIntent(shop, order, charge.result.problem)
    : settleWithin(shop, charge.intent.id, signal)
}

/** Applies the result of a confirmation. A decline is noted on the order. */
async function resultOf(
  { shop, order, signal }: PaymentAttempt,
  intentId: string,
  confirmed: IntentResult,
): Promise<ConfirmPaymentResult> {
  // A succeeded payment is final; any other status may be the response to an earlier attempt.
  if (confirmed.ok)
    return confirmed.intent.status === 'succeeded'
      ? toPaymentResult(await applyIntent(shop, confirmed.intent))
      : settleWithin(shop, intentId, signal)

  const { problem } = confirmed
  switch (problem.kind) {
    case 'unreachable':
      return problem.isNotSent ? { kind: 'not-attempted' } : undecided(shop, intentId)
    case 'refused': {
      // Most likely it is paid or in progress already: the intent's current state decides.
      const current = await settleWithin(shop, intentId, signal)
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

/** Assesses the fraud risk; reads the card from the provider only if a rule is on. `isRedirected`: not by card. */
async function assess({ shop, order, source, signal }: PaymentAttempt, isRedirected: boolean) {
  if (!assessesPayments(shop)) return { ok: true, action: 'off' } as const
  if (isRedirected) return { ok: true, action: await assessPayment(shop, order, null) } as const
  const retrieved = await shop.payments.cards.retrieveCard(source.paymentMethodId, signal)
  if (retrieved.ok) return { ok: true as const, action: await assessPayment(shop, order, retrieved.card) }
  // A saved card of another account of the provider: the charge finds that its customer is unknown, and forgets both.
  return source.isSaved && retrieved.problem.kind === 'refused'
    ? { ok: true as const, action: await assessPayment(shop, order, null) }
    : { ok: false as const, problem: retrieved.problem }
}

export const settleAfterAuthentication = (shop: OrderingContext, intentId: string): Promise<PaymentResult> =>
  settleWithin(shop, intentId, AbortSignal.timeout(shop.payments.shopperTimeoutMs))

async function settleWithin(shop: OrderingContext, intentId: string, signal: AbortSignal): Promise<PaymentResult> {
  const result = await settlePayment(shop, intentId, { signal })
  if (result.kind === 'other-provider') return { kind: 'undecided' }
  return result.kind === 'unreachable' ? undecided(shop, intentId) : toPaymentResult(result)
}

/** The provider did not respond: a webhook or the reconciliation job will report the result; retrying is safe. */
async function undecided(shop: OrderingContext, intentId: string): Promise<PaymentResult> {
  await markUnanswered(shop.db, intentId, shop.now())
  return { kind: 'undecided' }
}

function toPaymentResult(result: Exclude<SettleResult, { kind: 'unreachable' | 'other-provider' }>): PaymentResult {
  if (result.kind === 'unknown-order') throw new Error('A payment names no order of this shop')
  return result
}

/** Without an intent no card was charged; an existing one may have been paid before. */
async function afterNoIntent(
  shop: OrderingContext,
  order: Order,
  problem: ProviderProblem,
): Promise<ConfirmPaymentResult> {
  if (problem.kind !== 'unreachable') return { kind: 'declined', error: problem.error }
  const payment = await findActivePayment(shop.db, order.id)
  return payment?.intentId ? undecided(shop, payment.intentId) : { kind: 'not-attempted' }
}

/** Leaves enough time for an authentication in progress, but repeated attempts cannot extend the hold forever. */
const MIN_MINUTES_TO_PAY = 15
const MAX_HOLD_FACTOR = 2

async function extendHoldWhilePaying(shop: OrderingContext, order: Order): Promise<void> {
  if (order.holdExpiresAt === null) return
  const placedAt = order.createdAt.getTime()
  const holdMs = order.holdExpiresAt.getTime() - placedAt
  const requestedEnd = shop.now().getTime() + MIN_MINUTES_TO_PAY * 60_000
  const latestEnd = placedAt + Math.max(holdMs, shop.settings().holdStockMinutes * 60_000 * MAX_HOLD_FACTOR)
  const holdExpiresAt = new Date(Math.min(requestedEnd, latestEnd))
  if (holdExpiresAt > order.holdExpiresAt) await extendHold(shop.db, order.id, holdExpiresAt)
}
