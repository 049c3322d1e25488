import type { OrderJson } from '../rest/order-json.ts'

type NumberedOrder = Pick<OrderJson, 'id' | 'number' | 'meta_data'>

/** `number` on the wire falls back to the id; only this says whether the order has one of its own. */
const hasNumber = (order: NumberedOrder): boolean => order.meta_data.some((meta) => meta.key === '_order_number')

/** What an order is called in the back office. */
export const orderLabel = (order: NumberedOrder): string =>
  hasNumber(order) ? `Order #${order.number}` : `Unpaid order (id ${order.id})`

/** The same in a list. */
export const orderNumberLabel = (order: NumberedOrder): string =>
  hasNumber(order) ? `#${order.number}` : `id ${order.id}`
