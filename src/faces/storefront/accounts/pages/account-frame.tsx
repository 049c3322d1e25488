import type { ReactNode } from 'react'
import type { User } from '../../../../people/identity/auth-session.ts'
import { can } from '../../../../platform/access/permissions.ts'
import { type NoticeList, Notices } from '../../../../platform/ui/notices.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import styles from './account-frame.module.css'

/** WooCommerce's endpoint of each section, in the order of the navigation (account-pages.md). */
const sections = [
  ['dashboard', 'Overview', paths.account],
  ['orders', 'Orders', paths.accountOrders],
  ['saved', 'Saved teas', paths.accountSaved],
  ['edit-address', 'Addresses', paths.accountAddresses],
  ['payment-methods', 'Payment methods', paths.accountPaymentMethods],
  ['edit-account', 'Account details', paths.accountDetails],
  ['mail-choices', 'Emails', paths.accountMailChoices],
  ['privacy', 'Your data', paths.accountPrivacy],
  ['sign-ins', 'Sign-in and security', paths.accountSignIns],
] as const

export type AccountSection = (typeof sections)[number][0]

export type AccountFrameProps = {
  readonly section: AccountSection
  readonly user: User
  /** For the sign-out link. */
  readonly nonce: string
  readonly title: string
  readonly notices: NoticeList
  readonly children: ReactNode
}

/** A page of the account: navigation beside its content. */
export function AccountFrame({ section, user, nonce, title, notices, children }: AccountFrameProps) {
  return (
    <main id="content" className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <div className={`woocommerce ${styles.columns}`}>
        <nav className={`woocommerce-MyAccount-navigation ${styles.navigation}`} aria-label="Your account">
          <ul>
            {sections.map(([endpoint, label, href]) => (
              <Item key={endpoint} endpoint={endpoint} label={label} href={href} isActive={endpoint === section} />
            ))}
            {can(user, 'admin.access') && <Item endpoint="admin" label="Back office" href={paths.admin} />}
            <Item endpoint="customer-logout" label="Sign out" href={hrefs.accountSignOut(nonce)} />
          </ul>
        </nav>
        <div className={`woocommerce-MyAccount-content ${styles.content}`}>
          <Notices notices={notices} />
          {children}
        </div>
      </div>
    </main>
  )
}

type ItemProps = {
  readonly endpoint: string
  readonly label: string
  readonly href: string
  readonly isActive?: boolean
}

const Item = ({ endpoint, label, href, isActive = false }: ItemProps) => (
  <li
    className={`woocommerce-MyAccount-navigation-link woocommerce-MyAccount-navigation-link--${endpoint}${isActive ? ' is-active' : ''}`}
  >
    <a href={href} aria-current={isActive ? 'page' : undefined}>
      {label}
    </a>
  </li>
)
