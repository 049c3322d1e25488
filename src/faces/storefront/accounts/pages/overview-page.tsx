import type { User } from '../../../../people/accounts/auth-session.ts'
import { formatShopDay } from '../../../../platform/time/shop-time.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { orderName, statusNames } from '../../../../shop/orders/order-status.ts'
import type { OrderDetails } from '../../../../shop/orders/orders-read.store.ts'
import styles from './account.module.css'
import { OrderProgress } from './order-progress.tsx'

/** /my-account/: the last order, and where the rest is. */
export function OverviewPage({ user, order }: { user: User; order: OrderDetails | null }) {
  return (
    <>
      <p className={styles.lead}>You are signed in as {user.email}.</p>
      {order ? <LastOrder order={order} /> : <NoOrders />}
      <ul className={styles.links}>
        <li>
          <a href={paths.accountAddresses}>Your addresses</a> fill in the checkout for you.
        </li>
        <li>
          <a href={paths.accountDetails}>Your details</a>: name, email address and password.
        </li>
      </ul>
    </>
  )
}

const LastOrder = ({ order }: { order: OrderDetails }) => (
  <section className={styles.card} aria-labelledby="last-order">
    <h2 id="last-order" className={styles.title}>
      Your last order
    </h2>
    <p>
      <a href={hrefs.viewOrder(order.id)}>{orderName(order, 'Unpaid order')}</a> of {formatShopDay(order.createdAt)}:{' '}
      {statusNames[order.status].toLowerCase()}
    </p>
    <OrderProgress order={order} />
    <p>
      <a href={paths.accountOrders}>All your orders</a>
    </p>
  </section>
)

export const NoOrders = () => (
  <div className={styles.empty}>
    <p>No orders yet. What you buy while signed in will show up here.</p>
    <a className={button.primary} href={hrefs.shop()}>
      Find a tea
    </a>
  </div>
)
