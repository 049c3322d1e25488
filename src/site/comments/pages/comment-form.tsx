import type { InputHTMLAttributes } from 'react'
import { HoneypotField } from '../../../people/abuse/honeypot.tsx'
import { button } from '../../../platform/ui/button.tsx'
import { Icon } from '../../../platform/ui/icon.tsx'
import { type NoticeList, Notices } from '../../../platform/ui/notices.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { type CommentField, type CommentFormState, MAX_LENGTH } from '../comment-input.ts'
import type { CommentableEntry } from '../comments.store.ts'
import styles from './comment-form.module.css'

type CommentFormProps = {
  readonly entryId: number
  readonly state: CommentFormState
  readonly rating: 'none' | 'optional' | 'required'
  readonly title: string
  readonly label: string
  readonly submit: string
  readonly note?: string | null
  readonly heading?: 'h2' | 'h3'
  readonly cancelReply?: { readonly href: string; readonly isHidden: boolean }
}

const ratingLabels = ['', 'Poor', 'Not for me', 'It is all right', 'Like it', 'Love it'] as const

/** Uses WordPress's names (html-notes.md). `comment-form.client.ts` adds stars and submits in place (REV-02). */
export function CommentForm(props: CommentFormProps) {
  const { entryId, state, rating, title, label, submit, note, heading: Heading = 'h3', cancelReply } = props
  const { values, userName, reviewKey } = state
  const isBuyer = reviewKey !== ''
  return (
    <div id="respond" className={`comment-respond not-printed ${styles.respond}`}>
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
        action={paths.commentPost}
        method="post"
        aria-labelledby="reply-title"
        data-help={hrefs.commentForm(entryId, reviewKey)}
        data-wanted={isBuyer ? '' : undefined}
        data-has-mistakes={state.fieldErrors.length > 0 ? '' : undefined}
      >
        <p className={`comment-notes ${styles.note}`}>
          {note && <span>{note}</span>}
          <span data-for="strangers" hidden={userName !== null}>
            {isBuyer
              ? 'You followed the link in our email, so your review will be marked as one by a verified owner.'
              : 'Your email address will not be published.'}
          </span>
          <span data-for="signed-in" hidden={userName === null}>
            You are writing as <b data-writer>{userName}</b>.
          </span>
        </p>
        {rating !== 'none' && (
          <div className={`comment-form-rating ${styles.rating}`}>
            <label htmlFor="rating" id="comment-form-rating-label">
              Your rating{rating === 'optional' && <span className="optional"> (optional)</span>}
            </label>
            <select
              id="rating"
              name="rating"
              defaultValue={values.rating}
              required={rating === 'required'}
              {...errorAttributes(state, 'rating')}
            >
              <option value="">Choose …</option>
              {[5, 4, 3, 2, 1].map((stars) => (
                <option key={stars} value={stars}>
                  {`${stars} of 5 stars: ${ratingLabels[stars]}`}
                </option>
              ))}
            </select>
            <FieldError field="rating" state={state} />
          </div>
        )}
        <div className={`comment-form-comment ${styles.field}`}>
          <label htmlFor="comment">{label}</label>
          <textarea
            id="comment"
            name="comment"
            rows={6}
            maxLength={MAX_LENGTH.text}
            defaultValue={values.comment}
            required
            {...errorAttributes(state, 'comment')}
          />
          <FieldError field="comment" state={state} />
        </div>
        <div className={styles.who} data-for="strangers" hidden={userName !== null}>
          <TextField field="author" label="Your name" state={state} autoComplete="name" maxLength={MAX_LENGTH.name} />
          {!isBuyer && (
            <TextField
              field="email"
              label="Your email address"
              state={state}
              type="email"
              autoComplete="email"
              maxLength={MAX_LENGTH.email}
            />
          )}
        </div>
        <HoneypotField />
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

type FieldProps = { readonly field: CommentField; readonly state: CommentFormState }

type TextFieldProps = FieldProps & { label: string } & InputHTMLAttributes<HTMLInputElement>

function TextField({ field, label, state, type = 'text', ...attributes }: TextFieldProps) {
  return (
    <div className={`comment-form-${field} ${styles.field}`}>
      <label htmlFor={field}>{label}</label>
      <input
        id={field}
        name={field}
        type={type}
        {...attributes}
        defaultValue={state.values[field]}
        aria-required="true"
        {...errorAttributes(state, field)}
      />
      <FieldError field={field} state={state} />
    </div>
  )
}

function FieldError({ field, state }: FieldProps) {
  const error = state.fieldErrors.find((one) => one.field === field)
  return (
    <p id={`${field}-mistake`} className={styles.mistake} hidden={error === undefined}>
      <Icon name="alert" size={18} />
      <span>{error?.text}</span>
    </p>
  )
}

/** Focuses the first invalid field, because the page is long. */
const errorAttributes = ({ fieldErrors }: CommentFormState, field: CommentField) =>
  fieldErrors.some((one) => one.field === field) && {
    'aria-invalid': true,
    'aria-describedby': `${field}-mistake`,
    autoFocus: fieldErrors[0]?.field === field,
  }

type CommentErrorPageProps = { entry: CommentableEntry; state: CommentFormState; notices: NoticeList }

export function CommentErrorPage({ entry, state, notices }: CommentErrorPageProps) {
  return (
    <main id="content" className={styles.errorPage}>
      <h1>Your comment</h1>
      <p>
        <a href={hrefs.post(entry.slug)}>
          <Icon name="left" size={16} /> {entry.title}
        </a>
      </p>
      <Notices notices={notices} />
      {entry.isOpen && (
        <CommentForm
          entryId={entry.id}
          state={state}
          rating="none"
          title={state.parentId === 0 ? 'Leave a comment' : 'Answer'}
          label="Your comment"
          submit="Send comment"
          heading="h2"
        />
      )}
    </main>
  )
}
