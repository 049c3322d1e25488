import type { ReactNode } from 'react'
import { Link, Navigate, NavLink, Outlet, ScrollRestoration, useRouteError } from 'react-router'
import { can } from '../../platform/access/permissions.ts'
import { useAdminContext } from '../../platform/admin/admin-context.tsx'
import { EmptyState, ErrorState, ScreenHeader } from '../../platform/admin/parts.tsx'
import { ShortcutsDialog } from '../../platform/admin/shortcuts.tsx'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { PendingCount } from '../../site/comments/admin/pending-count.tsx'
import styles from './frame.module.css'

/** Navigation on the left, or on top of narrow windows, and the current screen. */
export function Frame() {
  const { user } = useAdminContext()
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#screen">
        Skip to content
      </a>
      <header className={styles.side}>
        <div className={styles.stay}>
          <p className={styles.brand}>
            <a href={paths.admin}>Samovar</a>
            <span>Back office</span>
          </p>
          <nav aria-label="Back office">
            <ul className={styles.ways}>
              {can(user, 'orders.read') && <NavItem to={hrefs.adminOrders()}>Orders</NavItem>}
              {can(user, 'orders.read') && <NavItem to={paths.adminAttribution}>Origins</NavItem>}
              {can(user, 'coupons.write') && <NavItem to={paths.adminCoupons}>Coupons</NavItem>}
              {can(user, 'emails.read') && <NavItem to={hrefs.adminEmails()}>Mail</NavItem>}
              {can(user, 'comments.moderate') && (
                <NavItem to={hrefs.adminComments()}>
                  Reviews <PendingCount />
                </NavItem>
              )}
              {can(user, 'theme.edit') && <NavItem to={paths.adminSettings}>Settings</NavItem>}
            </ul>
          </nav>
          <div className={styles.foot}>
            <ShortcutsDialog />
            <a className={styles.quiet} href={paths.home}>
              View the shop
            </a>
            <form action={hrefs.logout()} method="post" className={styles.person}>
              <span>{user.name}</span>
              <input type="hidden" name="_wpnonce" value={user.signOutNonce} />
              <button type="submit">Sign out</button>
            </form>
          </div>
        </div>
      </header>
      <main id="screen" className={styles.screen} tabIndex={-1}>
        <TestPaymentsNotice />
        <Outlet />
      </main>
      <ScrollRestoration />
    </div>
  )
}

/** Warns that payments are simulated, so that no order is shipped by mistake. */
function TestPaymentsNotice() {
  const { user } = useAdminContext()
  if (user.payments === 'live') return null
  return (
    <p className={styles.simulated}>
      <strong>Test payments.</strong>{' '}
      {user.payments === 'sandbox'
        ? 'A sandbox stands in for the payment provider: no card is charged.'
        : 'The payment provider’s test keys are in use: no card is charged.'}
    </p>
  )
}

function NavItem({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <NavLink to={to} className={styles.way ?? ''}>
        {children}
      </NavLink>
    </li>
  )
}

export function NotFoundScreen() {
  return (
    <>
      <ScreenHeader title="Nothing here" />
      <EmptyState title="This page does not exist">
        <p>
          <Link to={hrefs.adminOrders()}>Go to orders</Link>
        </p>
      </EmptyState>
    </>
  )
}

/** Fallback for a rendering error; the frame with its navigation remains. */
export function ErrorScreen() {
  const error = useRouteError()
  return (
    <>
      <ScreenHeader title="Something went wrong" />
      <ErrorState error={error instanceof Error ? error : new Error(String(error))} retry={() => location.reload()} />
    </>
  )
}

/** Redirects to the first permitted screen; an editor has no access to orders and emails. */
export function HomeScreen() {
  const { user } = useAdminContext()
  if (can(user, 'orders.read')) return <Navigate to={hrefs.adminOrders()} replace />
  return (
    <>
      <ScreenHeader title={`Hello, ${user.name}`} />
      <EmptyState title="Orders and email are for the shop’s administrators">
        <p>
          You are signed in as an editor. You look after <Link to={hrefs.adminComments()}>reviews and comments</Link>{' '}
          and choose how the shop looks in its <Link to={paths.adminSettings}>settings</Link>.{' '}
          <a href={paths.home}>View the shop</a>
        </p>
      </EmptyState>
    </>
  )
}
