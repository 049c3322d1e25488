import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useAdminContext, useMay } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { useListHref } from '../../../platform/admin/list/list-state.ts'
import {
  Button,
  ErrorState,
  Fact,
  formatTime,
  QueryState,
  ScreenHeader,
  useRest,
  WaitingPanel,
} from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import { EmailPreview, EmailStatusBadge } from './email-preview.tsx'
import styles from './email-screen.module.css'
import type { EmailDetailsJson } from './emails.rest.ts'

export function EmailScreen() {
  const id = Number(useParams().mail)
  const backLink = { to: useListHref(hrefs.adminEmails()), label: 'Mail' }
  const query = useRest<EmailDetailsJson>(['mail', id], hrefs.restEmail(id))
  const email = query.data
  return (
    <>
      <ScreenHeader title={email?.subject ?? 'Mail'} backLink={backLink}>
        {email && <EmailStatusBadge status={email.status} />}
      </ScreenHeader>
      <QueryState query={query} backLink={backLink} placeholder={<WaitingPanel />} />
      {email && (
        <>
          <EmailDetails email={email} />
          {email.can_resend && <RetryButton email={email} />}
          {email.status !== 'waiting' && !email.can_resend && <LinkGone email={email} />}
          {email.html === '' && email.text === '' ? (
            <p className={controls.panel}>
              Its text is hidden, because emails about accounts may have links that sign their reader in.
            </p>
          ) : (
            <EmailPreview email={email} />
          )}
        </>
      )}
    </>
  )
}

const EmailDetails = ({ email }: { email: EmailDetailsJson }) => (
  <dl className={`${controls.panel} ${styles.details}`}>
    <Fact label="To">{email.recipient}</Fact>
    {email.reply_to !== '' && <Fact label="Replies go to">{email.reply_to}</Fact>}
    <Fact label="Written">{formatTime(email.date_created_gmt)}</Fact>
    <Fact label={email.date_sent_gmt ? 'Sent' : 'Next attempt'}>{nextStep(email)}</Fact>
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
  if (email.status === 'failed' && !email.can_resend) return 'None'
  if (email.status === 'failed') return 'None, until you send it again'
  if (email.attempts === 0) return 'As soon as a mail server is set up and responds'
  return email.date_next_attempt_gmt ? formatTime(email.date_next_attempt_gmt) : 'Soon'
}

const LinkGone = ({ email }: { email: EmailDetailsJson }) => (
  <p className={controls.panel}>
    {email.status === 'sent'
      ? 'Its link or digits were removed when it was sent, so it cannot be sent again.'
      : 'Its link or digits have expired, so it cannot be sent any more.'}{' '}
    Anyone who needs them can ask for new ones.
  </p>
)

function RetryButton({ email }: { email: EmailDetailsJson }) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => rest.send<EmailDetailsJson>('POST', hrefs.restEmailRetry(email.id), {}),
    onSuccess: async (updated) => {
      queries.setQueryData(['mail', email.id], updated)
      await queries.invalidateQueries({ queryKey: [paths.restEmails] })
    },
  })
  if (!useMay(shopSettingsWrite)) return null
  return (
    <>
      <p className={styles.again}>
        <Button label="Send it again" kind="primary" isBusy={retry.isPending} onClick={() => retry.mutate()} />
      </p>
      {retry.isError && <ErrorState error={retry.error} />}
      <p role="status">{retry.isSuccess ? 'It is queued to be sent again.' : ''}</p>
    </>
  )
}
