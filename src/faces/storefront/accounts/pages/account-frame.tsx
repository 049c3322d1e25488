import type { ReactNode } from 'react'
import type { User } from '../../../../people/identity/auth-session.ts'
import { adminAccess, can } from '../../../../platform/access/permissions.ts'
import { type NoticeList, Notices } from '../../../../platform/ui/notices.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import account from './account.module.css'
import styles from './account-frame.module.css'

/** WooCommerce's endpoint of each section, in the order of the navigation (account-pages.md). */
const sections = [
  ['dashboard', 'Overview', paths.account],
  ['orders', 'Orders', paths.accountOrders],
  ['downloads', 'Downloads', paths.accountDownloads],
  ['saved', 'Saved teas', paths.accountSaved],
  ['edit-address', 'Addresses', paths.accountAddresses],
  ['payment-methods', 'Payment methods', paths.accountPaymentMethods],
  ['edit-account', 'Account details', paths.accountDetails],
  ['mail-choices', 'Emails', paths.accountMailChoices],
  ['privacy', 'Your data', paths.accountPrivacy],
  ['sign-ins', 'Sign-in and security', paths.accountSignIns],
] as const

export type AccountSection = (typeof sections)[number][0]

type AccountFrameProps = {
  readonly section: AccountSection
  readonly user: User
  readonly nonce: string
  readonly title: string
  readonly notices: NoticeList
  readonly children: ReactNode
}

export const AccountFrame = ({ section, user, nonce, title, notices, children }: AccountFrameProps) => (
  <TitledMain title={title}>
    <div className={`woocommerce ${styles.columns}`}>
      <nav className={`woocommerce-MyAccount-navigation ${styles.navigation}`} aria-label="Your account">
        <ul>
          {sections.map(([endpoint, label, href]) => (
            <Item key={endpoint} endpoint={endpoint} label={label} href={href} isActive={endpoint === section} />
          ))}
          {can(user, adminAccess) && <Item endpoint="admin" label="Back office" href={paths.admin} />}
          <Item endpoint="customer-logout" label="Sign out" href={hrefs.accountSignOut(nonce)} />
        </ul>
      </nav>
      <div className={`woocommerce-MyAccount-content ${styles.content}`}>
        <Notices notices={notices} />
        {children}
      </div>
    </div>
  </TitledMain>
)

type ItemProps = Readonly<Record<'endpoint' | 'label' | 'href', string>> & { readonly isActive?: boolean }

const Item = ({ endpoint, label, href, isActive = false }: ItemProps) => (
  <li
    className={`woocommerce-MyAccount-navigation-link woocommerce-MyAccount-navigation-link--${endpoint}${isActive ? ' is-active' : ''}`}
  >
    <a href={href} aria-current={isActive ? 'page' : undefined}>
      {label}
    </a>
  </li>
)

type TitledProps = { readonly title: string; readonly children: ReactNode }

export const TitledMain = ({ title, children }: TitledProps) => (
  <main id="content" className={styles.page}>
    <h1 className={styles.title}>{title}</h1>
    {children}
  </main>
)

type TableHeadProps = {
  readonly columns: readonly (readonly [name: string, title: ReactNode, className?: string])[]
  readonly classOf: (name: string) => string
}

export const TableHead = ({ columns, classOf }: TableHeadProps) => (
  <thead>
    <tr>
      {columns.map(([name, title]) => (
        <th key={name} scope="col" className={classOf(name)}>
          {title}
        </th>
      ))}
    </tr>
  </thead>
)

type SectionProps = TitledProps & { readonly id: string; readonly className?: string }

export const Section = ({ id, title, className, children }: SectionProps) => (
  <section className={className} aria-labelledby={id}>
    <h2 id={id} className={account.title}>
      {title}
    </h2>
    {children}
  </section>
)
