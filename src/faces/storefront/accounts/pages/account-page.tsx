import type { User } from '../../../../people/accounts/auth-session.ts'
import signInStyles from '../../../../people/accounts/pages/sign-in.module.css'
import { accountFields, SignInForm, type SignInProps } from '../../../../people/accounts/pages/sign-in-page.tsx'
import { can } from '../../../../platform/access/permissions.ts'
import { formatShopDay } from '../../../../platform/time/shop-time.ts'
import { Amount } from '../../../../platform/ui/amount.tsx'
import { button } from '../../../../platform/ui/button.tsx'
import { Pagination } from '../../../../platform/ui/pagination.tsx'
import { ShopMain } from '../../../../platform/ui/shop-main.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { orderName, statusNames } from '../../../../shop/orders/order-status.ts'
import type { OrderDetails } from '../../../../shop/orders/orders-read.store.ts'
import styles from './account.module.css'

type AccountPageProps = { user: User; orders: readonly OrderDetails[]; page: number; pages: number; nonce: string }

/** /my-account/ when signed in: name, orders, sign-out. */
export function AccountPage({ user, orders, page, pages, nonce }: AccountPageProps) {
  return (
    <ShopMain className={styles.page} innerClassName="woocommerce-MyAccount-content">
      <div className={styles.head}>
        <div>
          <h1>{`Hello, ${user.name}.`}</h1>
          <p>You are signed in as {user.email}.</p>
        </div>
        <form action={hrefs.logout()} method="post">
          <input type="hidden" name="_wpnonce" value={nonce} />
          <button type="submit" className={button.tertiary}>
            Sign out
          </button>
        </form>
      </div>
      {can(user, 'admin.access') && (
        <p>
          <a href={paths.admin}>Go to the back office</a>
        </p>
      )}
      <h2 className={styles.title}>Your orders</h2>
      {orders.length === 0 ? (
        <div className={styles.empty}>
          <p>No orders yet. What you buy while signed in will show up here.</p>
          <a className={button.primary} href={hrefs.shop()}>
            Find a tea
          </a>
        </div>
      ) : (
        <>
          <Orders orders={orders} />
          <Pagination
            page={page}
            pages={pages}
            label="Pages of orders"
            hrefOf={(number) => `${paths.account}?paged=${number}`}
          />
        </>
      )}
    </ShopMain>
  )
}

function Orders({ orders }: Pick<AccountPageProps, 'orders'>) {
  return (
    <table className={`woocommerce-orders-table account-orders-table ${styles.orders}`}>
      <caption className="screen-reader-text">Your orders, newest first</caption>
      <thead>
        <tr>
          {['Order', 'Date', 'Status', 'Items', 'Total'].map((title) => (
            <th key={title} scope="col" className={title === 'Total' ? styles.amount : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id} className={`woocommerce-orders-table__row--status-${order.status}`}>
            <th scope="row" className={styles.number}>
              <a href={hrefs.orderReceived(order.id, order.orderKey)}>{orderName(order, 'Unpaid order')}</a>
            </th>
            <td className={styles.date}>
              <time dateTime={order.createdAt.toISOString()}>{formatShopDay(order.createdAt)}</time>
            </td>
            <td className={styles.status}>{statusNames[order.status]}</td>
            <td className={styles.items}>{itemsText(order)}</td>
            <td className={styles.amount}>
              <OrderTotal order={order} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Order total; after a refund also the remaining amount. */
function OrderTotal({ order: { totalCents, refundedCents } }: { order: OrderDetails }) {
  if (refundedCents === 0) return <Amount cents={totalCents} />
  return (
    <>
      <del aria-hidden="true">
        <Amount cents={totalCents} />
      </del>{' '}
      <ins>
        <Amount cents={totalCents - refundedCents} />
        <span className="screen-reader-text"> after a refund</span>
      </ins>
    </>
  )
}

function itemsText(order: OrderDetails): string {
  const itemCount = order.lines.reduce((sum, line) => sum + line.quantity, 0)
  return itemCount === 1 ? '1 item' : `${itemCount} items`
}

/** /my-account/ for guests: the sign-in form, with WooCommerce's field names. */
export function GuestAccountPage(form: SignInProps) {
  return (
    <ShopMain className={signInStyles.page} title={<h1>Your account</h1>}>
      <p className={signInStyles.lead}>Sign in to see your orders.</p>
      <SignInForm action={paths.account} fields={accountFields} {...form} />
      <p className={signInStyles.after}>
        No account? You do not need one to buy. <a href={hrefs.shop()}>Go to the shop</a>
      </p>
    </ShopMain>
  )
}
