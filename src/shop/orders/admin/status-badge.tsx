import { statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import styles from './status-badge.module.css'

/** The state of an order: a word first, a colour second. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return <span className={`${styles.badge} ${styles[status]}`}>{statusNames[status]}</span>
}
