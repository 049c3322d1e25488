import { type RateLimitRule, rateLimiter } from '../../people/abuse/rate-limit.ts'
import { forgetCustomer, ownerOfCustomer } from '../gateways/cards/provider-customer.ts'
import { forgetDetached, saveCard, saveCardOfSetup } from '../gateways/cards/save-card.ts'
import { resultForJob, unreachable } from '../gateways/provider.ts'
import { findOrderRow } from '../orders/orders.store.ts'
import { findActivePayment, type PaymentEvent } from '../orders/payments/payments.store.ts'
import type { OrderingContext } from '../risk/context.ts'

export const failedSetups: RateLimitRule = { name: 'setup-failed', max: 5, seconds: 3600 }

const cardEvents: Readonly<Record<string, (shop: OrderingContext, id: string) => Promise<void>>> = {
  'payment_method.detached': forgetDetached,
  async 'customer.deleted'(shop, id) {
    const userId = await ownerOfCustomer(shop, id)
    if (userId !== null) await forgetCustomer(shop, userId, id)
  },
  'setup_intent.setup_failed': countFailure,
  async 'setup_intent.succeeded'(shop, id) {
    if ((await saveCardOfSetup(shop, id)).kind === 'unreachable') throw unreachable()
  },
}
export const cardEventTypes = Object.keys(cardEvents)

export async function applyCardEvent(shop: OrderingContext, { type, payload }: PaymentEvent): Promise<void> {
  const id = objectIdOf(payload)
  if (id !== null && Object.hasOwn(cardEvents, type)) await cardEvents[type]?.(shop, id)
}

/** The id of the event's object. The rest of the event is not trusted. */
function objectIdOf(payload: Record<string, unknown>): string | null {
  const { object } = (payload.data ?? {}) as { object?: { id?: unknown } }
  return typeof object?.id === 'string' ? object.id : null
}

/** Cancels the setup intent after too many refused cards, so that a card tester cannot reuse its client secret. */
async function countFailure(shop: OrderingContext, setupId: string): Promise<void> {
  const retrieved = resultForJob(await shop.payments.cards.retrieveSetup(setupId))
  if (!retrieved) return
  const { customerId, status } = retrieved.setup
  const userId = customerId === null ? null : await ownerOfCustomer(shop, customerId)
  if (userId === null) return
  const rateLimit = await rateLimiter(shop, failedSetups).consume(String(userId))
  if (rateLimit.ok || status === 'succeeded' || status === 'canceled') return
  await shop.payments.cards.cancelSetup({ setupId, idempotencyKey: `cancel-${setupId}` })
}

/** A job, so that the card is saved even if the browser never returns. */
export async function saveCardOfPayment(shop: OrderingContext, intentId: string): Promise<void> {
  const retrieved = resultForJob(await shop.payments.provider.retrieveIntent(intentId))
  if (!retrieved) return
  const { intent } = retrieved
  const isAccepted = intent.status === 'succeeded' || intent.status === 'requires_capture'
  if (!intent.savesCard || !isAccepted || intent.paymentMethodId === null || intent.orderId === null) return
  const order = await findOrderRow(shop.db, intent.orderId)
  // Without an account, for example because the email address was taken, the card cannot be saved.
  if (!order || order.customerId === null) return
  const payment = await findActivePayment(shop.db, order.id)
  if (payment?.intentId !== intentId) return
  const saved = await saveCard(shop, order.customerId, intent.paymentMethodId)
  if (saved.kind === 'unreachable') throw unreachable()
}
