import { button } from '../../../platform/ui/button.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { isExpiredUnpaid } from '../../orders/order-status.ts'
import type { Order } from '../../orders/orders.store.ts'
import type { OrderingSettings } from '../context.ts'
import styles from './request-link.module.css'

/** The page behind a payment link when the order needs no payment: the reason and the next steps. */
export function CannotPayPage({ order, settings }: { order: Order; settings: OrderingSettings }) {
  const { title, text, isEnded } = messageFor(order)
  const contact = settings.contact?.email || settings.ownerEmail
  return (
    <ShopMain className={styles.page} title={<h1>{title}</h1>}>
      <p className="woocommerce-notice" role="status">
        {text}
      </p>
      <p>
        {isEnded ? (
          <a className={button.primary} href={hrefs.shop()}>
            Back to the shop
          </a>
        ) : (
          <a className={button.primary} href={hrefs.orderReceived(order.id, order.orderKey)}>
            See your order
          </a>
        )}
      </p>
      <p>
        Something not right? <a href={`mailto:${contact}`}>Write to us</a>, a person answers.
      </p>
    </ShopMain>
  )
}

type OrderMessage = {
  readonly title: string
  readonly text: string
  /** The order has ended; a new one is needed. */
  readonly isEnded: boolean
}

function messageFor(order: Order): OrderMessage {
  const { firstName } = order.billing
  if (isExpiredUnpaid(order))
    return {
      title: 'This order was not paid in time.',
      text: 'We could not hold its items any longer, so it can no longer be paid. Nothing was charged. Please order again: what we still have is in the shop.',
      isEnded: true,
    }
  if (order.status === 'cancelled')
    return {
      title: 'This order was cancelled.',
      text: 'It can no longer be paid, and you owe nothing. If you still want it, please order again.',
      isEnded: true,
    }
  if (order.status === 'refunded')
    return {
      title: 'This order was refunded.',
      text: 'It cannot be paid again. Your refund is on its way; banks take 5 to 10 days to show it.',
      isEnded: true,
    }
  if (order.paidAt !== null)
    return {
      title: 'This order is already paid.',
      text: `Thank you, ${firstName}. We have received your payment, and you owe nothing more.`,
      isEnded: false,
    }
  return {
    title: 'We have your order.',
    text: `Thank you, ${firstName}. There is nothing to pay on this page: you chose ${order.paymentMethodTitle}. Your order page says how to pay.`,
    isEnded: false,
  }
}

/** Shown for a wrong or missing order key. Does not reveal whether the order exists. */
export const UnknownOrderPage = ({ orderId }: { orderId: number }) => (
  <ShopMain className={styles.page} title={<h1>This payment link does not work.</h1>}>
    <p>
      It may have been cut off, or the order no longer exists. Please open the link from your email again. If that does
      not help, we can send a new link to the address you ordered with.
    </p>
    <p>
      <a className={button.primary} href={hrefs.orderReceived(orderId)}>
        Send me the link again
      </a>
    </p>
    <p>
      <a href={hrefs.shop()}>Back to the shop</a>
    </p>
  </ShopMain>
)
