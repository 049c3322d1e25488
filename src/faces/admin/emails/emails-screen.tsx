import { Link } from 'react-router'
import { useMay } from '../../../platform/admin/admin-context.tsx'
import { type BulkAction, countOf } from '../../../platform/admin/list/change-items.ts'
import { type Column, timeColumn } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import { resourceOf } from '../../../platform/admin/resource.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import { EmailStatusBadge, emailStatusNames } from './email-preview.tsx'
import styles from './email-screen.module.css'
import type { EmailJson } from './emails.rest.ts'

const columns: readonly Column<EmailJson>[] = [
  { title: 'Subject', name: 'subject', skeleton: ['240px'], cell: (email) => email.subject },
  { title: 'To', name: 'to', skeleton: ['160px'], cell: (email) => email.recipient },
  timeColumn('Written', 'written', (email) => email.date_created_gmt, { orderby: 'date', place: 'half' }),
  {
    title: 'Status',
    name: 'status',
    place: 'corner',
    skeleton: ['64px'],
    cell: (email) => <EmailStatusBadge status={email.status} />,
  },
]

const tabs = [{ key: 'any', label: 'All' }, ...Object.entries(emailStatusNames).map(([key, label]) => ({ key, label }))]

const mails = resourceOf(['email', 'emails'], 'Mail', paths.restEmails, paths.adminEmails)

const sendAgain: BulkAction<EmailJson> = {
  label: 'Send again',
  isOffered: (items) => items.some(({ can_resend }) => can_resend),
  run: async (items, rest) => {
    const resendable = items.filter(({ can_resend }) => can_resend)
    for (const { id } of resendable) await rest.send('POST', hrefs.restEmailRetry(id), {})
    return { text: `${countOf(resendable.length, mails.names)} queued to be sent again.` }
  },
}

export function EmailsScreen() {
  const mayWrite = useMay(shopSettingsWrite)
  return (
    <ListScreen
      resource={mails}
      columns={columns}
      nameOf={(email) => email.subject}
      searchLabel="Search by recipient or subject"
      tabs={tabs}
      bulkActions={mayWrite ? [sendAgain] : undefined}
      emptyText="Confirmations to customers and notices to the shop will appear here."
    >
      <p className={styles.types}>
        <Link to={paths.adminEmailTypes}>Email types: switch them on or off, set recipients, preview</Link>
      </p>
    </ListScreen>
  )
}
