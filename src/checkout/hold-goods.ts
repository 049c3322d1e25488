import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { changing } from '../database/transaction.ts'
import { isOpen } from '../orders/order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import type { Shop } from '../shop.ts'
import { returnStock, takeStock } from '../stock/stock.store.ts'
import { tellPages } from '../stock/tell-pages.ts'
import { fitsUnpaidHold, holderOf, lockHolder } from './unpaid-hold.ts'

/*
 * An order that waits for its money has its goods while a payment is under way and while the bank asks the shopper. A card
 * that is declined gives them back at once, and the next try takes them again or says what is short
 * (docs/decisions/late-money.md).
 */

type Named = { readonly name: string; readonly wanted: number; readonly available: number }
export type Held = { readonly ok: true } | { readonly ok: false; readonly short: readonly Named[] }

/** Longer than the provider is waited for: after it a try that was never heard of again stands in nobody's way. */
const TRY_MS = 2 * 60_000

export type PayingTry =
  | { readonly ok: true; ended(how: 'declined' | 'needs-action' | 'other'): Promise<void> }
  | { readonly ok: false; readonly short: readonly Named[] }

/** What a card order is placed with: it is paid at once, and that is its first try. */
export const firstTry = (now: Date) => ({ paymentTries: 1, payingUntil: new Date(now.getTime() + TRY_MS) })

/**
 * Begins to pay an order that waits for its money: its goods are taken again if they were given back. `isNew`: it was
 * placed a moment ago, with `firstTry`, by whoever pays it now.
 */
export async function beginPaying(shop: Shop, order: Order, isNew: boolean): Promise<PayingTry> {
  if (isNew) return { ok: true, ended: (how) => endPaying(shop, order, 1, how) }
  const [begun] = await shop.db
    .update(orders)
    .set({
      paymentTries: sql`${orders.paymentTries} + 1`,
      payingUntil: new Date(shop.now().getTime() + TRY_MS),
    })
    .where(and(eq(orders.id, order.id), inArray(orders.status, ['pending', 'failed'])))
    .returning({ nth: orders.paymentTries, holdsStock: orders.holdsStock })
  if (!begun) return { ok: true, async ended() {} }
  const { nth } = begun
  if (!begun.holdsStock) {
    const held = await changing(shop.db, async (tx) => {
      const [now] = await lockHead(tx, order.id)
      return now && isOpen(now.status) && !now.holdsStock ? holdGoods(shop, tx, order) : { ok: true as const }
    })
    if (!held.ok) {
      await endTry(shop.db, order.id, nth)
      return held
    }
  }
  return { ok: true, ended: (how) => endPaying(shop, order, nth, how) }
}

/** Takes the goods of a locked order that has given them back. In a transaction that a shortfall undoes. */
export async function holdGoods(shop: Shop, tx: Tx, order: Order): Promise<Held> {
  return changing<Held>(tx, async (inner) => {
    const wants = order.lines.map(({ productId, variationId, quantity }) => ({
      productId: variationId || productId,
      quantity,
    }))
    const stock = await takeStock(inner, order.id, wants, 'retaken')
    if (!stock.ok) {
      const short = stock.shortfalls.map(({ productId, wanted, available }) => {
        const line = order.lines.find((one) => (one.variationId || one.productId) === productId)
        return { name: line?.name ?? 'A product', wanted, available }
      })
      return { ok: false, short }
    }
    await inner.update(orders).set({ holdsStock: true }).where(eq(orders.id, order.id))
    await tellPages(shop, inner, stock.taken, shop.now())
    return { ok: true }
  })
}

/** Gives the goods of a locked order back to the shelf; it goes on waiting for its money. */
export async function releaseGoods(shop: Shop, tx: Tx, orderId: number): Promise<void> {
  await tx.update(orders).set({ holdsStock: false }).where(eq(orders.id, orderId))
  await tellPages(shop, tx, await returnStock(tx, orderId, 'released'), shop.now())
}

/** Whether a try to pay this order is under way, whose own end decides what becomes of its goods. */
export const isBeingPaid = (order: Pick<Order, 'payingUntil'>, now: Date): boolean =>
  order.payingUntil !== null && order.payingUntil > now

async function endPaying(
  shop: Shop,
  order: Order,
  nth: number,
  how: 'declined' | 'needs-action' | 'other',
): Promise<void> {
  // Money that came has ended it already, and of what nobody knows the end nothing can be said.
  if (how === 'other') return
  await shop.db.transaction(async (tx) => {
    if (how === 'needs-action') await lockHolder(tx, holderOf(order))
    const [now] = await endTry(tx, order.id, nth)
    if (!now || !isOpen(now.status) || !now.holdsStock) return
    if (how === 'declined' || !(await fitsUnpaidHold(shop, tx, order))) await releaseGoods(shop, tx, order.id)
  })
}

/** Ends a try, unless another one has begun since. Locks the order. */
const endTry = (tx: Db | Tx, orderId: number, nth: number) =>
  tx
    .update(orders)
    .set({ payingUntil: null })
    .where(and(eq(orders.id, orderId), eq(orders.paymentTries, nth)))
    .returning({ status: orders.status, holdsStock: orders.holdsStock })

const lockHead = (tx: Tx, orderId: number) =>
  tx
    .select({ status: orders.status, holdsStock: orders.holdsStock })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('update')
