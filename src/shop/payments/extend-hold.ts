import { extendHold, type Order } from '../orders/orders.store.ts'
import type { OrderingContext } from '../risk/context.ts'

/** Leaves enough time for an authentication in progress, but repeated attempts cannot extend the hold forever. */
const MIN_MINUTES_TO_PAY = 15
const MAX_HOLD_FACTOR = 2

export async function extendHoldWhilePaying(shop: OrderingContext, order: Order): Promise<void> {
  if (order.holdExpiresAt === null) return
  const placedAt = order.createdAt.getTime()
  const holdMs = order.holdExpiresAt.getTime() - placedAt
  const requestedEnd = shop.now().getTime() + MIN_MINUTES_TO_PAY * 60_000
  const latestEnd = placedAt + Math.max(holdMs, shop.settings().holdStockMinutes * 60_000 * MAX_HOLD_FACTOR)
  const holdExpiresAt = new Date(Math.min(requestedEnd, latestEnd))
  if (holdExpiresAt > order.holdExpiresAt) await extendHold(shop.db, order.id, holdExpiresAt)
}
