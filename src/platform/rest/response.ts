import type { Context } from 'hono'
import type { Platform } from '../web/context.ts'

/** Headers of all authenticated REST responses, as in WooCommerce. They are private and must not be cached. */
const commonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=UTF-8',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link',
  'access-control-allow-headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
  expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
}

/** `Link` header to the REST index. */
export const indexLink = (shop: Pick<Platform, 'url'>): string => `<${shop.url}/wp-json/>; rel="https://api.w.org/"`

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const restJson = (
  context: Context,
  shop: Pick<Platform, 'url'>,
  body: unknown,
  extra: { readonly status?: 200 | 201; readonly allow: readonly Method[]; readonly headers?: Record<string, string> },
): Response =>
  context.body(JSON.stringify(body), extra.status ?? 200, {
    ...commonHeaders,
    link: indexLink(shop),
    allow: extra.allow.join(', '),
    ...extra.headers,
  })

export type RestError = {
  readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 412 | 413 | 415 | 429 | 500 | 501 | 503
  readonly code: string
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

export const errorOf = (status: RestError['status'], code: string, message: string): RestError => ({
  status,
  code,
  message,
})

/** The request does not fit the state of what it is about, for a reason that only this shop has a code for. */
export const conflict = (code: string, message: string): RestError => errorOf(409, `samovar_${code}`, message)

/** Access denied: 401 for a guest, else 403. */
export const forbiddenTo = (user: { readonly id: number }, code: string, message: string): RestError =>
  errorOf(user.id === 0 ? 401 : 403, code, message)

export const isRestError = (result: object): result is RestError =>
  'code' in result && 'message' in result && 'status' in result && typeof result.status === 'number'

export const errorJson = ({ code, message, status, data }: RestError) => ({ code, message, data: { status, ...data } })

export const restError = (context: Context, shop: Pick<Platform, 'url'>, error: RestError): Response =>
  context.body(JSON.stringify(errorJson(error)), error.status, {
    ...commonHeaders,
    link: indexLink(shop),
    ...error.headers,
  })

export const restList = (
  context: Context,
  shop: Pick<Platform, 'url'>,
  list: ListPage & { readonly items: readonly unknown[] },
  allow: readonly Method[],
): Response =>
  context.body(JSON.stringify(list.items), 200, {
    ...commonHeaders,
    ...pageHeaders(context, shop, list),
    allow: allow.join(', '),
  })

export type Download = {
  readonly name: string
  readonly type: string
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream
}

/** Headers of a download. Uploaded files are never displayed at the shop's origin, so they are always attachments. */
export function attachment(name: string) {
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  )
  return {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name.replaceAll(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  }
}

export const restDownload = (context: Context, { name, type, body }: Download): Response =>
  context.body(body, 200, { ...commonHeaders, ...attachment(name), 'content-type': type })

export type ListPage = {
  readonly page: number
  readonly per_page: number
  readonly total: number
  /** `total` is a lower bound; counting stopped there. */
  readonly isMore?: boolean
}

/** Credentials in the query, which must not appear in responses. */
const isCredential = (name: string): boolean => /^(consumer_(key|secret)|oauth_\w+|_wpnonce)$/.test(name)

/** Headers of one page of a list: totals, and links to adjacent pages at the public URL of the request. */
export function pageHeaders(
  context: Context,
  shop: Pick<Platform, 'url'>,
  { page, per_page: size, total, isMore = false }: ListPage,
): Record<string, string> {
  const pages = Math.ceil(total / size)
  const link = (number: number, rel: 'prev' | 'next') => {
    const { pathname, searchParams } = new URL(context.req.url)
    for (const name of [...searchParams.keys()]) if (isCredential(name)) searchParams.delete(name)
    searchParams.set('page', String(number))
    return `<${shop.url}${pathname}?${searchParams}>; rel="${rel}"`
  }
  const links = [
    ...(page > 1 && pages > 0 ? [link(Math.min(page - 1, pages), 'prev')] : []),
    ...(page < pages ? [link(page + 1, 'next')] : []),
  ]
  return {
    'x-wp-total': String(total),
    'x-wp-totalpages': String(pages),
    ...(isMore ? { 'x-samovar-total': 'more' } : {}),
    ...(links.length > 0 ? { link: links.join(', ') } : {}),
  }
}

/** Names of the requested fields (`_fields=id,name`); null: all. */
export function requestedFields(query: URLSearchParams): readonly string[] | null {
  const names = query.get('_fields')?.split(',') ?? []
  const fields = names.map((name) => name.trim()).filter((name) => name !== '')
  return fields.length > 0 ? fields : null
}
