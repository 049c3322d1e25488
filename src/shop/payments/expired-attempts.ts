import { and, asc, inArray, lte } from 'drizzle-orm'
import { runEach } from '../../platform/jobs/run-each.ts'
import { hasActiveAttempt } from '../orders/order-payment.ts'
import { needsPayment } from '../orders/order-status.ts'
import { releaseStock } from '../orders/order-stock.ts'
import { lockOrder, setOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { findActivePayment } from '../orders/payments/payments.store.ts'
import type { OrderingContext } from '../risk/context.ts'
import { isUncharged, settlePayment } from './settle-payment.ts'

const BATCH_SIZE = 100

/** Releases stock of timed-out attempts, unless the provider reports a payment in progress or does not answer. */
export async function releaseExpiredAttempts(shop: OrderingContext): Promise<number> {
  const { db, now } = shop
  const expired = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.status, ['pending', 'failed']), lte(orders.paymentAttemptsExpireAt, now())))
    .orderBy(asc(orders.paymentAttemptsExpireAt))
    .limit(BATCH_SIZE)
  let released = 0
  await runEach(expired, async ({ id }) => {
    const result = await resultOf(shop, id)
    if (result !== 'unknown' && (await endAttempts(shop, id, result))) released += 1
  })
  return released
}

type Result = 'unknown' | 'under-way' | 'nothing'

async function resultOf(shop: OrderingContext, orderId: number): Promise<Result> {
  const payment = await findActivePayment(shop.db, orderId)
  // Without an intent no card can have been charged.
  if (!payment?.intentId) return 'nothing'
  const settled = await settlePayment(shop, payment.intentId)
  if (settled.kind === 'unreachable') return 'unknown'
  // Like a mismatch: the former keys may come back, and know of money.
  if (settled.kind === 'other-provider') return 'under-way'
  // A mismatch with money involved, and a payment of another order, need a manual check. Both keep the stock as long as
  // an unpaid order does.
  const isOver = settled.kind === 'declined' || (settled.kind === 'mismatch' && isUncharged(settled.intent))
  if (!isOver) return 'under-way'
  // An unanswered confirmation may still take effect.
  return (await findActivePayment(shop.db, orderId))?.unansweredAt ? 'unknown' : 'nothing'
}

/** Whether stock was released; not if a new attempt has begun. */
const endAttempts = async (shop: OrderingContext, orderId: number, result: Result): Promise<boolean> =>
  shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || !needsPayment(order.status) || hasActiveAttempt(order, shop.now())) return false
    // Another attempt has ended since, and decided about the stock itself: the shopper may be at the bank.
    if (order.paymentAttemptsExpireAt === null) return false
    await setOrder(tx, orderId, { activePaymentAttempts: 0, paymentAttemptsExpireAt: null })
    if (result !== 'nothing' || !order.holdsStock) return false
    await releaseStock(shop, tx, orderId)
    return true
  })
