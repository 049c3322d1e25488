import type { ReactNode } from 'react'
import type { User } from '../../../../people/identity/auth-session.ts'
import type { CustomerAddresses } from '../../../../people/identity/users.store.ts'
import { formatMoney } from '../../../../platform/money/money.ts'
import { formatShopDay } from '../../../../platform/time/shop-time.ts'
import { ButtonLink } from '../../../../platform/ui/buttons.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import type { ProductCardData } from '../../../../shop/catalog/product-card.ts'
import { OrderShipments } from '../../../../shop/checkout/pages/order-details.tsx'
import { CardGrid } from '../../../../shop/listing/pages/card-grid.tsx'
import { orderName, statusNames } from '../../../../shop/orders/order-status.ts'
import type { OrderDetails } from '../../../../shop/orders/orders-read.store.ts'
import styles from './account.module.css'
import { Section } from './account-frame.tsx'
import { AddressCards } from './address-pages.tsx'
import { OrderActions, type OrderLinks, OrderProgress } from './order-page.tsx'

type OverviewPageProps = {
  readonly user: User
  readonly order: OrderDetails | null
  readonly links: OrderLinks
  readonly addresses: CustomerAddresses
  readonly picks: readonly ProductCardData[]
  readonly saved?: ReactNode
}

export const OverviewPage = ({ user, order, links, addresses, picks, saved = null }: OverviewPageProps) => (
  <>
    <p className={styles.lead}>You are signed in as {user.email}.</p>
    {order ? <LastOrder order={order} links={links} /> : <FirstTea picks={picks} />}
    {saved}
    <AddressCards {...addresses} />
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

const MAX_NAMES = 3

function LastOrder({ order, links }: { order: OrderDetails; links: OrderLinks }) {
  const name = orderName(order)
  const names = order.lines.slice(0, MAX_NAMES).map((line) => line.name)
  const more = order.lines.length - names.length
  return (
    <Section id="last-order" title="Your last order" className={styles.card}>
      <p>
        <a href={hrefs.viewOrder(order.id)}>{name}</a> of {formatShopDay(order.createdAt)}:{' '}
        {statusNames[order.status].toLowerCase()}, {formatMoney(order.totalCents, order.currency)}
      </p>
      <p className="optional">
        {names.join(', ')}
        {more > 0 && ` and ${more} more`}
      </p>
      <OrderProgress order={order} />
      <OrderShipments shipments={order.shipments} />
      <p className={styles.actions}>
        <OrderActions order={order} name={name} links={links} />
        <a href={paths.accountOrders}>All your orders</a>
      </p>
    </Section>
  )
}

const FirstTea = ({ picks }: Pick<OverviewPageProps, 'picks'>) => (
  <Section id="first-tea" title="Your first tea">
    <p>
      No orders yet. Once you buy something, you can follow it here from our shelf to your door, and order it again with
      one press. A good place to begin:
    </p>
    {picks.length > 0 && <CardGrid cards={picks} arrangement="row" headingLevel={3} />}
    <p className={styles.all}>
      <ButtonLink href={hrefs.shop()} label="Find a tea" />
    </p>
  </Section>
)

export const NoOrders = () => (
  <div className={styles.empty}>
    <p>No orders yet. What you buy while signed in will show up here.</p>
    <ButtonLink href={hrefs.shop()} label="Find a tea" />
  </div>
)
