import styles from './coupon-state-badge.module.css'
import type { CouponState } from './coupon-text.ts'

const labels: Readonly<Record<CouponState, string>> = {
  active: 'In use',
  scheduled: 'Not yet',
  expired: 'Expired',
  'used up': 'Used up',
  disabled: 'Switched off',
}

/** Coupon status as text and colour. */
export function CouponStateBadge({ state }: { state: CouponState }) {
  const tone = state === 'active' ? styles.live : state === 'scheduled' ? styles.waiting : styles.ended
  return <span className={`${styles.badge} ${tone}`}>{labels[state]}</span>
}
