import { renderToStaticMarkup } from 'react-dom/server'
import { colour, style } from '../mail/letter-style.ts'
import { hrefs } from '../routes.ts'
import type { Comment, Place } from './comments.store.ts'

/** To the shop, when something waits to be looked at. Mail programs know no style sheets: everything stands in the element. */
export function waitingMail(
  comment: Pick<Comment, 'authorName' | 'authorEmail' | 'content' | 'rating' | 'heldBecause'>,
  place: Place,
  shop: { readonly url: string; readonly title: string },
): { readonly subject: string; readonly html: string; readonly text: string } {
  const what = place.kind === 'product' ? 'review' : 'comment'
  const title = `A ${what} of ${place.title} is waiting`
  const by = `${comment.authorName} (${comment.authorEmail})${comment.rating === null ? '' : `, ${comment.rating} of 5 stars`}`
  const why = `Reason: ${comment.heldBecause}.`
  const href = shop.url + hrefs.adminComments({ status: 'pending' })
  const html = renderToStaticMarkup(
    <html lang="en-CA">
      <body style={{ ...style.body, padding: 24 }}>
        <p style={style.wordmark}>{shop.title}</p>
        <h1 style={style.title}>{title}</h1>
        <p style={style.text}>{by}</p>
        <blockquote style={style.quote}>
          {comment.content.split('\n').map((line, index) => (
            <span key={index}>
              {line}
              <br />
            </span>
          ))}
        </blockquote>
        <p style={style.soft}>{why}</p>
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
    text: [title, by, comment.content, why, href].join('\n\n'),
  }
}
