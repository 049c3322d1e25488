import { hrefs } from '../../routes.ts'
import { Icon } from '../../ui/icon.tsx'
import { type NoticeList, Notices } from '../../ui/notices.tsx'
import type { CommentFormState } from '../comment-form-state.ts'
import type { Place } from '../comments.store.ts'
import { CommentForm } from './comment-form.tsx'
import styles from './comment-page.module.css'

type CommentPageProps = { place: Place; state: CommentFormState; notices: NoticeList }

/** A comment that could not be taken, with everything that was typed, to be mended and sent again. */
export function CommentPage({ place, state, notices }: CommentPageProps) {
  return (
    <main id="content" className={styles.page}>
      <h1>Your comment</h1>
      <p>
        <a href={hrefs.post(place.slug)}>
          <Icon name="left" size={16} /> {place.title}
        </a>
      </p>
      <Notices notices={notices} />
      {place.isOpen && (
        <CommentForm
          entryId={place.id}
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
