import { and, asc, desc, eq, exists, inArray, isNotNull, isNull, like, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Address } from '../../people/addresses/address.ts'
import { type AgreedTerms, insertTermsConsent } from '../../people/identity/consents/consents.ts'
import { type Db, firstOf, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { MAX_ID } from '../../platform/rest/params.ts'
import { insertEmailsSql, type NewEmail } from '../../things/messages/emails.store.ts'
import { addSalesSql, type Sold } from '../catalog/add-sales.ts'
import { canonicalEmail } from '../pricing/canonical-email.ts'
import { type CouponUse, insertCouponUses } from '../pricing/coupons.store.ts'
import { coupons, orderCoupons } from '../pricing/coupons.table.ts'
import { insertOrderWithParts, type NewOrderParts, type OrderParts, partColumns, partsOf } from './order-parts.store.ts'
import { isAcceptedStatus } from './order-payment.ts'
import { canTransition, statusNames } from './order-status.ts'
import { invoiceNumbers, type OrderStatus, orderNotes, orders } from './orders.table.ts'
import { payments } from './payments/payments.table.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderCoupon = Awaited<ReturnType<typeof couponsOfOrders>>[number]
export type Order = OrderRow & OrderParts & { readonly coupons: readonly OrderCoupon[] }

export type NewOrder = Omit<typeof orders.$inferInsert, 'id' | 'canonicalBillingEmail'> &
  NewOrderParts & {
    readonly coupons?: readonly CouponUse[]
    readonly agreedTerms?: AgreedTerms
  }

/** The database rejects a second order for a cart version. An order accepted at once gets its invoice number here. */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<Order> {
  const { lines, shippingLines, taxLines, coupons: couponUses = [], agreedTerms, ...row } = order
  const isAccepted = isAcceptedStatus(order, order.status ?? 'pending')
  const invoiceNumber =
    order.invoiceNumber ?? (isAccepted ? ((await takeInvoiceNumber(tx, 1001))[0]?.lastNumber ?? null) : null)
  const canonicalBillingEmail = canonicalEmail(order.billing.email)
  const inserted = await insertOrderWithParts(
    tx,
    { ...row, invoiceNumber, canonicalBillingEmail },
    { lines, shippingLines, taxLines },
    agreedTerms ? insertTermsConsent(agreedTerms) : null,
  )
  const orderId = inserted.id
  await insertCouponUses(tx, orderId, couponUses)
  return { ...inserted, coupons: couponUses.length > 0 ? await couponsOfOrders(tx, [orderId]) : [] }
}

/** False for numbers beyond the range of the column, which match no order. */
export const isOrderId = (id: number): boolean => Number.isSafeInteger(id) && Math.abs(id) <= MAX_ID

export const findOrder = async (db: Db | Tx, id: number): Promise<Order | null> =>
  isOrderId(id) ? toOrders(db, await selectOrders(db).where(eq(orders.id, id))).then(firstOf) : null

const orderSelection = {
  row: orders,
  parts: partColumns,
  hasCoupons: sql<boolean>`exists (select from ${orderCoupons} used where used.order_id = orders.id)`,
}

/** Orders and their parts in one statement. Coupons are read separately, because few orders have any. */
export const selectOrders = (db: Db | Tx) => db.select(orderSelection).from(orders)

export async function toOrders(db: Db | Tx, rows: Awaited<ReturnType<typeof selectOrders>>): Promise<Order[]> {
  const ids = rows.filter(({ hasCoupons }) => hasCoupons).map(({ row }) => row.id)
  const used = ids.length > 0 ? await couponsOfOrders(db, ids) : []
  return rows.map(({ row, parts }) => ({
    ...row,
    ...partsOf(parts),
    coupons: used.filter((coupon) => coupon.orderId === row.id),
  }))
}

export const findOrderRow = (db: Db | Tx, id: number): Promise<OrderRow | null> =>
  db.select().from(orders).where(eq(orders.id, id)).then(firstOf)

export const latestOrder = async (db: Db | Tx): Promise<Order | null> =>
  toOrders(db, await selectOrders(db).orderBy(desc(orders.id)).limit(1)).then(firstOf)

/** The row of an order that cannot be deleted until the transaction ends. */
export const lockOrderKey = (tx: Tx, id: number): Promise<OrderRow | null> =>
  tx.select().from(orders).where(eq(orders.id, id)).for('key share').then(firstOf)

/** Reads again the parts that another transaction changed while this one waited for the lock. */
export async function lockOrder(tx: Tx, id: number): Promise<Order | null> {
  const isThis = eq(orders.id, id)
  const isStale = sql<boolean>`orders.xmin::text <> (select seen.xmin::text from orders seen where seen.id = orders.id)`
  const rows = await tx
    .select({ ...orderSelection, isStale })
    .from(orders)
    .where(isThis)
    .for('update')
  return toOrders(tx, rows[0]?.isStale ? await selectOrders(tx).where(isThis) : rows).then(firstOf)
}

function couponsOfOrders(db: Db | Tx, orderIds: readonly number[]) {
  const { orderId, code, couponId, discountCents, discountTaxCents } = orderCoupons
  const { discountType, amount, freeShipping } = coupons
  return db
    .select({ orderId, code, couponId, discountCents, discountTaxCents, discountType, amount, freeShipping })
    .from(orderCoupons)
    .leftJoin(coupons, eq(coupons.id, couponId))
    .where(isAnyOf(orderId, orderIds))
    .orderBy(asc(orderId), asc(code))
}

const isUnpaid = inArray(orders.status, ['pending', 'failed'])

/** Newest first, including orders of merged carts. Excludes orders that were accepted before their payment failed. */
export const lockUnpaidOrdersOfCarts = async (tx: Tx, cartIds: readonly number[]): Promise<OrderRow[]> =>
  tx
    .select()
    .from(orders)
    .where(and(isAnyOf(orders.cartId, cartIds), isUnpaid, isNull(orders.invoiceNumber)))
    .orderBy(desc(orders.id))
    .for('update')

/** Unpaid orders whose hold has ended. One that costs nothing owes no payment, and is among them for its stock only. */
export async function expiredUnpaidOrders(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isUnpaid, sql`(${orders.totalCents} > 0 or ${orders.holdsStock})`, lte(orders.holdExpiresAt, now)))
    .orderBy(asc(orders.holdExpiresAt), asc(orders.id))
    .limit(200)
  return rows.map((row) => row.id)
}

