import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Db, type Tx } from '../../platform/database/connect.ts'
import { invalidatePages } from '../catalog/invalidate-pages.ts'
import { checkHold, returnStock } from '../inventory/stock.store.ts'
import { soldIdOf } from '../orders/order-parts.store.ts'
import { needsPayment } from '../orders/order-status.ts'
import {
  type OutOfStock,
  type ReservationResult,
  releaseStock,
  reportShortfalls,
  reserveStock,
  stockItemsOf,
} from '../orders/order-stock.ts'
import { findOrderRow, type Order } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import type { OrderingContext } from '../risk/context.ts'
import { buyerOf, isWithinReservationLimit, lockBuyer } from '../risk/unpaid-reservations.ts'

/* Stock is held during a payment attempt, within limits (docs/decisions/unpaid-holds.md). */

/** Longer than the provider's time-out: an attempt without a result no longer counts after it. */
const ATTEMPT_TIMEOUT_MS = 2 * 60_000

/** `declined`: nothing is pending. `continuing`: awaits an action of the shopper. `unknown`: may still succeed. */
export type AttemptResult = 'declined' | 'continuing' | 'unknown'

type StartedAttempt =
  | { readonly ok: true; finish(result: AttemptResult): Promise<void> }
  /** `isOutdated`: the staff has changed, cancelled or deleted the order since it was read. */
  | (OutOfStock & { readonly isOutdated?: true })

const outdated = { ok: false, shortfalls: [], isOutdated: true } as const

export const firstAttempt = (now: Date) => ({
  activePaymentAttempts: 1,
  paymentAttemptsExpireAt: new Date(now.getTime() + ATTEMPT_TIMEOUT_MS),
})

/** `isNew`: this request has placed the order, with `firstAttempt` counted in it. */
export async function startPaymentAttempt(
  shop: OrderingContext,
  order: Order,
  isNew: boolean,
): Promise<StartedAttempt> {
  const attempt: StartedAttempt = { ok: true, finish: (result) => finishAttempt(shop, order, result) }
  if (isNew) return attempt
  const countedOrder = await countAttempt(shop, order.id)
  if (!countedOrder) {
    const current = await findOrderRow(shop.db, order.id)
    return !current || current.status === 'cancelled' ? outdated : { ok: true, async finish() {} }
  }
  if (countedOrder.totalCents !== order.totalCents) {
    await decrementAttempts(shop.db, order.id)
    return outdated
  }
  if (countedOrder.holdsStock) return attempt
  const reservation = await shop.db.transaction(async (tx): Promise<ReservationResult> => {
    await lockBuyer(tx, buyerOf(order))
    const { status, holdsStock } = orders
    const [current] = await tx.select({ status, holdsStock }).from(orders).where(eq(orders.id, order.id)).for('update')
    if (!current || !needsPayment(current.status) || current.holdsStock) return { ok: true }
    if (await isWithinReservationLimit(shop, tx, order)) return reserveStock(shop, tx, order)
    // Above the limit, stock is held only once the payment arrives.
    const stock = await checkHold(tx, order.id, stockItemsOf(order))
    return stock.ok ? { ok: true } : reportShortfalls(order, stock.shortfalls)
  })
  if (reservation.ok) return attempt
  await decrementAttempts(shop.db, order.id)
  return reservation
}

/** Counts a new attempt; timed-out ones no longer count. Undefined if the order is over or paid. */
async function countAttempt(shop: OrderingContext, orderId: number) {
  const now = shop.now()
  const [countedOrder] = await shop.db
    .update(orders)
    .set({
      activePaymentAttempts: sql`case when ${orders.paymentAttemptsExpireAt} > ${now.toISOString()}::timestamptz then ${orders.activePaymentAttempts} else 0 end + 1`,
      paymentAttemptsExpireAt: new Date(now.getTime() + ATTEMPT_TIMEOUT_MS),
    })
    .where(and(eq(orders.id, orderId), inArray(orders.status, ['pending', 'failed', 'on-hold']), isNull(orders.paidAt)))
    .returning({ holdsStock: orders.holdsStock, totalCents: orders.totalCents })
  return countedOrder
}

/** The last attempt to end decides about the stock; an unknown one counts until `paymentAttemptsExpireAt`. */
async function finishAttempt(shop: OrderingContext, order: Order, result: AttemptResult): Promise<void> {
  if (result === 'unknown') return
  await shop.db.transaction(async (tx) => {
    if (result === 'continuing') await lockBuyer(tx, buyerOf(order))
    const [current] = await decrementAttempts(tx, order.id)
    if (!current || current.remaining > 0 || !needsPayment(current.status) || !current.holdsStock) return
    if (result === 'declined' || !(await isWithinReservationLimit(shop, tx, order)))
      await releaseStock(shop, tx, order.id)
  })
}

/** Locks the order. */
const decrementAttempts = (tx: Db | Tx, orderId: number) =>
  tx
    .update(orders)
    .set({
      activePaymentAttempts: sql`greatest(${orders.activePaymentAttempts} - 1, 0)`,
      paymentAttemptsExpireAt: sql`case when ${orders.activePaymentAttempts} > 1 then ${orders.paymentAttemptsExpireAt} end`,
    })
    .where(eq(orders.id, orderId))
    .returning({ remaining: orders.activePaymentAttempts, status: orders.status, holdsStock: orders.holdsStock })

export async function restockOrder(shop: OrderingContext, tx: Tx, order: Pick<Order, 'id' | 'completedAt'>) {
  const { restockRefunded } = shop.settings()
  if (restockRefunded === 'never') return 'Its items were not restocked.'
  if (restockRefunded === 'unsent' && order.completedAt !== null) return 'It was sent, so its items were not restocked.'
  const changes = await returnStock(tx, order.id, 'refund')
  await invalidatePages(shop, tx, changes, shop.now())
  return changes.length === 0 ? '' : 'Its items were restocked.'
}

export async function restockItems(shop: OrderingContext, tx: Tx, order: Order, pieces: ReadonlyMap<number, number>) {
  const items = order.lines.flatMap((line) => {
    const quantity = pieces.get(line.id) ?? 0
    return quantity > 0 ? [{ productId: soldIdOf(line), quantity }] : []
  })
  const changes = await returnStock(tx, order.id, 'refund', items)
  await invalidatePages(shop, tx, changes, shop.now())
  const returned = changes.reduce((sum, change) => sum + change.after - change.before, 0)
  return returned === 0 ? '' : returned === 1 ? 'One piece was restocked.' : `${returned} pieces were restocked.`
}
