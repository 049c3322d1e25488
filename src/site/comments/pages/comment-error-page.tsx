import { Icon } from '../../../platform/ui/icon.tsx'
import { type NoticeList, Notices } from '../../../platform/ui/notices.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { CommentFormState } from '../comment-form-state.ts'
import type { CommentableEntry } from '../comments.store.ts'
import styles from './comment-error-page.module.css'
import { CommentForm } from './comment-form.tsx'

type CommentErrorPageProps = { entry: CommentableEntry; state: CommentFormState; notices: NoticeList }

/** Error page of a rejected comment, with the submitted values to correct. */
export function CommentErrorPage({ entry, state, notices }: CommentErrorPageProps) {
  return (
    <main id="content" className={styles.page}>
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
          headingLevel={2}
        />
      )}
    </main>
  )
}
