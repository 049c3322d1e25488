import { formatMoney } from '../../../platform/money/money.ts'
import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { button } from '../../../platform/ui/button.tsx'
import { EmailText } from '../../../platform/ui/email-text.tsx'
import { type NoticeList, Notices } from '../../../platform/ui/notices.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { OrderExtras } from '../../orders/downloads/order-downloads.ts'
import { isInvoiced } from '../../orders/invoice/invoice.ts'
import { wasPickedUp } from '../../orders/order-payment.ts'
import { isExpiredUnpaid, isPickup, needsPayment, statusNames } from '../../orders/order-status.ts'
import type { Order } from '../../orders/orders.store.ts'
import type { Shipment } from '../../orders/shipment.ts'
import { isPaidOnDelivery } from '../../payment-methods/payment-methods.ts'
import { isPayable } from '../../payments/change-payment.ts'
import type { OrderingSettings } from '../context.ts'
import { AccountOffer, type AccountOfferState } from './account-offer.tsx'
import { HowToPay } from './how-to-pay.tsx'
import { NOTHING_TO_PAY } from './link-pages.tsx'
import { OrderAddresses, OrderDetailsSection, OrderShipments } from './order-details.tsx'
import { OrderExtrasSection } from './order-extras.tsx'
import { OrderMessageForm } from './order-message-form.tsx'
import styles from './order-received.module.css'

type Props = {
  readonly order: Order
  readonly settings: OrderingSettings
  readonly now: Date
  readonly isChecking: boolean
  readonly shipments?: readonly Shipment[]
  readonly extras: OrderExtras
  readonly cancelHref?: string
  readonly accountOffer?: { readonly state: AccountOfferState; readonly offersPasskey: boolean } | null
  readonly message: Omit<Parameters<typeof OrderMessageForm>[0], 'order'>
  readonly notices: NoticeList
}

export function OrderReceivedPage(props: Props) {
  const { order, settings, now, isChecking, shipments = [], cancelHref, accountOffer = null, message, notices } = props
  const isWaiting = isPayable(order, false) && !isChecking
  const [title, text] = isChecking ? checkingMessage(order) : messageOf(order)
  return (
    <ShopMain className={styles.page} innerClassName="woocommerce-order">
      {notices.length > 0 && <Notices notices={notices} />}
      <p className={styles.mark} aria-hidden="true">
        <svg viewBox="0 0 64 64" width="64" height="64" className={styles.leaf}>
          <path d="M10 50C12 24 30 10 54 10c0 26-16 42-40 40M10 54c6-14 16-24 30-30" />
        </svg>
      </p>
      <h1 className={styles.title}>{title}</h1>
      <p
        className={`woocommerce-notice woocommerce-thankyou-order-received ${styles.lead}`}
        {...(isChecking ? { 'data-payment-checking': '' } : {})}
      >
        {text}
      </p>
      {isWaiting && (
        <NextLink href={hrefs.orderPay(order.id, order.orderKey)} text="Pay for this order" cancelHref={cancelHref} />
      )}
      {isExpiredUnpaid(order) && <NextLink href={paths.checkout} text="Back to the checkout" />}
      <Overview order={order} />
      <OrderExtrasSection {...props.extras} />
      <OrderShipments shipments={shipments} />
      <HowToPay order={order} settings={settings} />
      <WhatNext order={order} settings={settings} now={now} />
      <div className={styles.columns}>
        <OrderDetailsSection order={order} />
        <OrderAddresses order={order} />
      </div>
      {accountOffer && <AccountOffer order={order} siteTitle={settings.siteTitle} {...accountOffer} />}
      <details
        className={`not-printed ${styles.question}`}
        open={message.state.problem !== null || message.state.text !== ''}
      >
        <summary>Questions about this order?</summary>
        <OrderMessageForm order={order} {...message} />
      </details>
      <p className={`not-printed ${styles.last}`}>
        <a className={button.secondary} href={hrefs.shop()}>
          Continue shopping
        </a>
        {isInvoiced(order) && (
          <a className={button.tertiary} href={hrefs.invoice(order.id, order.orderKey)}>
            Invoice (PDF)
          </a>
        )}
        <button type="button" className={button.tertiary} data-print="" hidden>
          Print this page
        </button>
      </p>
    </ShopMain>
  )
}

type NextLinkProps = { readonly href: string; readonly text: string; readonly cancelHref?: string | undefined }

const NextLink = ({ href, text, cancelHref }: NextLinkProps) => (
  <p className={`not-printed ${styles.on}`}>
    <a className={button.primary} href={href}>
      {text}
    </a>{' '}
    {cancelHref && (
      <a className={`cancel ${button.tertiary}`} href={cancelHref}>
        Cancel the order
      </a>
    )}
  </p>
)

