import { z } from 'zod'
import { type CallRequest, defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { viewOrEdit } from '../../../platform/rest/fields.ts'
import { parseBodyFields } from '../../../platform/rest/input.ts'
import { batchFields, batchShape, deletion, restBatch } from '../../../platform/rest/resource.ts'
import { conflict, errorOf, type RestError } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { deleteOrder, trashOrder } from '../../orders/by-hand/remove-order.ts'
import { ordersWrite } from '../../orders/capabilities.ts'
import { newOrderFields } from '../../orders/rest/new-order.ts'
import { type OrderBody, orderFields, parseOrderUpdate } from '../../orders/rest/order-fields.ts'
import { type OrderShape, orderShape, shapeFields } from '../../orders/rest/order-shape.ts'
import { makeOrder, orderNotFound, orderResult } from '../../orders/rest/orders.ts'
import { setOwnStatus } from '../../orders/statuses/set-own-status.ts'
import type { OrderingContext } from '../../risk/context.ts'
import { updateOrder } from '../update-order.ts'
import { updateError } from './update-error.ts'

const query = z.object({ ...viewOrEdit, ...shapeFields })
const changing = ['PUT', 'POST', 'PATCH'] as const
const writing = { capability: ordersWrite, action: 'edit' } as const

type Change = { readonly id: number; readonly author: string; readonly shape?: OrderShape }

const unknownOrder: RestError = { ...orderNotFound, status: 400, message: 'ID is invalid.' }

async function change(shop: OrderingContext, body: OrderBody, { id, author, shape }: Change): Promise<RestResult> {
  const current = await orderResult(shop, id)
  if (!('json' in current)) return unknownOrder
  const { ownStatuses } = shop.settings()
  const [to, from] = [body['status'], current.json.status].map((slug) => ownStatuses.find((one) => one.slug === slug))
  const update = parseOrderUpdate(
    to ? { ...body, status: to.behaves_as } : body,
    from ? { ...current.json, status: from.behaves_as } : current.json,
  )
  if ('code' in update) return update
  const changed = await updateOrder(shop, { orderId: id, ...update, author })
  if (!changed.ok) return updateError(changed.problem, { to: update.to, currency: current.json.currency })
  if (body['status'] !== undefined) await setOwnStatus(shop, { orderId: id, to: to ?? null, ownStatuses, author })
  return orderResult(shop, id, shape)
}

async function remove(shop: OrderingContext, id: number): Promise<RestResult> {
  const deletedOrder = await orderResult(shop, id)
  const removed = await deleteOrder(shop, { orderId: id })
  return removed.ok ? deletedOrder : removalErrors[removed.problem]
}

export const orderWriteCalls = [
  defineCall({
    ...writing,
    summary: 'Updates an order. A new status may also capture or void its payment',
    method: changing,
    path: paths.restOrder,
    response: orderShape,
    query,
    body: orderFields,
    handler: (shop: OrderingContext, request) =>
      change(shop, request.body, { id: request.id, author: request.user.name, shape: request.query }),
  }),
  defineCall({
    capability: ordersWrite,
    summary:
      'Cancels an order, because there is no trash. With `force`, deletes an order that was never accepted or paid',
    ...deletion,
    path: paths.restOrder,
    response: orderShape,
    async handler(shop: OrderingContext, { id, query: inQuery, body, user }) {
      if (inQuery.force || body.force) return remove(shop, id)
      const trashed = await trashOrder(shop, { orderId: id, author: user.name })
      return trashed.ok ? orderResult(shop, id) : removalErrors[trashed.problem]
    },
  }),
  defineCall({
    ...writing,
    summary: 'Creates, updates and deletes up to 100 orders in one request',
    method: ['POST', 'PUT', 'PATCH'],
    path: `${paths.restOrders}/batch`,
    body: batchFields,
    response: batchShape,
    handler: (shop: OrderingContext, { body, principal, user }) => batch(shop, body, { principal, user }),
  }),
]

const batch = (
  shop: OrderingContext,
  body: z.output<typeof batchFields>,
  { principal, user }: Pick<CallRequest, 'principal' | 'user'>,
) =>
  restBatch(body, {
    async create(one) {
      const parsed = parseBodyFields(newOrderFields, one)
      return parsed.ok ? makeOrder(shop, parsed.value, { principal, user }) : parsed.error
    },
    async update(id, one) {
      const parsed = parseBodyFields(orderFields, one)
      return parsed.ok ? change(shop, parsed.value, { id, author: user.name }) : parsed.error
    },
    delete: (id) => remove(shop, id),
  })

const removalErrors = {
  'no-such-order': orderNotFound,
  gone: errorOf(410, 'woocommerce_rest_already_trashed', 'The shop_order has already been deleted.'),
  kept: conflict(
    'order_kept',
    'This order stays in the books: it is paid, its payment has begun, or it has an invoice. Refund or cancel it.',
  ),
} satisfies Record<string, RestError>
