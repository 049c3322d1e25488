import type { MailStatus } from '../mail.table.ts'
import styles from './mail-status.module.css'

export const mailStatusNames: Readonly<Record<MailStatus, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
}

export const MailStatusBadge = ({ status }: { status: MailStatus }) => (
  <span className={`${styles.badge} ${styles[status]}`}>{mailStatusNames[status]}</span>
)