const Overview = ({ order }: { order: Order }) => (
  <ul className={`woocommerce-order-overview woocommerce-thankyou-order-details order_details ${styles.overview}`}>
    {(
      [
        ['order', 'order', 'Order number', order.id],
        ['date', 'date', 'Date', formatShopDay(order.createdAt)],
        ['status', 'status', 'Status', statusNames[order.status]],
        ['email', 'email', 'Email', <EmailText key="email" address={order.billing.email} />],
        ['total', 'total', 'Total', formatMoney(order.totalCents, order.currency)],
        ...(order.paymentMethodTitle === ''
          ? []
          : [['payment-method', 'method', 'Payment', order.paymentMethodTitle] as const]),
      ] as const
    ).map(([element, className, label, value]) => (
      <li key={element} className={`woocommerce-order-overview__${element} ${className}`}>
        {label} <strong>{value}</strong>
      </li>
    ))}
  </ul>
)

const checkingMessage = (order: Order) => [
  'We are still checking your payment.',
  `The bank has not answered yet. We keep your order and go on asking; you need do nothing, and you are charged once at most. As soon as the payment is here this page says so, and we write to ${order.billing.email}.`,
]

function messageOf(order: Order): readonly [title: string, text: string] {
  const { status, billing, refundedCents, currency } = order
  if (isExpiredUnpaid(order))
    return [
      'This order was not paid in time.',
      'The items are back in stock. Nothing was charged, and your cart is as you left it.',
    ]
  if (status === 'cancelled')
    return [
      'This order was cancelled.',
      `${isPickup(order) ? 'There is nothing to pick up' : 'Nothing will be shipped'} and you owe nothing. If a payment still comes in, we refund it to your card at once.`,
    ]
  if (status === 'refunded')
    return ['This order was refunded.', 'Your refund is on its way. Banks take 5 to 10 days to show it.']
  if (needsPayment(status) && order.totalCents === 0) return NOTHING_TO_PAY
  if (needsPayment(status))
    return [
      'We are waiting for your payment.',
      'We are holding your order, but it has not been paid yet. If you have just paid, reload this page in a moment.',
    ]
  const thanks = `Thank you, ${billing.firstName}.`
  if (status === 'on-hold')
    return [
      thanks,
      order.paidAt === null
        ? `Your order has been received. We will ${isPickup(order) ? 'get it ready for pickup' : 'ship it'} as soon as your payment reaches us.`
        : 'We have received your order and your payment. Something has to be settled before you can have it. Questions? Please write to us.',
    ]
  const refund =
    refundedCents > 0
      ? ` ${formatMoney(refundedCents, currency)} of your payment has been refunded; banks take 5 to 10 days to show it.`
      : ''
  return status === 'completed'
    ? [`This order is complete, ${billing.firstName}.`, `${completedText(order)}${refund}`]
    : [thanks, `Your order has been received.${refund}`]
}

function completedText(order: Order): string {
  const day = order.completedAt === null ? '' : ` on ${formatShopDay(order.completedAt)}`
  if (wasPickedUp(order)) return `You picked it up${day}.`
  if (isPickup(order)) return `It was ready for pickup${day}.`
  return order.shippingLines.length === 0 ? `It was completed${day}.` : `We shipped it${day}.`
}

type NextStep = readonly [when: string, what: string]

/** The next three steps. Empty while a card payment is pending, or once the order has ended. */
function WhatNext({ order, settings, now }: Pick<Props, 'order' | 'settings' | 'now'>) {
  const steps = stepsOf(order, settings, formatShopDay(order.createdAt) === formatShopDay(now))
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
function stepsOf(order: Order, { dispatchTime, deliveryTime }: OrderingSettings, isNew: boolean): readonly NextStep[] {
  const email: readonly NextStep[] = isNew ? [['Today', `A confirmation is on its way to ${order.billing.email}.`]] : []
  const delivered = stepAt(deliveryTime && `${deliveryTime} later`, 'It is at your door. Put the kettle on.')
  // Paid but on hold: something else has to be resolved first.
  if (order.status === 'on-hold' && order.paidAt !== null) return []
  if (order.status === 'on-hold') {
    return [
      ...email,
      ['When your payment arrives', 'We email you, then weigh and pack your order.'],
      ...(isPickup(order) ? [pickupStep(order)] : delivered),
    ]
  }
  if (order.status !== 'processing') return []
  return isPickup(order)
    ? [...email, ...stepAt(dispatchTime, 'We weigh and pack it.'), pickupStep(order)]
    : [...email, ...stepAt(dispatchTime, 'We weigh and pack it and hand it to the carrier.'), ...delivered]
}

const stepAt = (timing: string, text: string): readonly NextStep[] => (timing === '' ? [] : [[timing, text]])

/** Pay-at-pickup customers get an email once they have paid, others when the order is ready. */
const pickupStep = ({ paymentMethod }: Order): NextStep => [
  'Then',
  isPaidOnDelivery(paymentMethod)
    ? 'It is ready for you at the shop. Please bring your order number.'
    : 'We email you that it is ready for you at the shop. Please bring your order number.',
]
