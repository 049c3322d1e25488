import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { whyUnavailable } from '../database/unavailable.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { TroublePage } from '../theme/trouble-page.tsx'
import { unavailablePage } from '../theme/unavailable-page.tsx'
import { ajaxHeaders } from './ajax.ts'
import { logUnavailable, unavailableJson, unavailableText } from './unavailable.tsx'

/** Nothing at this address (SITE-08): JSON for programs, a calm page with ways on for people. */
export function missingPage(context: Context, shop: Shop): Response {
  if (context.req.path.startsWith('/wp-json/')) {
    const message = 'No route was found matching the URL and request method.'
    return context.json({ code: 'rest_no_route', message, data: { status: 404 } }, 404)
  }
  if (!wantsPage(context)) return context.text('Not found', 404)
  return context.render({
    title: 'Page not found',
    status: 404,
    bodyClass: '',
    body: (
      <TroublePage
        title="Nothing in this cup"
        text="The page you asked for is not here. It may have been drunk up, moved to another shelf, or never been poured."
        search
        links={[
          { label: 'All our teas', href: hrefs.category('tea'), text: 'White, green, yellow, oolong, black and dark' },
          { label: 'The journal', href: hrefs.blog(), text: 'How tea is made, and how to make it' },
          { label: 'Write to us', href: hrefs.page('contact'), text: 'A person answers, usually the same day' },
        ]}
      />
    ),
  })
}

/**
 * Something went wrong on our side. It is logged with a reference, which the shopper can quote; what went wrong is
 * nobody else's business.
 */
export function troublePage(context: Context, shop: Shop, error: Error): Response {
  const why = whyUnavailable(error)
  if (why) {
    logUnavailable(shop, why, error, context.req.path)
    if (wantsJson(context)) return unavailableJson(context, why)
    return wantsPage(context) ? unavailablePage(context, shop, why) : unavailableText(context, why)
  }
  const reference = randomBytes(4).toString('hex')
  shop.log.error({ err: error, reference, method: context.req.method, path: context.req.path }, 'request failed')
  if (wantsJson(context)) {
    const body = {
      code: 'internal_error',
      message: `Something went wrong on our side. Reference: ${reference}`,
      data: { status: 500 },
    }
    return context.json(body, 500, { ...ajaxHeaders })
  }
  if (!wantsPage(context)) return context.text(`Something went wrong. Reference: ${reference}`, 500)
  return context.render({
    title: 'Something went wrong',
    status: 500,
    noIndex: true,
    bodyClass: 'error500',
    body: (
      <TroublePage
        title="We spilled something"
        text="This page could not be made. The fault is ours, it has been written down, and your cart is safe. Please try again in a moment."
        reference={reference}
        links={[
          { label: 'Back to the shop', href: hrefs.shop(), text: 'All our teas, herbs and teaware' },
          { label: 'Your cart', href: hrefs.cart(), text: 'It is as you left it' },
          { label: 'Write to us', href: hrefs.page('contact'), text: 'With the reference above, we can look it up' },
        ]}
      />
    ),
  })
}

/** Programs, and scripts of our pages. */
const wantsJson = ({ req }: Context): boolean =>
  req.path.startsWith('/wp-json/') ||
  req.path === paths.healthz ||
  req.query('wc-ajax') !== undefined ||
  /^application\/json\b/.test(req.header('accept') ?? '')

/** Pictures and scripts that are missing need no page. */
const wantsPage = (context: Context): boolean => {
  const wanted = context.req.header('sec-fetch-dest')
  if (wanted !== undefined) return wanted === 'document' || wanted === 'iframe' || wanted === 'empty'
  return !/\.(?:js|css|map|png|jpe?g|webp|gif|svg|ico|woff2?|txt|xml|json)$/i.test(context.req.path)
}
