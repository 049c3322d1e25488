import { useEffect, useRef } from 'react'
import controls from '../../../platform/admin/controls.module.css'
import { Badge, Time, type Tone } from '../../../platform/admin/parts.tsx'
import { paragraphsOf } from '../comment-text.ts'
import type { CommentStatus } from '../comments.table.ts'
import type { CommentJson } from '../rest/comment-json.ts'
import styles from './comment-card.module.css'
import { EditForm, ReplyForm } from './comment-forms.tsx'
import type { Moderation } from './use-moderation.ts'

export type CommentAction = { readonly kind: 'edit' | 'reply'; readonly id: number }

type CommentCardProps = {
  readonly item: CommentJson
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly action: CommentAction['kind'] | null
  readonly onAction: (kind: CommentAction['kind'] | null) => void
  readonly moderation: Moderation
}

const statusNames: Readonly<Record<CommentStatus, string>> = {
  pending: 'Waiting',
  approved: 'Approved',
  spam: 'Spam',
  trash: 'In the bin',
}

const tones: Partial<Record<CommentStatus, Tone>> = { pending: 'gold', approved: 'leaf', spam: 'berry' }

/** One review or comment with its author, product or post, moderation reason and actions. */
export function CommentCard({ item, isSelected, onSelect, action, onAction, moderation }: CommentCardProps) {
  const name = `${item.author} on ${item.entry.title}`
  const row = useRef<HTMLAnchorElement>(null)
  const previousAction = useRef(action)
  useEffect(() => {
    // The form was closed, so focus returns to the row.
    if (previousAction.current !== null && action === null) row.current?.focus()
    previousAction.current = action
  }, [action])
  return (
    <li className={styles.card} data-comment={item.id} data-status={item.status}>
      <label className={styles.choose}>
        <input type="checkbox" checked={isSelected} onChange={onSelect} />
        <span className="visually-hidden">Choose what {name} wrote</span>
      </label>
      <article aria-label={name}>
        <header>
          <p className={styles.about}>
            {item.rating !== null && <StarsText rating={item.rating} />}
            <a ref={row} data-row href={`${item.entry.href}#comment-${item.id}`}>
              {item.entry.title}
            </a>
            <Badge tone={tones[item.status]}>{statusNames[item.status]}</Badge>
          </p>
          <p className={styles.by}>
            <b>{item.author}</b> <span>{item.author_email}</span>
            {item.verified && <span className={styles.verified}>has bought it</span>}
            <Time gmt={item.date_created_gmt} />
            {item.answers !== null && <span>answers {item.answers}</span>}
          </p>
        </header>
        {action === 'edit' ? (
          <EditForm item={item} onClose={() => onAction(null)} moderation={moderation} />
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
        {action === 'reply' && <ReplyForm item={item} onClose={() => onAction(null)} moderation={moderation} />}
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
  const { status } = item
  const to = (next: CommentStatus) => () => moderation.setStatus([item.id], next)
  const isHidden = status === 'spam' || status === 'trash'
  return (
    <div className={styles.actions}>
      {status === 'pending' && (
        <button type="button" className={controls.primary} onClick={to('approved')}>
          Approve
        </button>
      )}
      {status === 'approved' && (
        <button type="button" className={styles.quiet} onClick={to('pending')}>
          Hold
        </button>
      )}
      {isHidden && (
        <button type="button" className={controls.button} onClick={to('pending')}>
          {status === 'spam' ? 'Not spam' : 'Restore'}
        </button>
      )}
      {!isHidden && (
        <>
          <button type="button" className={styles.quiet} onClick={() => onAction('reply')}>
            Answer
          </button>
          <button type="button" className={styles.quiet} onClick={() => onAction('edit')}>
            Edit
          </button>
          <button type="button" className={styles.quiet} onClick={to('spam')}>
            Spam
          </button>
        </>
      )}
      {status !== 'trash' && (
        <button type="button" className={styles.quiet} onClick={to('trash')}>
          Bin
        </button>
      )}
      {isHidden && (
        <button type="button" className={styles.danger} onClick={() => moderation.remove([item.id])}>
          Delete permanently
        </button>
      )}
    </div>
  )
}
