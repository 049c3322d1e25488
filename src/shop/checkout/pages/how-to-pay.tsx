import { formatMoney } from '../../../platform/money/money.ts'
import { orderName } from '../../orders/order-status.ts'
import type { Order } from '../../orders/orders.store.ts'
import { paymentInstructions } from '../../payment-methods/payment-methods.ts'
import type { OrderingSettings } from '../context.ts'
import styles from './order-received.module.css'

/** How to pay an accepted order outside the shop, such as by bank transfer. Empty once it is paid. */
export function HowToPay({ order, settings }: { order: Order; settings: OrderingSettings }) {
  const isAccepted = order.status === 'on-hold' || order.status === 'processing'
  if (!isAccepted || order.paidAt !== null || order.totalCents === 0) return null
  const { paragraphs, accounts } = paymentInstructions(settings, order.paymentMethod)
  if (paragraphs.length === 0 && accounts.length === 0) return null
  return (
    <section className={`woocommerce-bacs-bank-details ${styles.paying}`} aria-labelledby="paying-title">
      <h2 id="paying-title" className="wc-bacs-bank-details-heading">
        How to pay
      </h2>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {accounts.map((account) => (
        <dl key={account.join()} className={`wc-bacs-bank-details order_details bacs_details ${styles.account}`}>
          {[
            ...account,
            ['Amount', `${formatMoney(order.totalCents, order.currency)} ${order.currency}`] as const,
            ['Message', orderName(order)] as const,
          ].map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ))}
    </section>
  )
}
