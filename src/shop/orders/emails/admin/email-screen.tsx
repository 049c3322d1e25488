import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { can } from '../../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { useListHref } from '../../../../platform/admin/list-controls.tsx'
import {
  Badge,
  ErrorState,
  Fact,
  formatTime,
  QueryState,
  ScreenHeader,
  Skeleton,
  useRest,
} from '../../../../platform/admin/parts.tsx'
import { useShortcuts } from '../../../../platform/admin/shortcuts.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import type { EmailContent } from '../../../../things/messages/emails.store.ts'
import type { EmailStatus } from '../../../../things/messages/emails.table.ts'
import type { EmailDetailsJson, EmailPreviewJson, EmailTypeJson } from '../rest/emails.routes.ts'

import styles from './email-screen.module.css'
import typeStyles from './email-types-screen.module.css'

/** One email: recipient, delivery state and content as HTML and plain text. */
export function EmailScreen() {
  const id = Number(useParams().mail)
  const navigate = useNavigate()
  const up = useListHref(hrefs.adminEmails())
  useShortcuts((key) => {
    if (key !== 'u') return false
    void navigate(up)
    return true
  })
  const query = useRest<EmailDetailsJson>(['mail', id], hrefs.restEmail(id))
  const email = query.data
  return (
    <>
      <ScreenHeader title={email?.subject ?? 'Mail'} backLink={{ to: up, label: 'Mail' }}>
        {email && <EmailStatusBadge status={email.status} />}
      </ScreenHeader>
      <QueryState query={query} />
      {email && (
        <>
          <EmailDetails email={email} />
          {email.status === 'failed' && <RetryButton email={email} />}
          <EmailPreview email={email} />
        </>
      )}
    </>
  )
}

const EmailDetails = ({ email }: { email: EmailDetailsJson }) => (
  <dl className={`${controls.panel} ${styles.facts}`}>
    <Fact label="To">{email.recipient}</Fact>
    <Fact label="Written">{formatTime(email.date_created_gmt)}</Fact>
    <Fact label={email.date_sent_gmt ? 'Sent' : 'Next try'}>{nextStep(email)}</Fact>
    <Fact label="Attempts">{email.attempts}</Fact>
    <Fact label="About">
      {email.order_id === 0 ? '' : <Link to={hrefs.adminOrder(email.order_id)}>The order</Link>}
    </Fact>
    {email.last_error && (
      <div className={styles.error}>
        <dt>Last error</dt>
        <dd>{email.last_error}</dd>
      </div>
    )}
  </dl>
)

function nextStep(email: EmailDetailsJson): string {
  if (email.date_sent_gmt) return formatTime(email.date_sent_gmt)
  if (email.status === 'failed') return 'None: it was tried often enough'
  if (email.attempts === 0) return 'As soon as a mail server is set up and responds'
  return email.date_next_attempt_gmt ? formatTime(email.date_next_attempt_gmt) : 'Soon'
}

/** Retries a failed email, for example after its address or the mail server was corrected. */
function RetryButton({ email }: { email: EmailDetailsJson }) {
  const { user, rest } = useAdminContext()
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => rest.send<EmailDetailsJson>('POST', hrefs.restEmailRetry(email.id), {}),
    onSuccess: async (updated) => {
      queries.setQueryData(['mail', email.id], updated)
      await queries.invalidateQueries({ queryKey: ['mails'] })
    },
  })
  if (!can(user, 'shop.settings')) return null
  return (
    <>
      <p className={styles.again}>
        <button type="button" className={controls.primary} disabled={retry.isPending} onClick={() => retry.mutate()}>
          {retry.isPending ? 'One moment …' : 'Send it again'}
        </button>
      </p>
      {retry.isError && <ErrorState error={retry.error} />}
    </>
  )
}

