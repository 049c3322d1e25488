import type { Context } from 'hono'
import type { Platform } from '../web/context.ts'

/** Headers of all authenticated REST responses, as recorded. They are private and must not be cached. */
const commonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=UTF-8',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link',
  'access-control-allow-headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
  expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
}

const indexLink = (shop: Pick<Platform, 'url'>): string => `<${shop.url}/wp-json/>; rel="https://api.w.org/"`

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export function restJson(
  context: Context,
  shop: Pick<Platform, 'url'>,
  body: unknown,
  extra: { readonly status?: 200 | 201; readonly allow: readonly Method[]; readonly headers?: Record<string, string> },
): Response {
  return context.body(JSON.stringify(body), extra.status ?? 200, {
    ...commonHeaders,
    link: indexLink(shop),
    allow: extra.allow.join(', '),
    ...extra.headers,
  })
}

export type RestError = {
  readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 429 | 500 | 503
  readonly code: string
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}

export function restError(context: Context, shop: Pick<Platform, 'url'>, error: RestError): Response {
  const body = { code: error.code, message: error.message, data: { status: error.status, ...error.data } }
  return context.body(JSON.stringify(body), error.status, { ...commonHeaders, link: indexLink(shop) })
}

export type ListPage = {
  readonly number: number
  readonly size: number
  readonly total: number
  /** Public URL of the requested list. */
  readonly url: string
}

/** One page of a list with total headers and links to adjacent pages. */
export function restList(
  context: Context,
  body: readonly unknown[],
  page: ListPage,
  allow: readonly Method[],
): Response {
  const pages = Math.ceil(page.total / page.size)
  const pageLink = (number: number, rel: 'prev' | 'next') => {
    const url = new URL(page.url)
    url.searchParams.set('page', String(number))
    return `<${url}>; rel="${rel}"`
  }
  const links = [
    ...(page.number > 1 && pages > 0 ? [pageLink(Math.min(page.number - 1, pages), 'prev')] : []),
    ...(page.number < pages ? [pageLink(page.number + 1, 'next')] : []),
  ]
  return context.body(JSON.stringify(body), 200, {
    ...commonHeaders,
    'x-wp-total': String(page.total),
    'x-wp-totalpages': String(pages),
    ...(links.length > 0 ? { link: links.join(', ') } : {}),
    allow: allow.join(', '),
  })
}
