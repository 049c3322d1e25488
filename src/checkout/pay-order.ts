import { addNote, holdUntil, type Order } from '../orders/orders.store.ts'
import { isInCatalogue } from '../payments/payment-errors.ts'
import { livePaymentOf, noteUnanswered, startPayment, storeIntent } from '../payments/payments.store.ts'
import type { Intent, PaymentError, ProviderProblem } from '../payments/provider.ts'
import { cartVersionMark } from '../payments/record-payment.ts'
import type { Shop } from '../shop.ts'
import { applyIntent, type Settled, settlePayment } from './settle-payment.ts'

export type PayResult =
  | { readonly kind: 'paid'; readonly order: Order }
  /** The bank wants to hear from the shopper; the browser goes on with the intent's secret. */
  | { readonly kind: 'needs-action'; readonly intent: Intent }
  /** Nothing was charged. `error` says why, where the provider does. */
  | { readonly kind: 'declined'; readonly error: PaymentError | null }
  /** The provider could not be asked, so nothing was charged. */
  | { readonly kind: 'not-asked' }
  /** Nobody knows yet whether money moved. Webhook and reconcile job find out; the shopper may simply try again. */
  | { readonly kind: 'undecided' }
  /** The order was given up meanwhile: what came for it goes back. */
  | { readonly kind: 'sent-back' }
  | { readonly kind: 'mismatch' }

/**
 * Takes the money for an order that waits for it. Safe to call many times at once: every request to the provider
 * carries a key made of the order and the card, so it is carried out once. No database transaction is open while the
 * provider is asked. It answers within `shopperWaitMs`, whatever the provider does
 * (docs/decisions/a-provider-that-does-not-answer.md).
 */
export async function payOrder(shop: Shop, order: Order, paymentMethodId: string): Promise<PayResult> {
  if (order.paidAt !== null) return { kind: 'paid', order }
  const signal = AbortSignal.timeout(shop.payments.shopperWaitMs)
  await keepHolding(shop, order)
  const intent = await intentFor(shop, order, signal)
  if (!intent.ok) return afterNoIntent(shop, order, intent.problem)
  if (intent.intent.status === 'succeeded') return settled(shop, intent.intent.id, signal)
  if (signal.aborted) return afterNoIntent(shop, order, { kind: 'unreachable' })
  const confirmed = await shop.payments.provider.confirmIntent(
    {
      intentId: intent.intent.id,
      paymentMethodId,
      idempotencyKey: `order-${order.id}-${order.orderKey}-confirm-${paymentMethodId}`,
    },
    signal,
  )
  if (!confirmed.ok) return afterNo(shop, order, { intent: intent.intent, problem: confirmed.problem, signal })
  // Money that has come is news that cannot be old; anything else may be the answer of an earlier try.
  return confirmed.intent.status === 'succeeded'
    ? told(await applyIntent(shop, confirmed.intent))
    : settled(shop, intent.intent.id, signal)
}

/** What became of a payment that the shopper has confirmed with their bank. It answers as quickly as `payOrder`. */
export const finishPayment = (shop: Shop, intentId: string): Promise<Read> =>
  settled(shop, intentId, AbortSignal.timeout(shop.payments.shopperWaitMs))

/** Whoever is answering the bank is not to lose the goods over it, but nobody keeps them for ever by trying. */
const LEAST_MINUTES_TO_PAY = 15
const MOST_HOLDS = 2

async function keepHolding(shop: Shop, order: Order): Promise<void> {
  if (order.heldUntil === null) return
  const holdMs = order.heldUntil.getTime() - order.createdAt.getTime()
  const wanted = shop.now().getTime() + LEAST_MINUTES_TO_PAY * 60_000
  const longest = order.createdAt.getTime() + Math.max(holdMs, shop.settings().holdStockMinutes * 60_000 * MOST_HOLDS)
  const until = new Date(Math.min(wanted, longest))
  if (until > order.heldUntil) await holdUntil(shop.db, order.id, until)
}

/** The order's one payment at the provider, begun if need be. */
export async function intentFor(
  shop: Shop,
  order: Order,
  signal?: AbortSignal,
): Promise<{ ok: true; intent: Intent } | { ok: false; problem: ProviderProblem }> {
  // Written down before the provider is asked: a process that dies in between leaves the key it would have asked with.
  const payment = await startPayment(shop.db, {
    orderId: order.id,
    provider: shop.payments.provider.name,
    amountCents: order.totalCents,
    currency: order.currency,
    cartVersion: cartVersionMark(order),
    now: shop.now(),
  })
  if (payment.intentId) return shop.payments.provider.retrieveIntent(payment.intentId, signal)
  const created = await shop.payments.provider.createIntent(
    {
      amountCents: order.totalCents,
      currency: order.currency,
      orderId: order.id,
      orderKey: order.orderKey,
      cartVersion: cartVersionMark(order),
      receiptEmail: order.billing.email,
      // Banks and receipts show it, and an id is not what the customer calls the order.
      description: `${shop.settings().siteTitle} order`,
      idempotencyKey: payment.idempotencyKey,
    },
    signal,
  )
  if (created.ok) await keep(shop, order, created.intent)
  return created
}

const keep = (shop: Shop, order: Order, intent: Intent): Promise<void> =>
  storeIntent(shop.db, { orderId: order.id, intent, now: shop.now() })

type Read = Exclude<PayResult, { readonly kind: 'not-asked' }>

async function settled(shop: Shop, intentId: string, signal: AbortSignal): Promise<Read> {
  const result = await settlePayment(shop, intentId, signal)
  if (result.kind === 'unreachable') await noteUnanswered(shop.db, intentId, shop.now())
  return told(result)
}

function told(result: Settled): Read {
  switch (result.kind) {
    case 'paid':
    case 'needs-action':
    case 'sent-back':
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

/** The order's intent could not be had. Without one no card was ever asked; one that is there may have been paid before. */
async function afterNoIntent(shop: Shop, order: Order, problem: ProviderProblem): Promise<PayResult> {
  if (problem.kind !== 'unreachable') return { kind: 'declined', error: problem.error }
  const payment = await livePaymentOf(shop.db, order.id)
  if (!payment?.intentId) return { kind: 'not-asked' }
  await noteUnanswered(shop.db, payment.intentId, shop.now())
  return { kind: 'undecided' }
}

type No = { readonly intent: Intent; readonly problem: ProviderProblem; readonly signal: AbortSignal }

async function afterNo(shop: Shop, order: Order, { intent, problem, signal }: No): Promise<PayResult> {
  switch (problem.kind) {
    case 'unreachable':
      await noteUnanswered(shop.db, intent.id, shop.now())
      return { kind: 'undecided' }
    case 'refused': {
      // Most likely it is already paid or under way: what the provider says now is what counts.
      const now = await settled(shop, intent.id, signal)
      return now.kind === 'declined' && isInCatalogue(problem.error) ? { kind: 'declined', error: problem.error } : now
    }
    case 'declined':
      if (problem.intent) await keep(shop, order, problem.intent)
      await addNote(shop.db, order.id, `The card was declined (${codeOf(problem.error)}).`, shop.now())
      return { kind: 'declined', error: problem.error }
  }
}

/** The bank's own reason says more than "declined". */
const codeOf = (error: PaymentError): string => error.declineCode ?? error.code
