import { and, asc, desc, eq, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import { addedSales, type Sold } from '../catalog/add-sales.ts'
import type { Address } from '../checkout/address.ts'
import type { Db, Tx } from '../database/connect.ts'
import { mailsWritten, type NewMail } from '../mail/mail.store.ts'
import { canonicalEmail } from '../pricing/canonical-email.ts'
import { type CouponKind, coupons, orderCoupons } from '../pricing/coupons.table.ts'
import { isAcceptedAs } from './order-number.ts'
import { insertWithParts, type NewOrderParts, type OrderParts, partColumns, partsOf } from './order-parts.store.ts'
import { isOpen, mayBecome, statusNames } from './order-status.ts'
import { type OrderStatus, orderNotes, orderNumbers, orders } from './orders.table.ts'

export type OrderHead = typeof orders.$inferSelect
/** A coupon in an order; what the coupon itself is, while it is still there. */
export type OrderCoupon = Omit<typeof orderCoupons.$inferSelect, 'usedBy' | 'usedByCanonical' | 'isCounted'> & {
  readonly kind: CouponKind | null
  readonly amount: number | null
  readonly freeShipping: boolean | null
}
export type Order = OrderHead & OrderParts & { readonly coupons: readonly OrderCoupon[] }

export type NewOrder = Omit<typeof orders.$inferInsert, 'id' | 'billingMailbox'> &
  NewOrderParts & {
    readonly coupons?: readonly Omit<typeof orderCoupons.$inferInsert, 'orderId' | 'usedByCanonical'>[]
  }

/**
 * Writes an order with all its parts. A second one for the same cart version is refused by the database. One that is
 * accepted already, as in a seed, gets its number here.
 */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<Order> {
  const { lines, shippingLines, taxLines, coupons: used = [], ...head } = order
  const isAccepted = isAcceptedAs(order, order.status ?? 'pending')
  const number = order.number ?? (isAccepted ? ((await nextNumber(tx, 1001))[0]?.last ?? null) : null)
  const billingMailbox = canonicalEmail(order.billing.email)
  const written = await insertWithParts(tx, { ...head, number, billingMailbox }, { lines, shippingLines, taxLines })
  const orderId = written.id
  const uses = used.map((use) => ({ ...use, orderId, usedByCanonical: canonicalEmail(use.usedBy) }))
  if (uses.length > 0) await tx.insert(orderCoupons).values(uses)
  return { ...written, coupons: used.length > 0 ? await couponsOfOrders(tx, [orderId]) : [] }
}

/** The largest number an order can have: beyond it an address names nothing. */
const LARGEST_ID = 2_147_483_647

export async function findOrder(db: Db | Tx, id: number): Promise<Order | null> {
  if (!Number.isSafeInteger(id) || Math.abs(id) > LARGEST_ID) return null
  const [row] = await wholeOrder(db, id)
  return row ? toOrder(db, row) : null
}

/** Head and parts in one statement. Coupons have tables of their own, and few orders have any. */
const wholeOrder = (db: Db | Tx, id: number) =>
  db
    .select({
      head: orders,
      parts: partColumns(id),
      hasCoupons: sql<boolean>`exists (select from ${orderCoupons} used where used.order_id = ${id})`,
    })
    .from(orders)
    .where(eq(orders.id, id))

const toOrder = async (
  db: Db | Tx,
  { head, parts, hasCoupons }: Awaited<ReturnType<typeof wholeOrder>>[number],
): Promise<Order> => ({
  ...head,
  ...partsOf(parts),
  coupons: hasCoupons ? await couponsOfOrders(db, [head.id]) : [],
})

/** An order without its parts. */
export async function findOrderHead(db: Db | Tx, id: number): Promise<OrderHead | null> {
  const [head] = await db.select().from(orders).where(eq(orders.id, id))
  return head ?? null
}

/** The order placed last; null while there is none. */
export async function newestOrder(db: Db | Tx): Promise<Order | null> {
  const [row] = await db.select({ id: orders.id }).from(orders).orderBy(desc(orders.id)).limit(1)
  return row ? findOrder(db, row.id) : null
}

/** Locks an order's row until the transaction ends and reads all of it. */
export async function lockOrder(tx: Tx, id: number): Promise<Order | null> {
  // Parts are written with their order and stay as they are, so what was read before the lock holds.
  const [row] = await wholeOrder(tx, id).for('update')
  return row ? toOrder(tx, row) : null
}

/** The coupons of these orders, by order and code. */
export const couponsOfOrders = (db: Db | Tx, orderIds: readonly number[]): Promise<OrderCoupon[]> =>
  db
    .select({
      orderId: orderCoupons.orderId,
      code: orderCoupons.code,
      couponId: orderCoupons.couponId,
      discountCents: orderCoupons.discountCents,
      discountTaxCents: orderCoupons.discountTaxCents,
      kind: coupons.kind,
      amount: coupons.amount,
      freeShipping: coupons.freeShipping,
    })
    .from(orderCoupons)
    .leftJoin(coupons, eq(coupons.id, orderCoupons.couponId))
    .where(inArray(orderCoupons.orderId, [...orderIds]))
    .orderBy(asc(orderCoupons.orderId), asc(orderCoupons.code))

/** The orders of a cart, and of those merged into it, that money could still come in for, newest first, locked. */
export async function lockOpenOrdersOfCarts(tx: Tx, cartIds: readonly string[]): Promise<OrderHead[]> {
  return tx
    .select()
    .from(orders)
    .where(and(inArray(orders.cartId, [...cartIds]), inArray(orders.status, ['pending', 'failed'])))
    .orderBy(desc(orders.id))
    .for('update')
}

/** Ids of orders nobody has paid in the time their goods were kept for them, the longest overdue first. */
export async function ordersPastHold(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.status, ['pending', 'failed']), lte(orders.heldUntil, now)))
    .orderBy(asc(orders.heldUntil), asc(orders.id))
    .limit(200)
  return rows.map((row) => row.id)
}

