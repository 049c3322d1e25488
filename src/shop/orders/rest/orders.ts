import { z } from 'zod'
import { type CallRequest, defineCall } from '../../../platform/rest/call.ts'
import { viewOrEdit, windowOf } from '../../../platform/rest/fields.ts'
import { errorOf } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { WithPayments } from '../../gateways/context.ts'
import type { WithPricing } from '../../pricing/context.ts'
import { createOrder } from '../by-hand/create-order.ts'
import { ordersRead, ordersWrite } from '../capabilities.ts'
import type { OrderContext } from '../context.ts'
import { countOrdersByStatus } from '../order-counts.store.ts'
import { statusNames } from '../order-status.ts'
import { readOrder, readOrders } from '../orders-read.store.ts'
import { setOwnStatus } from '../statuses/set-own-status.ts'
import { createError, newOrderFields, parseNewOrder } from './new-order.ts'
import { orderJson } from './order-json.ts'
import * as shapes from './order-shape.ts'

export type OrderShop = OrderContext & Pick<Platform, 'url'> & WithPayments & WithPricing

export const orderNotFound = errorOf(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
/** Of what belongs to an order. */
export const unknownOrder = errorOf(404, 'woocommerce_rest_order_invalid_id', 'Invalid order ID.')

const orderJsonShop = (shop: OrderShop) => ({
  url: shop.url,
  taxTable: shop.pricing().taxTable,
  restockRefunded: shop.settings().restockRefunded,
  ownStatuses: shop.settings().ownStatuses,
  provider: shop.payments.provider.name,
})
export async function orderResult(shop: OrderShop, id: number, shape?: shapes.OrderShape) {
  const order = await readOrder(shop.db, id)
  return order ? { json: orderJson(order, orderJsonShop(shop), shape) } : orderNotFound
}

export async function makeOrder(
  shop: OrderShop,
  body: z.output<typeof newOrderFields>,
  request: Pick<CallRequest, 'principal' | 'user'> & { readonly query?: shapes.OrderShape },
) {
  const { ownStatuses } = shop.settings()
  const to = ownStatuses.find(({ slug }) => slug === body['status'])
  const parsed = parseNewOrder(shop, to ? { ...body, status: to.behaves_as } : body, request)
  if ('code' in parsed) return parsed
  const created = await createOrder(shop, parsed)
  if (!created.ok) return createError(created.problem, parsed.currency)
  if (to) await setOwnStatus(shop, { orderId: created.orderId, to, ownStatuses, author: request.user.name })
  const result = await orderResult(shop, created.orderId, request.query)
  if (!('json' in result)) return result
  return { ...result, status: 201 as const, headers: { location: result.json._links.self[0]?.href ?? '' } }
}

/** In the order of WooCommerce's report. */
const reportedStatuses = ['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed'] as const

export const orderCalls = [
  defineCall({
    capability: ordersRead,
    summary: 'Lists orders',
    method: 'GET',
    path: paths.restOrders,
    query: shapes.orderListFields,
    response: shapes.orderShape,
    async handler(shop: OrderShop, { query }) {
      const { page, per_page } = query
      const filter = shapes.orderFilterOf(shop, query)
      if (!filter) return { items: [], page, per_page, total: 0 }
      if ('code' in filter) return filter
      const { orders, ...found } = await readOrders(shop.db, filter, query, windowOf(query))
      return { items: orders.map((one) => orderJson(one, orderJsonShop(shop), query)), page, per_page, ...found }
    },
  }),
  defineCall({
    capability: ordersWrite,
    summary: 'Creates an order at catalogue prices or custom prices',
    method: 'POST',
    path: paths.restOrders,
    query: z.object({ ...viewOrEdit, ...shapes.shapeFields }),
    body: newOrderFields,
    response: shapes.orderShape,
    handler: (shop: OrderShop, request) => makeOrder(shop, request.body, request),
  }),
  defineCall({
    capability: ordersRead,
    summary: 'Retrieves an order',
    method: 'GET',
    path: paths.restOrder,
    query: z.object({ ...viewOrEdit, ...shapes.shapeFields }),
    response: shapes.orderShape,
    handler: (shop: OrderShop, { id, query }) => orderResult(shop, id, query),
  }),
  defineCall({
    capability: ordersRead,
    summary: 'Retrieves the number of orders per status',
    method: 'GET',
    path: paths.restOrderTotals,
    action: 'list',
    query: z.object({ context: z.enum(['view']).default('view') }),
    response: z.array(shapes.orderTotalShape),
    async handler(shop: OrderShop) {
      const { ownStatuses } = shop.settings()
      const totals = await countOrdersByStatus(shop.db, ownStatuses)
      const reported = [
        ...reportedStatuses.map((slug) => ({ slug, name: statusNames[slug] })),
        ...ownStatuses.map(({ slug, label: name }) => ({ slug, name })),
      ]
      return { json: reported.map((one) => ({ ...one, total: totals.get(one.slug) ?? 0 })) }
    },
  }),
]
