import type { ReactNode } from 'react'
import type { User } from '../../../../people/identity/auth-session.ts'
import type { CustomerAddresses } from '../../../../people/identity/users.store.ts'
import { formatMoney } from '../../../../platform/money/money.ts'
import { formatShopDay } from '../../../../platform/time/shop-time.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import type { ProductCardData } from '../../../../shop/catalog/product-card.ts'
import { OrderShipments } from '../../../../shop/checkout/pages/order-details.tsx'
import { CardGrid } from '../../../../shop/listing/pages/card-grid.tsx'
import { orderName, statusNames } from '../../../../shop/orders/order-status.ts'
import type { OrderDetails } from '../../../../shop/orders/orders-read.store.ts'
import styles from './account.module.css'
import { AddressCard } from './address-pages.tsx'
import { OrderActions, type OrderLinks } from './order-actions.tsx'
import { OrderProgress } from './order-progress.tsx'
import overview from './overview.module.css'

type OverviewPageProps = {
  readonly user: User
  /** The newest one. */
  readonly order: OrderDetails | null
  readonly links: OrderLinks
  readonly addresses: CustomerAddresses
  /** What people like, for somebody who has not bought yet. */
  readonly picks: readonly ProductCardData[]
  /** The saved teas; null for none. */
  readonly saved?: ReactNode
}

/** /my-account/: the last order, the addresses and what was saved, in one glance. */
export function OverviewPage({ user, order, links, addresses, picks, saved = null }: OverviewPageProps) {
  return (
    <>
      <p className={styles.lead}>You are signed in as {user.email}.</p>
      {order ? <LastOrder order={order} links={links} /> : <FirstTea picks={picks} />}
      {saved}
      <div className={`u-columns woocommerce-Addresses col2-set addresses ${styles.addresses} ${overview.addresses}`}>
        <AddressCard set="billing" title="Billing address" address={addresses.billing} />
        <AddressCard set="shipping" title="Shipping address" address={addresses.shipping} />
      </div>
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

/** At most this many names; the order's page has all. */
const MAX_NAMES = 3

function LastOrder({ order, links }: { order: OrderDetails; links: OrderLinks }) {
  const name = orderName(order)
  const names = order.lines.slice(0, MAX_NAMES).map((line) => line.name)
  const more = order.lines.length - names.length
  return (
    <section className={styles.card} aria-labelledby="last-order">
      <h2 id="last-order" className={styles.title}>
        Your last order
      </h2>
      <p>
        <a href={hrefs.viewOrder(order.id)}>{name}</a> of {formatShopDay(order.createdAt)}:{' '}
        {statusNames[order.status].toLowerCase()}, {formatMoney(order.totalCents, order.currency)}
      </p>
      <p className={overview.items}>
        {names.join(', ')}
        {more > 0 && ` and ${more} more`}
      </p>
      <OrderProgress order={order} />
      <OrderShipments shipments={order.shipments} />
      <p className={styles.orderActions}>
        <OrderActions order={order} name={name} links={links} />
        <a href={paths.accountOrders}>All your orders</a>
      </p>
    </section>
  )
}

/** For somebody who has not bought yet. */
const FirstTea = ({ picks }: Pick<OverviewPageProps, 'picks'>) => (
  <section aria-labelledby="first-tea">
    <h2 id="first-tea" className={styles.title}>
      Your first tea
    </h2>
    <p>
      No orders yet. Once you buy something, you can follow it here from our shelf to your door, and order it again with
      one press. A good place to begin:
    </p>
    {picks.length > 0 && <CardGrid cards={picks} arrangement="row" headingLevel={3} />}
    <p className={overview.all}>
      <a className={button.primary} href={hrefs.shop()}>
        Find a tea
      </a>
    </p>
  </section>
)

/** The list of orders before the first one. */
export const NoOrders = () => (
  <div className={styles.empty}>
    <p>No orders yet. What you buy while signed in will show up here.</p>
    <a className={button.primary} href={hrefs.shop()}>
      Find a tea
    </a>
  </div>
)