/** Extends the stock hold of an unpaid order; never shortens it. */
export async function extendHold(db: Db | Tx, orderId: number, until: Date): Promise<void> {
  await db
    .update(orders)
    .set({ holdExpiresAt: until })
    .where(and(eq(orders.id, orderId), isUnpaid, lt(orders.holdExpiresAt, until)))
}

export async function setOrder(db: Db | Tx, orderId: number, columns: PgUpdateSetSource<typeof orders>): Promise<void> {
  await db.update(orders).set(columns).where(eq(orders.id, orderId))
}

type OrderPaymentMethod = Pick<OrderRow, 'paymentMethod' | 'paymentMethodTitle' | 'billing'>

export const setPaymentMethod = (tx: Tx, orderId: number, payment: OrderPaymentMethod, now: Date): Promise<void> => {
  const canonicalBillingEmail = canonicalEmail(payment.billing.email)
  return setOrder(tx, orderId, { ...payment, canonicalBillingEmail, updatedAt: now })
}

export const insertOrderNote = (tx: Db | Tx, orderId: number, text: string, createdAt: Date, author = 'shop') =>
  insertNote(tx, { orderId, text, author, createdAt })

export async function insertNote(tx: Db | Tx, note: typeof orderNotes.$inferInsert) {
  const [inserted] = await tx.insert(orderNotes).values(note).returning()
  if (!inserted) throw new Error(`A note of order ${note.orderId} was not written`)
  return inserted
}

/** Marks a locked order as modified, because its JSON contains its parcels, refunds and disputes. */
export const touchOrder = (tx: Tx, orderId: number, now: Date): Promise<void> =>
  setOrder(tx, orderId, { updatedAt: now })

export type StatusChange = {
  readonly paid?: { readonly transactionId: string | null }
  readonly reason?: string
  readonly author?: string
  /** Accepted without being paid, because the provider has accepted the payment. */
  readonly isAccepted?: true
  readonly firstNumber?: number
  /** Sales counts to add, locked by `lockSoldProducts`. */
  readonly sold?: readonly Sold[]
  readonly emails?: readonly NewEmail[]
}

