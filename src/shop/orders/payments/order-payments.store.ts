import { and, desc, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import { type Db, firstOf } from '../../../platform/database/connect.ts'
import { escapeLike, readPage } from '../../../platform/database/list-query.ts'
import type { windowOf } from '../../../platform/rest/fields.ts'
import { searchedNumber } from '../order-status.ts'
import { orders } from '../orders.table.ts'
import { paymentEvents, payments, paymentsToCompare } from './payments.table.ts'

/** Bounds the duration of one statement. */
const COMPARED_AT_ONCE = 5000

export type PaymentDifference = 'not-counted' | 'not-received' | 'refund-excess' | 'amounts'

/** Refunds by hand, which the provider does not know. Released authorizations are excluded: no money moved. */
const manualRefundCents = sql`(select coalesce(sum(amount_cents), 0) from payment_refunds byhand
  where byhand.order_id = ${orders.id} and byhand.payment_id is null and byhand.status = 'succeeded'
    and byhand.idempotency_key not like 'released-%')`

const disputedCents = sql`(select coalesce(sum(amount_cents), 0) from payment_disputes taken
  where taken.payment_id = ${payments.id} and taken.status in ('needs_response', 'under_review', 'lost'))`
/** Whether the order was paid by this payment (refund-excess.ts). */
const isOrderPayment = sql`(${orders.paymentMethod} like 'stripe\_%' or ${orders.transactionId} in (${payments.chargeId}, ${payments.intentId}))`
const isReceived = sql`${payments.status} = 'succeeded'`
const difference = sql<PaymentDifference | null>`case
  when ${isReceived} and ${orders.paidAt} is null and ${payments.refundedCents} < ${payments.capturedCents} then 'not-counted'
  when ${orders.paidAt} is not null and ${payments.status} not in ('succeeded', 'canceled') then 'not-received'
  when ${isReceived} and ${orders.paidAt} is not null and ${isOrderPayment}
    and ${payments.refundedCents} + ${disputedCents} + ${manualRefundCents} > ${payments.capturedCents} then 'refund-excess'
  when ${isReceived} and ${orders.paidAt} is not null and ${payments.currency} = ${orders.currency}
    and ${payments.capturedCents} - ${payments.refundedCents} <> ${orders.totalCents} - ${orders.refundedCents} + ${manualRefundCents}
    then 'amounts' end`

/** Found by index; only these need to be compared. */
const mayDiffer = sql`${payments.id} = any(array(
  select id from payments where differs
  union select id from payments where order_id in (select order_id from ${paymentsToCompare})))`

export type PaymentState = 'any' | 'unsettled' | 'differs'

const states: Readonly<Record<PaymentState, SQL | undefined>> = {
  any: undefined,
  unsettled: sql`${payments.status} not in ('succeeded', 'canceled')`,
  differs: sql`${mayDiffer} and ${difference} is not null`,
}

const selectPayments = (db: Db) =>
  db
    .select({
      payment: payments,
      order: { id: orders.id, status: orders.status, paidAt: orders.paidAt },
      difference,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))

export type OrderPayment = Awaited<ReturnType<typeof selectPayments>>[number]

type Page = ReturnType<typeof windowOf>

type PaymentQuery = { state: PaymentState; search: string; orderId?: number | undefined }

/** A page of payments, newest first, with the total number. */
export async function readPayments(db: Db, { state, search, orderId }: PaymentQuery, page: Page) {
  const where = and(
    states[state],
    orderId === undefined ? undefined : eq(payments.orderId, orderId),
    searchIn(search.trim()),
  )
  // Each payment has an order, so that orders are joined only for what compares them.
  const counted = state === 'differs' ? sql`${payments} join ${orders} on ${orders.id} = ${payments.orderId}` : payments
  return readPage(db, selectPayments(db).$dynamic(), counted, { where, order: [desc(payments.id)], ...page })
}

/** One lookup in an index for each meaning of the text; a single condition on both tables would read all payments. */
function searchIn(text: string): SQL | undefined {
  if (text === '') return undefined
  const searched = searchedNumber(text)
  const column = searched?.of === 'invoice' ? orders.invoiceNumber : orders.id
  const lookups = [
    /^\d+$/.test(text)
      ? sql`select id from ${payments} where card_last4 = ${text}`
      : sql`select id from ${payments} where intent_id like ${`${escapeLike(text)}%`}`,
    ...(searched
      ? [
          sql`select ${payments.id} from ${payments} join ${orders} on ${orders.id} = order_id where ${column} = ${searched.number}`,
        ]
      : []),
  ]
  return sql`${payments.id} = any(array(${sql.join(lookups, sql` union `)}))`
}

/** At most `limit` payments since a time that differ from their orders, newest first. */
export const readDifferingPayments = (db: Db, since: Date, limit: number): Promise<OrderPayment[]> =>
  selectPayments(db)
    .where(and(states.differs, gte(payments.createdAt, since)))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit)

/** Records which of the changed payments differ. Changes during the comparison are left for the next one. */
export async function compareChangedPayments(db: Db): Promise<void> {
  const compareSome = async () => {
    const { rows } = await db.execute<{ changed: number }>(sql`
      with changed as (
        delete from ${paymentsToCompare}
        where ctid = any(array(select ctid from ${paymentsToCompare} limit ${COMPARED_AT_ONCE})) returning order_id
      ), compared as (
        select ${payments.id}, ${difference} is not null as differs
        from ${payments} join ${orders} on ${orders.id} = ${payments.orderId}
        where ${payments.orderId} in (select order_id from changed)
      ), recorded as (
        update payments set differs = compared.differs from compared
        where payments.id = compared.id and payments.differs <> compared.differs
      )
      select count(*)::int as changed from changed`)
    return rows[0]?.changed ?? 0
  }
  while ((await compareSome()) === COMPARED_AT_ONCE);
}

export const readPayment = (db: Db, id: number): Promise<OrderPayment | null> =>
  selectPayments(db).where(eq(payments.id, id)).then(firstOf)

export const readPaymentOfIntent = (db: Db, intentId: string): Promise<OrderPayment | null> =>
  selectPayments(db).where(eq(payments.intentId, intentId)).then(firstOf)

export type EventState = 'any' | 'waiting' | 'failed'

const eventStates: Readonly<Record<EventState, SQL | undefined>> = {
  any: undefined,
  waiting: sql`${paymentEvents.appliedAt} is null`,
  failed: sql`${paymentEvents.appliedAt} is null and ${paymentEvents.lastError} is not null`,
}

export async function readEvents(db: Db, { state, search }: { state: EventState; search: string }, page: Page) {
  const text = search.trim()
  const pattern = `${escapeLike(text)}%`
  const where = and(
    eventStates[state],
    text === ''
      ? undefined
      : or(
          sql`${paymentEvents.type} like ${pattern}`,
          eq(paymentEvents.eventId, text),
          eq(paymentEvents.intentId, text),
        ),
  )
  const { id, eventId, type, intentId, receivedAt, appliedAt, attempts, lastError } = paymentEvents
  const rows = db
    .select({ id, eventId, type, intentId, receivedAt, appliedAt, attempts, lastError, orderId: payments.orderId })
    .from(paymentEvents)
    .leftJoin(payments, eq(payments.intentId, paymentEvents.intentId))
  return readPage(db, rows.$dynamic(), paymentEvents, { where, order: [desc(id)], ...page })
}

export type ReceivedEvent = Awaited<ReturnType<typeof readEvents>>['items'][number]
