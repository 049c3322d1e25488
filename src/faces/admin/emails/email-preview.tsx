import { useState } from 'react'
import controls from '../../../platform/admin/controls.module.css'
import { Badge } from '../../../platform/admin/parts.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { EmailContent } from '../../../things/messages/emails.store.ts'
import type { EmailStatus } from '../../../things/messages/emails.table.ts'
import { withMarkFrom } from '../../../things/messages/message-mark.ts'
import styles from './email-screen.module.css'

export function EmailPreview({ email }: { email: EmailContent & { subject: string } }) {
  const [view, setView] = useState<'html' | 'text'>('html')
  return (
    <section aria-label="What it says">
      <div className={styles.views} role="group" aria-label="Show as">
        <button type="button" aria-pressed={view === 'html'} onClick={() => setView('html')}>
          Formatted
        </button>
        <button type="button" aria-pressed={view === 'text'} onClick={() => setView('text')}>
          Plain text
        </button>
      </div>
      {view === 'html' ? (
        // Fully sandboxed: no scripts, no forms, no access to cookies.
        <iframe
          className={styles.letter}
          sandbox=""
          srcDoc={withMarkFrom(email.html, hrefs.icon(192))}
          title={`Mail: ${email.subject}`}
        />
      ) : (
        <pre className={`${controls.panel} ${styles.text}`}>{email.text}</pre>
      )}
    </section>
  )
}

export const emailStatusNames: Readonly<Record<EmailStatus, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
}

const tones = { waiting: 'gold', sent: 'leaf', failed: 'berry' } as const

export const EmailStatusBadge = ({ status }: { status: EmailStatus }) => (
  <Badge tone={tones[status]}>{emailStatusNames[status]}</Badge>
)
