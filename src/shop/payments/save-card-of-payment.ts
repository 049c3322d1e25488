import { saveCard } from '../gateways/cards/save-card.ts'
import { findOrderRow } from '../orders/orders.store.ts'
import { findActivePayment } from '../orders/payments/payments.store.ts'
import type { OrderingContext } from '../risk/context.ts'

/** A job, so that it also happens when the browser never returns. */
export async function saveCardOfPayment(shop: OrderingContext, intentId: string): Promise<void> {
  const retrieved = await shop.payments.provider.retrieveIntent(intentId)
  if (!retrieved.ok) {
    if (retrieved.problem.kind === 'unreachable') throw new Error('The payment provider could not be reached')
    return
  }
  const { intent } = retrieved
  const isAccepted = intent.status === 'succeeded' || intent.status === 'requires_capture'
  if (!intent.savesCard || !isAccepted || intent.paymentMethodId === null || intent.orderId === null) return
  const order = await findOrderRow(shop.db, intent.orderId)
  // Without an account there is nothing to save it in, as when its email address had been taken meanwhile.
  if (!order || order.customerId === null) return
  const payment = await findActivePayment(shop.db, order.id)
  if (payment?.intentId !== intentId) return
  const saved = await saveCard(shop, order.customerId, intent.paymentMethodId)
  if (saved.kind === 'unreachable') throw new Error('The payment provider could not be reached')
}
