import type { Context } from 'hono'
import { pickFields } from '../../platform/rest/call.ts'
import {
  errorJson,
  indexLink,
  type ListPage,
  type Method,
  pageHeaders,
  type RestError,
} from '../../platform/rest/response.ts'
import { etagOf } from '../../platform/web/page-cache.ts'
import { isCrossSite } from '../../platform/web/security.ts'
import type { StoreApiContext } from './context.ts'

export type StoreError = RestError

/** Other sites' pages may read a response only with a valid cart token, with which cookies have no effect. */
export function setStoreHeaders(
  context: Context,
  shop: Pick<StoreApiContext, 'url'>,
  request: { readonly allow: readonly Method[]; readonly hasCartToken: boolean },
): void {
  const origin = context.req.header('origin')
  const isReadable = request.hasCartToken || isPreflight(context) || !isCrossSite(context, shop.url)
  const headers = {
    'content-type': 'application/json; charset=UTF-8',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    link: indexLink(shop),
    vary: 'Origin',
    'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link, Cart-Token',
    'access-control-allow-headers':
      'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, Cart-Token, Nonce',
    'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-credentials': 'true',
    ...(request.allow.length > 0 ? { allow: request.allow.join(', ') } : {}),
    ...(origin !== undefined && isReadable ? { 'access-control-allow-origin': origin } : {}),
  }
  setHeaders(context, headers)
}

function setHeaders(context: Context, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) context.header(name, value)
}

const isPreflight = ({ req }: Context): boolean =>
  req.method === 'OPTIONS' &&
  req.header('access-control-request-method') !== undefined &&
  req.header('access-control-request-headers') !== undefined

export const storeJson = (context: Context, body: unknown, status: 200 | 201 | 207 = 200): Response =>
  context.body(JSON.stringify(body), status)

export const storeError = (context: Context, error: StoreError): Response =>
  context.body(JSON.stringify(errorJson(error)), error.status)

/** A public response, so that a caller with a current copy gets 304. */
export function revalidatedJson(context: Context, body: unknown): Response {
  const fields = requestedFields(context)
  const text = JSON.stringify(pickFields(body, fields && [...fields]))
  const etag = etagOf(text)
  setHeaders(context, { etag, 'cache-control': 'no-cache' })
  return context.req.header('if-none-match') === etag ? context.body(null, 304) : context.body(text)
}

export function revalidatedList(
  context: Context,
  shop: Pick<StoreApiContext, 'url'>,
  items: readonly unknown[],
  page: ListPage,
): Response {
  setHeaders(context, pageHeaders(context, shop, page))
  return revalidatedJson(context, items)
}

/** Names of the requested fields (`_fields=id,name`); null: all. */
export function requestedFields(context: Context): ReadonlySet<string> | null {
  const fields = context.req.query('_fields')
  return fields ? new Set(fields.split(',').map((field) => field.trim().split('.')[0] ?? '')) : null
}

export const routeNotFound: StoreError = {
  status: 404,
  code: 'rest_no_route',
  message: 'No route was found matching the URL and request method.',
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** Names in this API are HTML: clients often insert them unescaped. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** The same for names outside attributes: quotes are not escaped, as in the recordings. */
export const nameHtml = (text: string): string =>
  text.replace(/[&<>]/g, (character) => entities[character] ?? character)
