import { and, eq, inArray, isNull, lt, ne, notExists } from 'drizzle-orm'
import type { Platform } from '../../platform/web/context.ts'
import { orders } from '../orders/orders.table.ts'
import { payments } from '../payments/payments.table.ts'

/** An owner may want to see today what went wrong at the checkout. */
const RETENTION_MS = 24 * 3_600_000
const BATCH_SIZE = 1000

/**
 * Removes orders that never became any: cancelled before they were accepted, and so without a number, with no payment that
 * money could still come from. What refused cards leave behind is gone a day later (docs/decisions/card-tries.md). What
 * moved on the shelves stays written down. Returns how many were removed.
 */
export async function deleteAbandonedOrders({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<number> {
  const cutoff = new Date(now().getTime() - RETENTION_MS)
  const openPayments = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orders.id), ne(payments.status, 'canceled')))
  return db.transaction(async (tx) => {
    const abandoned = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          eq(orders.status, 'cancelled'),
          isNull(orders.number),
          isNull(orders.paidAt),
          inArray(orders.createdVia, ['checkout', 'store-api']),
          lt(orders.updatedAt, cutoff),
          notExists(openPayments),
        ),
      )
      .orderBy(orders.id)
      .limit(BATCH_SIZE)
      .for('update', { skipLocked: true })
    const ids = abandoned.map(({ id }) => id)
    if (ids.length === 0) return 0
    await tx.delete(payments).where(inArray(payments.orderId, ids))
    await tx.delete(orders).where(inArray(orders.id, ids))
    return ids.length
  })
}
