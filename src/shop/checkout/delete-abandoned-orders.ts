import { and, eq, inArray, isNull, lt, ne, notExists } from 'drizzle-orm'
import type { Platform } from '../../platform/web/context.ts'
import { orders } from '../orders/orders.table.ts'
import { payments } from '../payments/payments.table.ts'

/** Orders stay for a day, so that the owner can look into a failed checkout. */
const RETENTION_MS = 24 * 3_600_000
const BATCH_SIZE = 1000

/**
 * Deletes orders that were cancelled before acceptance, and so have no number, if no payment for them can still
 * succeed. Orders left by declined cards are thus deleted after a day (docs/decisions/card-testing-limits.md). Their stock
 * movements stay. Returns the number of deleted orders.
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
