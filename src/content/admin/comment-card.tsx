import { useEffect, useRef } from 'react'
import controls from '../../admin/controls.module.css'
import { timeText } from '../../admin/wire-text.ts'
import type { CommentJson } from '../../rest/comment-json.ts'
import { paragraphsOf } from '../comment-text.ts'
import type { CommentStatus } from '../comments.table.ts'
import styles from './comment-card.module.css'
import { EditForm, ReplyForm } from './comment-forms.tsx'
import type { Moderation } from './use-moderation.ts'

export type CommentDoing = { readonly what: 'edit' | 'reply'; readonly id: number }

type CommentCardProps = {
  readonly item: CommentJson
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly doing: CommentDoing['what'] | null
  readonly onDo: (what: CommentDoing['what'] | null) => void
  readonly moderation: Moderation
}

const statusNames: Readonly<Record<CommentStatus, string>> = {
  pending: 'Waiting',
  approved: 'Approved',
  spam: 'Spam',
  trash: 'In the bin',
}

/** One review: what was said, by whom, under what, why it waits, and what to do with it. */
export function CommentCard({ item, isSelected, onSelect, doing, onDo, moderation }: CommentCardProps) {
  const name = `${item.author} on ${item.entry.title}`
  const row = useRef<HTMLAnchorElement>(null)
  const was = useRef(doing)
  useEffect(() => {
    // Its form has gone, and the focus with it.
    if (was.current !== null && doing === null) row.current?.focus()
    was.current = doing
  }, [doing])
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
            <span className={`${styles.badge} ${styles[item.status] ?? ''}`}>{statusNames[item.status]}</span>
          </p>
          <p className={styles.by}>
            <b>{item.author}</b> <span>{item.author_email}</span>
            {item.verified && <span className={styles.verified}>has bought it</span>}
            <time dateTime={`${item.date_created_gmt}Z`}>{timeText(item.date_created_gmt)}</time>
            {item.answers !== null && <span>answers {item.answers}</span>}
          </p>
        </header>
        {doing === 'edit' ? (
          <EditForm item={item} onClose={() => onDo(null)} moderation={moderation} />
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
        {doing === 'reply' && <ReplyForm item={item} onClose={() => onDo(null)} moderation={moderation} />}
        {doing === null && <Actions item={item} onDo={onDo} moderation={moderation} />}
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

function Actions({ item, onDo, moderation }: Pick<CommentCardProps, 'item' | 'onDo' | 'moderation'>) {
  const { status } = item
  const to = (next: CommentStatus) => () => moderation.move([item.id], next)
  const isOut = status === 'spam' || status === 'trash'
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
      {isOut && (
        <button type="button" className={controls.button} onClick={to('pending')}>
          {status === 'spam' ? 'Not spam' : 'Restore'}
        </button>
      )}
      {!isOut && (
        <>
          <button type="button" className={styles.quiet} onClick={() => onDo('reply')}>
            Answer
          </button>
          <button type="button" className={styles.quiet} onClick={() => onDo('edit')}>
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
      {isOut && (
        <button type="button" className={styles.danger} onClick={() => moderation.remove([item.id])}>
          Delete permanently
        </button>
      )}
    </div>
  )
}
