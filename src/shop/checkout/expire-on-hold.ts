import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'
import { endOfShopDay, formatShopDay } from '../../platform/time/shop-time.ts'
import { releaseOrder, transitionOrder } from '../orders/change-order-status.ts'
import { enqueueEmails } from '../orders/emails/email-templates.ts'
import { insertOrderNote, lockOrder, type Order } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import type { OrderSettings } from '../orders/settings.ts'
import type { CheckoutContext } from './context.ts'

/*
 * Orders waiting for a bank transfer or a cheque. The customer is reminded some days before the deadline; an order
 * unpaid at the deadline is cancelled. A change to the order by staff restarts the period.
 */

const DAY_MS = 86_400_000
/** A transfer takes a day or two: the reminder leaves time for it. */
const REMIND_BEFORE_DAYS = 3
const BATCH_SIZE = 200

/** Time from the last change to the reminder, and from the reminder to the deadline, in ms; null: no deadline. */
function periodsOf({ onHoldDays }: OrderSettings) {
  if (onHoldDays <= 0) return null
  const notice = Math.min(REMIND_BEFORE_DAYS, onHoldDays / 2)
  return { untilReminderMs: (onHoldDays - notice) * DAY_MS, notice: notice * DAY_MS }
}

const isAwaitingPayment = and(
  eq(orders.status, 'on-hold'),
  isNull(orders.paidAt),
  inArray(orders.paymentMethod, ['bacs', 'cheque']),
)
const isReminded = gt(orders.reminderSentAt, orders.updatedAt)

/**
 * Sends due reminders and cancels overdue orders. Only orders reminded in time are cancelled. Returns the number of
 * each.
 */
export async function expireOnHold(
  shop: CheckoutContext,
): Promise<{ readonly reminded: number; readonly cancelled: number }> {
  const periods = periodsOf(shop.settings())
  if (!periods) return { reminded: 0, cancelled: 0 }
  const now = shop.now()
  const matching = (condition: SQL | undefined) =>
    shop.db.select({ id: orders.id }).from(orders).where(condition).orderBy(asc(orders.updatedAt)).limit(BATCH_SIZE)

  // The deadline in the reminder counts, even if the settings have changed since.
  const overdue = and(isAwaitingPayment, isReminded, lte(orders.paymentDueAt, now))
  let cancelled = 0
  for (const { id } of await matching(overdue)) if (await cancel(shop, id, overdue)) cancelled += 1

  const due = and(
    isAwaitingPayment,
    lte(orders.updatedAt, new Date(now.getTime() - periods.untilReminderMs)),
    or(isNull(orders.reminderSentAt), lte(orders.reminderSentAt, orders.updatedAt)),
  )
  let reminded = 0
  for (const { id } of await matching(due)) if (await remind(shop, id, due, periods.notice)) reminded += 1
  return { reminded, cancelled }
}

/** Locks and reads the order if it still matches the condition. */
async function lockIfMatching(tx: Tx, id: number, condition: SQL | undefined): Promise<Order | null> {
  const order = await lockOrder(tx, id)
  const matching = await tx.$count(orders, and(eq(orders.id, id), condition))
  return matching > 0 ? order : null
}

function remind(shop: CheckoutContext, id: number, due: SQL | undefined, noticeMs: number): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const order = await lockIfMatching(tx, id, due)
    if (!order) return false
    const now = shop.now()
    const deadline = new Date(now.getTime() + noticeMs)
    // `updatedAt` stays unchanged, because the deadline is counted from it.
    await tx
      .update(orders)
      .set({ reminderSentAt: now, paymentDueAt: endOfShopDay(deadline) })
      .where(eq(orders.id, id))
    await insertOrderNote(tx, id, `If it is not paid by ${formatShopDay(deadline)}, it will be cancelled.`, now)
    await enqueueEmails(shop, tx, order, {
      transition: `reminder ${now.toISOString()}`,
      templates: ['payment-reminder'],
      data: { until: deadline.toISOString() },
    })
    return true
  })
}

function cancel(shop: CheckoutContext, id: number, overdue: SQL | undefined): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const order = await lockIfMatching(tx, id, overdue)
    if (!order) return false
    await releaseOrder(shop, tx, order)
    await transitionOrder(shop, tx, order, 'cancelled', {
      reason: 'It was not paid in time, and its goods can be had again.',
    })
    return true
  })
}
