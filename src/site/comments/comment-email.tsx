import { renderToStaticMarkup } from 'react-dom/server'
import { hrefs } from '../../platform/web/routes.ts'
import { colour, style } from '../../things/messages/message-style.ts'
import type { Comment, CommentableEntry } from './comments.store.ts'

/** Email to the shop about a comment in moderation. Email clients ignore style sheets, so styles are inline. */
export function pendingCommentEmail(
  comment: Pick<Comment, 'authorName' | 'authorEmail' | 'content' | 'rating' | 'moderationReason'>,
  entry: CommentableEntry,
  shop: { readonly url: string; readonly title: string },
): { readonly subject: string; readonly html: string; readonly text: string } {
  const kindName = entry.kind === 'product' ? 'review' : 'comment'
  const title = `A ${kindName} of ${entry.title} is waiting`
  const authorLine = `${comment.authorName} (${comment.authorEmail})${comment.rating === null ? '' : `, ${comment.rating} of 5 stars`}`
  const reason = `Reason: ${comment.moderationReason}.`
  const href = shop.url + hrefs.adminComments({ status: 'pending' })
  const html = renderToStaticMarkup(
    <html lang="en-CA">
      <body style={{ ...style.body, padding: 24 }}>
        <p style={style.wordmark}>{shop.title}</p>
        <h1 style={style.title}>{title}</h1>
        <p style={style.text}>{authorLine}</p>
        <blockquote style={style.quote}>
          {comment.content.split('\n').map((line, index) => (
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
    subject: `[${shop.title}] ${title}`,
    html: `<!doctype html>${html}`,
    text: [title, authorLine, comment.content, reason, href].join('\n\n'),
  }
}
