import { button } from '../../../platform/ui/button.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { isExpiredUnpaid } from '../../orders/order-status.ts'
import type { Order } from '../../orders/orders.store.ts'
import { isProviderMethod } from '../../payment-methods/payment-methods.ts'
import type { OrderingSettings } from '../context.ts'
import styles from './request-link.module.css'

/** The page behind a payment link when the order needs no payment: the reason and the next steps. */
export function CannotPayPage({ order, settings }: { order: Order; settings: OrderingSettings }) {
  const [title, text] = messageOf(order)
  const isEnded = order.status === 'cancelled' || order.status === 'refunded'
  const contact = settings.contactEmail || settings.ownerEmail
  return (
    <ShopMain className={styles.page} title={<h1>{title}</h1>}>
      <p className="woocommerce-notice" role="status">
        {text}
      </p>
      <p>
        <a className={button.primary} href={isEnded ? hrefs.shop() : hrefs.orderReceived(order.id, order.orderKey)}>
          {isEnded ? 'Back to the shop' : 'See your order'}
        </a>
      </p>
      <p>
        Something not right? <a href={`mailto:${contact}`}>Write to us</a>, a person answers.
      </p>
    </ShopMain>
  )
}

function messageOf(order: Order): readonly [title: string, text: string] {
  if (isExpiredUnpaid(order))
    return [
      'This order was not paid in time.',
      'We could not hold its items any longer, so it can no longer be paid. Nothing was charged. Please order again: what we still have is in the shop.',
    ]
  if (order.status === 'cancelled')
    return [
      'This order was cancelled.',
      'It can no longer be paid, and you owe nothing. If you still want it, please order again.',
    ]
  if (order.status === 'refunded')
    return [
      'This order was refunded.',
      'It cannot be paid again. Your refund is on its way; banks take 5 to 10 days to show it.',
    ]
  const thanks = `Thank you, ${order.billing.firstName}.`
  if (order.paidAt === null && isProviderMethod(order.paymentMethod))
    return [
      'Your payment is on its way.',
      `${thanks} The bank has accepted your payment, and we email you when it has arrived. There is nothing more to pay.`,
    ]
  return order.paidAt === null
    ? [
        'We have your order.',
        `${thanks} There is nothing to pay on this page: you chose ${order.paymentMethodTitle}. Your order page says how to pay.`,
      ]
    : ['This order is already paid.', `${thanks} We have received your payment, and you owe nothing more.`]
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
