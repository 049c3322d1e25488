import type { Context } from 'hono'
import type { Unavailable } from '../database/unavailable.ts'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { retryAfterOf } from '../web/unavailable.tsx'
import { TroublePage } from './trouble-page.tsx'

/** What a shopper sees: what happened, that nothing is lost, and how to go on. It asks nothing of the database. */
export function unavailablePage(context: Context, shop: Shop, why: Unavailable): Response {
  const isSent = context.req.method !== 'GET' && context.req.method !== 'HEAD'
  const { pathname, search } = new URL(context.req.url)
  const page = context.render({
    title: 'Back in a moment',
    status: 503,
    noIndex: true,
    bodyClass: 'error503',
    body: (
      <TroublePage
        title="The kettle needs a moment"
        text="The shop can’t reach its order book just now, so this page could not be made. That usually takes a few seconds. Your cart is safe, and nothing was charged twice: an order that is sent again is placed and paid for once."
        {...(isSent
          ? { advice: 'Reload this page to send what you sent once more.' }
          : { action: { label: 'Try again', href: pathname + search } })}
        links={[
          { label: 'The front page', href: hrefs.home(), text: 'Can often be read meanwhile' },
          { label: 'All our teas', href: hrefs.category('tea'), text: 'White, green, yellow, oolong, black and dark' },
        ]}
      />
    ),
  })
  page.headers.set('retry-after', retryAfterOf(why))
  return page
}
