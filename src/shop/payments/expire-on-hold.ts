import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'
import { runEach, runParts } from '../../platform/jobs/run-each.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import { endOfShopDay, formatShopDay } from '../../platform/time/shop-time.ts'
import { enqueueEmails } from '../orders/messages/order-messages.ts'
import { releaseStock } from '../orders/order-stock.ts'
import { insertOrderNote, lockOrder, type Order, setOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import type { OrderSettings } from '../orders/settings.ts'
import { releaseOrder, transitionOrder } from '../orders/transition-order.ts'
import { awaitedMethods } from '../payment-methods/payment-methods.ts'
import type { OrderingContext } from '../risk/context.ts'

/** A transfer takes a day or two: the reminder leaves time for it. */
const REMIND_BEFORE_DAYS = 3
const ON_HOLD_BATCH_SIZE = 200

/** Time from the last change to the reminder, and from the reminder to the deadline, in ms; null: no deadline. */
function periodsOf({ onHoldDays }: OrderSettings) {
  if (onHoldDays <= 0) return null
  const notice = Math.min(REMIND_BEFORE_DAYS, onHoldDays / 2)
  return { untilReminderMs: (onHoldDays - notice) * DAY_MS, notice: notice * DAY_MS }
}

const isUnpaid = and(eq(orders.status, 'on-hold'), isNull(orders.paidAt))
const isAwaitingPayment = and(isUnpaid, gt(orders.totalCents, 0), inArray(orders.paymentMethod, awaitedMethods))
const isReminded = gt(orders.reminderSentAt, orders.updatedAt)

/**
 * Reminds customers before the deadline, and cancels orders unpaid after it; those that cost nothing lose their stock. A
 * change by staff restarts the period.
 */
export async function expireOnHold(shop: OrderingContext) {
  const periods = periodsOf(shop.settings())
  if (!periods) return { reminded: 0, cancelled: 0 }
  const now = shop.now()
  // The deadline in the reminder holds, even if the settings have changed since.
  const overdue = and(isAwaitingPayment, isReminded, lte(orders.paymentDueAt, now))
  const cancel = async (tx: Tx, order: Order) => {
    await releaseOrder(shop, tx, order)
    const reason = 'It was not paid in time, and its goods can be had again.'
    await transitionOrder(shop, tx, order, 'cancelled', { reason })
  }
  const isReminderDue = and(
    isAwaitingPayment,
    lte(orders.updatedAt, new Date(now.getTime() - periods.untilReminderMs)),
    or(isNull(orders.reminderSentAt), lte(orders.reminderSentAt, orders.updatedAt)),
  )
  const lastChange = new Date(now.getTime() - periods.untilReminderMs - periods.notice)
  const isFreeForLong = and(isUnpaid, eq(orders.totalCents, 0), orders.holdsStock, lte(orders.updatedAt, lastChange))
  const done = { reminded: 0, cancelled: 0 }
  await runParts([
    () => forEachMatching(shop, overdue, (tx, order) => cancel(tx, order).then(() => void (done.cancelled += 1))),
    () =>
      forEachMatching(shop, isReminderDue, (tx, order) =>
        remind(shop, tx, order, periods.notice).then(() => void (done.reminded += 1)),
      ),
    () => forEachMatching(shop, isFreeForLong, (tx, order) => releaseFreeOrder(shop, tx, order.id)),
  ])
  return done
}

/** An order that costs nothing owes no payment, so it is not cancelled: it waits for the staff, without its stock. */
export async function releaseFreeOrder(shop: OrderingContext, tx: Tx, orderId: number): Promise<void> {
  await releaseStock(shop, tx, orderId)
  const text =
    'It has waited too long, so its items are back in stock. It costs nothing: complete it or cancel it. Completing it takes its items again.'
  await insertOrderNote(tx, orderId, text, shop.now())
}

async function forEachMatching(
  { db }: OrderingContext,
  condition: SQL | undefined,
  handle: (tx: Tx, order: Order) => Promise<void>,
): Promise<void> {
  const { id, updatedAt } = orders
  const matching = await db
    .select({ id })
    .from(orders)
    .where(condition)
    .orderBy(asc(updatedAt))
    .limit(ON_HOLD_BATCH_SIZE)
  await runEach(matching, ({ id: orderId }) =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (!order || (await tx.$count(orders, and(eq(id, orderId), condition))) === 0) return
      await handle(tx, order)
    }),
  )
}

async function remind(shop: OrderingContext, tx: Tx, order: Order, noticeMs: number): Promise<void> {
  const now = shop.now()
  const deadline = new Date(now.getTime() + noticeMs)
  // `updatedAt` stays unchanged, because the deadline is counted from it.
  await setOrder(tx, order.id, { reminderSentAt: now, paymentDueAt: endOfShopDay(deadline) })
  await insertOrderNote(tx, order.id, `If it is not paid by ${formatShopDay(deadline)}, it will be cancelled.`, now)
  await enqueueEmails(shop, tx, order, {
    transition: `reminder ${now.toISOString()}`,
    templates: ['payment-reminder'],
    data: { until: deadline.toISOString() },
  })
}
