import type { OrderJson } from '../rest/order-json.ts'

type NumberedOrder = Pick<OrderJson, 'id' | 'number' | 'meta_data'>

/** In the JSON `number` falls back to the id; only this meta field shows whether the order has its own number. */
const hasNumber = (order: NumberedOrder): boolean => order.meta_data.some((meta) => meta.key === '_order_number')

/** The order's name in the back office. */
export const orderLabel = (order: NumberedOrder): string =>
  hasNumber(order) ? `Order #${order.number}` : `Unpaid order (id ${order.id})`

/** The order's name in a list. */
export const orderNumberLabel = (order: NumberedOrder): string =>
  hasNumber(order) ? `#${order.number}` : `id ${order.id}`
