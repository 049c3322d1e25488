import type { Intent } from '../gateways/payment-intent.ts'
import { findOrderRow } from '../orders/orders.store.ts'
import { type OrderPayment, readPayment, readPaymentOfIntent } from '../orders/payments/order-payments.store.ts'
import { reopenEvent } from '../orders/payments/payments.store.ts'
import { missedReversals } from '../orders/payments/reversal-reads.store.ts'
import { holdsMoney } from '../payments/order-intent.ts'
import type { Comparison } from '../payments/rest/payment-json.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { applyReversals } from '../refunds/apply-reversals.ts'
import type { OrderingContext } from '../risk/context.ts'
import { applyPaymentEvent } from './payment-jobs.ts'

/** Reads a payment from the provider and applies it. Null if there is no such payment. */
export async function refreshPayment(shop: OrderingContext, id: number): Promise<OrderPayment | 'unreachable' | null> {
  const stored = await readPayment(shop.db, id)
  const intentId = stored?.payment.intentId
  if (!stored || !intentId) return stored
  const settled = await settlePayment(shop, intentId, { signal: AbortSignal.timeout(shop.payments.shopperTimeoutMs) })
  if (settled.kind === 'unreachable' || (await applyReversals(shop, intentId)) === 'unreachable') return 'unreachable'
  return readPayment(shop.db, id)
}

const PAGE_SIZE = 100
const MAX_PAGES = 3

/** Compares the newest payments with the provider, and settles those that differ. Null if it did not answer. */
export async function comparePayments(shop: OrderingContext): Promise<Comparison | null> {
  const { provider } = shop.payments
  const intents: Intent[] = []
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const list = await provider.listIntents({ after: intents.at(-1)?.id, limit: PAGE_SIZE })
    if (!list.ok) return null
    intents.push(...list.items)
    if (!list.hasMore) break
  }
  const checked = intents.length
  const reversals = await provider.listReversals(intents.at(-1)?.createdAt ?? shop.now())
  if (!reversals.ok) return null
  const missed = Map.groupBy(await missedReversals(shop.db, reversals.items), ({ intentId }) => intentId)
  // Missed refunds and disputes may belong to older payments.
  for (const intentId of missed.keys()) {
    if (intents.some(({ id }) => id === intentId)) continue
    const retrieved = await provider.retrieveIntent(intentId)
    if (!retrieved.ok) return null
    intents.push(retrieved.intent)
  }
  const differences: Comparison['differences'][number][] = []
  for (const intent of intents) {
    const before = await readPaymentOfIntent(shop.db, intent.id)
    const missing = missed.get(intent.id) ?? []
    if (missing.length === 0 && isInSync(intent, before)) continue
    if (before) await refreshPayment(shop, before.payment.id)
    const isComplete = (await missedReversals(shop.db, missing)).length === 0
    const after = await readPaymentOfIntent(shop.db, intent.id)
    // Another shop has orders with the same numbers, as has this one after it was restored.
    const order = intent.orderId === null ? null : await findOrderRow(shop.db, intent.orderId)
    const orderId = before?.order.id ?? (order?.orderKey === intent.orderKey ? intent.orderId : null)
    differences.push({ intent, orderId, before, after, missed: missing, isComplete })
  }
  return { checked, differences }
}

/**
 * The account may serve other shops, so an unknown payment matters only if it holds money for an order of this one. Only
 * payments of this software name the version of a cart.
 */
function isInSync(intent: Intent, stored: OrderPayment | null): boolean {
  if (!stored) return intent.orderId === null || intent.cartVersion === null || !holdsMoney(intent)
  const { payment, difference } = stored
  const isSameAmount = intent.status !== 'succeeded' || payment.capturedCents === intent.amountReceivedCents
  return difference === null && payment.status === intent.status && isSameAmount
}

export async function replayEvent(shop: OrderingContext, id: number): Promise<'applied' | 'failed' | 'unknown'> {
  const event = await reopenEvent(shop.db, id)
  if (!event) return 'unknown'
  try {
    await applyPaymentEvent(shop, event.eventId)
    return 'applied'
  } catch (error) {
    shop.log.warn({ err: error, eventId: event.eventId }, 'an event could not be applied')
    return 'failed'
  }
}
