import type { Context } from 'hono'
import type { RestError } from '../../platform/rest/response.ts'
import type { Platform } from '../../platform/web/context.ts'
import { isCrossSite } from '../../platform/web/security.ts'

export type StoreMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An error of this API; its status is as recorded. */
export type StoreError = RestError

const allowedHeaders = 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, Cart-Token, Nonce'

/**
 * Headers of every Store API response. Pages of other sites may read a response only with a valid cart token, or for a
 * preflight. Credentials are allowed, because clients send them, but with a token cookies have no effect.
 */
export function setStoreHeaders(
  context: Context,
  shop: Pick<Platform, 'url'>,
  request: { readonly allow: readonly StoreMethod[]; readonly hasCartToken: boolean },
): void {
  const origin = context.req.header('origin')
  const isSameSite = !isCrossSite(context, shop.url)
  const allowsCrossOrigin = request.hasCartToken || isPreflight(context)
  context.header('content-type', 'application/json; charset=UTF-8')
  context.header('x-robots-tag', 'noindex')
  context.header('x-content-type-options', 'nosniff')
  context.header('link', `<${shop.url}/wp-json/>; rel="https://api.w.org/"`)
  context.header('vary', 'Origin')
  context.header('access-control-expose-headers', 'X-WP-Total, X-WP-TotalPages, Link, Cart-Token')
  context.header('access-control-allow-headers', allowedHeaders)
  context.header('access-control-allow-methods', 'OPTIONS, GET, POST, PUT, PATCH, DELETE')
  if (request.allow.length > 0) context.header('allow', request.allow.join(', '))
  if (origin !== undefined && (isSameSite || allowsCrossOrigin)) context.header('access-control-allow-origin', origin)
  context.header('access-control-allow-credentials', 'true')
}

/** CORS preflight request. */
const isPreflight = (context: Context): boolean =>
  context.req.method === 'OPTIONS' &&
  context.req.header('access-control-request-method') !== undefined &&
  context.req.header('access-control-request-headers') !== undefined

export const storeJson = (context: Context, body: unknown, status: 200 | 201 | 207 = 200): Response =>
  context.body(JSON.stringify(body), status)

export function storeError(context: Context, error: StoreError): Response {
  const body = { code: error.code, message: error.message, data: { status: error.status, ...error.data } }
  return context.body(JSON.stringify(body), error.status)
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
