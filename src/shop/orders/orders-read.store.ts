import { and, count, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { among, escapeLike, listOrder, notAmong, readPage } from '../../platform/database/list-query.ts'
import type { datesOf } from '../../platform/rest/fields.ts'
import { media } from '../../things/media/media.table.ts'
import { readOrderMeta } from './order-meta.store.ts'
import type { Meta } from './order-meta.ts'
import type { OrderLine } from './order-parts.store.ts'
import { searchedNumber } from './order-status.ts'
import { isOrderId, type Order, selectOrders, toOrders } from './orders.store.ts'
import { type OrderStatus, orderLines, orderNotes, orders } from './orders.table.ts'
import { payments } from './payments/payments.table.ts'
import { type OrderRefund, refundsOfOrders } from './payments/refunds.store.ts'
import { disputesOf, type StoredDispute } from './payments/reversals.store.ts'
import type { Shipment } from './shipment.ts'
import { readShipments } from './shipments.store.ts'
import { awaitsCapture, hasOpenDispute } from './to-do.store.ts'

export type OrderNote = typeof orderNotes.$inferSelect

export type OrderDetails = Omit<Order, 'lines'> & {
  readonly lines: readonly (OrderLine & { readonly imageId: number | null })[]
  /** The payment that is not cancelled, otherwise the last one. */
  readonly payment: typeof payments.$inferSelect | null
  /** Those that have succeeded, newest first. */
  readonly refunds: readonly OrderRefund[]
  readonly disputes: readonly StoredDispute[]
  readonly shipments: readonly Shipment[]
  readonly meta: readonly Meta[]
}

export type OrderFilter = Partial<ReturnType<typeof datesOf>> & {
  readonly statuses: readonly OrderStatus[]
  /** A number of an order or an invoice, or part of an email address or name. */
  readonly search: string
  /** 0: orders of guests. */
  readonly customerId?: number | undefined
  readonly isDisputed?: boolean
  readonly isCaptureExpiring?: boolean
  readonly searchesItems?: boolean
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
  readonly createdVia?: readonly string[]
  readonly productId?: number | undefined
}

type OrderSort = { readonly orderby: 'date' | 'id' | 'modified' | 'include'; readonly order: 'asc' | 'desc' }

const searchText = sql`lower(
  coalesce(${orders.billing}->>'firstName', '') || ' ' || coalesce(${orders.billing}->>'lastName', '') || ' ' ||
  coalesce(${orders.billing}->>'company', '') || ' ' || coalesce(${orders.billing}->>'email', ''))`

/** An item with these letters in its name or choices, as 'Sencha 50 g'. */
const hasItemLike = (pattern: string): SQL =>
  sql`exists (select from ${orderLines} line where line.order_id = ${orders.id} and lower(line.name || ' ' || coalesce(
    (select string_agg(choice->>'value', ' ') from jsonb_array_elements(line.choices) choice), '') || ' ' || line.sku) like ${pattern})`

function filterCondition(filter: OrderFilter): SQL | undefined {
  const search = filter.search.trim().toLowerCase()
  const asked = searchedNumber(search)
  const pattern = `%${escapeLike(search).replaceAll(/\s+/g, ' ')}%`
  return and(
    among(orders.status, filter.statuses),
    search === ''
      ? undefined
      : or(
          asked ? eq(asked.of === 'invoice' ? orders.invoiceNumber : orders.id, asked.number) : undefined,
          sql`${searchText} like ${pattern}`,
          filter.searchesItems ? hasItemLike(pattern) : undefined,
        ),
    filter.customerId === 0 ? isNull(orders.customerId) : undefined,
    filter.customerId ? eq(orders.customerId, filter.customerId) : undefined,
    filter.isDisputed ? hasOpenDispute : undefined,
    filter.isCaptureExpiring ? awaitsCapture : undefined,
    filter.after && gte(orders.createdAt, filter.after),
    filter.before && lt(orders.createdAt, filter.before),
    filter.modifiedAfter && gte(orders.updatedAt, filter.modifiedAfter),
    filter.modifiedBefore && lt(orders.updatedAt, filter.modifiedBefore),
    among(orders.id, filter.include),
    notAmong(orders.id, filter.exclude),
    among(orders.createdVia, filter.createdVia),
    filter.productId === undefined
      ? undefined
      : sql`${orders.id} in (select line.order_id from ${orderLines} line where line.product_id = ${filter.productId})`,
  )
}

export async function readOrders(
  db: Db | Tx,
  filter: OrderFilter,
  sort: OrderSort,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly orders: readonly OrderDetails[] }> {
  const columns = { date: orders.createdAt, id: orders.id, modified: orders.updatedAt }
  const order = listOrder(columns, orders.id, { ...sort, include: filter.include })
  const page = { where: filterCondition(filter), order, ...window }
  const { items, total } = await readPage(db, selectOrders(db).$dynamic(), orders, page)
  return { total, orders: await loadDetails(db, items) }
}

export const readOrder = async (db: Db | Tx, id: number): Promise<OrderDetails | null> =>
  isOrderId(id) ? loadDetails(db, await selectOrders(db).where(eq(orders.id, id))).then(firstOf) : null

export async function countOrdersByStatus(db: Db | Tx): Promise<ReadonlyMap<OrderStatus, number>> {
  const rows = await db.select({ status: orders.status, total: count() }).from(orders).groupBy(orders.status)
  return new Map(rows.map((row) => [row.status, row.total]))
}

export const readOrderNotes = (db: Db | Tx, orderId: number): Promise<OrderNote[]> =>
  db
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(desc(orderNotes.createdAt), desc(orderNotes.id))

const isNote = (orderId: number, id: number) => and(eq(orderNotes.orderId, orderId), eq(orderNotes.id, id))

export const readOrderNote = (db: Db, orderId: number, id: number): Promise<OrderNote | null> =>
  db.select().from(orderNotes).where(isNote(orderId, id)).then(firstOf)

/** The note as it was; null if there was none. */
export const deleteOrderNote = (db: Db, orderId: number, id: number): Promise<OrderNote | null> =>
  db.delete(orderNotes).where(isNote(orderId, id)).returning().then(firstOf)

async function loadDetails(db: Db | Tx, rows: Awaited<ReturnType<typeof selectOrders>>): Promise<OrderDetails[]> {
  if (rows.length === 0) return []
  const found = await toOrders(db, rows)
  const imagePaths = found.flatMap(({ lines }) => lines.flatMap(({ imagePath }) => imagePath ?? []))
  const images = await db.select({ id: media.id, path: media.path }).from(media).where(inArray(media.path, imagePaths))
  const ids = found.map(({ id }) => id)
  const paid = await db.select().from(payments).where(inArray(payments.orderId, ids)).orderBy(payments.id)
  const paidIds = paid.map((payment) => payment.id)
  const refunds = (await refundsOfOrders(db, ids)).filter(({ status }) => status === 'succeeded')
  const disputes = await disputesOf(db, paidIds)
  const shipments = await readShipments(db, ids)
  const meta = await readOrderMeta(db, ids)

  return found.map((order) => {
    const orderPayments = paid.filter((payment) => payment.orderId === order.id)
    const isOfOrder = ({ paymentId }: { paymentId: number }) => orderPayments.some(({ id }) => id === paymentId)
    return {
      ...order,
      lines: order.lines.map((line) => ({
        ...line,
        imageId: images.find(({ path }) => path === line.imagePath)?.id ?? null,
      })),
      payment: orderPayments.findLast((payment) => payment.status !== 'canceled') ?? orderPayments.at(-1) ?? null,
      refunds: refunds.filter(({ orderId }) => orderId === order.id),
      disputes: disputes.filter(isOfOrder),
      shipments: shipments.filter(({ orderId }) => orderId === order.id),
      meta: meta.filter(({ orderId }) => orderId === order.id),
    }
  })
}
