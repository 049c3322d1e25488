import { formatMoney } from '../../money/format.ts'
import { orderName } from '../../orders/order-number.ts'
import type { Order } from '../../orders/orders.store.ts'
import { isPickup } from '../../orders/pickup.ts'
import { accountRows, instructionsFor } from '../../settings/gateways.ts'
import type { Settings } from '../../settings/settings.ts'
import { shopDay } from '../../settings/shop-time.ts'
import styles from './order-received.module.css'

/** How to pay an order that is accepted and not paid: by bank, by cheque, at pickup. */
export function HowToPay({ order, settings }: { order: Order; settings: Settings }) {
  const isStanding = order.status === 'on-hold' || order.status === 'processing'
  if (!isStanding || order.paidAt !== null || order.totalCents === 0) return null
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
            ...accountRows(account),
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

/** What happens now, in three steps. Nothing while an order waits for the provider, or once it has ended. */
export function WhatNext({ order, now }: { order: Order; now: Date }) {
  const steps = stepsOf(order, shopDay(order.createdAt) === shopDay(now))
  if (steps.length === 0) return null
  return (
    <ol className={styles.next} aria-label="What happens next">
      {steps.map(([when, what]) => (
        <li key={when}>
          <strong>{when}</strong> {what}
        </li>
      ))}
    </ol>
  )
}

/** The mail is a step of the day the order was placed: who looks again later has it. */
function stepsOf(order: Order, isNew: boolean): readonly NextStep[] {
  const mail: readonly NextStep[] = isNew ? [['Today', `A confirmation is on its way to ${order.billing.email}.`]] : []
  const door: NextStep = ['2 to 6 business days later', 'It is at your door. Put the kettle on.']
  // Paid and on hold: something else has to be settled first.
  if (order.status === 'on-hold' && order.paidAt !== null) return []
  if (order.status === 'on-hold') {
    return [
      ...mail,
      ['When your payment arrives', 'We email you, then weigh and pack your order.'],
      isPickup(order) ? pickUp(order) : door,
    ]
  }
  if (order.status !== 'processing') return []
  return isPickup(order)
    ? [...mail, ['Within one business day', 'We weigh and pack it.'], pickUp(order)]
    : [...mail, ['Within one business day', 'We weigh and pack it and hand it to the carrier.'], door]
}

/** Who pays at the shop is written to when it is paid; whoever paid before, when it is ready. */
const pickUp = ({ paymentMethod }: Order): NextStep => [
  'Then',
  paymentMethod === 'cod'
    ? 'It is ready for you at the shop. Please bring your order number.'
    : 'We email you that it is ready for you at the shop. Please bring your order number.',
]
