import { and, count, eq, gt } from 'drizzle-orm'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { insertRenderedEmail } from '../../things/messages/emails.store.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { colour, style } from '../../things/messages/message-style.ts'
import type { Comment, CommentableEntry } from './comments.store.ts'
import type { CommentContext, WithCommentHooks } from './context.ts'

/**
 * Call in the transaction that changes visible comments: recomputes product ratings and invalidates the pages that show
 * them (REV-05).
 */
export async function refreshCommentedEntries(
  tx: Tx,
  { commentHooks, now }: Pick<Platform, 'now'> & WithCommentHooks,
  changed: readonly Pick<Comment, 'entryId'>[],
): Promise<void> {
  const ids = [...new Set(changed.map((comment) => comment.entryId))].toSorted((a, b) => a - b)
  if (ids.length === 0) return
  const refreshed = await commentHooks.refreshEntries(tx, ids, now())
  await invalidatePageTags(tx, commentCacheTags(ids, refreshed.length > 0))
}

/** Cache tags of pages with these entries' comments; product cards show ratings too, and one feed has all comments. */
export const commentCacheTags = (entryIds: readonly number[], isRatingNew = true): string[] => [
  'comments',
  ...entryIds.flatMap((id) => [`product:${id}`, `entry:${id}`]),
  ...(isRatingNew ? ['listing'] : []),
]

const TEMPLATE = 'comment-waits'
/** Limits notifications during a flood of comments; the back office lists them all. */
const MAX_PER_HOUR = 20

/** Emails the owner about a comment in moderation. */
export async function notifyOwner(
  tx: Tx,
  shop: CommentContext,
  comment: Comment,
  entry: CommentableEntry,
): Promise<void> {
  const now = shop.now()
  const [recent] = await tx
    .select({ total: count() })
    .from(emails)
    .where(and(eq(emails.template, TEMPLATE), gt(emails.createdAt, new Date(now.getTime() - 3_600_000))))
  if ((recent?.total ?? 0) >= MAX_PER_HOUR) return
  const { siteTitle, ownerEmail } = shop.settings()
  const email = pendingCommentEmail(comment, entry, siteTitle, shop.url + hrefs.adminComments({ status: 'pending' }))
  const transition = `comment:${comment.id}`
  await insertRenderedEmail(tx, { ...email, transition, template: TEMPLATE, recipient: ownerEmail }, now)
  await shop.jobs.enqueue(tx, 'send-emails', {})
}

/** Email to the shop about a comment in moderation. Email clients ignore style sheets, so styles are inline. */
function pendingCommentEmail(
  { authorName, authorEmail, content, rating, moderationReason }: Comment,
  entry: CommentableEntry,
  siteTitle: string,
  href: string,
) {
  const title = `A ${entry.kind === 'product' ? 'review' : 'comment'} of ${entry.title} is waiting`
  const authorLine = `${authorName} (${authorEmail})${rating === null ? '' : `, ${rating} of 5 stars`}`
  const reason = `Reason: ${moderationReason}.`
  const html = renderToStaticMarkup(
    <html lang="en-CA">
      <body style={{ ...style.body, padding: 24 }}>
        <p style={style.wordmark}>{siteTitle}</p>
        <h1 style={style.title}>{title}</h1>
        <p style={style.text}>{authorLine}</p>
        <blockquote style={style.quote}>
          {content.split('\n').map((line, index) => (
            <span key={index}>
              {line}
              <br />
            </span>
          ))}
        </blockquote>
        <p style={style.soft}>{reason}</p>
        <p>
          <a href={href} style={{ color: colour.leaf }}>
            Approve or delete it
          </a>
        </p>
      </body>
    </html>,
  )
  return {
    subject: `[${siteTitle}] ${title}`,
    html: `<!doctype html>${html}`,
    text: [title, authorLine, content, reason, href].join('\n\n'),
  }
}
