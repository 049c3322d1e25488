import type { Context } from 'hono'
import type { UnavailableReason } from '../../platform/database/unavailable-reason.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { retryAfterOf } from '../../platform/web/unavailable.tsx'
import { ErrorPage } from './error-page.tsx'

/** Page for a temporary failure: nothing is lost, and when to retry. It needs no database. */
export function unavailablePage(context: Context, reason: UnavailableReason): Response {
  const isWrite = context.req.method !== 'GET' && context.req.method !== 'HEAD'
  const { pathname, search } = new URL(context.req.url)
  const page = context.render({
    title: 'Back in a moment',
    status: 503,
    noIndex: true,
    bodyClass: 'error503',
    body: (
      <ErrorPage
        title="The kettle needs a moment"
        text="The shop can’t reach its order book just now, so this page could not be made. That usually takes a few seconds. Your cart is safe, and nothing was charged twice: an order that is sent again is placed and paid for once."
        {...(isWrite
          ? { advice: 'Reload this page to send what you sent once more.' }
          : { action: { label: 'Try again', href: pathname + search } })}
        links={[
          { label: 'The front page', href: hrefs.home(), text: 'Can often be read meanwhile' },
          { label: 'All our teas', href: hrefs.category('tea'), text: 'White, green, yellow, oolong, black and dark' },
        ]}
      />
    ),
  })
  page.headers.set('retry-after', retryAfterOf(reason))
  return page
}
