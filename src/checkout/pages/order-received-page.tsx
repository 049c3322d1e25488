import { formatMoney } from '../../money/format.ts'
import { isOpen, ranOut } from '../../orders/order-status.ts'
import type { Order } from '../../orders/orders.store.ts'
import { hrefs } from '../../routes.ts'
import type { Settings } from '../../settings/settings.ts'
import { shopDay } from '../../settings/shop-time.ts'
import { button } from '../../ui/button.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { OrderAddresses, OrderDetails } from './order-details.tsx'
import styles from './order-received.module.css'
import { HowToPay, WhatNext } from './what-next.tsx'

/** The page after paying: thanks by name, what happens next, what was bought. */
export function OrderReceivedPage({ order, settings }: { order: Order; settings: Settings }) {
  const isWaiting = isOpen(order.status)
  return (
    <main id="content" className={`woocommerce-order ${styles.page}`}>
      <p className={styles.mark} aria-hidden="true">
        <svg viewBox="0 0 64 64" width="64" height="64" className={styles.leaf}>
          <path d="M10 50C12 24 30 10 54 10c0 26-16 42-40 40M10 54c6-14 16-24 30-30" />
        </svg>
      </p>
      <h1 className={styles.title}>{headline(order)}</h1>
      <p className={`woocommerce-notice woocommerce-thankyou-order-received ${styles.lead}`}>{lead(order)}</p>
      {isWaiting && (
        <p className={styles.on}>
          <a className={button.primary} href={hrefs.orderPay(order.id, order.orderKey)}>
            Pay for this order
          </a>
        </p>
      )}
      {ranOut(order) && (
        <p className={styles.on}>
          <a className={button.primary} href={hrefs.checkout()}>
            Back to the checkout
          </a>
        </p>
      )}
      <Overview order={order} />
      <HowToPay order={order} settings={settings} />
      <WhatNext order={order} />
      <div className={styles.columns}>
        <OrderDetails order={order} />
        <OrderAddresses order={order} />
      </div>
      <p className={styles.last}>
        <a href={hrefs.shop()}>Back to the teas</a>
        <button type="button" className={button.quiet} data-print="" hidden>
          Print this page
        </button>
      </p>
    </main>
  )
}

function Overview({ order }: { order: Order }) {
  return (
    <ul className={`woocommerce-order-overview woocommerce-thankyou-order-details order_details ${styles.overview}`}>
      {order.number !== null && (
        <li className="woocommerce-order-overview__order order">
          Order number <strong>{order.number}</strong>
        </li>
      )}
      <li className="woocommerce-order-overview__date date">
        Date <strong>{shopDay(order.createdAt)}</strong>
      </li>
      <li className="woocommerce-order-overview__email email">
        E-mail{' '}
        <strong>
          <EmailText address={order.billing.email} />
        </strong>
      </li>
      <li className="woocommerce-order-overview__total total">
        Total <strong>{formatMoney(order.totalCents)}</strong>
      </li>
      <li className="woocommerce-order-overview__payment-method method">
        Payment <strong>{order.paymentTitle}</strong>
      </li>
    </ul>
  )
}

function headline(order: Order): string {
  if (ranOut(order)) return 'This order was not paid in time.'
  if (order.status === 'cancelled') return 'This order was cancelled.'
  if (order.status === 'refunded') return 'This order was refunded.'
  if (order.status === 'pending' || order.status === 'failed') return 'We are waiting for your payment.'
  return `Thank you, ${order.billing.firstName}.`
}

function lead(order: Order): string {
  if (ranOut(order))
    return 'It was not paid in time, so we could not keep its goods for you any longer. Nothing was charged, and your cart is as you left it.'
  if (order.status === 'cancelled')
    return 'Nothing will be sent and nothing is owed. Money that came in late goes straight back to your card.'
  if (order.status === 'refunded') return 'Your money is on its way back. Banks take 5 to 10 days to show it.'
  if (order.status === 'pending' || order.status === 'failed')
    return 'We keep your order for you, but it has not been paid yet. If you have just paid, load this page again in a moment.'
  if (order.status === 'on-hold' && order.paidAt === null)
    return 'Your order has been received. We send it as soon as your payment has reached us.'
  if (order.status === 'on-hold')
    return 'Your order and your payment are here. Something has to be settled before we can send it; please write to us if you wait for it.'
  if (order.refundedCents > 0)
    return `Your order has been received. ${formatMoney(order.refundedCents)} of what you paid is on its way back; banks take 5 to 10 days to show it.`
  return 'Your order has been received.'
}
