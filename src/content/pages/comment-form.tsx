import { type ReactNode } from 'react'
import { Trap } from '../../abuse/trap.tsx'
import { hrefs } from '../../routes.ts'
import { button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { CommentFormState } from '../comment-form-state.ts'
import { type CommentField, LONGEST } from '../comments.ts'
import styles from './comment-form.module.css'

type CommentFormProps = {
  readonly entryId: number
  readonly state: CommentFormState
  /** `none`: no stars are asked for. */
  readonly rating: 'none' | 'optional' | 'required'
  readonly title: string
  readonly label: string
  readonly submit: string
  /** Said above the fields. */
  readonly note?: ReactNode
  readonly headingLevel?: 2 | 3
  /** Where comments can be answered: the link that takes the form back from under one of them. */
  readonly cancelReply?: { readonly href: string; readonly isHidden: boolean }
}

const words = ['', 'Poor', 'Not for me', 'It is all right', 'Like it', 'Love it'] as const

/**
 * The form for reviews and comments, with WordPress's names (html-notes.md). It is sent as it stands; the script of the
 * page (`comment-form.client.ts`) turns the menu of ratings into stars and sends in place (REV-02).
 */
export function CommentForm(props: CommentFormProps) {
  const { entryId, state, rating, title, label, submit, note, headingLevel = 3, cancelReply } = props
  const { typed, writer, reviewKey } = state
  const isBuyer = reviewKey !== ''
  const mark = marksFor(state)
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <div id="respond" className={`comment-respond ${styles.respond}`}>
      <Heading id="reply-title" className={`comment-reply-title ${styles.title}`}>
        {title}
      </Heading>
      {cancelReply && (
        <p className={styles.cancel}>
          <a id="cancel-comment-reply-link" href={cancelReply.href} rel="nofollow" hidden={cancelReply.isHidden}>
            Cancel reply
          </a>
        </p>
      )}
      <form
        id="commentform"
        className={`comment-form ${styles.form}`}
        action={hrefs.commentPost()}
        method="post"
        aria-labelledby="reply-title"
        data-help={hrefs.commentForm(entryId, reviewKey)}
        {...(isBuyer ? { 'data-wanted': '' } : {})}
        {...(state.mistakes.length > 0 ? { 'data-has-mistakes': '' } : {})}
      >
        <p className={`comment-notes ${styles.note}`}>
          {note}
          <span data-for="strangers" hidden={writer !== null}>
            {isBuyer
              ? 'You followed the link in our email, so your review will be marked as one by a verified owner.'
              : 'Your email address will not be published.'}
          </span>
          <span data-for="signed-in" hidden={writer === null}>
            You are writing as <b data-writer>{writer}</b>.
          </span>
        </p>
        {rating !== 'none' && (
          <div className={`comment-form-rating ${styles.rating}`}>
            <label htmlFor="rating" id="comment-form-rating-label">
              Your rating{rating === 'optional' && <Optional />}
            </label>
            <select
              id="rating"
              name="rating"
              defaultValue={typed.rating}
              required={rating === 'required'}
              {...mark('rating')}
            >
              <option value="">Choose …</option>
              {[5, 4, 3, 2, 1].map((stars) => (
                <option key={stars} value={stars}>
                  {`${stars} of 5 stars: ${words[stars]}`}
                </option>
              ))}
            </select>
            <Mistake field="rating" state={state} />
          </div>
        )}
        <div className={`comment-form-comment ${styles.field}`}>
          <label htmlFor="comment">{label}</label>
          <textarea
            id="comment"
            name="comment"
            rows={6}
            maxLength={LONGEST.text}
            defaultValue={typed.comment}
            required
            {...mark('comment')}
          />
          <Mistake field="comment" state={state} />
        </div>
        <div className={styles.who} data-for="strangers" hidden={writer !== null}>
          <div className={`comment-form-author ${styles.field}`}>
            <label htmlFor="author">Your name</label>
            <input
              id="author"
              name="author"
              type="text"
              autoComplete="name"
              maxLength={LONGEST.name}
              defaultValue={typed.author}
              aria-required="true"
              {...mark('author')}
            />
            <Mistake field="author" state={state} />
          </div>
          {!isBuyer && (
            <div className={`comment-form-email ${styles.field}`}>
              <label htmlFor="email">Your email address</label>
              <input
                id="email"
                name="email"
                type="email"
                autoComplete="email"
                maxLength={LONGEST.email}
                defaultValue={typed.email}
                aria-required="true"
                {...mark('email')}
              />
              <Mistake field="email" state={state} />
            </div>
          )}
        </div>
        <Trap />
        <p className={styles.problem} role="alert" data-problem hidden />
        <p className={`form-submit ${styles.submit}`}>
          <button type="submit" id="submit" className={`submit ${button.primary}`}>
            {submit}
          </button>
          <input type="hidden" name="comment_post_ID" id="comment_post_ID" value={entryId} />
          <input type="hidden" name="comment_parent" id="comment_parent" value={state.parentId} />
          {isBuyer && <input type="hidden" name="review_key" value={reviewKey} />}
        </p>
      </form>
    </div>
  )
}

const Optional = () => <span className={styles.optional}> (optional)</span>

/** The place for what is wrong with a field; empty until something is. */
function Mistake({ field, state }: { field: CommentField; state: CommentFormState }) {
  const mistake = state.mistakes.find((one) => one.field === field)
  return (
    <p id={`${field}-mistake`} className={styles.mistake} hidden={mistake === undefined}>
      <Icon name="alert" size={18} />
      <span>{mistake?.text}</span>
    </p>
  )
}

const marksFor =
  ({ mistakes }: CommentFormState) =>
  (field: CommentField) =>
    mistakes.some((one) => one.field === field)
      ? {
          'aria-invalid': true,
          'aria-describedby': `${field}-mistake`,
          // The page is long: whoever is told of a mistake should stand where it is.
          autoFocus: mistakes[0]?.field === field,
        }
      : {}
