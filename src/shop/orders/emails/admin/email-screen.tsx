import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { can } from '../../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { formatTime } from '../../../../platform/admin/format-wire.ts'
import { useListHref } from '../../../../platform/admin/list-state.ts'
import { ScreenHeader } from '../../../../platform/admin/screen-header.tsx'
import { useShortcuts } from '../../../../platform/admin/shortcuts.tsx'
import { ErrorState, Skeleton } from '../../../../platform/admin/states.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import type { EmailDetailsJson } from '../rest/email-json.ts'
import { EmailPreview } from './email-preview.tsx'
import styles from './email-screen.module.css'
import { EmailStatusBadge } from './email-status.tsx'

/** One email: recipient, delivery state and content as HTML and plain text. */
export function EmailScreen() {
  const id = Number(useParams().mail)
  const { rest } = useAdminContext()
  const navigate = useNavigate()
  const up = useListHref(hrefs.adminEmails())
  useShortcuts((key) => {
    if (key !== 'u') return false
    void navigate(up)
    return true
  })
  const query = useQuery({
    queryKey: ['mail', id],
    queryFn: ({ signal }) => rest.get<EmailDetailsJson>(hrefs.restEmail(id), signal),
  })
  const email = query.data
  return (
    <>
      <ScreenHeader title={email?.subject ?? 'Mail'} backLink={{ to: up, label: 'Mail' }}>
        {email && <EmailStatusBadge status={email.status} />}
      </ScreenHeader>
      {query.isError && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton width="320px" />}
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

function EmailDetails({ email }: { email: EmailDetailsJson }) {
  return (
    <dl className={`${controls.panel} ${styles.facts}`}>
      <div>
        <dt>To</dt>
        <dd>{email.recipient}</dd>
      </div>
      <div>
        <dt>Written</dt>
        <dd>{formatTime(email.date_created_gmt)}</dd>
      </div>
      <div>
        <dt>{email.date_sent_gmt ? 'Sent' : 'Next try'}</dt>
        <dd>{nextStep(email)}</dd>
      </div>
      <div>
        <dt>Attempts</dt>
        <dd>{email.attempts}</dd>
      </div>
      {email.order_id !== 0 && (
        <div>
          <dt>About</dt>
          <dd>
            <Link to={hrefs.adminOrder(email.order_id)}>The order</Link>
          </dd>
        </div>
      )}
      {email.last_error && (
        <div className={styles.error}>
          <dt>Last error</dt>
          <dd>{email.last_error}</dd>
        </div>
      )}
    </dl>
  )
}

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
