import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/database/connect.ts'
import { among, containsText, listOrder, notAmong, readPage } from '../../platform/database/list-query.ts'
import { defineCall } from '../../platform/rest/call.ts'
import { datesOf, windowOf } from '../../platform/rest/fields.ts'
import { ordersRead } from '../orders/capabilities.ts'
import { readOrders } from '../orders/orders-read.store.ts'
import { paymentRefunds } from '../orders/payments/payments.table.ts'
import type { RefundState } from '../orders/payments/refunds.store.ts'
import * as wire from '../orders/rest/refund-json.ts'
import type { OrderingContext } from '../risk/context.ts'

const failed: readonly RefundState[] = ['failed', 'canceled']

function outcomeIn(outcomes: readonly string[]): SQL | undefined {
  if (outcomes.includes('any') || outcomes.length === 0) return undefined
  const isFailed = inArray(paymentRefunds.status, [...failed])
  const kinds = {
    failed: isFailed,
    succeeded: sql`${paymentRefunds.status} = 'succeeded'`,
    pending: sql`not (${isFailed} or ${paymentRefunds.status} = 'succeeded')`,
  }
  return sql`(${sql.join(
    outcomes.map((one) => kinds[one as keyof typeof kinds]),
    sql` or `,
  )})`
}

/** The refunds of one order, or of all orders. */
export function readRefunds(db: Db, query: z.output<typeof wire.refundListFields>, ofOrder?: number) {
  const { after, before } = datesOf(query)
  const { id, orderId, reason, createdAt } = paymentRefunds
  const where = and(
    ofOrder === undefined ? undefined : eq(orderId, ofOrder),
    outcomeIn(query.status),
    among(id, query.include),
    notAmong(id, query.exclude),
    among(orderId, query.parent),
    notAmong(orderId, query.parent_exclude),
    containsText(query.search, [reason]),
    after && gte(createdAt, after),
    before && lt(createdAt, before),
  )
  const order = listOrder({ date: createdAt, id }, id, query)
  return readPage(db, db.select().from(paymentRefunds).$dynamic(), paymentRefunds, { where, order, ...windowOf(query) })
}

/** Refunds of all orders, each with its order's id. */
export const refundListCall = defineCall({
  capability: ordersRead,
  summary: 'Lists the refunds of all orders, newest first',
  method: 'GET',
  path: '/wp-json/wc/v3/refunds',
  query: wire.refundListFields,
  refuses: wire.refundListRefuses,
  response: wire.shopRefundShape,
  async handler(shop: OrderingContext & { readonly url: string }, { query }) {
    const { items, total } = await readRefunds(shop.db, query)
    const ids = [...new Set(items.map(({ orderId }) => orderId))]
    const window = { limit: ids.length, offset: 0 }
    const { orders } =
      ids.length === 0
        ? { orders: [] }
        : await readOrders(shop.db, { statuses: [], search: '', include: ids }, { orderby: 'id', order: 'asc' }, window)
    const from = { url: shop.url, taxTable: shop.pricing().taxTable }
    const json = items.flatMap((refund) => {
      const order = orders.find((one) => one.id === refund.orderId)
      return order ? [{ ...wire.refundJson(refund, order, from, query), parent_id: order.id }] : []
    })
    return { items: json, page: query.page, per_page: query.per_page, total }
  },
})
