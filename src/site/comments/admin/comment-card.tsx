import { type ReactNode, useEffect, useRef } from 'react'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { Badge, Time } from '../../../platform/admin/parts.tsx'
import { paragraphsOf } from '../comment-text.ts'
import type { CommentStatus } from '../comments.table.ts'
import type { CommentJson } from '../rest/comments.ts'
import styles from './comment-card.module.css'
import { CommentForm } from './comment-form.tsx'
import { commentStatuses, type Moderation } from './use-moderation.ts'

export type CommentAction = { readonly kind: 'edit' | 'reply'; readonly id: number }

type CommentCardProps = {
  readonly item: CommentJson
  readonly select: ReactNode
  readonly action: CommentAction['kind'] | null
  readonly onAction: (kind: CommentAction['kind'] | null) => void
  readonly moderation: Moderation
}

export const nameOf = (item: CommentJson): string => `${item.author} on ${item.entry.title}`

export function CommentCard({ item, select, action, onAction, moderation }: CommentCardProps) {
  const name = nameOf(item)
  const status = commentStatuses[item.status]
  const row = useRef<HTMLAnchorElement>(null)
  const previousAction = useRef(action)
  useEffect(() => {
    // The form was closed, so focus returns to the row.
    if (previousAction.current !== null && action === null) row.current?.focus()
    previousAction.current = action
  }, [action])
  return (
    <li className={styles.card} data-comment={item.id} data-status={item.status}>
      {select}
      <article aria-label={name}>
        <header>
          <p className={styles.about}>
            {item.rating !== null && <StarsText rating={item.rating} />}
            <a ref={row} data-row href={`${item.entry.href}#comment-${item.id}`}>
              {item.entry.title}
            </a>
            <Badge tone={status.tone}>{status.badge}</Badge>
          </p>
          <p className={styles.by}>
            <b>{item.author}</b> <span>{item.author_email}</span>
            {item.verified && <span className={styles.verified}>has bought it</span>}
            <Time gmt={item.date_created_gmt} />
            {item.answers !== null && <span>answers {item.answers}</span>}
          </p>
        </header>
        {action === 'edit' ? (
          <CommentForm kind="edit" item={item} onClose={() => onAction(null)} moderation={moderation} />
        ) : (
          <div className={styles.text}>
            {paragraphsOf(item.text).map((lines, index) => (
              <p key={index}>{lines.join('\n')}</p>
            ))}
          </div>
        )}
        {item.held_because !== '' && item.status !== 'approved' && (
          <p className={styles.why}>Held because: {item.held_because}.</p>
        )}
        {action === 'reply' && (
          <CommentForm kind="reply" item={item} onClose={() => onAction(null)} moderation={moderation} />
        )}
        {action === null && <Actions item={item} onAction={onAction} moderation={moderation} />}
      </article>
    </li>
  )
}

function StarsText({ rating }: { rating: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={`${rating} of 5 stars`}>
      {'★'.repeat(rating)}
      <span>{'★'.repeat(5 - rating)}</span>
    </span>
  )
}

function Actions({ item, onAction, moderation }: Pick<CommentCardProps, 'item' | 'onAction' | 'moderation'>) {
  const move = (to: CommentStatus, label: string, className = styles.quiet) =>
    [label, () => moderation.setStatus(item, to), className] as const
  const trash = move('trash', 'Trash')
  const others = [
    ['Answer', () => onAction('reply'), styles.quiet],
    ['Edit', () => onAction('edit'), styles.quiet],
    move('spam', 'Spam'),
    trash,
  ] as const
  const actions = {
    pending: [move('approved', 'Approve', controls.primary), ...others],
    approved: [move('pending', 'Hold'), ...others],
    spam: [move('pending', 'Not spam', controls.button), trash],
    trash: [move('pending', 'Restore', controls.button)],
  }
  return (
    <div className={styles.actions}>
      {actions[item.status].map(([label, act, className]) => (
        <button key={label} type="button" className={className} onClick={act}>
          {label}
        </button>
      ))}
      {(item.status === 'spam' || item.status === 'trash') && (
        <ConfirmButton
          label="Delete permanently"
          question="Delete it permanently?"
          text="It will be gone for good."
          confirmLabel="Delete permanently"
          run={() => moderation.remove(item)}
        />
      )}
    </div>
  )
}
