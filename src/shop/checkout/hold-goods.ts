import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { invalidatePages } from '../inventory/invalidate-pages.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { allocateStock, lookForStock, returnStock } from '../inventory/stock.store.ts'
import type { Shortfall, StockItem } from '../inventory/stock.ts'
import { needsPayment } from '../orders/order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import type { OrderSettings } from '../orders/settings.ts'
import { fitsUnpaidHold, holderOf, lockHolder } from './unpaid-hold.ts'

/*
 * An order that waits for its money has its goods while a payment is under way and while the bank asks the shopper, as far as
 * goods may be kept without a payment. A card that is declined gives them back at once, and the next try takes them again or
 * says what is short (docs/decisions/unpaid-holds.md).
 */

type Named = { readonly name: string; readonly requested: number; readonly available: number }
export type Held = { readonly ok: true } | { readonly ok: false; readonly short: readonly Named[] }

/** Longer than the provider is waited for: after it a try that was never heard of again stands in nobody's way. */
const TRY_MS = 2 * 60_000

/**
 * What became of a try. `no`: nothing was charged and nothing of it is under way any more. `asked`: the shopper goes on with
 * it, at the bank or by another try. `unknown`: its money may still come.
 */
export type TryEnd = 'no' | 'asked' | 'unknown'

export type PayingTry =
  | { readonly ok: true; ended(how: TryEnd): Promise<void> }
  | { readonly ok: false; readonly short: readonly Named[] }

/** What a card order is placed with: it is paid at once, and that is its first try. */
export const firstTry = (now: Date) => ({ paymentTries: 1, payingUntil: new Date(now.getTime() + TRY_MS) })

/**
 * Begins to pay an order that waits for its money: its goods are taken again if they were given back. `isNew`: it was
 * placed a moment ago, with `firstTry`, by whoever pays it now.
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

/** One more try is under way. Those that were never heard of again count no longer. Undefined: it waits for no money. */
async function countTry(shop: Pick<Platform, 'db' | 'now'>, orderId: number) {
  const now = shop.now()
  const [begun] = await shop.db
    .update(orders)
    .set({
      paymentTries: sql`case when ${orders.payingUntil} > ${now.toISOString()}::timestamptz then ${orders.paymentTries} else 0 end + 1`,
      payingUntil: new Date(now.getTime() + TRY_MS),
    })
    .where(and(eq(orders.id, orderId), inArray(orders.status, ['pending', 'failed'])))
    .returning({ holdsStock: orders.holdsStock })
  return begun
}

/** Takes the goods of a locked order that has given them back. In a transaction that a shortfall undoes. */
export async function holdGoods(
  shop: Pick<Platform, 'now'> & WithSettings<InventorySettings>,
  tx: Tx,
  order: Order,
): Promise<Held> {
  return inTransaction<Held>(tx, async (inner) => {
    const stock = await allocateStock(inner, order.id, wantsOf(order), 'retaken')
    if (!stock.ok) return shortOf(order, stock.shortfalls)
    await inner.update(orders).set({ holdsStock: true }).where(eq(orders.id, order.id))
    await invalidatePages(shop, inner, stock.allocated, shop.now())
    return { ok: true }
  })
}

/** Whether the goods of an order that may not keep so much could be had. They are taken when its money is there. */
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

/** Gives the goods of a locked order back to the shelf; it goes on waiting for its money. */
export async function releaseGoods(
  shop: Pick<Platform, 'now'> & WithSettings<InventorySettings>,
  tx: Tx,
  orderId: number,
): Promise<void> {
  await tx.update(orders).set({ holdsStock: false }).where(eq(orders.id, orderId))
  await invalidatePages(shop, tx, await returnStock(tx, orderId, 'released'), shop.now())
}

/** Whether a try to pay this order is under way, whose own end decides what becomes of its goods. */
export const isBeingPaid = (order: Pick<Order, 'payingUntil'>, now: Date): boolean =>
  order.payingUntil !== null && order.payingUntil > now

/**
 * The last try under way decides about the goods; one of which nobody knows the end stays under way until `payingUntil`.
 * Whoever is asked by the bank has the goods kept as far as goods may be kept without a payment.
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

/** One try less is under way. Locks the order. */
const endTry = (tx: Db | Tx, orderId: number) =>
  tx
    .update(orders)
    .set({
      paymentTries: sql`greatest(${orders.paymentTries} - 1, 0)`,
      payingUntil: sql`case when ${orders.paymentTries} > 1 then ${orders.payingUntil} end`,
    })
    .where(eq(orders.id, orderId))
    .returning({ left: orders.paymentTries, status: orders.status, holdsStock: orders.holdsStock })

const lockHead = (tx: Tx, orderId: number) =>
  tx
    .select({ status: orders.status, holdsStock: orders.holdsStock })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('update')
