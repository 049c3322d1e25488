import { orderName } from '../../orders/order-number.ts'
import { statusNames } from '../../orders/order-status.ts'
import type { WholeOrder } from '../../orders/orders-read.store.ts'
import { hrefs } from '../../routes.ts'
import { shopDay } from '../../settings/shop-time.ts'
import { Amount } from '../../ui/amount.tsx'
import { button } from '../../ui/button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ShopMain } from '../../ui/shop-main.tsx'
import type { User } from '../current-user.ts'
import { can } from '../permissions.ts'
import type { SignInProblem } from '../sign-in.ts'
import styles from './account.module.css'
import signInStyles from './sign-in.module.css'
import { accountFields, SignInForm } from './sign-in-form.tsx'

export type OwnOrders = { readonly orders: readonly WholeOrder[]; readonly page: number; readonly pages: number }

/** /my-account/ of somebody who is signed in: who they are, what they bought, and the way out. */
export function AccountPage({ user, own, nonce }: { user: User; own: OwnOrders; nonce: string }) {
  return (
    <ShopMain className={styles.page} inside="woocommerce-MyAccount-content">
      <div className={styles.head}>
        <div>
          <h1>{`Hello, ${user.name}.`}</h1>
          <p>You are signed in as {user.email}.</p>
        </div>
        <form action={hrefs.logout()} method="post">
          <input type="hidden" name="_wpnonce" value={nonce} />
          <button type="submit" className={button.quiet}>
            Sign out
          </button>
        </form>
      </div>
      {can(user, 'staff.enter') && (
        <p>
          <a href={hrefs.admin()}>Go to the back office</a>
        </p>
      )}
      <h2 className={styles.title}>Your orders</h2>
      {own.orders.length === 0 ? <NoOrders /> : <Orders own={own} />}
    </ShopMain>
  )
}

function NoOrders() {
  return (
    <div className={styles.empty}>
      <p>No orders yet. What you buy while signed in will show up here.</p>
      <a className={button.primary} href={hrefs.shop()}>
        Find a tea
      </a>
    </div>
  )
}

function Orders({ own }: { own: OwnOrders }) {
  return (
    <>
      <table className={`woocommerce-orders-table account-orders-table ${styles.orders}`}>
        <caption className="screen-reader-text">Your orders, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Date</th>
            <th scope="col">Status</th>
            <th scope="col">Items</th>
            <th scope="col" className={styles.amount}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {own.orders.map((order) => (
            <tr key={order.id} className={`woocommerce-orders-table__row--status-${order.status}`}>
              <th scope="row" className={styles.number}>
                <a href={hrefs.orderReceived(order.id, order.orderKey)}>{orderName(order, 'Unpaid order')}</a>
              </th>
              <td className={styles.date}>
                <time dateTime={order.createdAt.toISOString()}>{shopDay(order.createdAt)}</time>
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
      <Pagination
        page={own.page}
        pages={own.pages}
        label="Pages of orders"
        hrefOf={(page) => `${hrefs.account()}?paged=${page}`}
      />
    </>
  )
}

/** What the order came to; where money went back, what is left of it beside. */
function OrderTotal({ order: { totalCents, refundedCents } }: { order: WholeOrder }) {
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

function itemsText(order: WholeOrder): string {
  const pieces = order.lines.reduce((sum, line) => sum + line.quantity, 0)
  return pieces === 1 ? '1 item' : `${pieces} items`
}

/** /my-account/ of a visitor: the same sign-in form, under the names that WooCommerce's account page uses. */
type VisitorPageProps = { email?: string; problem?: SignInProblem; challenge?: string; redirectTo?: string | null }

export function VisitorPage({ email = '', problem, challenge = '', redirectTo = null }: VisitorPageProps) {
  return (
    <ShopMain className={signInStyles.page} title={<h1>Your account</h1>}>
      <p className={signInStyles.lead}>Sign in to see your orders.</p>
      <SignInForm
        action={hrefs.account()}
        fields={accountFields}
        email={email}
        problem={problem ?? null}
        challenge={challenge}
        redirectTo={redirectTo}
      />
      <p className={signInStyles.after}>
        No account? You do not need one to buy. <a href={hrefs.shop()}>Go to the shop</a>
      </p>
    </ShopMain>
  )
}
