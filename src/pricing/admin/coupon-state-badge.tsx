import styles from './coupon-state-badge.module.css'
import type { CouponState } from './coupon-words.ts'

const words: Readonly<Record<CouponState, string>> = {
  live: 'In use',
  waiting: 'Not yet',
  over: 'Expired',
  'used up': 'Used up',
  off: 'Switched off',
}

/** The state of a coupon: a word first, a colour second. */
export function CouponStateBadge({ state }: { state: CouponState }) {
  const tone = state === 'live' ? styles.live : state === 'waiting' ? styles.waiting : styles.ended
  return <span className={`${styles.badge} ${tone}`}>{words[state]}</span>
}
