import { and, eq, inArray, isNull, lt, ne, notExists } from 'drizzle-orm'
import { orders } from '../orders/orders.table.ts'
import { payments } from '../payments/payments.table.ts'
import type { Shop } from '../shop.ts'

/** An owner may want to see today what went wrong at the checkout. */
const KEPT_MS = 24 * 3_600_000
const MOST_AT_ONCE = 1000

/**
 * Removes orders that never became any: cancelled before they were accepted, and so without a number, with no payment that
 * money could still come from. What refused cards leave behind is gone a day later (docs/decisions/card-tries.md). What
 * moved on the shelves stays written down. Returns how many were removed.
 */
export async function dropAbandonedOrders({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS)
  const open = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orders.id), ne(payments.status, 'canceled')))
  return db.transaction(async (tx) => {
    const gone = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          eq(orders.status, 'cancelled'),
          isNull(orders.number),
          isNull(orders.paidAt),
          inArray(orders.createdVia, ['checkout', 'store-api']),
          lt(orders.updatedAt, before),
          notExists(open),
        ),
      )
      .orderBy(orders.id)
      .limit(MOST_AT_ONCE)
      .for('update', { skipLocked: true })
    const ids = gone.map(({ id }) => id)
    if (ids.length === 0) return 0
    await tx.delete(payments).where(inArray(payments.orderId, ids))
    await tx.delete(orders).where(inArray(orders.id, ids))
    return ids.length
  })
}
