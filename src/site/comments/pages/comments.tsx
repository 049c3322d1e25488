import { formatShopDateTime } from '../../../platform/time/shop-time.ts'
import { Icon } from '../../../platform/ui/icon.tsx'
import { Pagination } from '../../../platform/ui/pagination.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { paragraphsOf } from '../comment-text.ts'
import type { CommentsView, ThreadComment } from '../threads.store.ts'
import { CommentForm } from './comment-form.tsx'
import styles from './comments.module.css'

type CommentsProps = { post: { id: number; slug: string }; view: CommentsView }

/** Uses WordPress's names (BLOG-04, BLOG-05). All links and forms work without JavaScript. */
export function Comments({ post, view }: CommentsProps) {
  const { threads, total, page, pages, isOpen, replyingTo } = view
  if (!isOpen && threads.length === 0) return null
  return (
    <section id="comments" className={`comments-area ${styles.comments}`} aria-labelledby="comments-title">
      <h2 id="comments-title" className={`comments-title ${styles.title}`}>
        {total === 0 ? 'Comments' : total === 1 ? '1 comment' : `${total} comments`}
      </h2>
      {threads.length === 0 ? (
        <p className={styles.none}>Nobody has written anything yet. What do you think?</p>
      ) : (
        <ol className={`comment-list ${styles.list}`}>
          {threads.map((comment) => (
            <CommentItem key={comment.id} comment={comment} depth={1} post={post} view={view} />
          ))}
        </ol>
      )}
      <Pagination
        page={page}
        pages={pages}
        label="Pages of comments"
        hrefOf={(number) => hrefs.comments(post.slug, number)}
      />
      {isOpen ? (
        <CommentForm
          entryId={post.id}
          state={view.form}
          rating="none"
          title={replyingTo ? `Reply to ${replyingTo.author}` : 'Leave a comment'}
          label="Your comment"
          submit="Send comment"
          cancelReply={{ href: `${hrefs.post(post.slug)}#respond`, isHidden: replyingTo === null }}
        />
      ) : (
        <p className={`no-comments ${styles.none}`}>Comments on this are closed.</p>
      )}
    </section>
  )
}

/** Replies below this level are not indented further, for narrow screens. */
export const MAX_DEPTH = 3

type ItemProps = CommentsProps & { comment: ThreadComment; depth: number }

function CommentItem({ comment, depth, post, view }: ItemProps) {
  const { id, author, replies, isStaff, isPending } = comment
  return (
    <li
      id={`comment-${id}`}
      className={`comment depth-${depth} ${replies.length > 0 ? 'parent' : ''} ${isStaff ? 'bypostauthor' : ''} ${styles.comment}`}
      tabIndex={-1}
    >
      <article id={`div-comment-${id}`} className={`comment-body ${styles.body}`}>
        {isPending && (
          <p className={`comment-awaiting-moderation ${styles.awaiting}`} role="status">
            <Icon name="check" size={18} /> Thank you. Your comment waits for approval; until then only you see it here.
          </p>
        )}
        <footer className={`comment-meta ${styles.meta}`}>
          <span className="comment-author vcard">
            <b className="fn">{author}</b>
          </span>
          {isStaff && <em className={styles.shop}>from the shop</em>}
          <span className="comment-metadata">
            <a href={`#comment-${id}`} className={styles.when}>
              <time dateTime={comment.createdAt.toISOString()}>{formatShopDateTime(comment.createdAt)}</time>
            </a>
          </span>
        </footer>
        <div className={`comment-content ${styles.words}`}>
          <CommentText text={comment.text} />
        </div>
        {view.isOpen && !isPending && (
          <p className={`reply ${styles.reply}`}>
            <a
              className="comment-reply-link not-printed"
              href={hrefs.replyTo(post.slug, view.page, id)}
              rel="nofollow"
              data-commentid={id}
              data-postid={post.id}
              data-belowelement={`div-comment-${id}`}
              data-respondelement="respond"
              data-replyto={`Reply to ${author}`}
              aria-label={`Reply to ${author}`}
            >
              Reply
            </a>
          </p>
        )}
      </article>
      {replies.length > 0 && (
        <ol className={`children ${styles.replies} ${depth >= MAX_DEPTH ? styles.flat : ''}`}>
          {replies.map((reply) => (
            <CommentItem key={reply.id} comment={reply} depth={depth + 1} post={post} view={view} />
          ))}
        </ol>
      )}
    </li>
  )
}

export const CommentText = ({ text }: { text: string }) =>
  paragraphsOf(text).map((lines, index) => (
    <p key={index}>
      {lines.map((line, at) => (
        <span key={at}>
          {at > 0 && <br />}
          {line}
        </span>
      ))}
    </p>
  ))
