import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { unavailableReason } from '../../platform/database/unavailable-reason.ts'
import { ajaxHeaders } from '../../platform/web/ajax.ts'
import type { Platform } from '../../platform/web/context.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { logUnavailable, unavailableJson, unavailableText } from '../../platform/web/unavailable.tsx'
import { ErrorPage } from './error-page.tsx'
import { unavailablePage } from './unavailable-page.tsx'

/** 404 (SITE-08): JSON for programs, a page for people. */
export function notFoundPage(context: Context): Response {
  if (context.req.path.startsWith('/wp-json/')) {
    const message = 'No route was found matching the URL and request method.'
    return context.json({ code: 'rest_no_route', message, data: { status: 404 } }, 404)
  }
  if (!acceptsHtml(context)) return context.text('Not found', 404)
  return context.render({
    title: 'Page not found',
    status: 404,
    bodyClass: '',
    body: (
      <ErrorPage
        title="Nothing in this cup"
        text="The page you asked for is not here. It may have moved, or the address may have a typing mistake."
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

/** 500. Logged with a reference that the shopper can quote; the cause is not disclosed. */
export function errorPage(context: Context, shop: Pick<Platform, 'log'>, error: Error): Response {
  const reason = unavailableReason(error)
  if (reason) {
    logUnavailable(shop, reason, error, context.req.path)
    if (acceptsJson(context)) return unavailableJson(context, reason)
    return acceptsHtml(context) ? unavailablePage(context, reason) : unavailableText(context, reason)
  }
  const reference = randomBytes(4).toString('hex')
  shop.log.error({ err: error, reference, method: context.req.method, path: context.req.path }, 'request failed')
  if (acceptsJson(context)) {
    const body = {
      code: 'internal_error',
      message: `Something went wrong on our side. Reference: ${reference}`,
      data: { status: 500 },
    }
    return context.json(body, 500, { ...ajaxHeaders })
  }
  if (!acceptsHtml(context)) return context.text(`Something went wrong. Reference: ${reference}`, 500)
  return context.render({
    title: 'Something went wrong',
    status: 500,
    noIndex: true,
    bodyClass: 'error500',
    body: (
      <ErrorPage
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
const acceptsJson = ({ req }: Context): boolean =>
  req.path.startsWith('/wp-json/') ||
  req.path === paths.healthz ||
  req.query('wc-ajax') !== undefined ||
  /^application\/json\b/.test(req.header('accept') ?? '')

/** Missing pictures and scripts need no HTML. */
const acceptsHtml = (context: Context): boolean => {
  const destination = context.req.header('sec-fetch-dest')
  if (destination !== undefined)
    return destination === 'document' || destination === 'iframe' || destination === 'empty'
  return !/\.(?:js|css|map|png|jpe?g|webp|gif|svg|ico|woff2?|txt|xml|json)$/i.test(context.req.path)
}
