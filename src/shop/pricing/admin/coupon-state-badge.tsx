import { Badge } from '../../../platform/admin/parts.tsx'
import type { CouponState } from './coupon-text.ts'

const states = {
  active: { label: 'In use', tone: 'leaf' },
  scheduled: { label: 'Not yet', tone: 'sky' },
  expired: { label: 'Expired', tone: 'hollow' },
  'used up': { label: 'Used up', tone: 'hollow' },
  disabled: { label: 'Switched off', tone: 'hollow' },
} as const

export const CouponStateBadge = ({ state }: { state: CouponState }) => (
  <Badge tone={states[state].tone}>{states[state].label}</Badge>
)
