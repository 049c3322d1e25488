import { formatMoney } from '../../../platform/money/money.ts'
import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { isPickup, orderName } from '../../orders/order-status.ts'
import type { Order } from '../../orders/orders.store.ts'
import { bankAccountRows, instructionsFor } from '../../payments/gateways.ts'
import type { OrderingSettings } from '../context.ts'
import styles from './order-received.module.css'

/** Payment instructions of an accepted unpaid order: bank transfer, cheque or at pickup. */
export function HowToPay({ order, settings }: { order: Order; settings: OrderingSettings }) {
  const isAccepted = order.status === 'on-hold' || order.status === 'processing'
  if (!isAccepted || order.paidAt !== null || order.totalCents === 0) return null
  const paragraphs = instructionsFor(settings, order.paymentMethod)
  const accounts = order.paymentMethod === 'bacs' ? settings.gateways.bacs.accounts : []
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
        <dl key={account.accountNumber} className={`wc-bacs-bank-details order_details bacs_details ${styles.account}`}>
          {[
            ...bankAccountRows(account),
            ['Amount', `${formatMoney(order.totalCents)} ${order.currency}`] as const,
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

type NextStep = readonly [when: string, what: string]

/** The next three steps. Empty while a card payment is pending, or once the order has ended. */
export function WhatNext({ order, now }: { order: Order; now: Date }) {
  const steps = stepsOf(order, formatShopDay(order.createdAt) === formatShopDay(now))
  if (steps.length === 0) return null
  return (
    <ol className={styles.next} aria-label="What happens next">
      {steps.map(([timing, text]) => (
        <li key={timing}>
          <strong>{timing}</strong> {text}
        </li>
      ))}
    </ol>
  )
}

/** The confirmation email is a step only on the day of the order: later the customer already has it. */
function stepsOf(order: Order, isNew: boolean): readonly NextStep[] {
  const email: readonly NextStep[] = isNew ? [['Today', `A confirmation is on its way to ${order.billing.email}.`]] : []
  const delivered: NextStep = ['2 to 6 business days later', 'It is at your door. Put the kettle on.']
  // Paid but on hold: something else has to be resolved first.
  if (order.status === 'on-hold' && order.paidAt !== null) return []
  if (order.status === 'on-hold') {
    return [
      ...email,
      ['When your payment arrives', 'We email you, then weigh and pack your order.'],
      isPickup(order) ? pickupStep(order) : delivered,
    ]
  }
  if (order.status !== 'processing') return []
  return isPickup(order)
    ? [...email, ['Within one business day', 'We weigh and pack it.'], pickupStep(order)]
    : [...email, ['Within one business day', 'We weigh and pack it and hand it to the carrier.'], delivered]
}

/** Pay-at-pickup customers get an email once they have paid, others when the order is ready. */
const pickupStep = ({ paymentMethod }: Order): NextStep => [
  'Then',
  paymentMethod === 'cod'
    ? 'It is ready for you at the shop. Please bring your order number.'
    : 'We email you that it is ready for you at the shop. Please bring your order number.',
]
