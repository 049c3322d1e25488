import type { EmailStatus } from '../../../../things/messages/emails.table.ts'
import styles from './email-status.module.css'

export const emailStatusNames: Readonly<Record<EmailStatus, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
}

export const EmailStatusBadge = ({ status }: { status: EmailStatus }) => (
  <span className={`${styles.badge} ${styles[status]}`}>{emailStatusNames[status]}</span>
)
