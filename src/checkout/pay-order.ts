import { addNote, holdUntil, type Order } from '../orders/orders.store.ts'
import { startPayment, storeIntent } from '../payments/payments.store.ts'
import type { Intent, PaymentError, ProviderProblem } from '../payments/provider.ts'
import { cartVersionMark } from '../payments/record-payment.ts'
import type { Shop } from '../shop.ts'
import { applyIntent, type Settled, settlePayment } from './settle-payment.ts'

export type PayResult =
  | { readonly kind: 'paid'; readonly order: Order }
  /** The bank wants to hear from the shopper; the browser goes on with the intent's secret. */
  | { readonly kind: 'needs-action'; readonly intent: Intent }
  | { readonly kind: 'declined'; readonly code: string | null; readonly message: string | null }
  /** Nobody knows whether money moved. The reconcile job finds out; the shopper may simply try again. */
  | { readonly kind: 'unreachable' }

/**
 * Takes the money for an order that waits for it. Safe to call many times at once: every request to the provider
 * carries a key made of the order and the card, so it is carried out once. No database transaction is open while the
 * provider is asked.
 */
export async function payOrder(shop: Shop, order: Order, paymentMethodId: string): Promise<PayResult> {
  if (order.paidAt !== null) return { kind: 'paid', order }
  await keepHolding(shop, order)
  const intent = await intentFor(shop, order)
  if (!intent.ok) return afterProblem(intent.problem)
  if (intent.intent.status === 'succeeded') return settled(shop, intent.intent.id)
  const confirmed = await shop.payments.provider.confirmIntent({
    intentId: intent.intent.id,
    paymentMethodId,
    idempotencyKey: `order-${order.id}-${order.orderKey}-confirm-${paymentMethodId}`,
  })
  if (!confirmed.ok) {
    // Refused because it is already paid or under way: what the provider says now is what counts.
    if (confirmed.problem.kind === 'refused') return settled(shop, intent.intent.id)
    return afterDecline(shop, order, confirmed.problem)
  }
  // Money that has come is news that cannot be old; anything else may be the answer of an earlier try.
  return confirmed.intent.status === 'succeeded'
    ? told(await applyIntent(shop, confirmed.intent))
    : settled(shop, intent.intent.id)
}

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
  if (payment.intentId) return shop.payments.provider.retrieveIntent(payment.intentId)
  const created = await shop.payments.provider.createIntent({
    amountCents: order.totalCents,
    currency: order.currency,
    orderId: order.id,
    orderKey: order.orderKey,
    cartVersion: cartVersionMark(order),
    receiptEmail: order.billing.email,
    // Banks and receipts show it, and an id is not what the customer calls the order.
    description: `${shop.settings().siteTitle} order`,
    idempotencyKey: payment.idempotencyKey,
  })
  if (created.ok) await keep(shop, order, created.intent)
  return created
}

const keep = (shop: Shop, order: Order, intent: Intent): Promise<void> =>
  storeIntent(shop.db, { orderId: order.id, intent, now: shop.now() })

const settled = async (shop: Shop, intentId: string): Promise<PayResult> => told(await settlePayment(shop, intentId))

function told(result: Settled): PayResult {
  switch (result.kind) {
    case 'paid':
    case 'needs-action':
    case 'unreachable':
      return result
    case 'not-paid':
      return { kind: 'declined', code: result.code, message: result.message }
    case 'unknown-order':
      throw new Error('A payment names no order of this shop')
  }
}

async function afterDecline(shop: Shop, order: Order, problem: ProviderProblem): Promise<PayResult> {
  if (problem.kind === 'declined') {
    if (problem.intent) await keep(shop, order, problem.intent)
    await addNote(shop.db, order.id, `The card was declined (${codeOf(problem.error)}).`, shop.now())
  }
  return afterProblem(problem)
}

function afterProblem(problem: ProviderProblem): PayResult {
  if (problem.kind === 'unreachable') return { kind: 'unreachable' }
  return { kind: 'declined', code: codeOf(problem.error), message: problem.error.message }
}

/** The bank's own reason says more than "declined". */
const codeOf = (error: PaymentError): string => error.declineCode ?? error.code
