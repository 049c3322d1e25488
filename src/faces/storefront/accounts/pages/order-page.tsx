import { formatShopDay } from '../../../../platform/time/shop-time.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { OrderAddresses, OrderShipments, OrderTable } from '../../../../shop/checkout/pages/order-details.tsx'
import { OrderMessageForm } from '../../../../shop/checkout/pages/order-message-form.tsx'
import { statusNames } from '../../../../shop/orders/order-status.ts'
import { fullName } from '../../../../shop/orders/orders.store.ts'
import type { OrderDetails, OrderNote } from '../../../../shop/orders/orders-read.store.ts'
import styles from './account.module.css'
import { OrderActions, type OrderLinks } from './order-actions.tsx'
import { OrderProgress } from './order-progress.tsx'

type OrderPageProps = {
  readonly order: OrderDetails
  readonly notes: readonly OrderNote[]
  readonly links: OrderLinks
  readonly message: Omit<Parameters<typeof OrderMessageForm>[0], 'order'>
}

/** /my-account/view-order/: one order with what we wrote about it. */
export function OrderPage({ order, notes, links, message }: OrderPageProps) {
  return (
    <>
      <p className={styles.lead}>
        Order #<mark className="order-number">{order.id}</mark> was placed on{' '}
        <mark className="order-date">{formatShopDay(order.createdAt)}</mark> and is currently{' '}
        <mark className="order-status">{statusNames[order.status].toLowerCase()}</mark>.
      </p>
      <OrderProgress order={order} />
      <p className={`order-again ${styles.orderActions}`}>
        <OrderActions order={order} name="this order" links={links} />
      </p>
      <OrderShipments shipments={order.shipments} />
      {notes.length > 0 && (
        <section aria-labelledby="order-updates">
          <h2 id="order-updates" className={styles.title}>
            Order updates
          </h2>
          <ol className={`woocommerce-OrderUpdates commentlist notes ${styles.notes}`}>
            {notes.map((note) => (
              <li key={note.id} className="woocommerce-OrderUpdate comment note">
                <time dateTime={note.createdAt.toISOString()}>{formatShopDay(note.createdAt)}</time>
                {note.author === fullName(order.billing) && <span className={styles.by}>, you wrote</span>}
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
      <OrderMessageForm order={order} {...message} />
      <p>
        <a href={paths.accountOrders}>All your orders</a>
      </p>
    </>
  )
}
