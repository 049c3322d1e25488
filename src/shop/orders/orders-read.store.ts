import { and, desc, eq, gte, inArray, isNull, lt, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type Db, firstOf, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { among, escapeLike, listOrder, notAmong, readIdsUpTo, readPage } from '../../platform/database/list-query.ts'
import { sumOf } from '../../platform/money/money.ts'
import type { datesOf } from '../../platform/rest/fields.ts'
import { media } from '../../things/media/media.table.ts'
import type { ProviderName } from '../gateways/provider.ts'
import { countOrdersByStatus } from './order-counts.store.ts'
import { readOrderMeta } from './order-meta.store.ts'
import type { Meta } from './order-meta.ts'
import type { OrderLine } from './order-parts.store.ts'
import { searchedNumber } from './order-status.ts'
import { isOrderId, type Order, selectOrders, toOrders } from './orders.store.ts'
import { type OrderStatus, orderLines, orderNotes, orders } from './orders.table.ts'
import { payments } from './payments/payments.table.ts'
import { type OrderRefund, refundsOfOrders } from './payments/refunds.store.ts'
import { disputesOf, type StoredDispute } from './payments/reversals.store.ts'
import { matchOrders } from './search/order-search.store.ts'
import type { Shipment } from './shipment.ts'
import { readShipments } from './shipments.store.ts'
import type { OwnStatus } from './statuses/own-statuses.ts'
import { awaitsCapture, hasOpenDispute } from './to-do.store.ts'

export type OrderNote = typeof orderNotes.$inferSelect

export type OrderDetails = Omit<Order, 'lines'> & {
  readonly lines: readonly (OrderLine & { readonly imageId: number | null })[]
  /** The payment that is not cancelled, otherwise the last one. */
  readonly payment: typeof payments.$inferSelect | null
  /** Succeeded refunds, newest first. */
  readonly refunds: readonly OrderRefund[]
  readonly disputes: readonly StoredDispute[]
  readonly shipments: readonly Shipment[]
  readonly meta: readonly Meta[]
}

export type OrderFilter = Partial<ReturnType<typeof datesOf>> & {
  /** Custom statuses must be in `ownStatuses`, too. */
  readonly statuses: readonly string[]
  readonly ownStatuses?: readonly OwnStatus[]
  /** An order or invoice number, or words to find anywhere in an order. */
  readonly search: string
  /** 0: orders of guests. */
  readonly customerId?: number | undefined
  readonly isDisputed?: boolean
  /** Whose authorized payments these keys of the provider can capture. */
  readonly capturableBy?: ProviderName | undefined
  /** Searches only what a customer may see. */
  readonly searchesItems?: boolean
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
  readonly createdVia?: readonly string[]
  readonly productId?: number | undefined
}

type OrderSort = { readonly orderby: 'date' | 'id' | 'modified' | 'include'; readonly order: 'asc' | 'desc' }

/** A customer's search: names and items, but nothing that only the shop may see. */
function customerSearch(search: string): SQL {
  const pattern = `%${escapeLike(search.toLowerCase()).replaceAll(/\s+/g, ' ')}%`
  const names = ['firstName', 'lastName', 'company', 'email'].map(
    (field) => sql`coalesce(${orders.billing}->>${sql.raw(`'${field}'`)}, '')`,
  )
  return sql`(lower(${sql.join(names, sql` || ' ' || `)}) like ${pattern}
    or exists (select from ${orderLines} line where line.order_id = ${orders.id} and lower(line.name || ' ' || coalesce(
      (select string_agg(choice->>'value', ' ') from jsonb_array_elements(line.choices) choice), '') || ' ' || line.sku)
      like ${pattern}))`
}

/** Orders with one of these statuses: the shop's own slugs, or custom ones with the status they stand for. */
function hasStatus(statuses: readonly string[], ownStatuses: readonly OwnStatus[]): SQL | undefined {
  if (statuses.length === 0) return undefined
  return or(
    ...statuses.map((slug) => {
      const { behaves_as: core = slug } = ownStatuses.find((one) => one.slug === slug) ?? {}
      const customSlugs = ownStatuses.filter((one) => one.behaves_as === slug).map((one) => one.slug)
      const withoutCustom =
        customSlugs.length > 0 ? or(isNull(orders.ownStatus), notInArray(orders.ownStatus, customSlugs)) : undefined
      return and(eq(orders.status, core as OrderStatus), core === slug ? withoutCustom : eq(orders.ownStatus, slug))
    }),
  )
}

function filterCondition(filter: OrderFilter): SQL | undefined {
  return and(
    hasStatus(filter.statuses, filter.ownStatuses ?? []),
    filter.customerId === 0 ? isNull(orders.customerId) : undefined,
    filter.customerId ? eq(orders.customerId, filter.customerId) : undefined,
    filter.isDisputed ? hasOpenDispute : undefined,
    filter.capturableBy && awaitsCapture(filter.capturableBy),
    filter.after && gte(orders.createdAt, filter.after),
    filter.before && lt(orders.createdAt, filter.before),
    filter.modifiedAfter && gte(orders.updatedAt, filter.modifiedAfter),
    filter.modifiedBefore && lt(orders.updatedAt, filter.modifiedBefore),
    among(orders.id, filter.include),
    notAmong(orders.id, filter.exclude),
    among(orders.createdVia, filter.createdVia),
  )
}

/** The most orders of a product that are looked up by its lines. */
const MAX_PRODUCT_ORDERS = 2000

async function hasProduct(db: Db | Tx, productId: number): Promise<SQL> {
  const ofProduct = sql`select line.order_id as id from ${orderLines} line where line.product_id = ${productId}`
  const ids = await readIdsUpTo(db, ofProduct, MAX_PRODUCT_ORDERS)
  return ids ? isAnyOf(orders.id, ids) : sql`${orders.id} in (${ofProduct})`
}

/** The number of orders for a filter by status alone, from the stored counts; undefined for other filters. */
async function storedCount(db: Db | Tx, filter: OrderFilter): Promise<number | undefined> {
  const isFiltered = filter.search.trim() !== '' || filter.productId !== undefined
  if (isFiltered || filterCondition({ ...filter, statuses: [] })) return undefined
  const counts = await countOrdersByStatus(db, filter.ownStatuses)
  const slugs = filter.statuses.length > 0 ? new Set(filter.statuses) : counts.keys()
  return sumOf([...slugs], (slug) => counts.get(slug) ?? 0)
}

/** A search counts at most this many orders beyond the page. */
const MAX_COUNTED = 200

/**
 * The condition of a filter with its search. `exact` matches the order with the searched number, which comes first;
 * 'INV-1042' and '#1042' match nothing else.
 */
export async function findOrders(db: Db | Tx, filter: OrderFilter) {
  const { productId } = filter
  const where = and(filterCondition(filter), productId === undefined ? undefined : await hasProduct(db, productId))
  const search = filter.search.trim()
  if (search === '') return { where, exact: undefined, isCommon: false }
  const searched = searchedNumber(search)
  const exact = searched ? eq(searched.of === 'invoice' ? orders.invoiceNumber : orders.id, searched.number) : undefined
  const isNumberOnly = searched !== null && !/^\d/.test(search)
  if (isNumberOnly) return { where: and(where, sql`false`), exact: and(where, exact), isCommon: false }
  if (filter.searchesItems)
    return { where: and(where, customerSearch(search)), exact: exact && and(where, exact), isCommon: false }
  const matches = await matchOrders(db, search)
  return { where: and(where, matches.where), exact: exact && and(where, exact), isCommon: matches.isCommon }
}

export type OrderPage = {
  readonly orders: readonly OrderDetails[]
  readonly total: number
  /** There are more orders than `total`, where counting stopped. */
  readonly isMore: boolean
}

export async function readOrders(
  db: Db | Tx,
  filter: OrderFilter,
  sort: OrderSort,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<OrderPage> {
  const columns = { date: orders.createdAt, id: orders.id, modified: orders.updatedAt }
  const order = listOrder(columns, orders.id, { ...sort, include: filter.include })
  const { where: matching, exact, isCommon } = await findOrders(db, filter)
  const first = exact ? await selectOrders(db).where(exact) : []
  const [exactOrder] = first
  const where = and(matching, exactOrder && ne(orders.id, exactOrder.row.id))
  const exactCount = offset === 0 ? first.length : 0
  const page = {
    where,
    order,
    limit: limit - exactCount,
    offset: offset - (first.length - exactCount),
    total: await storedCount(db, filter),
    maxBeyond: isCommon ? MAX_COUNTED : undefined,
    id: orders.id,
  }
  const { items, total, isMore } = await readPage(db, selectOrders(db).$dynamic(), orders, page)
  const rows = exactCount > 0 ? [...first, ...items] : items
  return { orders: await loadDetails(db, rows), total: total + first.length, isMore }
}

/** At most `limit` matching orders. */
export const readMatching = async (db: Db | Tx, where: SQL | undefined, order: readonly SQL[], limit: number) =>
  loadDetails(
    db,
    await selectOrders(db)
      .where(where)
      .orderBy(...order)
      .limit(limit),
  )

/** In the order of the ids, each once; unknown ids are left out. */
export async function readOrdersByIds(db: Db | Tx, ids: readonly number[]): Promise<OrderDetails[]> {
  const loaded = await readMatching(db, inArray(orders.id, [...ids]), [], ids.length)
  return [...new Set(ids)].flatMap((id) => loaded.find((order) => order.id === id) ?? [])
}

export const readOrder = async (db: Db | Tx, id: number): Promise<OrderDetails | null> =>
  isOrderId(id) ? loadDetails(db, await selectOrders(db).where(eq(orders.id, id))).then(firstOf) : null

export const readOrderNotes = (db: Db | Tx, orderId: number): Promise<OrderNote[]> =>
  db
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(desc(orderNotes.createdAt), desc(orderNotes.id))

const isNote = (orderId: number, id: number) => and(eq(orderNotes.orderId, orderId), eq(orderNotes.id, id))

export const readOrderNote = (db: Db, orderId: number, id: number): Promise<OrderNote | null> =>
  db.select().from(orderNotes).where(isNote(orderId, id)).then(firstOf)

/** Returns the deleted note; null if there was none. */
export const deleteOrderNote = (db: Db, orderId: number, id: number): Promise<OrderNote | null> =>
  db.delete(orderNotes).where(isNote(orderId, id)).returning().then(firstOf)

async function loadDetails(db: Db | Tx, rows: Awaited<ReturnType<typeof selectOrders>>): Promise<OrderDetails[]> {
  if (rows.length === 0) return []
  const loaded = await toOrders(db, rows)
  const imagePaths = loaded.flatMap(({ lines }) => lines.flatMap(({ imagePath }) => imagePath ?? []))
  const images = await db.select({ id: media.id, path: media.path }).from(media).where(inArray(media.path, imagePaths))
  const ids = loaded.map(({ id }) => id)
  const allPayments = await db.select().from(payments).where(inArray(payments.orderId, ids)).orderBy(payments.id)
  const paymentIds = allPayments.map((payment) => payment.id)
  const refunds = (await refundsOfOrders(db, ids)).filter(({ status }) => status === 'succeeded')
  const disputes = await disputesOf(db, paymentIds)
  const shipments = await readShipments(db, ids)
  const meta = await readOrderMeta(db, ids)

  return loaded.map((order) => {
    const orderPayments = allPayments.filter((payment) => payment.orderId === order.id)
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
