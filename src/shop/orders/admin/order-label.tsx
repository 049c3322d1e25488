import { Badge, type Tone } from '../../../platform/admin/parts.tsx'
import type { Resource } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'
import { statusesMeta, statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import type { OrderJson } from '../rest/order-json.ts'

export const orders: Resource = {
  names: ['order', 'orders'],
  title: 'Orders',
  rest: paths.restOrders,
  screen: paths.adminOrders,
}

/** Statuses that the order may be given by hand. */
export function manualStatusesOf(order: OrderJson): readonly OrderStatus[] {
  const value = order.meta_data.find(({ key }) => key === statusesMeta)?.value
  return (typeof value === 'string' ? value : '')
    .split(',')
    .filter((status): status is OrderStatus => Object.hasOwn(statusNames, status))
}

/** In the JSON `number` falls back to the id; only this meta field shows whether the order has its own number. */
const hasNumber = (order: OrderJson): boolean => order.meta_data.some((meta) => meta.key === '_order_number')

/** The order's name in a list. */
export const orderNumberLabel = (order: OrderJson): string => (hasNumber(order) ? `#${order.number}` : `id ${order.id}`)

/** The order's name in the back office. */
export const orderLabel = (order: OrderJson): string =>
  hasNumber(order) ? `Order #${order.number}` : `Unpaid order (id ${order.id})`

const tones: Partial<Record<OrderStatus, Tone>> = {
  pending: 'gold',
  'on-hold': 'sky',
  processing: 'leaf',
  refunded: 'clay',
  failed: 'berry',
  cancelled: 'hollow',
}

export const StatusBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={tones[status]}>{statusNames[status]}</Badge>
)
