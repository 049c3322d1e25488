import { formatShopDay } from '../../../../platform/time/shop-time.ts'
import { orderProgress } from '../../../../shop/orders/order-progress.ts'
import type { Order } from '../../../../shop/orders/orders.store.ts'
import styles from './order-progress.module.css'

const states = {
  done: { text: 'done', className: styles.done },
  current: { text: 'now', className: styles.current },
  next: { text: 'to come', className: undefined },
} as const

/** How far an order has got, as a line of steps. */
export function OrderProgress({ order }: { order: Order }) {
  const steps = orderProgress(order)
  if (steps.length === 0) return null
  return (
    <ol className={styles.steps} aria-label="How far this order is">
      {steps.map(({ label, at, state }) => (
        <li key={label} className={states[state].className} aria-current={state === 'current' ? 'step' : undefined}>
          <span className={styles.label}>{label}</span>
          <span className="screen-reader-text">: {states[state].text}</span>
          {at && <time dateTime={at.toISOString()}>{formatShopDay(at)}</time>}
        </li>
      ))}
    </ol>
  )
}
