import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, Outlet, ScrollRestoration, useBlocker, useLocation, useRouteError } from 'react-router'
import { useAdminContext } from '../../platform/admin/admin-context.tsx'
import type { LeaveDialogProps } from '../../platform/admin/form/leave-dialog.tsx'
import { wouldLoseChanges } from '../../platform/admin/form/unsaved.ts'
import { EmptyState, ErrorState, ScreenHeader } from '../../platform/admin/parts.tsx'
import { navScreenAt, type Screen, screensOf } from '../../platform/admin/screen.ts'
import { Icon } from '../../platform/ui/icon.tsx'
import { hrefs, paths } from '../../platform/web/routes.ts'
import styles from './frame.module.css'

const ShortcutsDialog = lazy(() =>
  import('../../platform/admin/shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
)

// Loaded ahead, so that it can ask when the connection is lost.
const leaveDialog = import('../../platform/admin/form/leave-dialog.tsx').catch(() => ({ LeaveDialog: BrowserDialog }))
const LeaveDialog = lazy(() => leaveDialog.then((module) => ({ default: module.LeaveDialog })))

export function Frame() {
  const { user } = useAdminContext()
  const { pathname } = useLocation()
  const [menuAt, setMenuAt] = useState('')
  // The menu closes on navigation.
  const isMenuOpen = menuAt === pathname
  const setIsMenuOpen = (isOpen: boolean) => setMenuAt(isOpen ? pathname : '')
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#screen">
        Skip to content
      </a>
      <header className={styles.side}>
        <div className={styles.stay}>
          <p className={styles.brand}>
            <a href={paths.admin}>{user.siteTitle}</a>
            <span>Back office</span>
          </p>
          <button
            type="button"
            className={styles.menu}
            aria-expanded={isMenuOpen}
            aria-controls="navigation"
            onClick={() => setIsMenuOpen(!isMenuOpen)}
          >
            <Icon name="menu" /> Menu
          </button>
          <nav id="navigation" aria-label="Back office" className={styles.nav} data-open={isMenuOpen ? '' : undefined}>
            <Navigation />
          </nav>
          <div className={styles.foot} data-open={isMenuOpen ? '' : undefined}>
            <a className={styles.quiet} href={paths.home}>
              View the shop
            </a>
            <Suspense>
              <ShortcutsDialog />
            </Suspense>
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
      <LeaveGuard />
      <ScrollRestoration />
    </div>
  )
}

/** A router allows a single blocker, so there is one for all components with unsaved changes. */
function LeaveGuard() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => wouldLoseChanges(currentLocation, nextLocation))
  return (
    blocker.state === 'blocked' && (
      <Suspense>
        <LeaveDialog blocker={blocker} />
      </Suspense>
    )
  )
}

/** Asks where the dialog could not be loaded. */
function BrowserDialog({ blocker }: LeaveDialogProps) {
  useEffect(() => {
    if (confirm('Leave without saving? Your changes on this screen would be lost.')) blocker.proceed()
    else blocker.reset()
  }, [blocker])
  return null
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

const sections = [
  ['sell', 'Sell'],
  ['write', 'Publish'],
  ['appearance', 'Appearance'],
  ['run', 'Run'],
] as const

function Navigation() {
  const { user, screens } = useAdminContext()
  const { pathname } = useLocation()
  const current = navScreenAt(screens, pathname)
  const settings = screensOf(screens, 'settings', user)
  const products = screensOf(screens, 'products', user)
  return (
    <>
      <ul className={styles.ways}>
        {screensOf(screens, 'start', user).map(({ path, nav }) => (
          <NavItem key={path} to={path} label={nav.label} isCurrent={path === current?.path} />
        ))}
      </ul>
      {sections
        .map(([section, title]) => ({
          title,
          links: [...screensOf(screens, section, user), ...(section === 'sell' ? products.slice(0, 1) : [])],
        }))
        .filter(({ links }) => links.length > 0)
        .map(({ title, links }) => (
          <section key={title}>
            <h2 className={styles.section}>{title}</h2>
            <ul className={styles.ways}>
              {links.map(({ path, nav }) => (
                <NavItem
                  key={path}
                  to={path}
                  label={nav.label}
                  badge={nav.badge}
                  isCurrent={nav.section === 'products' ? current?.nav.section === 'products' : path === current?.path}
                />
              ))}
            </ul>
          </section>
        ))}
      {settings[0] && (
        <ul className={styles.ways}>
          <NavItem to={settings[0].path} label="Settings" isCurrent={current?.nav.section === 'settings'} />
        </ul>
      )}
    </>
  )
}

type Badge = NonNullable<Screen['nav']>['badge']
type NavItemProps = {
  readonly to: string
  readonly label: string
  readonly badge?: Badge
  readonly isCurrent: boolean
}

function NavItem({ to, label, badge, isCurrent }: NavItemProps) {
  return (
    <li>
      <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={styles.way}>
        {label} {badge && <NavBadge load={badge} />}
      </Link>
    </li>
  )
}

function NavBadge({ load }: { load: NonNullable<Badge> }) {
  const [Badge] = useState(() => lazy(async () => ({ default: await load() })))
  return (
    <Suspense>
      <Badge />
    </Suspense>
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

export function ErrorScreen() {
  const error = useRouteError()
  return (
    <>
      <ScreenHeader title="Something went wrong" />
      <ErrorState error={error instanceof Error ? error : new Error(String(error))} retry={() => location.reload()} />
    </>
  )
}
