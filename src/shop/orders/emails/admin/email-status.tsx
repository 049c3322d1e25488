import { Badge } from '../../../../platform/admin/badge.tsx'
import type { EmailStatus } from '../../../../things/messages/emails.table.ts'

export const emailStatusNames: Readonly<Record<EmailStatus, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
}

const tones = { waiting: 'gold', sent: 'leaf', failed: 'berry' } as const

export const EmailStatusBadge = ({ status }: { status: EmailStatus }) => (
  <Badge tone={tones[status]}>{emailStatusNames[status]}</Badge>
)
