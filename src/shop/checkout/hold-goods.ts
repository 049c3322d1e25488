import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { invalidatePages } from '../catalog/invalidate-pages.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { allocateStock, lookForStock, returnStock } from '../inventory/stock.store.ts'
import type { Shortfall, StockItem } from '../inventory/stock.ts'
import { needsPayment } from '../orders/order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import type { OrderSettings } from '../orders/settings.ts'
import { fitsUnpaidHold, holderOf, lockHolder } from './unpaid-hold.ts'

/*
 * Stock reservation of unpaid orders. An order holds its stock while a payment attempt or authentication is in
 * progress, within the limit for unpaid orders. A declined card releases it at once, and the next attempt reserves it
 * again or reports what is out of stock (docs/decisions/unpaid-holds.md).
 */

type Named = { readonly name: string; readonly requested: number; readonly available: number }
export type Held = { readonly ok: true } | { readonly ok: false; readonly short: readonly Named[] }

/** Longer than the provider's time-out: an attempt without a result no longer counts after it. */
const TRY_MS = 2 * 60_000

/**
 * How an attempt ended. `no`: nothing was charged and nothing is pending. `asked`: the shopper continues, by
 * authentication or another attempt. `unknown`: the payment may still succeed.
 */
export type TryEnd = 'no' | 'asked' | 'unknown'

export type PayingTry =
  | { readonly ok: true; ended(how: TryEnd): Promise<void> }
  | { readonly ok: false; readonly short: readonly Named[] }

/** Columns of a new card order: placing it starts its first payment attempt. */
export const firstTry = (now: Date) => ({
  activePaymentAttempts: 1,
  paymentAttemptsExpireAt: new Date(now.getTime() + TRY_MS),
})

/**
 * Starts a payment attempt for an unpaid order, and reserves its stock again if it was released. `isNew`: the same
 * request has placed the order, with the columns of the first attempt.
 */
export async function beginPaying(
  shop: Pick<Platform, 'db' | 'now'> & WithSettings<InventorySettings & OrderSettings>,
  order: Order,
  isNew: boolean,
): Promise<PayingTry> {
  const paying: PayingTry = { ok: true, ended: (how) => endPaying(shop, order, how) }
  if (isNew) return paying
  const begun = await countTry(shop, order.id)
  if (!begun) return { ok: true, async ended() {} }
  if (begun.holdsStock) return paying
  const held = await inTransaction<Held>(shop.db, async (tx) => {
    await lockHolder(tx, holderOf(order))
    const [now] = await lockHead(tx, order.id)
    if (!now || !needsPayment(now.status) || now.holdsStock) return { ok: true }
    return (await fitsUnpaidHold(shop, tx, order)) ? holdGoods(shop, tx, order) : lookForGoods(tx, order)
  })
  if (held.ok) return paying
  await endTry(shop.db, order.id)
  return held
}

/**
 * Counts one more attempt. Attempts without a result no longer count. Undefined: the order is not waiting for a
 * payment.
 */
async function countTry(shop: Pick<Platform, 'db' | 'now'>, orderId: number) {
  const now = shop.now()
  const [begun] = await shop.db
    .update(orders)
    .set({
      activePaymentAttempts: sql`case when ${orders.paymentAttemptsExpireAt} > ${now.toISOString()}::timestamptz then ${orders.activePaymentAttempts} else 0 end + 1`,
      paymentAttemptsExpireAt: new Date(now.getTime() + TRY_MS),
    })
    .where(and(eq(orders.id, orderId), inArray(orders.status, ['pending', 'failed'])))
    .returning({ holdsStock: orders.holdsStock })
  return begun
}

/** Reserves the stock of a locked order that has released it. Rolls back on a shortfall. */
export async function holdGoods(
  shop: Pick<Platform, 'now'> & WithSettings<InventorySettings>,
  tx: Tx,
  order: Order,
): Promise<Held> {
  return inTransaction<Held>(tx, async (inner) => {
    const stock = await allocateStock(inner, order.id, wantsOf(order), 'reallocated')
    if (!stock.ok) return shortOf(order, stock.shortfalls)
    await inner.update(orders).set({ holdsStock: true }).where(eq(orders.id, order.id))
    await invalidatePages(shop, inner, stock.allocated, shop.now())
    return { ok: true }
  })
}

/** Whether stock is available for an order above the reservation limit. It is allocated once the payment arrives. */
async function lookForGoods(tx: Tx, order: Order): Promise<Held> {
  const stock = await lookForStock(tx, order.id, wantsOf(order))
  return stock.ok ? { ok: true } : shortOf(order, stock.shortfalls)
}

const wantsOf = ({ lines }: Order): StockItem[] =>
  lines.map(({ productId, variationId, quantity }) => ({ productId: variationId || productId, quantity }))

function shortOf({ lines }: Order, shortfalls: readonly Shortfall[]): Held {
  const short = shortfalls.map(({ productId, requested, available }) => {
    const line = lines.find((one) => (one.variationId || one.productId) === productId)
    return { name: line?.name ?? 'A product', requested, available }
  })
  return { ok: false, short }
}

/** Releases the stock of a locked order, which stays unpaid. */
export async function releaseGoods(
  shop: Pick<Platform, 'now'> & WithSettings<InventorySettings>,
  tx: Tx,
  orderId: number,
): Promise<void> {
  await tx.update(orders).set({ holdsStock: false }).where(eq(orders.id, orderId))
  await invalidatePages(shop, tx, await returnStock(tx, orderId, 'released'), shop.now())
}

/** Whether a payment attempt is in progress, whose end decides about the reserved stock. */
export const isBeingPaid = (order: Pick<Order, 'paymentAttemptsExpireAt'>, now: Date): boolean =>
  order.paymentAttemptsExpireAt !== null && order.paymentAttemptsExpireAt > now

/**
 * The end of the last attempt in progress decides about the stock; an attempt with an unknown result counts until
 * `paymentAttemptsExpireAt`. During authentication the stock stays reserved within the limit for unpaid orders.
 */
async function endPaying(
  shop: Pick<Platform, 'db' | 'now'> & WithSettings<InventorySettings & OrderSettings>,
  order: Order,
  how: TryEnd,
): Promise<void> {
  if (how === 'unknown') return
  await shop.db.transaction(async (tx) => {
    if (how === 'asked') await lockHolder(tx, holderOf(order))
    const [now] = await endTry(tx, order.id)
    if (!now || now.left > 0 || !needsPayment(now.status) || !now.holdsStock) return
    if (how === 'no' || !(await fitsUnpaidHold(shop, tx, order))) await releaseGoods(shop, tx, order.id)
  })
}

/** Counts one attempt less. Locks the order. */
const endTry = (tx: Db | Tx, orderId: number) =>
  tx
    .update(orders)
    .set({
      activePaymentAttempts: sql`greatest(${orders.activePaymentAttempts} - 1, 0)`,
      paymentAttemptsExpireAt: sql`case when ${orders.activePaymentAttempts} > 1 then ${orders.paymentAttemptsExpireAt} end`,
    })
    .where(eq(orders.id, orderId))
    .returning({ left: orders.activePaymentAttempts, status: orders.status, holdsStock: orders.holdsStock })

const lockHead = (tx: Tx, orderId: number) =>
  tx
    .select({ status: orders.status, holdsStock: orders.holdsStock })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('update')
