import { Badge, type Tone } from '../../../platform/admin/parts.tsx'
import type { Resource } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'
import { invoiceNumberMeta, statusesMeta, statusNames } from '../order-status.ts'
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

export const orderNumberLabel = ({ number }: OrderJson): string => `#${number}`

/** Its invoice number; '' before it is accepted. */
export const invoiceNumberOf = ({ meta_data }: OrderJson): string => {
  const value = meta_data.find(({ key }) => key === invoiceNumberMeta)?.value
  return typeof value === 'string' ? value : ''
}

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
