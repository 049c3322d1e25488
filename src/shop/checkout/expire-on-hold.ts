import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'
import { endOfShopDay, formatShopDay } from '../../platform/time/shop-time.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { enqueueEmails } from '../orders/emails/enqueue-emails.ts'
import type { OrderEmailSettings } from '../orders/emails/settings.ts'
import { insertOrderNote, lockOrder, type Order } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { releaseOrder } from '../orders/release-order.ts'
import type { OrderSettings } from '../orders/settings.ts'
import { transitionOrder } from '../orders/transition-order.ts'
import type { OrderingSettings } from './context.ts'

/*
 * Orders that wait for a transfer or a cheque. Some days before their time is over the customer is reminded, and whoever has
 * not paid by then loses the goods. What somebody of the shop changes about an order begins its time anew.
 */

const DAY_MS = 86_400_000
/** A transfer takes a day or two: the reminder leaves time for one. */
const REMIND_BEFORE_DAYS = 3
const MOST_AT_ONCE = 200

/** From its last change until it is reminded, and from then until its end, in ms; null: orders wait for ever. */
function timesOf({
  settings,
}: WithSettings<OrderSettings>): { readonly quiet: number; readonly notice: number } | null {
  const { onHoldDays } = settings()
  if (onHoldDays <= 0) return null
  const notice = Math.min(REMIND_BEFORE_DAYS, onHoldDays / 2)
  return { quiet: (onHoldDays - notice) * DAY_MS, notice: notice * DAY_MS }
}

const waits = and(
  eq(orders.status, 'on-hold'),
  isNull(orders.paidAt),
  inArray(orders.paymentMethod, ['bacs', 'cheque']),
)
const isReminded = gt(orders.remindedAt, orders.updatedAt)

/** Reminds and cancels what is due. Nothing is cancelled that was not reminded in time. Returns how many of each. */
export async function expireOnHold(
  shop: Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> & WithSettings<OrderingSettings>,
): Promise<{ readonly reminded: number; readonly cancelled: number }> {
  const times = timesOf(shop)
  if (!times) return { reminded: 0, cancelled: 0 }
  const now = shop.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const idsOf = async (which: ReturnType<typeof and>) =>
    (
      await shop.db
        .select({ id: orders.id })
        .from(orders)
        .where(which)
        .orderBy(asc(orders.updatedAt))
        .limit(MOST_AT_ONCE)
    ).map(({ id }) => id)

  // What the mail said counts, whatever the settings say by now.
  const overdue = and(waits, isReminded, lte(orders.payBy, now))
  let cancelled = 0
  for (const id of await idsOf(overdue)) if (await cancel(shop, id, overdue)) cancelled += 1

  const due = and(
    waits,
    lte(orders.updatedAt, before(times.quiet)),
    or(isNull(orders.remindedAt), lte(orders.remindedAt, orders.updatedAt)),
  )
  let reminded = 0
  for (const id of await idsOf(due)) if (await remind(shop, id, due, times.notice)) reminded += 1
  return { reminded, cancelled }
}

/** The order, locked, if it is still so. */
async function lockedWhile(tx: Tx, id: number, which: ReturnType<typeof and>): Promise<Order | null> {
  const order = await lockOrder(tx, id)
  const still = await tx
    .select({ one: sql`1` })
    .from(orders)
    .where(and(eq(orders.id, id), which))
  return still.length > 0 ? order : null
}

function remind(
  shop: Pick<Platform, 'db' | 'jobs' | 'now'> & WithSettings<OrderEmailSettings & SiteSettings>,
  id: number,
  due: ReturnType<typeof and>,
  noticeMs: number,
): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const order = await lockedWhile(tx, id, due)
    if (!order) return false
    const now = shop.now()
    const last = new Date(now.getTime() + noticeMs)
    // Its last change stays as it is: the time goes on.
    await tx
      .update(orders)
      .set({ remindedAt: now, payBy: endOfShopDay(last) })
      .where(eq(orders.id, id))
    await insertOrderNote(tx, id, `If it is not paid by ${formatShopDay(last)}, it will be cancelled.`, now)
    await enqueueEmails(shop, tx, order, {
      transition: `reminder ${now.toISOString()}`,
      templates: ['payment-reminder'],
      data: { until: last.toISOString() },
    })
    return true
  })
}

function cancel(
  shop: Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> & WithSettings<OrderingSettings>,
  id: number,
  overdue: ReturnType<typeof and>,
): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const order = await lockedWhile(tx, id, overdue)
    if (!order) return false
    await releaseOrder(shop, tx, order)
    await transitionOrder(shop, tx, order, 'cancelled', {
      reason: 'It was not paid in time, and its goods can be had again.',
    })
    return true
  })
}
