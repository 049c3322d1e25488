import { statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import styles from './status-badge.module.css'

/** An order's status as text and colour. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return <span className={`${styles.badge} ${styles[status]}`}>{statusNames[status]}</span>
}
