import { formatShopDay, formatShortDay } from '../../../../platform/time/shop-time.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import type { OrderingSettings } from '../../../../shop/checkout/context.ts'
import { HowToPay } from '../../../../shop/checkout/pages/how-to-pay.tsx'
import { OrderAddresses, OrderDetailsSection, OrderShipments } from '../../../../shop/checkout/pages/order-details.tsx'
import { OrderExtrasSection } from '../../../../shop/checkout/pages/order-extras.tsx'
import { OrderMessageForm } from '../../../../shop/checkout/pages/order-message-form.tsx'
import type { OrderExtras } from '../../../../shop/orders/downloads/order-downloads.ts'
import { isInvoiced } from '../../../../shop/orders/invoice/invoice.ts'
import { orderProgress } from '../../../../shop/orders/order-progress.ts'
import { canOrderAgain, needsPayment, statusNames } from '../../../../shop/orders/order-status.ts'
import { fullName, type Order } from '../../../../shop/orders/orders.store.ts'
import type { OrderDetails, OrderNote } from '../../../../shop/orders/orders-read.store.ts'
import { awaitsTransfer } from '../../../../shop/payment-methods/payment-methods.ts'
import styles from './account.module.css'
import { Section } from './account-frame.tsx'
import orders from './orders.module.css'

type OrderPageProps = {
  readonly order: OrderDetails
  readonly settings: OrderingSettings
  readonly notes: readonly OrderNote[]
  readonly extras: OrderExtras
  readonly links: OrderLinks
  readonly message: Omit<Parameters<typeof OrderMessageForm>[0], 'order'>
}

export const OrderPage = ({ order, settings, notes, extras, links, message }: OrderPageProps) => (
  <>
    <p className={styles.lead}>
      Order #<mark className="order-number">{order.id}</mark> was placed on{' '}
      <mark className="order-date">{formatShopDay(order.createdAt)}</mark> and is currently{' '}
      <mark className="order-status">{statusNames[order.status].toLowerCase()}</mark>.
    </p>
    <OrderProgress order={order} />
    <p className={`order-again not-printed ${styles.actions}`}>
      <OrderActions order={order} name="this order" links={links} />
    </p>
    <HowToPay order={order} settings={settings} />
    <OrderShipments shipments={order.shipments} />
    {notes.length > 0 && (
      <Section id="order-updates" title="Order updates">
        <ol className={`woocommerce-OrderUpdates commentlist notes ${styles.notes}`}>
          {notes.map((note) => (
            <li key={note.id} className="woocommerce-OrderUpdate comment note">
              <time className="soft-small" dateTime={note.createdAt.toISOString()}>
                {formatShopDay(note.createdAt)}
              </time>
              {note.author === fullName(order.billing) && <span className="soft-small">, you wrote</span>}
              <p>{note.text}</p>
            </li>
          ))}
        </ol>
      </Section>
    )}
    <OrderExtrasSection {...extras} />
    <div className={styles.details}>
      <OrderDetailsSection order={order} />
      <OrderAddresses order={order} />
    </div>
    <OrderMessageForm order={order} {...message} />
    <p className="not-printed">
      <a href={paths.accountOrders}>All your orders</a>
    </p>
  </>
)

export type OrderLinks = Readonly<Record<'cancel' | 'again', (order: OrderDetails) => string>>

/** `hasView`: with a link to the order, on every page but its own. */
type OrderActionsProps = { order: OrderDetails; name: string; links: OrderLinks; hasView?: boolean }

/** Actions of an order in WooCommerce's markup. Screen readers, which read links alone, also read `name`. */
export function OrderActions({ order, name, links, hasView = false }: OrderActionsProps) {
  const { id, orderKey, status, totalCents } = order
  const isUnpaid = needsPayment(status)
  const changeHref = hrefs.changePayment(id, orderKey)
  const orderAgainStyle = hasView ? 'tertiary' : 'secondary'
  const action = (kind: string, text: string, href: string, about: string, look: keyof typeof button = 'tertiary') => (
    <a className={`woocommerce-button button ${kind} ${button[look]}`} href={href} aria-label={about}>
      {text}
    </a>
  )
  return (
    <>
      {isUnpaid && totalCents > 0 && action('pay', 'Pay', hrefs.orderPay(id, orderKey), `Pay for ${name}`, 'primary')}
      {awaitsTransfer(order) &&
        totalCents > 0 &&
        action('change_payment_method', 'Change payment', changeHref, `Change the payment method of ${name}`)}
      {hasView && action('view', 'View', hrefs.viewOrder(id), `View ${name}`)}
      {isUnpaid && action('cancel', 'Cancel', links.cancel(order), `Cancel ${name}`)}
      {canOrderAgain(status) &&
        action('order-again', 'Order again', links.again(order), `Order again: ${name}`, orderAgainStyle)}
      {isInvoiced(order) && action('invoice', 'Invoice', hrefs.invoice(id), `Invoice for ${name} (PDF)`)}
    </>
  )
}

const states = {
  done: { text: 'done', className: orders.done },
  current: { text: 'now', className: orders.current },
  next: { text: 'to come', className: undefined },
} as const

export function OrderProgress({ order }: { order: Order }) {
  const steps = orderProgress(order)
  if (steps.length === 0) return null
  return (
    <ol className={orders.steps} aria-label="Progress of this order">
      {steps.map(({ label, at, state }) => (
        <li key={label} className={states[state].className} aria-current={state === 'current' ? 'step' : undefined}>
          <span className={orders.label}>{label}</span>
          <span className="screen-reader-text">: {states[state].text}</span>
          {at && <time dateTime={at.toISOString()}>{formatShortDay(at)}</time>}
        </li>
      ))}
    </ol>
  )
}
