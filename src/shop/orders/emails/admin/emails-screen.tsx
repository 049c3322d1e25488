import { Link } from 'react-router'
import { type Column, ListScreen } from '../../../../platform/admin/list-screen.tsx'
import { Time } from '../../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import type { EmailJson } from '../rest/emails.routes.ts'
import { EmailStatusBadge, emailStatusNames } from './email-screen.tsx'

import styles from './emails-screen.module.css'

const columns: readonly Column<EmailJson>[] = [
  { title: 'Subject', className: styles.subject, skeleton: ['240px'], cell: (email) => email.subject },
  { title: 'To', className: styles.to, skeleton: ['160px'], cell: (email) => email.recipient },
  {
    title: 'Written',
    className: styles.date,
    isSoft: true,
    skeleton: ['140px'],
    cell: (email) => <Time gmt={email.date_created_gmt} />,
  },
  {
    title: 'Status',
    className: styles.status,
    skeleton: ['64px'],
    cell: (email) => <EmailStatusBadge status={email.status} />,
  },
]

const tabs = [{ key: 'any', label: 'All' }, ...Object.entries(emailStatusNames).map(([key, label]) => ({ key, label }))]

/** The outbox: every email of the shop, sent or not. */
export function EmailsScreen() {
  return (
    <ListScreen
      title="Mail"
      queryKey="mails"
      searchLabel="Search by recipient or subject"
      tabs={() => tabs}
      itemNames={['email', 'emails']}
      emptyText="Confirmations to customers and notices to the shop will appear here."
      listHref={hrefs.restEmails}
      itemHref={hrefs.adminEmail}
      columns={columns}
    >
      <p className={styles.kinds}>
        <Link to={paths.adminEmailTypes}>Email types: switch them on or off, set recipients, preview</Link>
      </p>
    </ListScreen>
  )
}
