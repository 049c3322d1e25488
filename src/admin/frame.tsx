import type { ReactNode } from 'react'
import { NavLink, Outlet, ScrollRestoration } from 'react-router'
import { can } from '../accounts/permissions.ts'
import { WaitingCount } from '../content/admin/waiting-count.tsx'
import { hrefs } from '../routes.ts'
import styles from './frame.module.css'
import { KeysDialog } from './keys.tsx'
import { useOffice } from './office.tsx'

/** Navigation on the left, or on top where there is no room, and the screen beside it. */
export function Frame() {
  const { person } = useOffice()
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#screen">
        Skip to content
      </a>
      <header className={styles.side}>
        <div className={styles.stay}>
          <p className={styles.brand}>
            <a href={hrefs.admin()}>Samovar</a>
            <span>Back office</span>
          </p>
          <nav aria-label="Back office">
            <ul className={styles.ways}>
              {can(person, 'orders.read') && <Way to={hrefs.adminOrders()}>Orders</Way>}
              {can(person, 'orders.read') && <Way to={hrefs.adminAttribution()}>Origins</Way>}
              {can(person, 'coupons.write') && <Way to={hrefs.adminCoupons()}>Coupons</Way>}
              {can(person, 'mail.read') && <Way to={hrefs.adminMails()}>Mail</Way>}
              {can(person, 'comments.moderate') && (
                <Way to={hrefs.adminComments()}>
                  Reviews <WaitingCount />
                </Way>
              )}
              {can(person, 'shop.looks') && <Way to={hrefs.adminSettings()}>Settings</Way>}
            </ul>
          </nav>
          <div className={styles.foot}>
            <KeysDialog />
            <a className={styles.quiet} href={hrefs.home()}>
              View the shop
            </a>
            <form action={hrefs.logout()} method="post" className={styles.person}>
              <span>{person.name}</span>
              <input type="hidden" name="_wpnonce" value={person.signOutNonce} />
              <button type="submit">Sign out</button>
            </form>
          </div>
        </div>
      </header>
      <main id="screen" className={styles.screen} tabIndex={-1}>
        <PretendedPayments />
        <Outlet />
      </main>
      <ScrollRestoration />
    </div>
  )
}

/** Nobody should pack a parcel for money that was only pretended. */
function PretendedPayments() {
  const { person } = useOffice()
  if (person.payments === 'live') return null
  return (
    <p className={styles.pretended}>
      <strong>Test payments.</strong>{' '}
      {person.payments === 'sandbox'
        ? 'A sandbox stands in for the payment provider: no card is charged.'
        : 'The payment provider’s test keys are in use: no card is charged.'}
    </p>
  )
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <NavLink to={to} className={styles.way ?? ''}>
        {children}
      </NavLink>
    </li>
  )
}