/** The caller has locked the order. Accepting it locks the invoice counter, after which nothing else may be locked. */
export async function writeTransition(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'status' | 'invoiceNumber' | 'paymentMethod'>,
  to: OrderStatus,
  now: Date,
  change: StatusChange = {},
): Promise<{ ok: true; changed: Partial<OrderRow> } | { ok: false }> {
  if (!canTransition(order.status, to)) return { ok: false }
  const changed = {
    status: to,
    updatedAt: now,
    ...(change.paid ? { paidAt: now, transactionId: change.paid.transactionId } : {}),
    ...(to === 'completed' ? { completedAt: now } : {}),
  }
  const text = changeText(order.status, to)
  const note = tx.$with('note').as(
    tx
      .insert(orderNotes)
      .values({
        orderId: order.id,
        text: change.reason ? `${change.reason} ${text}` : text,
        author: change.author ?? 'shop',
        createdAt: now,
      })
      .returning({ id: orderNotes.id }),
  )
  const assignsNumber = order.invoiceNumber === null && (change.isAccepted ?? isAcceptedStatus(order, to))
  const sold = change.sold ?? []
  const salesUpdate = tx.$with('sales', { id: sql<number>`id`.as('id') }).as(addSalesSql(sold))
  // Updates the sales counts first: a transaction that holds the number row waits for no other lock.
  const salesCondition = sold.length > 0 ? sql`(select count(*) from sales) >= 0` : undefined
  const next = tx.$with('next').as(takeInvoiceNumber(tx, change.firstNumber ?? 1, salesCondition))
  const emails = change.emails ?? []
  const emailInsert = tx.$with('mail', { id: sql<number>`id`.as('id') }).as(insertEmailsSql(emails, now))
  const [inserted] = await tx
    .with(
      note,
      ...(sold.length > 0 ? [salesUpdate] : []),
      ...(assignsNumber ? [next] : []),
      ...(emails.length > 0 ? [emailInsert] : []),
    )
    .update(orders)
    .set({ ...changed, ...(assignsNumber ? { invoiceNumber: sql`(select last_number from next)` } : {}) })
    .where(eq(orders.id, order.id))
    .returning({ invoiceNumber: orders.invoiceNumber })
  if (!inserted) throw new Error(`Order ${order.id} is gone`)
  if (assignsNumber && inserted.invoiceNumber === null)
    throw new Error('The row that invoice numbers come from is missing')
  return { ok: true, changed: { ...changed, invoiceNumber: inserted.invoiceNumber } }
}

const changeText = (from: OrderStatus, to: OrderStatus): string =>
  `Order status changed from ${statusNames[from]} to ${statusNames[to]}.`

/** When a held order was refunded; null if it was not on hold, or if its note has been deleted. */
export async function refundedFromHoldAt(tx: Tx, orderId: number): Promise<Date | null> {
  const isChange = like(orderNotes.text, `%Order status changed from % to ${statusNames.refunded}.`)
  const notes = tx
    .select()
    .from(orderNotes)
    .where(and(eq(orderNotes.orderId, orderId), isChange))
  const last = await notes.orderBy(desc(orderNotes.id)).limit(1).then(firstOf)
  return last?.text.endsWith(changeText('on-hold', 'refunded')) ? last.createdAt : null
}

/** A rollback returns the number, so there are no gaps; raising `first` continues from there. */
const takeInvoiceNumber = (tx: Tx, first: number, after?: SQL) =>
  tx
    .update(invoiceNumbers)
    .set({ lastNumber: sql`greatest(${invoiceNumbers.lastNumber} + 1, ${first})` })
    .where(after)
    .returning({ lastNumber: invoiceNumbers.lastNumber })

export const fullName = (address: Pick<Address, 'firstName' | 'lastName'>): string =>
  `${address.firstName} ${address.lastName}`.trim()

/** Whether an intent was captured and its order is paid, so that nothing changes any more. */
export async function isSettled(db: Db, intentId: string): Promise<boolean> {
  const isPaid = exists(
    db
      .select()
      .from(orders)
      .where(and(eq(orders.id, payments.orderId), isNotNull(orders.paidAt))),
  )
  return (await db.$count(payments, and(eq(payments.intentId, intentId), eq(payments.status, 'succeeded'), isPaid))) > 0
}
