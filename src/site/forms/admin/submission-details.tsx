import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { SaveButton } from '../../../platform/admin/files/save-button.tsx'
import { ActionButtons } from '../../../platform/admin/list/bulk-actions.tsx'
import { Badge, Button, Fact, QueryState, Time, useRest } from '../../../platform/admin/parts.tsx'
import { restItem } from '../../../platform/admin/resource.ts'
import { formatBytes } from '../../../platform/files/format-bytes.ts'
import { Icon } from '../../../platform/ui/icon.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { emailsRead } from '../../../things/messages/capabilities.ts'
import type { SubmissionDetailsJson } from '../rest/submission-json.ts'
import { ReplyForm } from './reply-form.tsx'
import { type Action, actions, messages, useMarkRead } from './submission-actions.ts'
import styles from './submission-details.module.css'

type SubmissionDetailsProps = {
  readonly id: number
  readonly closeHref: string
  readonly onAct: (action: Action, item: SubmissionDetailsJson) => void
  readonly isReplying: boolean
  readonly onReply: (isOpen: boolean) => void
  readonly draft: string
  readonly onDraft: (text: string) => void
}

export function SubmissionDetails({ id, closeHref, ...props }: SubmissionDetailsProps) {
  const query = useRest<SubmissionDetailsJson>([paths.restSubmissions, id], restItem(messages, id))
  return (
    <section className={styles.pane} aria-label="Message">
      <p>
        <Link className={controls.button} to={closeHref} preventScrollReset>
          <Icon name="left" size={16} /> Close
        </Link>
      </p>
      <QueryState query={query} backLink={{ to: closeHref, label: messages.title }} />
      {query.data && <Opened item={query.data} {...props} />}
    </section>
  )
}

type OpenedProps = Omit<SubmissionDetailsProps, 'id' | 'closeHref'> & { readonly item: SubmissionDetailsJson }

function Opened({ item, onAct, isReplying, onReply, draft, onDraft }: OpenedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { mutate: markRead } = useMarkRead()
  const isUnread = useRef(!item.read)
  useEffect(() => {
    if (isUnread.current) markRead(item.id)
    // Only once: marking it as unread afterwards is intended.
    isUnread.current = false
  }, [item.id, markRead])
  useEffect(() => heading.current?.focus(), [])
  return (
    <article aria-labelledby="message-subject">
      <header className={styles.head}>
        <h2 id="message-subject" ref={heading} tabIndex={-1}>
          {item.subject}
        </h2>
        <p className={styles.by}>
          <b>{item.sender}</b>
          {item.email !== '' && <a href={`mailto:${encodeURIComponent(item.email)}`}>{item.email}</a>}
          <Time gmt={item.date_created_gmt} />
          {item.status === 'spam' && <Badge tone="berry">Spam</Badge>}
          {item.status === 'trash' && <Badge>In the trash</Badge>}
          {item.answered && <Badge tone="leaf">Answered</Badge>}
        </p>
        {item.status === 'spam' && item.held_because !== '' && (
          <p className={styles.why}>Held because: {item.held_because}. No email was sent.</p>
        )}
        {!item.kept && (
          <p className={styles.why}>
            The form or the sender does not let the shop keep this message. Released, it is deleted once its emails are
            sent; otherwise two weeks after it was sent.
          </p>
        )}
        <div className={styles.actions}>
          {!isReplying && item.status === 'inbox' && item.email !== '' && (
            <Button kind="primary" label="Answer" onClick={() => onReply(true)} />
          )}
          <ActionButtons actions={actions} items={[item]} run={async (action) => onAct(action, item)} />
        </div>
      </header>
      <dl className={styles.fields}>
        {item.fields.map(({ name, texts }) => (
          <Fact key={name} label={labelOf(name)} className={styles.text}>
            {texts.join('\n')}
          </Fact>
        ))}
      </dl>
      {item.files.length > 0 && (
        <ul className={styles.files} aria-label="Files">
          {item.files.map((file) => (
            <li key={file.id}>
              <SaveButton
                label={`${file.name} (${formatBytes(file.size)})`}
                href={hrefs.restSubmissionFile(item.id, file.id)}
                name={file.name}
              />
            </li>
          ))}
        </ul>
      )}
      {item.replies.map(({ date_gmt, by, text }) => (
        <blockquote key={date_gmt} className={styles.reply}>
          <p className={styles.by}>
            <b>{by}</b> answered <Time gmt={date_gmt} />
          </p>
          <p className={styles.text}>{text}</p>
        </blockquote>
      ))}
      {isReplying && <ReplyForm item={item} draft={draft} onDraft={onDraft} onClose={() => onReply(false)} />}
      <MoreAbout item={item} />
    </article>
  )
}

const emailStatus = { waiting: 'waits to be sent', sent: 'sent', failed: 'could not be sent' } as const

function MoreAbout({ item }: { item: SubmissionDetailsJson }) {
  const mayReadEmails = useMay(emailsRead)
  return (
    <details className={styles.more}>
      <summary>Where it came from</summary>
      <dl>
        <Fact label="Form">{item.form_title}</Fact>
        <Fact label="Page">{item.page.startsWith('/') ? <a href={item.page}>{item.page}</a> : item.page}</Fact>
        <Fact label="Customer">
          {item.customer_name && <Link to={hrefs.adminCustomer(item.customer)}>{item.customer_name}</Link>}
        </Fact>
        <Fact label="Internet address">{item.ip_address}</Fact>
        <Fact label="Browser">{item.user_agent}</Fact>
        {item.emails.map(({ id, status, recipient }) => (
          <Fact key={id} label="Email">
            To {recipient}:{' '}
            {mayReadEmails ? <Link to={`${paths.adminEmails}${id}/`}>{emailStatus[status]}</Link> : emailStatus[status]}
          </Fact>
        ))}
      </dl>
    </details>
  )
}

/** `your-phone_number` becomes 'Phone number'. */
function labelOf(name: string): string {
  const words = name
    .replace(/^your[-_]/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
