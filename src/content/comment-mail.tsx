import { renderToStaticMarkup } from 'react-dom/server'
import type { Message } from '../mail/message.ts'
import { hrefs } from '../routes.ts'
import type { Comment, Place } from './comments.store.ts'

/** To the shop, when something waits to be looked at. Mail programs know no style sheets: everything stands in the element. */
export function waitingMail(
  comment: Pick<Comment, 'authorName' | 'authorEmail' | 'content' | 'rating' | 'heldBecause'>,
  place: Place,
  shop: { readonly url: string; readonly title: string },
): Message {
  const what = place.kind === 'product' ? 'review' : 'comment'
  const title = `A ${what} of ${place.title} is waiting`
  const by = `${comment.authorName} (${comment.authorEmail})${comment.rating === null ? '' : `, ${comment.rating} of 5 stars`}`
  const why = `It waits because: ${comment.heldBecause}.`
  const href = shop.url + hrefs.adminComments({ status: 'pending' })
  const html = renderToStaticMarkup(
    <html lang="en-CA">
      <body style={{ margin: 0, padding: 24, background: '#FBF8F1', color: '#1D2723', fontFamily: 'Georgia, serif' }}>
        <p style={{ color: '#2C5A45', letterSpacing: 1 }}>SAMOVAR</p>
        <h1 style={{ fontWeight: 500, fontSize: 24, lineHeight: 1.2 }}>{title}</h1>
        <p>{by}</p>
        <blockquote style={{ margin: '16px 0', padding: '0 0 0 16px', borderLeft: '3px solid #D9D2C3' }}>
          {comment.content.split('\n').map((line, index) => (
            <span key={index}>
              {line}
              <br />
            </span>
          ))}
        </blockquote>
        <p style={{ color: '#5A655F' }}>{why}</p>
        <p>
          <a href={href} style={{ color: '#2C5A45' }}>
            Approve it or take it away
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
