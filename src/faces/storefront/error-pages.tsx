import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { type UnavailableReason, unavailableReason } from '../../platform/database/unavailable-reason.ts'
import { errorJson, type RestError } from '../../platform/rest/response.ts'
import { ButtonLink, Submit } from '../../platform/ui/buttons.tsx'
import { EmptyCup } from '../../platform/ui/empty-cup.tsx'
import { ajaxHeaders } from '../../platform/web/ajax.ts'
import type { Platform } from '../../platform/web/context.ts'
import { localPath } from '../../platform/web/http/rewrite-request.ts'
import type { Page } from '../../platform/web/page.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { SearchField } from '../../platform/web/search-field.tsx'
import {
  DISK_FULL,
  logUnavailable,
  retryAfterOf,
  unavailableJson,
  unavailableText,
} from '../../platform/web/unavailable.tsx'
import styles from './error-page.module.css'

const allTeas = {
  label: 'All our teas',
  href: hrefs.category('tea'),
  text: 'White, green, yellow, oolong, black and dark',
}

type Failure = ErrorPageProps & { documentTitle: string }
type ErrorStatus = Extract<Page['status'], RestError['status']>

function respond(context: Context, status: ErrorStatus, { documentTitle: title, ...props }: Failure): Response {
  const bodyClass = status === 404 ? '' : `error${status}`
  return context.render({ title, status, bodyClass, noIndex: true, body: <ErrorPage {...props} /> })
}

/** 404 (SITE-08): JSON for programs, a page for people. */
export function notFoundPage(context: Context): Response {
  if (context.req.path.startsWith('/wp-json/')) {
    const message = 'No route was found matching the URL and request method.'
    return context.json({ code: 'rest_no_route', message, data: { status: 404 } }, 404)
  }
  if (!acceptsHtml(context)) return context.text('Not found', 404)
  return respond(context, 404, {
    documentTitle: 'Page not found',
    title: 'Nothing in this cup',
    text: 'The page you asked for is not here. It may have moved, or the address may have a typing mistake.',
    search: true,
    links: [
      allTeas,
      { label: 'The journal', href: hrefs.blog(), text: 'How tea is made, and how to make it' },
      { label: 'Write to us', href: hrefs.page('contact'), text: 'A person answers, usually the same day' },
    ],
  })
}

/** 500. Logged with a reference that the shopper can quote; the cause is not disclosed. */
export function errorPage(context: Context, shop: Pick<Platform, 'log'>, error: Error): Response {
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>
  // The client lost its connection before the request was complete.
  if (incoming?.destroyed && !incoming.complete) return context.body(null, 400)
  const reason = unavailableReason(error)
  if (reason) {
    logUnavailable(shop, reason, error, context.req.path)
    if (acceptsJson(context)) return unavailableJson(context, reason)
    return acceptsHtml(context) ? unavailablePage(context, reason) : unavailableText(context, reason)
  }
  const reference = randomBytes(4).toString('hex')
  shop.log.error({ err: error, reference, method: context.req.method, path: context.req.path }, 'request failed')
  if (acceptsJson(context)) {
    const message = `Something went wrong on our side. Reference: ${reference}`
    return context.json({ code: 'internal_error', message, data: { status: 500 } }, 500, { ...ajaxHeaders })
  }
  if (!acceptsHtml(context)) return context.text(`Something went wrong. Reference: ${reference}`, 500)
  return respond(context, 500, {
    documentTitle: 'Something went wrong',
    title: 'We spilled something',
    text: 'This page could not be made. The fault is ours, it has been written down, and your cart is safe. Please try again in a moment.',
    reference,
    links: [
      { label: 'Back to the shop', href: hrefs.shop(), text: 'All our teas, herbs and teaware' },
      { label: 'Your cart', href: paths.cart, text: 'It is as you left it' },
      { label: 'Write to us', href: hrefs.page('contact'), text: 'With the reference above, we can look it up' },
    ],
  })
}

/** A page's form that was refused unread: for people the reason and the way back, for programs JSON. */
export function formErrorPage(context: Context, error: RestError): Response {
  for (const [name, value] of Object.entries(error.headers ?? {})) context.header(name, value)
  if (!/\btext\/html\b/.test(context.req.header('accept') ?? '')) return context.json(errorJson(error), error.status)
  const { pathname, search } = new URL(context.req.url)
  return respond(context, error.status === 413 || error.status === 503 ? error.status : 400, {
    documentTitle: 'Not sent',
    title: 'Your form was not sent',
    text: error.message,
    advice: 'Your browser’s back button usually brings back what you typed, too.',
    links: [
      {
        label: 'Back to the form',
        href: localPath(pathname) + search,
        text: 'Nothing was sent, so you can send it again',
      },
      { label: 'The front page', href: paths.home, text: 'What the shop has' },
    ],
  })
}

/** The page of a temporary failure: says that nothing is lost and when to retry. Needs no database. */
function unavailablePage(context: Context, reason: UnavailableReason): Response {
  const isWrite = context.req.method !== 'GET' && context.req.method !== 'HEAD'
  const { pathname, search } = new URL(context.req.url)
  const page = respond(context, 503, {
    documentTitle: 'Back in a moment',
    title: 'The kettle needs a moment',
    text: `${reason === 'disk-full' ? DISK_FULL : 'The shop can’t reach its order book just now, so this page could not be made. That usually takes a few seconds.'} Your cart is safe, and nothing was charged twice: an order that is sent again is placed and paid for once.`,
    advice: isWrite && 'Reload this page to send what you sent once more.',
    retryHref: !isWrite && pathname + search,
    links: [{ label: 'The front page', href: paths.home, text: 'Can often be read meanwhile' }, allTeas],
  })
  page.headers.set('retry-after', retryAfterOf(reason))
  return page
}

const acceptsJson = ({ req }: Context): boolean =>
  req.path.startsWith('/wp-json/') ||
  req.path === paths.healthz ||
  req.query('wc-ajax') !== undefined ||
  /^application\/json\b/.test(req.header('accept') ?? '')

/** Requests for pictures and scripts need no HTML. */
const acceptsHtml = (context: Context): boolean => {
  const destination = context.req.header('sec-fetch-dest')
  if (destination !== undefined) return ['document', 'iframe', 'empty'].includes(destination)
  return !/\.(?:js|css|map|png|jpe?g|webp|gif|svg|ico|woff2?|txt|xml|json)$/i.test(context.req.path)
}

type ErrorPageProps = {
  title: string
  text: string
  reference?: string
  search?: boolean
  advice?: string | false
  retryHref?: string | false
  links: readonly { readonly label: string; readonly href: string; readonly text: string }[]
}

const ErrorPage = ({ title, text, reference, search = false, advice, retryHref, links }: ErrorPageProps) => (
  <main id="content" className={`error-message ${styles.page}`}>
    <EmptyCup />
    <div className={styles.words}>
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      {reference && (
        <p className={styles.reference}>
          Reference: <code>{reference}</code>
        </p>
      )}
      {advice && <p className={styles.text}>{advice}</p>}
      {retryHref && (
        <p className={styles.action}>
          <ButtonLink href={retryHref} label="Try again" />
        </p>
      )}
      {search && (
        <form action={hrefs.shop()} method="get" role="search" className={styles.search}>
          <label htmlFor="missing-search">Look for something else</label>
          <div>
            <SearchField id="missing-search" />
            <Submit label="Search" />
          </div>
        </form>
      )}
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.href}>
            <a href={link.href}>{link.label}</a>
            <span>{link.text}</span>
          </li>
        ))}
      </ul>
    </div>
  </main>
)
