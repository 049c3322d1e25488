import type { Context } from 'hono'
import type { Logger } from 'pino'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Unavailable } from '../database/unavailable.ts'
import type { Shop } from '../shop.ts'
import { ErrorList } from '../ui/notices.tsx'
import { ajaxHeaders } from './ajax.ts'

/** Seconds after which it is worth asking again. A server that restarts is back sooner than a disk is cleared. */
const retryAfter: Readonly<Record<Unavailable, number>> = { away: 2, busy: 5, full: 30 }

export const UNAVAILABLE = {
  status: 503,
  code: 'service_unavailable',
  message:
    'The shop cannot be reached for a moment, and nothing was charged twice. Please try again in a few seconds: an order is placed and paid for once, however often it is sent.',
} as const

/** For `Retry-After`, in seconds. */
export const retryAfterOf = (why: Unavailable): string => String(retryAfter[why])

const NEWS_EVERY_MS = 10_000
const lastNews = new WeakMap<Logger, number>()

/** Every request of an outage fails for the same reason: the log hears of it now and then, not of each. */
export function logUnavailable(shop: Shop, why: Unavailable, error: unknown, path: string): void {
  const now = performance.now()
  const isNews = now - (lastNews.get(shop.log) ?? Number.NEGATIVE_INFINITY) > NEWS_EVERY_MS
  if (isNews) lastNews.set(shop.log, now)
  shop.log[isNews ? 'error' : 'debug']({ err: error, why, path }, 'requests are answered with 503 for now')
}

/** For scripts and programs: the platform's error shape, and with it what its own checkout and cart scripts read. */
export function unavailableJson(context: Context, why: Unavailable): Response {
  const { status, code, message } = UNAVAILABLE
  const headers = { ...ajaxHeaders, 'retry-after': retryAfterOf(why) }
  const body = { code, message, data: { status, retry_after: retryAfter[why] } }
  if (context.req.query('wc-ajax') === undefined) return context.json(body, status, headers)
  const messages = renderToStaticMarkup(<ErrorList errors={[{ kind: 'error', text: message }]} />)
  return context.json(
    { result: 'failure', messages, refresh: false, reload: false, success: false, error: true, ...body },
    status,
    headers,
  )
}

export function unavailableText(context: Context, why: Unavailable): Response {
  return context.text('The shop cannot be reached for a moment.', 503, { 'retry-after': retryAfterOf(why) })
}