/** Keeps the goods of an unpaid order longer; never shorter. */
export async function holdUntil(db: Db | Tx, orderId: number, until: Date): Promise<void> {
  await db
    .update(orders)
    .set({ heldUntil: until })
    .where(and(eq(orders.id, orderId), inArray(orders.status, ['pending', 'failed']), lt(orders.heldUntil, until)))
}

/** How a locked order is going to be paid, and by whom. */
export async function setPayment(
  tx: Tx,
  orderId: number,
  payment: Pick<OrderHead, 'paymentMethod' | 'paymentTitle' | 'billing'>,
  now: Date,
): Promise<void> {
  await tx
    .update(orders)
    .set({ ...payment, billingMailbox: canonicalEmail(payment.billing.email), updatedAt: now })
    .where(eq(orders.id, orderId))
}

export async function addNote(tx: Db | Tx, orderId: number, text: string, now: Date, author = 'shop'): Promise<void> {
  await tx.insert(orderNotes).values({ orderId, text, author, createdAt: now })
}

/** What of a locked order's money has gone back. */
export async function setRefunded(tx: Tx, orderId: number, refundedCents: number, now: Date): Promise<void> {
  await tx.update(orders).set({ refundedCents, updatedAt: now }).where(eq(orders.id, orderId))
}

export type StatusChange = {
  readonly paid?: { readonly transactionId: string | null }
  readonly why?: string
  readonly author?: string
  /** Where a shop begins to count its orders. */
  readonly firstNumber?: number
  /** What counts as sold by it, locked by `lockSold`. */
  readonly sold?: readonly Sold[]
  /** Written with it; their subjects may have `numberToCome`. */
  readonly mails?: readonly NewMail[]
}

/**
 * Changes the state of a locked order and writes down that it did. Refuses a step that the table of states does not
 * know; the caller has locked the row. An order that is accepted by it gets its number, and the row that numbers come
 * from stays locked until the transaction ends: nothing else may be locked after it.
 */
export async function changeStatus(
  tx: Tx,
  order: Pick<OrderHead, 'id' | 'status' | 'number' | 'paymentMethod'>,
  to: OrderStatus,
  now: Date,
  change: StatusChange = {},
): Promise<{ ok: true; changed: Partial<OrderHead> } | { ok: false }> {
  if (!mayBecome(order.status, to)) return { ok: false }
  const changed = {
    status: to,
    updatedAt: now,
    ...(change.paid ? { paidAt: now, transactionId: change.paid.transactionId } : {}),
    ...(to === 'completed' ? { completedAt: now } : {}),
  }
  const words = `Order status changed from ${statusNames[order.status]} to ${statusNames[to]}.`
  const note = tx.$with('note').as(
    tx
      .insert(orderNotes)
      .values({
        orderId: order.id,
        text: change.why ? `${change.why} ${words}` : words,
        author: change.author ?? 'shop',
        createdAt: now,
      })
      .returning({ id: orderNotes.id }),
  )
  const getsNumber = order.number === null && isAcceptedAs(order, to)
  const sold = change.sold ?? []
  const sales = tx.$with('sales', { id: sql<number>`id`.as('id') }).as(addedSales(sold))
  // Asks how much was sold first: whoever holds the row of numbers waits for nothing else.
  const afterSales = sold.length > 0 ? sql`(select count(*) from sales) >= 0` : undefined
  const next = tx.$with('next').as(nextNumber(tx, change.firstNumber ?? 1, afterSales))
  const number = sql`(select last from next)`
  const mails = change.mails ?? []
  const mail = tx
    .$with('mail', { id: sql<number>`id`.as('id') })
    .as(mailsWritten(mails, now, getsNumber ? number : undefined))
  const [written] = await tx
    .with(note, ...(sold.length > 0 ? [sales] : []), ...(getsNumber ? [next] : []), ...(mails.length > 0 ? [mail] : []))
    .update(orders)
    .set({ ...changed, ...(getsNumber ? { number } : {}) })
    .where(eq(orders.id, order.id))
    .returning({ number: orders.number })
  if (!written) throw new Error(`Order ${order.id} is gone`)
  if (getsNumber && written.number === null) throw new Error('The row that order numbers come from is missing')
  return { ok: true, changed: { ...changed, number: written.number } }
}

/**
 * Takes the next order number. Given up with the transaction it was taken in, so none is ever missing; raising `first`
 * in a shop that runs makes it go on from there.
 */
const nextNumber = (tx: Tx, first: number, after?: SQL) =>
  tx
    .update(orderNumbers)
    .set({ last: sql`greatest(${orderNumbers.last} + 1, ${first})` })
    .where(after)
    .returning({ last: orderNumbers.last })

export const orderIsOpen = (order: Pick<OrderHead, 'status'>): boolean => isOpen(order.status)

export const fullName = (address: Pick<Address, 'firstName' | 'lastName'>): string =>
  `${address.firstName} ${address.lastName}`.trim()
