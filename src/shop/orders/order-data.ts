import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { formatMoney } from '../../platform/money/money.ts'
import type { Person, PersonalData } from '../../platform/privacy/personal-data.ts'
import type { RetentionRule } from '../../platform/privacy/retention-rule.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import { mapInSlices } from '../../platform/time/slices.ts'
import { returnStock } from '../inventory/stock.store.ts'
import { anonymiseOrders } from './anonymise-orders.ts'
import { invoiceNumberText, statusNames } from './order-status.ts'
import { orderLines, orderNotes, orders } from './orders.table.ts'
import { payments } from './payments/payments.table.ts'
import { carrierName } from './shipment.ts'
import { readShipments } from './shipments.store.ts'

export const orderedBy = ({ userId, email }: Person): SQL =>
  or(
    userId === null ? sql`false` : eq(orders.customerId, userId),
    email === null
      ? sql`false`
      : sql`(${orders.customerId} is null and lower(${orders.billing} ->> 'email') = ${email})`,
  ) ?? sql`false`

const idsOf = async (db: Db | Tx, where: SQL | undefined, limit?: number): Promise<number[]> => {
  const query = db.select({ id: orders.id }).from(orders).where(where).orderBy(asc(orders.id))
  return (await (limit === undefined ? query : query.limit(limit))).map(({ id }) => id)
}

/** Personal data in orders. The orders stay for accounting, without the personal data. */
export const orderData: PersonalData = {
  id: 'orders',
  title: 'Orders',
  tables: ['orders', 'order_notes', 'order_lines', 'order_shipments', 'order_meta', 'order_downloads'],
  async read(db, person) {
    const ordered = await db.select().from(orders).where(orderedBy(person)).orderBy(asc(orders.id))
    const ids = ordered.map(({ id }) => id)
    const lines = await db.select().from(orderLines).where(isAnyOf(orderLines.orderId, ids)).orderBy(asc(orderLines.id))
    const shipments = await readShipments(db, ids)
    const notes = await db
      .select()
      .from(orderNotes)
      .where(and(isAnyOf(orderNotes.orderId, ids), eq(orderNotes.isCustomerNote, true)))
      .orderBy(asc(orderNotes.id))
    const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
    const parcelsOf = Map.groupBy(shipments, ({ orderId }) => orderId)
    const messagesOf = Map.groupBy(notes, ({ orderId }) => orderId)
    return mapInSlices(ordered, (order) => ({
      number: order.id,
      placed: order.createdAt,
      status: statusNames[order.status],
      invoice: order.invoiceNumber === null ? null : invoiceNumberText(order.invoiceNumber),
      items: (linesOf.get(order.id) ?? []).map(
        ({ quantity, name, totalCents }) => `${quantity} × ${name}: ${formatMoney(totalCents, order.currency)}`,
      ),
      shipping_cost: formatMoney(order.shippingCents, order.currency),
      tax: formatMoney(order.taxCents, order.currency),
      total: formatMoney(order.totalCents, order.currency),
      refunded: formatMoney(order.refundedCents, order.currency),
      currency: order.currency,
      paid: order.paidAt,
      payment: order.paymentMethodTitle,
      billing: order.billing,
      shipping: order.shipping,
      note: order.customerNote,
      ip_address: order.customerIpAddress,
      browser: order.userAgent,
      visit: order.attribution,
      parcels: (parcelsOf.get(order.id) ?? []).map(
        (shipment) => `${shipment.shippedOn} ${carrierName(shipment)} ${shipment.trackingNumber}`,
      ),
      messages: (messagesOf.get(order.id) ?? []).map(({ text }) => text),
    }))
  },
  detach: (tx, userId, now) =>
    tx.update(orders).set({ customerId: null, updatedAt: now }).where(eq(orders.customerId, userId)),
  erase: async (tx, person, now) => anonymiseOrders(tx, await idsOf(tx, orderedBy(person)), now),
}

const UNPAID_DAYS = 7

/** Orders that still need their address: paid and not shipped, awaiting a transfer, or being paid. */
export const countOpenOrders = (db: Db | Tx, person: Person, now: Date): Promise<number> =>
  db.$count(
    orders,
    and(
      orderedBy(person),
      or(
        inArray(orders.status, ['processing', 'on-hold']),
        and(eq(orders.status, 'pending'), gt(orders.updatedAt, new Date(now.getTime() - UNPAID_DAYS * DAY_MS))),
      ),
    ),
  )

const isOver = (statuses: readonly ('completed' | 'refunded' | 'cancelled' | 'failed' | 'pending')[], cutoff: Date) =>
  and(inArray(orders.status, [...statuses]), lt(orders.updatedAt, cutoff), isNull(orders.anonymisedAt))

const openPayments = (db: Db | Tx) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orders.id), ne(payments.status, 'canceled')))

const unpaid = (db: Db | Tx, cutoff: Date) =>
  and(isOver(['cancelled', 'failed', 'pending'], cutoff), isNull(orders.paidAt), notExists(openPayments(db)))

export const orderRetention: readonly RetentionRule[] = [
  {
    id: 'unpaid-orders',
    title: 'Unpaid, failed and cancelled orders',
    description:
      'Orders that were never paid. Those without an invoice number are deleted, the others keep their numbers and amounts, without the customer’s name and address.',
    minimumDays: 7,
    count: (db, cutoff) => db.$count(orders, unpaid(db, cutoff)),
    async apply(tx, cutoff, limit, now) {
      const ids = await idsOf(tx, unpaid(tx, cutoff), limit)
      if (ids.length === 0) return 0
      await tx.select({ id: orders.id }).from(orders).where(inArray(orders.id, ids)).orderBy(orders.id).for('update')
      // Checked again under the lock, because a payment may have begun.
      const locked = await idsOf(tx, and(inArray(orders.id, ids), unpaid(tx, cutoff)))
      const numbered = await idsOf(tx, and(inArray(orders.id, locked), isNotNull(orders.invoiceNumber)))
      const unnumbered = locked.filter((id) => !numbered.includes(id))
      for (const id of unnumbered) await returnStock(tx, id)
      if (unnumbered.length > 0) {
        await tx.delete(payments).where(inArray(payments.orderId, unnumbered))
        await tx.delete(orders).where(inArray(orders.id, unnumbered))
      }
      return unnumbered.length + (await anonymiseOrders(tx, numbered, now))
    },
  },
  {
    id: 'completed-orders',
    title: 'Completed orders',
    description:
      'Completed and refunded orders keep their number and amounts for the books, without the customer’s name and address.',
    minimumDays: 30,
    count: (db, cutoff) => db.$count(orders, isOver(['completed', 'refunded'], cutoff)),
    apply: async (tx, cutoff, limit, now) =>
      anonymiseOrders(tx, await idsOf(tx, isOver(['completed', 'refunded'], cutoff), limit), now),
  },
]