/** An email as HTML and as plain text. */
export function EmailPreview({ email }: { email: EmailContent & { subject: string } }) {
  const [view, setView] = useState<'html' | 'text'>('html')
  return (
    <section aria-label="What it says">
      <div className={styles.views} role="group" aria-label="Show as">
        <button type="button" aria-pressed={view === 'html'} onClick={() => setView('html')}>
          As drawn
        </button>
        <button type="button" aria-pressed={view === 'text'} onClick={() => setView('text')}>
          As plain text
        </button>
      </div>
      {view === 'html' ? (
        // Fully sandboxed: no scripts, no forms, no access to cookies.
        <iframe className={styles.letter} sandbox="" srcDoc={email.html} title={`Mail: ${email.subject}`} />
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

/** Every email type: enabled or not, recipients and a preview. */
export function EmailTypesScreen() {
  const types = useRest<EmailTypeJson[]>(['mail-kinds'], paths.restEmailTypes)
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <>
      <ScreenHeader title="Email types" backLink={{ to: hrefs.adminEmails(), label: 'Mail' }} />
      <QueryState query={types} />
      {types.data &&
        (['customer', 'shop'] as const).map((to) => (
          <section key={to} className={typeStyles.group} aria-labelledby={`to-${to}`}>
            <h2 id={`to-${to}`}>{to === 'customer' ? 'To the customer' : 'To the shop'}</h2>
            <ul className={typeStyles.kinds}>
              {types.data
                .filter((emailType) => emailType.to === to)
                .map((emailType) => (
                  <EmailType
                    key={emailType.id}
                    emailType={emailType}
                    isOpen={openId === emailType.id}
                    onToggle={() => setOpenId(openId === emailType.id ? null : emailType.id)}
                  />
                ))}
            </ul>
          </section>
        ))}
    </>
  )
}

type EmailTypeProps = { emailType: EmailTypeJson; isOpen: boolean; onToggle: () => void }

function EmailType({ emailType, isOpen, onToggle }: EmailTypeProps) {
  const { user, rest } = useAdminContext()
  const queries = useQueryClient()
  const mayChange = can(user, 'shop.settings')
  const [recipients, setRecipients] = useState(emailType.recipients.join(', '))
  const save = useMutation({
    mutationFn: (change: { enabled?: boolean; recipients?: string[] }) =>
      rest.send<EmailTypeJson>('PUT', hrefs.restEmailType(emailType.id), change),
    onSuccess: async (saved) => {
      setRecipients(saved.recipients.join(', '))
      await queries.invalidateQueries({ queryKey: ['mail-kinds'] })
    },
  })
  const recipientList = recipients.split(/[,;\s]+/).filter((address) => address !== '')
  const isChanged = recipientList.join() !== emailType.recipients.join()
  return (
    <li className={`${controls.panel} ${typeStyles.kind}`}>
      <div className={typeStyles.head}>
        <label className={typeStyles.name}>
          <input
            type="checkbox"
            checked={emailType.enabled}
            disabled={!mayChange || save.isPending}
            onChange={(event) => save.mutate({ enabled: event.target.checked })}
          />
          {emailType.title}
        </label>
        <button type="button" className={controls.button} aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? 'Close' : 'Preview'}
          <span className="visually-hidden"> {emailType.title}</span>
        </button>
      </div>
      <p className={typeStyles.when}>{emailType.when}</p>
      {emailType.to === 'shop' && (
        <form
          className={typeStyles.to}
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate({ recipients: recipientList })
          }}
        >
          <label>
            Goes to
            <input
              className={controls.field}
              value={recipients}
              placeholder={emailType.default_recipient}
              disabled={!mayChange}
              onChange={(event) => setRecipients(event.target.value)}
            />
          </label>
          {isChanged && (
            <button type="submit" className={controls.primary} disabled={save.isPending}>
              {save.isPending ? 'Saving …' : 'Save'}
            </button>
          )}
        </form>
      )}
      {save.isError && <ErrorState error={save.error} />}
      {isOpen && <Preview id={emailType.id} />}
    </li>
  )
}

function Preview({ id }: { id: string }) {
  const preview = useRest<EmailPreviewJson>(['mail-preview', id], hrefs.restEmailPreview(id))
  if (preview.isError || !preview.data) return <QueryState query={preview} placeholder={<Skeleton width="100%" />} />
  return (
    <div className={typeStyles.preview}>
      <p className={typeStyles.when}>
        {preview.data.order_id === 0 ? 'With a sample order.' : 'With the newest order.'} Subject:{' '}
        <strong>{preview.data.subject}</strong>
      </p>
      <EmailPreview email={preview.data} />
    </div>
  )
}
