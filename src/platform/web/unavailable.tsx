import type { Context } from 'hono'
import type { Logger } from 'pino'
import { renderToStaticMarkup } from 'react-dom/server'
import type { UnavailableReason } from '../database/unavailable-reason.ts'
import { ErrorList } from '../ui/notices.tsx'
import { ajaxHeaders } from './ajax.ts'
import type { Platform } from './context.ts'

/** Seconds until a retry is useful. A server restart takes less time than freeing disk space. */
const retryAfter: Readonly<Record<UnavailableReason, number>> = {
  unreachable: 2,
  busy: 5,
  'disk-full': 30,
  'no-storage': 10,
}

export const UNAVAILABLE = {
  status: 503,
  code: 'service_unavailable',
  message:
    'The shop cannot be reached for a moment, and nothing was charged twice. Please try again in a few seconds: an order is placed and paid for once, however often it is sent.',
} as const

export const DISK_FULL =
  'The disk of the shop is full or cannot be written to, so nothing was saved. Please try again later.'
const AWAY = 'The shop cannot be reached for a moment. Please try again in a few seconds.'
/** Not for a shopper who sends an order: they say nothing of charges. */
const texts: Readonly<Record<UnavailableReason, string>> = {
  unreachable: AWAY,
  busy: AWAY,
  'disk-full': DISK_FULL,
  'no-storage':
    'The place where the shop’s files are stored cannot be reached for a moment, so nothing was changed. Please try again.',
}

/** Value of `Retry-After`, in seconds. */
export const retryAfterOf = (reason: UnavailableReason): string => String(retryAfter[reason])

const LOG_INTERVAL_MS = 10_000
const lastLoggedAt = new WeakMap<Logger, number>()

/** Logs an outage at intervals instead of for every request. */
export function logUnavailable(
  shop: Pick<Platform, 'log'>,
  reason: UnavailableReason,
  error: unknown,
  path: string,
): void {
  const now = performance.now()
  const isDue = now - (lastLoggedAt.get(shop.log) ?? Number.NEGATIVE_INFINITY) > LOG_INTERVAL_MS
  if (isDue) lastLoggedAt.set(shop.log, now)
  shop.log[isDue ? 'error' : 'debug']({ err: error, reason, path }, 'requests are answered with 503 for now')
}

/** WordPress's error shape, plus the fields that WooCommerce's checkout and cart scripts read. */
export function unavailableJson(context: Context, reason: UnavailableReason): Response {
  const { status, code } = UNAVAILABLE
  const isAjax = context.req.query('wc-ajax') !== undefined
  const message = isAjax ? UNAVAILABLE.message : texts[reason]
  const headers = { ...ajaxHeaders, 'retry-after': retryAfterOf(reason) }
  const body = { code, message, data: { status, retry_after: retryAfter[reason] } }
  if (!isAjax) return context.json(body, status, headers)
  const messages = renderToStaticMarkup(<ErrorList errors={[{ kind: 'error', text: message }]} />)
  return context.json(
    { result: 'failure', messages, refresh: false, reload: false, success: false, error: true, ...body },
    status,
    headers,
  )
}

export function unavailableText(context: Context, reason: UnavailableReason): Response {
  return context.text('The shop cannot be reached for a moment.', 503, { 'retry-after': retryAfterOf(reason) })
}
