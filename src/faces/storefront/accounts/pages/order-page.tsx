import { formatShopDay } from '../../../../platform/time/shop-time.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { OrderAddresses, OrderTable } from '../../../../shop/checkout/pages/order-details.tsx'
import { needsPayment, statusNames } from '../../../../shop/orders/order-status.ts'
import type { OrderDetails, OrderNote } from '../../../../shop/orders/orders-read.store.ts'
import styles from './account.module.css'
import { OrderProgress } from './order-progress.tsx'

/** /my-account/view-order/: one order with what we wrote about it. */
export function OrderPage({ order, notes }: { order: OrderDetails; notes: readonly OrderNote[] }) {
  return (
    <>
      <p className={styles.lead}>
        {order.number !== null && (
          <>
            Order #<mark className="order-number">{order.number}</mark> was placed on{' '}
          </>
        )}
        {order.number === null && 'Placed on '}
        <mark className="order-date">{formatShopDay(order.createdAt)}</mark> and is currently{' '}
        <mark className="order-status">{statusNames[order.status].toLowerCase()}</mark>.
      </p>
      <OrderProgress order={order} />
      {needsPayment(order.status) && (
        <p>
          <a className={button.primary} href={hrefs.orderPay(order.id, order.orderKey)}>
            Pay for this order
          </a>
        </p>
      )}
      {notes.length > 0 && (
        <section aria-labelledby="order-updates">
          <h2 id="order-updates" className={styles.title}>
            Order updates
          </h2>
          <ol className={`woocommerce-OrderUpdates commentlist notes ${styles.notes}`}>
            {notes.map((note) => (
              <li key={note.id} className="woocommerce-OrderUpdate comment note">
                <time dateTime={note.createdAt.toISOString()}>{formatShopDay(note.createdAt)}</time>
                <p>{note.text}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
      <div className={styles.details}>
        <section className="woocommerce-order-details" aria-labelledby="order-items">
          <h2 id="order-items" className="woocommerce-order-details__title">
            Order details
          </h2>
          <OrderTable order={order} />
        </section>
        <OrderAddresses order={order} />
      </div>
      <p>
        <a href={paths.accountOrders}>All your orders</a>
      </p>
    </>
  )
}
