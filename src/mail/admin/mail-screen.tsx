import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { can } from '../../accounts/permissions.ts'
import controls from '../../admin/controls.module.css'
import { useKeys } from '../../admin/keys.tsx'
import { useUp } from '../../admin/list-state.ts'
import { useOffice } from '../../admin/office.tsx'
import { ScreenHead } from '../../admin/screen-head.tsx'
import { Problem, Skeleton } from '../../admin/states.tsx'
import { timeText } from '../../admin/wire-text.ts'
import type { WholeMailJson } from '../../rest/mail-json.ts'
import { hrefs } from '../../routes.ts'
import { Letter } from './letter.tsx'
import styles from './mail-screen.module.css'
import { MailStatusBadge } from './mail-status.tsx'

/** One mail as it was written: to whom, how it went, and what it says, drawn and as plain text. */
export function MailScreen() {
  const id = Number(useParams().mail)
  const { rest } = useOffice()
  const navigate = useNavigate()
  const up = useUp(hrefs.adminMails())
  useKeys((key) => {
    if (key !== 'u') return false
    void navigate(up)
    return true
  })
  const query = useQuery({
    queryKey: ['mail', id],
    queryFn: ({ signal }) => rest.one<WholeMailJson>(hrefs.restMail(id), signal),
  })
  const mail = query.data
  return (
    <>
      <ScreenHead title={mail?.subject ?? 'Mail'} up={{ to: up, label: 'Mail' }}>
        {mail && <MailStatusBadge status={mail.status} />}
      </ScreenHead>
      {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton width="320px" />}
      {mail && (
        <>
          <Facts mail={mail} />
          {mail.status === 'failed' && <TryAgain mail={mail} />}
          <Letter mail={mail} />
        </>
      )}
    </>
  )
}

function Facts({ mail }: { mail: WholeMailJson }) {
  return (
    <dl className={`${controls.panel} ${styles.facts}`}>
      <div>
        <dt>To</dt>
        <dd>{mail.recipient}</dd>
      </div>
      <div>
        <dt>Written</dt>
        <dd>{timeText(mail.date_created_gmt)}</dd>
      </div>
      <div>
        <dt>{mail.date_sent_gmt ? 'Sent' : 'Next try'}</dt>
        <dd>{nextStep(mail)}</dd>
      </div>
      <div>
        <dt>Attempts</dt>
        <dd>{mail.attempts}</dd>
      </div>
      {mail.order_id !== 0 && (
        <div>
          <dt>About</dt>
          <dd>
            <Link to={hrefs.adminOrder(mail.order_id)}>The order</Link>
          </dd>
        </div>
      )}
      {mail.last_error && (
        <div className={styles.error}>
          <dt>Last error</dt>
          <dd>{mail.last_error}</dd>
        </div>
      )}
    </dl>
  )
}

function nextStep(mail: WholeMailJson): string {
  if (mail.date_sent_gmt) return timeText(mail.date_sent_gmt)
  if (mail.status === 'failed') return 'None: it was tried often enough'
  if (mail.attempts === 0) return 'As soon as a mail server is set up and responds'
  return mail.date_next_attempt_gmt ? timeText(mail.date_next_attempt_gmt) : 'Soon'
}

/** A mail that was given up, once its address or the mail server is right again. */
function TryAgain({ mail }: { mail: WholeMailJson }) {
  const { person, rest } = useOffice()
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => rest.send<WholeMailJson>('POST', hrefs.restMailRetry(mail.id), {}),
    onSuccess: async (now) => {
      queries.setQueryData(['mail', mail.id], now)
      await queries.invalidateQueries({ queryKey: ['mails'] })
    },
  })
  if (!can(person, 'shop.settings')) return null
  return (
    <>
      <p className={styles.again}>
        <button type="button" className={controls.primary} disabled={retry.isPending} onClick={() => retry.mutate()}>
          {retry.isPending ? 'One moment …' : 'Send it again'}
        </button>
      </p>
      {retry.isError && <Problem error={retry.error} />}
    </>
  )
}
