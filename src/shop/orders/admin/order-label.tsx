import { Badge, type Tone } from '../../../platform/admin/parts.tsx'
import { statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import type { OrderJson } from '../rest/order-json.ts'

/** In the JSON `number` falls back to the id; only this meta field shows whether the order has its own number. */
export const hasNumber = (order: OrderJson): boolean => order.meta_data.some((meta) => meta.key === '_order_number')

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
