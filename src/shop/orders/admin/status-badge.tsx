import { Badge, type Tone } from '../../../platform/admin/badge.tsx'
import { statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'

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
